// The lines of a conversation that say what became of the ticket. Invariant: each is written in the transaction of its cause, so none tells of
// what did not happen, and none is missing. On a device nothing is written: its line comes with the server's rows.
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { newId } from '../kit/new-id.ts'
import { ticketEvents } from './events-table.ts'
import type { Ticket } from './table.ts'

type Event = typeof ticketEvents.$inferInsert
type Place = Pick<Ticket, 'id' | 'companyId' | 'queueId' | 'archived'>

/** `ticket` as it is now. Who acts did it. */
export async function recordEvent(
  tx: Tx,
  ctx: MutationContext,
  ticket: Place,
  event: Pick<Event, 'kind' | 'fromQueueId' | 'toQueueId' | 'toUserId' | 'note' | 'rating' | 'fromNumber' | 'toNumber'>,
) {
  await recordEvents(tx, ctx, [ticket], event)
}

/** The same of several. */
export async function recordEvents(
  tx: Tx,
  ctx: MutationContext,
  tickets: readonly Place[],
  event: Parameters<typeof recordEvent>[3],
) {
  if (ctx.side !== 'server' || tickets.length === 0) return
  const userId = ctx.actor.kind === 'user' ? ctx.actor.userId : null
  const rows = tickets.map(({ id: ticketId, companyId, queueId, archived }) => {
    return { id: newId(), companyId, ticketId, queueId, archived, userId, ...event, createdAt: ctx.now }
  })
  await tx.insert(ticketEvents).values(rows)
}
