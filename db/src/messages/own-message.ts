// An own message comes into being: its row, pending, what its ticket shows of it, and its sender is woken. Shared by all that send.
import { and, eq } from 'drizzle-orm'
import { connections, syncedConnections } from '../connections/table.ts'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { AppError } from '../kit/errors.ts'
import { mustFindTicket } from '../tickets/find-ticket.ts'
import { assertCanDo } from '../tickets/rules.ts'
import { tickets, type Ticket } from '../tickets/table.ts'
import { unreadAfter } from '../tickets/unread/unread-after.ts'
import { lastMessageColumns } from './last-message.ts'
import { newMessage, ownMessage, type Content } from './new-message.ts'
import { messages, syncedMessages, type Message } from './table.ts'

/** `userId`: whose words they are, where it is not who sends them. `readUntil`: the last message that who answers has seen; null: they did not look. */
type Said = Content & { userId?: string | null; readUntil?: Date | null | undefined }

export async function insertOwnMessage(tx: Tx, ctx: MutationContext, ticket: Ticket, id: string, said: Said) {
  const { userId = ctx.actor.kind === 'user' ? ctx.actor.userId : null, readUntil, ...content } = said
  const message = newMessage(ticket, ownMessage({ id, userId, now: ctx.now }, content))
  await tx.insert(messages).values(message)
  await tx
    .update(tickets)
    .set({
      ...lastMessageColumns(message),
      lastMessageAt: ctx.now,
      // A person read what they answer; the bot did not.
      ...(ctx.actor.kind === 'user' && readUntil !== null && { unreadMessages: unreadAfter(tx, ticket.id, readUntil) }),
      updatedAt: ctx.now,
    })
    .where(eq(tickets.id, ticket.id))
  ctx.effects.wakeSender(ticket.connectionId, id)
}

/** @throws AppError ERR_NO_TICKET_FOUND, ERR_TICKET_STATUS or ERR_WAPP_NOT_INITIALIZED */
export async function ticketToReplyIn(tx: Tx, ctx: MutationContext, id: string) {
  const ticket = await mustFindTicket(tx, ctx, id)
  assertCanDo('reply', ticket)
  // A device may not have the connections yet: the server says it.
  if (ctx.side === 'server') await assertConnected(tx, ctx, ticket)
  return ticket
}

/** Being down is no hindrance, what is said waits; a connection that was deleted never comes back. */
async function assertConnected(tx: Tx, { actor }: MutationContext, { connectionId }: Ticket) {
  const [connection] = await tx
    .select({ id: connections.id })
    .from(connections)
    .where(and(eq(connections.id, connectionId), syncedConnections.scope(actor)))
  if (!connection) throw new AppError('ERR_WAPP_NOT_INITIALIZED')
}

/** Not locked: tickets are locked before their messages everywhere. @throws AppError ERR_NO_MESSAGE_FOUND */
export async function mustSeeMessage(tx: Tx, ctx: MutationContext, id: string): Promise<Message> {
  const [message] = await tx
    .select()
    .from(messages)
    .where(and(eq(messages.id, id), syncedMessages.scope(ctx.actor)))
  if (!message) throw new AppError('ERR_NO_MESSAGE_FOUND')
  return message
}
