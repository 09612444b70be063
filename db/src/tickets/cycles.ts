// Reading and rating cycles (cycles-table.ts), which a trigger keeps. Server only.
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Tx } from '../kit/define-mutation.ts'
import { ticketCycles } from './cycles-table.ts'

export type TicketCycle = typeof ticketCycles.$inferSelect

/** All cycles of the ticket, open or not. */
export async function latestCycle(tx: Tx, ticketId: string): Promise<TicketCycle | null> {
  const [cycle] = await tx
    .select()
    .from(ticketCycles)
    .where(eq(ticketCycles.ticketId, ticketId))
    .orderBy(sql`${ticketCycles.closedAt} is null desc`, desc(ticketCycles.startedAt), desc(ticketCycles.closedAt))
    .limit(1)
  return cycle ?? null
}

/** All cycles between a contact and a connection. */
export async function latestCycleOfChat(tx: Tx, chat: { contactId: string; connectionId: string }) {
  const [cycle] = await tx
    .select()
    .from(ticketCycles)
    .where(and(eq(ticketCycles.contactId, chat.contactId), eq(ticketCycles.connectionId, chat.connectionId)))
    .orderBy(sql`${ticketCycles.closedAt} desc nulls first`, desc(ticketCycles.startedAt))
    .limit(1)
  return cycle ?? null
}

export async function changeCycle(tx: Tx, id: string, change: Partial<Pick<TicketCycle, 'ratingAskedAt' | 'rating'>>) {
  await tx.update(ticketCycles).set(change).where(eq(ticketCycles.id, id))
}
