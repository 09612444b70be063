import { describe, expect, test } from 'vitest'
import { AppError } from '../kit/errors.ts'
import { canDo, isDone, transferChange, transition, unanswered, type TicketVerb } from './rules.ts'
import { ticketStatuses, type TicketStatus } from './table.ts'

const now = new Date('2026-01-05T12:00:00Z')
const by = { userId: 'u1', now }

describe('a ticket', () => {
  test('accepted is open and the attendant’s', () => {
    expect(transition('accept', { status: 'pending', userId: null }, by)).toEqual({
      status: 'open',
      userId: 'u1',
      acceptedAt: now,
      waitingSince: null,
      closedAt: null,
      ...unanswered,
    })
  })

  test('returned is pending and nobody’s', () => {
    expect(transition('return', { status: 'open', userId: 'u1' }, by)).toEqual({
      status: 'pending',
      userId: null,
      acceptedAt: null,
      waitingSince: now,
      ...unanswered,
    })
  })

  test('closed keeps its attendant and says when', () => {
    expect(transition('close', { status: 'open', userId: 'u1' }, by)).toEqual({
      status: 'closed',
      closedAt: now,
      waitingSince: null,
      ...unanswered,
    })
  })

  test('reopened is open and belongs to who reopened it', () => {
    expect(transition('reopen', { status: 'closed', userId: 'u2' }, by)).toMatchObject({ status: 'open', userId: 'u1' })
  })

  test('that a colleague accepted first names its holder in the refusal', () => {
    const accept = () => transition('accept', { status: 'open', userId: 'u2' }, by)
    expect(accept).toThrow(AppError)
    expect(accept).toThrow(
      expect.objectContaining({ code: 'ERR_TICKET_STATUS', details: expect.objectContaining({ userId: 'u2' }) }),
    )
  })
})

test('which verbs each status allows', () => {
  const verbs: TicketVerb[] = ['accept', 'return', 'close', 'reopen', 'transfer', 'reply']
  expect(Object.fromEntries(ticketStatuses.map((s) => [s, verbs.filter((verb) => canDo(verb, s))]))).toEqual({
    pending: ['accept', 'close', 'transfer'],
    open: ['return', 'close', 'transfer', 'reply'],
    closed: ['reopen'],
  })
})

test('what somebody has done already, and nobody else has', () => {
  const done = (verb: 'accept' | 'return' | 'close' | 'reopen', status: TicketStatus, userId: string | null) =>
    isDone(verb, { status, userId }, 'u1')
  expect(done('accept', 'open', 'u1')).toBe(true)
  expect(done('reopen', 'open', 'u1')).toBe(true)
  expect(done('close', 'closed', 'u1')).toBe(true)
  expect(done('close', 'closed', null)).toBe(true)
  expect(done('return', 'pending', null)).toBe(true)

  expect(done('accept', 'open', 'u2')).toBe(false)
  expect(done('reopen', 'open', 'u2')).toBe(false)
  expect(done('close', 'closed', 'u2')).toBe(false)
  expect(done('accept', 'open', null)).toBe(false)
  expect(done('accept', 'pending', null)).toBe(false)
  expect(done('accept', 'closed', 'u1')).toBe(false)
})

describe('a transfer', () => {
  const before = {
    queueId: 'q1',
    userId: 'u1',
    connectionId: 'c1',
    status: 'open',
    acceptedAt: new Date('2026-01-05T11:00:00Z'),
    waitingSince: null,
    ...unanswered,
  } as const

  test('to a queue: pending, nobody’s; who waits already goes on waiting', () => {
    const moved = transferChange(before, { queueId: 'q2' }, now)
    expect(moved).toEqual({
      ...before,
      queueId: 'q2',
      userId: null,
      status: 'pending',
      acceptedAt: null,
      waitingSince: now,
    })
    const waiting = { ...before, userId: null, status: 'pending', waitingSince: before.acceptedAt } as const
    expect(transferChange(waiting, { queueId: 'q2' }, now).waitingSince).toEqual(before.acceptedAt)
  })
  test('to a person: open, theirs, in the same queue or another', () => {
    expect(transferChange(before, { userId: 'u2' }, now)).toEqual({ ...before, userId: 'u2', acceptedAt: now })
    const both = transferChange({ ...before, status: 'pending' }, { userId: 'u2', queueId: 'q2' }, now)
    expect(both).toEqual({ ...before, userId: 'u2', queueId: 'q2', acceptedAt: now })
  })
  test('to a connection: as it is otherwise', () => {
    expect(transferChange(before, { connectionId: 'c2' }, now)).toEqual({ ...before, connectionId: 'c2' })
  })
  test('takes it from the bot', () => {
    expect(transferChange(before, { queueId: 'q2' }, now)).toMatchObject(unanswered)
  })
})
