// "In scope or not found" for tickets; on the server the row is locked until the end of the transaction.
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { mustFind } from '../kit/find.ts'
import { readableTickets, syncedTickets } from './table.ts'

export const mustFindTicket = (tx: Tx, ctx: MutationContext, id: string) =>
  mustFind(tx, ctx, syncedTickets, id, 'ERR_NO_TICKET_FOUND')

/** Also one in the archive. */
export const mustFindAnyTicket = (tx: Tx, ctx: MutationContext, id: string) =>
  mustFind(tx, ctx, readableTickets, id, 'ERR_NO_TICKET_FOUND')
