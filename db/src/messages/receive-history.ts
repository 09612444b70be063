// What was said before the connection was linked, as the phone tells it afterwards, or is done with when we hear of it: one conversation,
// in one transaction. Server only.
// Invariants: it opens no ticket and makes nothing unread; a conversation that has no ticket gets a closed one, since messages belong to tickets;
// messages stand at the time at which they were sent.
import { eq } from 'drizzle-orm'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { tickets } from '../tickets/table.ts'
import type { InboundMessage } from './inbound.ts'
import { lastMessageColumns } from './last-message.ts'
import { findKnown, findOrCreateChat, insertMessage, isOfIgnoredGroup, lockChat } from './receive.ts'
import { findLatestTicket, insertTicket } from './receive-ticket.ts'

/** `history`: of one chat, oldest first. `onStored` is called for each that is new. */
export async function receiveHistory(
  tx: Tx,
  history: readonly InboundMessage[],
  onStored: (messageId: string, inbound: InboundMessage) => Promise<void>,
  ctx: MutationContext,
) {
  const [first, last] = [history[0], history.at(-1)]
  if (!first || !last) return
  if (await isOfIgnoredGroup(tx, first, ctx)) return
  await lockChat(tx, first, ctx)
  const contact = await findOrCreateChat(tx, first, ctx)
  const life = { status: 'closed', createdAt: first.sentAt, closedAt: last.sentAt } as const
  const known = await findLatestTicket(tx, first.connectionId, contact)
  const ticket = known ?? (await insertTicket(tx, first.connectionId, contact, life, ctx))
  let newest
  for (const inbound of history) {
    if ((await findKnown(tx, inbound)).isStored) continue
    const then = { ...ctx, now: inbound.sentAt }
    newest = await insertMessage(tx, inbound, { contactId: contact.id, ticket, isRead: true }, then)
    await onStored(newest.id, inbound)
  }
  if (!newest || (known && known.lastMessageAt > newest.createdAt)) return
  await tx
    .update(tickets)
    .set({
      ...lastMessageColumns(newest),
      lastMessageAt: newest.createdAt,
      updatedAt: known ? ctx.now : newest.createdAt,
    })
    .where(eq(tickets.id, ticket.id))
}
