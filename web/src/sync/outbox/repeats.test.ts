import { newId } from 'db/kit/new-id.ts'
import { expect, test } from 'vitest'
import { newEntry, type OutboxEntry } from './outbox.ts'
import { mayRepeat, repeatsOf } from './repeats.ts'

let seq = 0
const entry = (name: string, args: Record<string, unknown>, state: OutboxEntry['state'] = 'waiting'): OutboxEntry => ({
  ...newEntry({ userId: 'u', companyId: 'c', name, args }),
  seq: ++seq,
  state,
})
const id = newId()

test('tapped again while it waits it is the same one, unless something else was done to the ticket since', () => {
  const accept = entry('ticket.accept', { id })
  const [close, other] = [entry('ticket.close', { id }), entry('ticket.close', { id: newId() })]
  expect(repeatsOf({ name: 'ticket.accept', args: { id } }, [accept, other])).toEqual({ same: accept, replaced: [] })
  expect(repeatsOf({ name: 'ticket.accept', args: { id } }, [accept, close]).same).toBeUndefined()
})

test('tapped again when it was refused it takes the place of the refused one', () => {
  const refused = entry('ticket.reopen', { id }, 'refused')
  expect(repeatsOf({ name: 'ticket.reopen', args: { id } }, [refused])).toEqual({
    same: undefined,
    replaced: [refused],
  })
  const tag = { ticketId: id, tagId: newId() }
  const tagged = entry('ticketTag.add', tag, 'refused')
  expect(repeatsOf({ name: 'ticketTag.add', args: { ...tag } }, [tagged]).replaced).toEqual([tagged])
  expect(repeatsOf({ name: 'ticketTag.add', args: { ...tag, tagId: newId() } }, [tagged]).replaced).toEqual([])
})

test('who decides otherwise gives up what was refused, but nothing that they wrote', () => {
  const accept = entry('ticket.accept', { id }, 'refused')
  const transfer = entry('ticket.transfer', { id, userId: newId(), note: 'veja' }, 'refused')
  expect(repeatsOf({ name: 'ticket.close', args: { id } }, [accept, transfer]).replaced).toEqual([accept])
})

test('what makes a row is new each time', () => {
  expect(['message.send', 'ticket.create', 'ticketNote.create'].some((name) => mayRepeat({ name }))).toBe(false)
  expect(mayRepeat({ name: 'ticket.accept' })).toBe(true)
})
