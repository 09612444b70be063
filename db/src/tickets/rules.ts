// The life of a ticket, as a pure table used by server and browser.
//
//              accept            close
//   pending ──────────► open ──────────► closed
//      ▲  ◄────────────  │                 │
//      │     return      ▼                 │
//      └── transfer to a queue    reopen ──┘ (to open)
//   pending may be closed directly.
import { AppError } from '../kit/errors.ts'
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

type TicketChange = Partial<Pick<Ticket, 'status' | 'userId' | 'acceptedAt' | 'closedAt'>>

/** The columns that accept, return, close and reopen change. */
export function transition(
  verb: 'accept' | 'return' | 'close' | 'reopen',
  ticket: Pick<Ticket, 'status' | 'userId'>,
  by: { userId: string | null; now: Date },
): TicketChange {
  assertCanDo(verb, ticket)
  switch (verb) {
    case 'accept':
    case 'reopen':
      return { status: 'open', userId: by.userId, acceptedAt: by.now, closedAt: null }
    case 'return':
      return { status: 'pending', userId: null, acceptedAt: null }
    case 'close':
      return { status: 'closed', closedAt: by.now }
  }
}
