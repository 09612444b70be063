// Storing what WhatsApp delivered: the server side of the inbound pipeline, run by the worker in one transaction.
// Invariant: a WhatsApp id is stored once per connection, and a contact has at most one ticket that is not closed per connection.
// Server only (advisory locks, ON CONFLICT): the browser never receives messages by itself.
import { and, desc, eq, isNotNull, ne, or, sql } from 'drizzle-orm'
import { contacts } from '../contacts/table.ts'
import { connections } from '../connections/table.ts'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { newId } from '../kit/new-id.ts'
import { noMedia } from '../media/media-args.ts'
import { connectionQueues } from '../queues/table.ts'
import { tickets, type Ticket } from '../tickets/table.ts'
import { ack, messages, plainMessage } from './table.ts'

/** A closed ticket that gets a message this soon is taken up again instead of a new one. */
const reopenWindowMs = 2 * 60 * 60 * 1000

export interface InboundMessage {
  connectionId: string
  whatsappId: string
  /** Typed on the owner's own phone. */
  fromMe: boolean
  /** The other side of the chat: at least one of lid and number, digits only. */
  contact: { lid: string | null; number: string | null; pushName: string }
  mediaType: string
  body: string
  sentAt: Date
}

export type Received = { kind: 'stored'; ticketId: string; messageId: string } | { kind: 'duplicate' }

export async function receiveMessage(tx: Tx, inbound: InboundMessage, ctx: MutationContext): Promise<Received> {
  const { companyId } = ctx.actor
  // One at a time per chat: bursts from an unknown number must find the contact and ticket that the first one made.
  const chat = `${companyId}/${inbound.connectionId}/${inbound.contact.lid ?? inbound.contact.number}`
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${chat}, 0))`)
  const [known] = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.connectionId, inbound.connectionId), eq(messages.whatsappId, inbound.whatsappId)))
  if (known) return { kind: 'duplicate' }

  const contactId = await findOrCreateContact(tx, inbound, ctx)
  const ticket = await findOrCreateTicket(tx, inbound, contactId, ctx)
  const messageId = newId()
  await tx.insert(messages).values({
    id: messageId,
    companyId,
    ticketId: ticket.id,
    contactId,
    connectionId: inbound.connectionId,
    queueId: ticket.queueId,
    archived: ticket.archived,
    whatsappId: inbound.whatsappId,
    fromMe: inbound.fromMe,
    userId: null,
    ...noMedia,
    mediaType: inbound.mediaType,
    body: inbound.body,
    ack: inbound.fromMe ? ack.sent : ack.received,
    ackError: null,
    ...plainMessage,
    sentAt: inbound.sentAt,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  })
  await tx
    .update(tickets)
    .set({
      lastMessage: inbound.body,
      lastMessageFromMe: inbound.fromMe,
      lastMessageAt: ctx.now,
      unreadMessages: inbound.fromMe ? 0 : sql`${tickets.unreadMessages} + 1`,
      updatedAt: ctx.now,
    })
    .where(eq(tickets.id, ticket.id))
  await tx.update(connections).set({ lastMessageAt: ctx.now }).where(staleLastMessage(inbound.connectionId, ctx.now))
  return { kind: 'stored', ticketId: ticket.id, messageId }
}

/** At most one write a minute: the connection's row is streamed to every device. */
function staleLastMessage(connectionId: string, now: Date) {
  const minuteAgo = new Date(now.getTime() - 60_000).toISOString()
  return and(
    eq(connections.id, connectionId),
    sql`coalesce(${connections.lastMessageAt}, 'epoch') < ${minuteAgo}::timestamptz`,
  )
}

async function findOrCreateContact(tx: Tx, { contact }: InboundMessage, ctx: MutationContext): Promise<string> {
  const { companyId } = ctx.actor
  const byLid = contact.lid === null ? sql`false` : eq(contacts.lid, contact.lid)
  const byNumber = contact.number === null ? sql`false` : eq(contacts.number, contact.number)
  const [found, other] = await tx
    .select()
    .from(contacts)
    .where(and(eq(contacts.companyId, companyId), or(byLid, byNumber)))
    .orderBy(desc(isNotNull(contacts.lid)))
    .limit(2)
  if (!found) {
    const id = newId()
    await tx.insert(contacts).values({
      id,
      companyId,
      name: contact.pushName || contact.number || contact.lid || '',
      number: contact.number,
      lid: contact.lid,
      email: '',
      isGroup: false,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    return id
  }
  // A name that somebody gave stays; only a name that is just the number is filled.
  const unnamed = found.name === '' || found.name === found.number || found.name === found.lid
  const change = {
    ...(unnamed && contact.pushName && { name: contact.pushName }),
    // Known twice, once by each name: the names stay apart until somebody merges the contacts.
    ...(!other && found.lid === null && contact.lid && { lid: contact.lid }),
    ...(!other && found.number === null && contact.number && { number: contact.number }),
  }
  if (Object.keys(change).length > 0) {
    await tx
      .update(contacts)
      .set({ ...change, updatedAt: ctx.now })
      .where(eq(contacts.id, found.id))
  }
  return found.id
}

async function findOrCreateTicket(
  tx: Tx,
  inbound: InboundMessage,
  contactId: string,
  ctx: MutationContext,
): Promise<Pick<Ticket, 'id' | 'queueId' | 'archived'>> {
  const chat = and(eq(tickets.contactId, contactId), eq(tickets.connectionId, inbound.connectionId))
  const [current] = await tx
    .select()
    .from(tickets)
    .where(and(chat, ne(tickets.status, 'closed')))
  if (current) return current
  const [last] = await tx
    .select()
    .from(tickets)
    .where(and(chat, eq(tickets.archived, false)))
    .orderBy(desc(tickets.closedAt))
    .limit(1)
  if (last?.closedAt && ctx.now.getTime() - last.closedAt.getTime() < reopenWindowMs) {
    await tx
      .update(tickets)
      .set({ status: 'pending', userId: null, acceptedAt: null, closedAt: null, updatedAt: ctx.now })
      .where(eq(tickets.id, last.id))
    return last
  }
  return createPendingTicket(tx, inbound, contactId, ctx)
}

async function createPendingTicket(tx: Tx, inbound: InboundMessage, contactId: string, ctx: MutationContext) {
  const queueIds = await tx
    .select({ queueId: connectionQueues.queueId })
    .from(connectionQueues)
    .where(eq(connectionQueues.connectionId, inbound.connectionId))
  const ticket = {
    id: newId(),
    // Several queues: the customer has to choose first, so the ticket has none yet.
    queueId: queueIds.length === 1 ? (queueIds[0]?.queueId ?? null) : null,
    archived: false,
  }
  await tx.insert(tickets).values({
    ...ticket,
    companyId: ctx.actor.companyId,
    number: null,
    status: 'pending',
    contactId,
    connectionId: inbound.connectionId,
    userId: null,
    isGroup: false,
    chatbot: false,
    unreadMessages: 0,
    lastMessage: '',
    lastMessageFromMe: false,
    lastMessageAt: ctx.now,
    acceptedAt: null,
    closedAt: null,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  })
  return ticket
}
