import type { TicketEventRow } from 'db/tickets/queries.ts'
import { expect, test } from 'vitest'
import { createPlacing, placeEvents } from './place-events.ts'

const at = (minute: number) => new Date(2026, 0, 5, 10, minute)
const message = (id: string, minute: number, ticketId = 't') => ({ id, ticketId, createdAt: at(minute) })
const event = (kind: TicketEventRow['kind'], minute: number, ticketId = 't'): TicketEventRow => ({
  id: `${kind} ${minute}`,
  ticketId,
  kind,
  createdAt: at(minute),
  userId: null,
  userName: null,
  fromQueueName: null,
  toQueueName: null,
  toUserName: null,
  note: null,
  rating: null,
  fromNumber: null,
  toNumber: null,
})
const shown = (map: ReadonlyMap<string, readonly TicketEventRow[]>) =>
  Object.fromEntries([...map].map(([id, events]) => [id, events.map((each) => each.id)]))

test('below what was there by then; a greeting follows its cause, a farewell comes before', () => {
  const rows = [message('oi', 1), message('greeting', 2), message('farewell', 5)]
  const { before, after } = placeEvents(rows, [event('accepted', 2), event('closed', 5)], () => true)
  expect(shown(after)).toEqual({ oi: ['accepted 2'], farewell: ['closed 5'] })
  expect(shown(before)).toEqual({})
})

test('before the first message only where that is the first', () => {
  const rows = [message('oi', 3)]
  const events = [event('accepted', 1)]
  expect(shown(placeEvents(rows, events, () => true).before)).toEqual({ oi: ['accepted 1'] })
  expect(placeEvents(rows, events, () => false)).toMatchObject({ rest: [] })
})

test('each in its own ticket', () => {
  const rows = [message('a', 1, 'old'), message('b', 3, 'new')]
  const { after } = placeEvents(rows, [event('closed', 4, 'old'), event('accepted', 5, 'new')], () => true)
  expect(shown(after)).toEqual({ a: ['closed 4'], b: ['accepted 5'] })
})

test('where nothing was said they stand alone', () => {
  expect(placeEvents([], [event('accepted', 1)], () => true).rest).toMatchObject([{ kind: 'accepted' }])
})

test('a message that comes makes no list anew but that of what it follows', () => {
  const place = createPlacing()
  const events = [event('accepted', 2), event('closed', 5)]
  const one = place([message('oi', 1)], events, () => true)
  const two = place([message('oi', 1), message('tchau', 4)], events, () => true)
  expect(shown(one.after)).toEqual({ oi: ['accepted 2', 'closed 5'] })
  expect(shown(two.after)).toEqual({ oi: ['accepted 2'], tchau: ['closed 5'] })
  const three = place([message('oi', 1), message('tchau', 4), message('ah', 9)], events, () => true)
  expect(three.after.get('oi')).toBe(two.after.get('oi'))
  expect(three.after.get('tchau')).toBe(two.after.get('tchau'))
  const four = place([message('oi', 1), message('tchau', 4)], [...events, event('reopened', 6)], () => true)
  expect(shown(four.after)).toEqual({ oi: ['accepted 2'], tchau: ['closed 5', 'reopened 6'] })
})
