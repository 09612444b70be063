// The life of a ticket, as a pure table used by server and browser.
//
//              accept            close
//   pending ──────────► open ──────────► closed
//      ▲  ◄────────────  │                 │
//      │     return      ▼                 │
//      └── transfer to a queue    reopen ──┘ (to open)
//   pending may be closed directly. A transfer to a person opens, one to a connection leaves the status as it is.
import { AppError } from '../kit/errors.ts'
import { noResponder } from '../responders/kinds.ts'
import type { Ticket, TicketStatus } from './table.ts'

export type TicketVerb = 'accept' | 'return' | 'close' | 'reopen' | 'transfer' | 'reply'

const allowed: Record<TicketVerb, readonly TicketStatus[]> = {
  accept: ['pending'],
  return: ['open'],
  close: ['pending', 'open'],
  reopen: ['closed'],
  transfer: ['pending', 'open'],
  reply: ['open'],
}

export function canDo(verb: TicketVerb, status: TicketStatus) {
  return allowed[verb].includes(status)
}

/** @throws AppError ERR_TICKET_STATUS with the ticket's status and holder, e.g. when a colleague was faster. */
export function assertCanDo(verb: TicketVerb, ticket: Pick<Ticket, 'status' | 'userId'>) {
  if (!canDo(verb, ticket.status)) {
    throw new AppError('ERR_TICKET_STATUS', { verb, status: ticket.status, userId: ticket.userId })
  }
}

type StatusVerb = 'accept' | 'return' | 'close' | 'reopen'
const outcome: Record<StatusVerb, TicketStatus> = { accept: 'open', return: 'pending', close: 'closed', reopen: 'open' }

/**
 * The ticket is already what the verb makes of it, and no other person's: somebody said it twice, by a key or from two devices. One that
 * is open without a person was not accepted by anybody.
 */
export function isDone(verb: StatusVerb, { status, userId }: Pick<Ticket, 'status' | 'userId'>, by: string | null) {
  return status === outcome[verb] && (userId === by || (userId === null && status !== 'open'))
}

/** Nobody has to hear that the verb was refused: the ticket has become what it asked for. Who waits or is done with is so for all, who is open is with somebody. */
export function isFulfilled(
  verb: StatusVerb,
  { status, userId }: Pick<Ticket, 'status' | 'userId'>,
  by: string | null,
) {
  return status === outcome[verb] && (status !== 'open' || userId === by)
}

type TicketChange = Partial<
  Pick<Ticket, 'status' | 'userId' | 'acceptedAt' | 'waitingSince' | 'closedAt' | 'archived' | keyof typeof unanswered>
>

/** Neither the bot nor a responder has the conversation, as a device knows it. */
export const unanswered = { chatbot: false, promptId: null, integrationId: null, useIntegration: false }

/** A person took the conversation: the bot's part in it is over. These columns are the server's: a device does not have them all. */
export const botReset = {
  ...noResponder,
  botOptionId: null,
  botMenus: 0,
  botMenuAt: null,
  botOwesGreeting: false,
  leftResponder: 'all',
} as const

/** The same of a ticket that was closed: whoever comes back in the midst of what the bot was saying, or never heard it, is greeted. */
export const botAfterClose = (was: Pick<Ticket, 'chatbot' | 'botOwesGreeting'>) => ({
  ...botReset,
  leftResponder: null,
  botOwesGreeting: was.chatbot || was.botOwesGreeting,
})

/** The columns that accept, return, close and reopen change. A person was here: the bot's part is over. */
export function transition(
  verb: StatusVerb,
  ticket: Pick<Ticket, 'status' | 'userId'>,
  by: { userId: string | null; now: Date },
): TicketChange {
  assertCanDo(verb, ticket)
  switch (verb) {
    case 'accept':
      return taken(by)
    case 'reopen':
      return { ...taken(by), archived: false }
    case 'return':
      return { status: 'pending', userId: null, acceptedAt: null, waitingSince: by.now, ...unanswered }
    case 'close':
      return { status: 'closed', closedAt: by.now, waitingSince: null, ...unanswered }
  }
}

const taken = (by: { userId: string | null; now: Date }): TicketChange => ({
  status: 'open',
  userId: by.userId,
  acceptedAt: by.now,
  waitingSince: null,
  closedAt: null,
  ...unanswered,
})

/** What is left out stays; a queue without a person is nobody's yet. */
export interface TransferTarget {
  queueId?: string | undefined
  userId?: string | null | undefined
  connectionId?: string | undefined
}

/** The columns that a transfer changes. Who waits already goes on waiting, in whatever queue. */
export function transferChange(
  { queueId, userId, connectionId, status, acceptedAt, waitingSince }: Pick<Ticket, StayingColumn>,
  to: TransferTarget,
  now: Date,
): Pick<Ticket, TransferredColumn> {
  const place = { queueId: to.queueId ?? queueId, connectionId: to.connectionId ?? connectionId, ...unanswered }
  if (to.userId) return { ...place, userId: to.userId, status: 'open', acceptedAt: now, waitingSince: null }
  if (to.queueId) {
    return { ...place, userId: null, status: 'pending', acceptedAt: null, waitingSince: waitingSince ?? now }
  }
  return { ...place, userId, status, acceptedAt, waitingSince }
}

/** The ticket is where a transfer would have taken it. A queue without a person is a wish for nobody's ticket. */
export function isAt(ticket: Pick<Ticket, 'status' | 'queueId' | 'userId' | 'connectionId'>, to: TransferTarget) {
  if (to.connectionId && ticket.connectionId !== to.connectionId) return false
  if (to.queueId && ticket.queueId !== to.queueId) return false
  if (to.userId) return ticket.status === 'open' && ticket.userId === to.userId
  return !to.queueId || ticket.status === 'pending'
}

type StayingColumn = 'queueId' | 'userId' | 'connectionId' | 'status' | 'acceptedAt' | 'waitingSince'
type TransferredColumn = StayingColumn | keyof typeof unanswered
