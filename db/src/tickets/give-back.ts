// Open tickets of people who may not work on them any more: nobody would see them with their attendant, so they wait again.
// Invariant: an open ticket's attendant sees it.
import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { Profile } from '../kit/actor.ts'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { announceWaiting } from './announce-waiting.ts'
import { recordEvents } from './events.ts'
import { botReset, transition } from './rules.ts'
import { syncedTickets, tickets, type Ticket } from './table.ts'

/** What of a person decides which tickets they see. */
export interface Works {
  profile: Profile
  queueIds: readonly string[]
}

/** As the scope of tickets has it. */
export const worksOn = ({ profile, queueIds }: Works, queueId: string | null) =>
  profile === 'admin' || (queueId !== null && queueIds.includes(queueId))

/** In the transaction in which a person's profile or queues become `next`. */
export async function giveBackOfUser(tx: Tx, ctx: MutationContext, userId: string, next: Works) {
  await giveBack(tx, ctx, eq(tickets.userId, userId), ({ queueId }) => !worksOn(next, queueId))
}

/** Those open tickets of `which` that `fits` names wait again, and who sees them is notified. */
export async function giveBack(
  tx: Tx,
  ctx: MutationContext,
  which: SQL,
  fits: (ticket: Pick<Ticket, 'queueId' | 'userId'>) => boolean = () => true,
) {
  const found = tx
    .select()
    .from(tickets)
    .where(and(syncedTickets.scope(ctx.actor), eq(tickets.status, 'open'), which))
    .orderBy(tickets.id)
  const open = await (ctx.side === 'server' ? found.for('update') : found)
  const given = open.filter(fits)
  const ids = given.map(({ id }) => id)
  if (ids.length === 0) return
  const change = transition('return', { status: 'open', userId: null }, { userId: null, now: ctx.now })
  await tx
    .update(tickets)
    .set({ ...change, ...(ctx.side === 'server' && botReset), updatedAt: ctx.now })
    .where(inArray(tickets.id, ids))
  await recordEvents(tx, ctx, given, { kind: 'returned' })
  await announceWaiting(tx, ids, ctx)
}
