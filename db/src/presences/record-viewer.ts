// The attendants' side of presence: written by the server when a device says so, shown by colleagues' devices until its time is over.
import { and, eq, lt } from 'drizzle-orm'
import { v5 } from 'uuid'
import type { UserActor } from '../kit/actor.ts'
import type { Tx } from '../kit/define-mutation.ts'
import { AppError } from '../kit/errors.ts'
import { syncedTickets, tickets } from '../tickets/table.ts'
import { ticketViewers, type ViewerState } from './viewers-table.ts'

/** A device says it again every 25 seconds; one that went away without a word is gone after this. */
const shownMs = 60_000

/** Null: they left it. Resolves with the ticket as it is. @throws AppError ERR_NO_TICKET_FOUND */
export async function recordViewer(tx: Tx, actor: UserActor, ticketId: string, state: ViewerState | null, now: Date) {
  const { userId } = actor
  const [found] = await tx
    .select({
      companyId: tickets.companyId,
      queueId: tickets.queueId,
      archived: tickets.archived,
      attendant: tickets.userId,
    })
    .from(tickets)
    .where(and(syncedTickets.scope(actor), eq(tickets.id, ticketId)))
  if (!found) throw new AppError('ERR_NO_TICKET_FOUND')
  const { attendant, ...ticket } = found
  const looked = { id: ticketId, queueId: ticket.queueId, userId: attendant }
  if (state === null) {
    await tx.delete(ticketViewers).where(and(eq(ticketViewers.ticketId, ticketId), eq(ticketViewers.userId, userId)))
    return looked
  }
  const until = new Date(now.getTime() + shownMs)
  await tx
    .insert(ticketViewers)
    .values({ id: v5(userId, ticketId), ticketId, userId, state, until, ...ticket })
    .onConflictDoUpdate({ target: ticketViewers.id, set: { state, until, ...ticket } })
  return looked
}

/** Deletes the viewers that have run out: their devices went away without a word. */
export async function forgetViewers(tx: Tx, now: Date) {
  await tx.delete(ticketViewers).where(lt(ticketViewers.until, now))
}
