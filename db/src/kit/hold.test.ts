import { expect, test } from 'vitest'
import { createHold } from './hold.ts'

const call = (id: string, args: object) => ({ id, args })

test('a call that names the row of a refused one waits, and what names its row waits too', () => {
  const hold = createHold()
  expect(hold.holderOf(call('before', { id: 'm0', ticketId: 't' }))).toBeUndefined()
  hold.refuse(call('create', { id: 'c' }))
  expect(hold.holderOf(call('open', { id: 't', contactId: 'c' }))).toBe('create')
  expect(hold.holderOf(call('send', { id: 'm1', ticketId: 't' }))).toBe('create')
})

test('others go on', () => {
  const hold = createHold()
  hold.refuse(call('message', { id: 'm1', ticketId: 't' }))
  expect(hold.holderOf(call('next', { id: 'm2', ticketId: 't' }))).toBeUndefined()
  expect(hold.holderOf(call('quote', { id: 'm3', ticketId: 't', quoted: ['m1'] }))).toBe('message')
})

test('however deep the name stands', () => {
  let deep: unknown = 'c'
  for (let level = 0; level < 200_000; level++) deep = [deep]
  const hold = createHold()
  hold.refuse(call('create', { id: 'c' }))
  expect(hold.holderOf(call('other', { deep }))).toBe('create')
})

test('a later call on the same row waits', () => {
  const hold = createHold()
  hold.refuse(call('edit', { id: 'q', changes: { name: { from: 'a', to: 'b' } } }))
  expect(hold.holderOf(call('again', { id: 'q', changes: {} }))).toBe('edit')
})
