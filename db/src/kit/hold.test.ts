import { describe, expect, test } from 'vitest'
import { createHold, type Refusal } from './hold.ts'

const refusals: Readonly<Record<string, Refusal>> = { edit: 'edit', accept: 'step', close: 'step', delete: 'alone' }
const hold = () => createHold((name) => refusals[name] ?? 'row')
const call = (name: string, args: object, id = name) => ({ id, name, args })

describe('one that may have made its row', () => {
  test('what names its row waits, and what names its row waits too', () => {
    const held = hold()
    expect(held.holderOf(call('before', { id: 'm0', ticketId: 't' }))).toBeUndefined()
    held.refuse(call('create', { id: 'c' }))
    expect(held.holderOf(call('open', { id: 't', contactId: 'c' }))).toBe('create')
    expect(held.holderOf(call('send', { id: 'm1', ticketId: 't' }))).toBe('create')
    expect(held.holderOf(call('accept', { id: 't' }))).toBe('create')
  })

  test('others go on', () => {
    const held = hold()
    held.refuse(call('message', { id: 'm1', ticketId: 't' }))
    expect(held.holderOf(call('next', { id: 'm2', ticketId: 't' }))).toBeUndefined()
    expect(held.holderOf(call('quote', { id: 'm3', ticketId: 't', quoted: ['m1'] }))).toBe('message')
  })

  test('however deep the name stands', () => {
    let deep: unknown = 'c'
    for (let level = 0; level < 200_000; level++) deep = [deep]
    const held = hold()
    held.refuse(call('create', { id: 'c' }))
    expect(held.holderOf(call('other', { deep }))).toBe('create')
  })
})

test('an edit: later edits of the row wait, what only names the row goes on', () => {
  const held = hold()
  held.refuse(call('edit', { id: 'c', changes: { name: { from: 'a', to: 'b' } } }))
  expect(held.holderOf(call('edit', { id: 'c', changes: {} }, 'again'))).toBe('edit')
  expect(held.holderOf(call('edit', { id: 'c', changes: {} }, 'third'))).toBe('edit')
  expect(held.holderOf(call('open', { id: 't', contactId: 'c' }))).toBeUndefined()
  expect(held.holderOf(call('delete', { id: 'c' }))).toBeUndefined()
})

test('a step: later steps of the row wait, messages and notes go on', () => {
  const held = hold()
  held.refuse(call('accept', { id: 't' }))
  expect(held.holderOf(call('send', { id: 'm1', ticketId: 't' }))).toBeUndefined()
  expect(held.holderOf(call('close', { id: 't' }))).toBe('accept')
  expect(held.holderOf(call('note', { id: 'n1', ticketId: 't' }))).toBeUndefined()
  expect(held.holderOf(call('accept', { id: 'u' }, 'other'))).toBeUndefined()
})

test('one that stands alone keeps nothing', () => {
  const held = hold()
  held.refuse(call('delete', { id: 't' }))
  expect(held.holderOf(call('send', { id: 'm1', ticketId: 't' }))).toBeUndefined()
  expect(held.holderOf(call('accept', { id: 't' }))).toBeUndefined()
})
