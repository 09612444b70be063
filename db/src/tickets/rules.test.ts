import { describe, expect, test } from 'vitest'
import { AppError } from '../kit/errors.ts'
import { canDo, transition, type TicketVerb } from './rules.ts'
import { ticketStatuses } from './table.ts'

const now = new Date('2026-01-05T12:00:00Z')
const by = { userId: 'u1', now }

describe('a ticket', () => {
  test('accepted is open and the attendant’s', () => {
    expect(transition('accept', { status: 'pending', userId: null }, by)).toEqual({
      status: 'open',
      userId: 'u1',
      acceptedAt: now,
      closedAt: null,
    })
  })

  test('returned is pending and nobody’s', () => {
    expect(transition('return', { status: 'open', userId: 'u1' }, by)).toEqual({
      status: 'pending',
      userId: null,
      acceptedAt: null,
    })
  })

  test('closed keeps its attendant and says when', () => {
    expect(transition('close', { status: 'open', userId: 'u1' }, by)).toEqual({ status: 'closed', closedAt: now })
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
