import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { changesBetween, mergeChanges } from './merge-changes.ts'

const row = { name: 'Vendas', color: '#111111', greetingMessage: 'Oi' }

test('fields that nobody else changed are written', () => {
  const changes = { color: { from: '#111111', to: '#222222' }, greetingMessage: { from: 'Oi', to: 'Olá' } }
  expect(mergeChanges(row, changes)).toEqual({ values: { color: '#222222', greetingMessage: 'Olá' }, conflicts: {} })
})

test('a field that somebody else changed to something else is shown with both values', () => {
  const changes = { name: { from: 'Venda', to: 'Loja' }, color: { from: '#111111', to: '#222222' } }
  expect(mergeChanges(row, changes)).toEqual({
    values: { color: '#222222' },
    conflicts: { name: { from: 'Venda', to: 'Loja', current: 'Vendas' } },
  })
})

test('without what the editor saw it overwrites', () => {
  expect(mergeChanges(row, { name: { to: 'Loja' } })).toEqual({ values: { name: 'Loja' }, conflicts: {} })
})

test('a field is either written or in conflict, and never in conflict when both want the same', () => {
  const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))
  fc.assert(
    fc.property(value, value, value, (current, from, to) => {
      const { values, conflicts } = mergeChanges({ field: current }, { field: { from, to } })
      expect(Object.keys(values).length + Object.keys(conflicts).length).toBe(1)
      if (Object.is(current, from) || Object.is(current, to)) expect(values).toEqual({ field: to })
    }),
  )
})

test('an instant is compared as the text that JSON makes of it', () => {
  const at = new Date('2026-01-01T00:00:00Z')
  expect(mergeChanges({ at }, { at: { from: at.toISOString(), to: null } }).conflicts).toEqual({})
})

test('the order of keys, which jsonb has of its own, makes no difference', () => {
  const [typed, stored] = [
    { days: [[{ start: '08:00', end: '18:00' }]] },
    { days: [[{ end: '18:00', start: '08:00' }]] },
  ]
  expect(changesBetween({ hours: stored }, { hours: typed })).toEqual({})
  expect(mergeChanges({ hours: stored }, { hours: { from: null, to: typed } }).conflicts).toEqual({})
  const reordered = { days: typed.days, holidays: ['12-25', '01-01'] }
  expect(
    changesBetween({ hours: reordered }, { hours: { ...reordered, holidays: ['01-01', '12-25'] } }),
  ).toHaveProperty('hours')
})
