// Tickets that came to wait for other people, by no message: time moved them to a queue, or who had them may work on them no more.
// Invariant: none of those people has read the conversation, so it is unread to them, and they are notified as of a message.
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { messages } from '../messages/table.ts'
import { tickets } from './table.ts'

/** On the server. A ticket in which the customer never wrote waits for the customer, and disturbs nobody. */
export async function announceWaiting(tx: Tx, ticketIds: readonly string[], ctx: MutationContext) {
  const told = await notifyOfLast(tx, ticketIds, ctx)
  if (told.length === 0) return
  const unreadMessages = sql`greatest(${tickets.unreadMessages}, 1)`
  await tx.update(tickets).set({ unreadMessages, updatedAt: ctx.now }).where(inArray(tickets.id, told))
}

/** On the server: those whose customer has written are notified of as of the last thing they wrote. Resolves with which. */
export async function notifyOfLast(tx: Tx, ticketIds: readonly string[], ctx: MutationContext) {
  if (ctx.side === 'client' || ticketIds.length === 0) return []
  const last = await tx
    .selectDistinctOn([messages.ticketId], { id: messages.id, ticketId: messages.ticketId })
    .from(messages)
    .where(and(inArray(messages.ticketId, [...ticketIds]), eq(messages.fromMe, false)))
    .orderBy(messages.ticketId, desc(messages.createdAt), desc(messages.id))
  for (const { id } of last) ctx.effects.notify(id)
  return last.map(({ ticketId }) => ticketId)
}
