// A responder is no more: what it has is people's, who are told. On a device only what the device knows of it changes.
import { and, inArray, ne, type SQL } from 'drizzle-orm'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { announceWaiting } from '../tickets/announce-waiting.ts'
import { botReset, unanswered } from '../tickets/rules.ts'
import { tickets } from '../tickets/table.ts'

export async function releaseTickets(tx: Tx, which: SQL | undefined, ctx: MutationContext): Promise<void> {
  const held = await tx
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(which, ne(tickets.status, 'closed')))
  const ids = held.map(({ id }) => id)
  if (ids.length === 0) return
  await tx
    .update(tickets)
    .set({ ...unanswered, ...(ctx.side === 'server' && botReset), updatedAt: ctx.now })
    .where(inArray(tickets.id, ids))
  await announceWaiting(tx, ids, ctx)
}
