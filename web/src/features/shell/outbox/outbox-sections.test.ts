import { expect, test } from 'vitest'
import type { OutboxEntry } from '../../../sync/client.ts'
import { outboxSections } from './outbox-sections.ts'

function entry(id: string, change: Partial<OutboxEntry> = {}): OutboxEntry {
  const own = { seq: 1, userId: 'u', companyId: 'c', name: 'queue.update', args: {}, at: new Date(0) }
  return { ...own, id, state: 'waiting', ...change }
}

test('what waits for a refused one stands with it, not in the queue', () => {
  const a = entry('a', { state: 'refused' })
  const b = entry('b')
  const c = entry('c', { heldBy: 'a' })
  const d = entry('d', { state: 'refused' })
  const e = entry('e', { heldBy: 'a' })
  expect(outboxSections([a, b, c, d, e])).toEqual({
    refused: [
      { entry: a, held: [c, e] },
      { entry: d, held: [] },
    ],
    waiting: [b],
  })
})

test('what the app makes by itself is not told of, unless it was refused', () => {
  const read = entry('a', { name: 'ticket.markRead', quiet: true })
  const reply = entry('b', { name: 'message.send' })
  const refused = entry('c', { name: 'ticket.markRead', quiet: true, state: 'refused' })
  expect(outboxSections([read, reply, refused])).toEqual({ refused: [{ entry: refused, held: [] }], waiting: [reply] })
})
