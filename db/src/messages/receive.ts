// Storing what WhatsApp delivered: the server side of the inbound pipeline, run by the worker in one transaction.
// Invariant: a WhatsApp id is stored once per connection, and a contact has at most one ticket that is not closed per connection.
// Server only (advisory locks, ON CONFLICT): the browser never receives messages by itself.
import { and, eq, sql } from 'drizzle-orm'
import { answerCustomer } from '../bot/answer-customer.ts'
import { findReply, type Reply } from '../campaigns/answers.ts'
import { findOrCreateContact } from '../contacts/find-contact.ts'
import { findOrCreateGroup } from '../contacts/groups.ts'
import type { Contact } from '../contacts/table.ts'
import { connections } from '../connections/table.ts'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { newId } from '../kit/new-id.ts'
import { settingsOf } from '../settings/mutations.ts'
import { tickets, type Ticket } from '../tickets/table.ts'
import type { InboundFile, InboundMessage } from './inbound.ts'
import { lastMessageColumns } from './last-message.ts'
import { newMessage } from './new-message.ts'
import { applyEarlyChanges } from './receive-change.ts'
import { findRated, type Rated } from './receive-rating.ts'
import { findOrCreateTicket } from './receive-ticket.ts'
import { nameMentions, resolveQuote } from './references.ts'
import { fillPlaceholder, isPlaceholder, isPlaceholderRow } from './placeholder.ts'
import { ack, earlyChanges, messages } from './table.ts'

interface Stored {
  kind: 'stored'
  ticketId: string
  messageId: string
}

export type Received = Stored | { kind: 'duplicate' }

export async function receiveMessage(tx: Tx, inbound: InboundMessage, ctx: MutationContext): Promise<Received> {
  // In one round trip. What is known is read under the lock: the statements of a transaction run in turn.
  const [, known] = await Promise.all([lockChat(tx, inbound, ctx), findKnown(tx, inbound)])
  if (known.isPlaceholder && !isPlaceholder(inbound)) return fill(tx, inbound, known.hasEarlyChanges, ctx)
  if (known.isStored) return { kind: 'duplicate' }
  const contact = await findOrCreateChat(tx, inbound, ctx)
  const reply = isPlaceholder(inbound) ? null : await findReply(tx, inbound, contact, ctx)
  if (reply?.quietTicket) return storeQuietly(tx, inbound, { contact, known }, reply.quietTicket, reply, ctx)
  const rated = await findRated(tx, inbound, contact.id, ctx)
  const ticket = rated?.ticket ?? (await findOrCreateTicket(tx, inbound, contact, ctx))
  const message = await messageOf(tx, inbound, { contactId: contact.id, ticket }, ctx)
  const shown = {
    ...lastMessageColumns(message),
    lastMessageAt: ctx.now,
    ...unread(inbound, rated),
    updatedAt: ctx.now,
  }
  await Promise.all([
    tx.insert(messages).values(message),
    tx.update(tickets).set(shown).where(eq(tickets.id, ticket.id)),
    tx.update(connections).set({ lastMessageAt: ctx.now }).where(staleLastMessage(inbound.connectionId, ctx.now)),
  ])
  if (known.hasEarlyChanges) await applyEarlyChanges(tx, inbound, ctx)
  await reply?.record(message.id)
  // The bot speaks only where nobody has accepted yet.
  if (ticket.status === 'pending' || rated)
    await answerTo(tx, inbound, { ticketId: ticket.id, id: message.id }, rated, ctx)
  return told(inbound, { kind: 'stored', ticketId: ticket.id, messageId: message.id }, ctx)
}

/** In the history, where it moves no list and tells nobody: a campaign's question was answered, or campaigns were stopped. */
async function storeQuietly(
  tx: Tx,
  inbound: InboundMessage,
  { contact, known }: { contact: Contact; known: { hasEarlyChanges: boolean } },
  ticket: Ticket,
  reply: Reply,
  ctx: MutationContext,
): Promise<Received> {
  const { id: messageId } = await insertMessage(tx, inbound, { contactId: contact.id, ticket, isRead: true }, ctx)
  if (known.hasEarlyChanges) await applyEarlyChanges(tx, inbound, ctx)
  await reply.record(messageId)
  return { kind: 'stored', ticketId: ticket.id, messageId }
}

/** It came before, and could not be read then. */
async function fill(
  tx: Tx,
  inbound: InboundMessage,
  hasEarlyChanges: boolean,
  ctx: MutationContext,
): Promise<Received> {
  const contact = await findOrCreateChat(tx, inbound, ctx)
  const contactId = contact.id
  const content = await contentColumns(tx, inbound, contactId, ctx)
  const { id: messageId, ticketId } = await fillPlaceholder(tx, inbound, content, ctx)
  if (hasEarlyChanges) await applyEarlyChanges(tx, inbound, ctx)
  await (await findReply(tx, inbound, contact, ctx))?.record(messageId)
  await answerTo(tx, inbound, { ticketId, id: messageId }, null, ctx)
  return told(inbound, { kind: 'stored', ticketId, messageId }, ctx)
}

/** People are told of what a customer said, and can be read. */
function told(inbound: InboundMessage, stored: Stored, { effects }: MutationContext) {
  if (!inbound.fromMe && !isPlaceholder(inbound)) effects.notify(stored.messageId)
  return stored
}

/** Own messages mean that everything was read; a rating is nothing to read. */
function unread({ fromMe }: InboundMessage, rated: Rated | null) {
  if (fromMe) return { unreadMessages: 0 }
  return rated ? {} : { unreadMessages: sql`${tickets.unreadMessages} + 1` }
}

async function answerTo(
  tx: Tx,
  inbound: InboundMessage,
  said: { ticketId: string; id: string },
  rated: Rated | null,
  ctx: MutationContext,
): Promise<void> {
  // The bot waits for what was said.
  if (inbound.fromMe || isPlaceholder(inbound)) return
  if (rated) await rated.record()
  else await answerCustomer(tx, { ...said, text: inbound.body }, ctx)
}

/** Setting CheckMsgIsGroup: the company wants no messages of groups. */
export async function isOfIgnoredGroup(tx: Tx, { contact }: Pick<InboundMessage, 'contact'>, ctx: MutationContext) {
  return contact.isGroup && (await settingsOf(tx, ctx.actor.companyId)).checkMsgIsGroup === 'enabled'
}

/** One at a time per chat: bursts from an unknown number must find the contact and ticket that the first one made. */
export async function lockChat(
  tx: Tx,
  { connectionId, contact }: Pick<InboundMessage, 'connectionId' | 'contact'>,
  ctx: MutationContext,
) {
  const chat = `${ctx.actor.companyId}/${connectionId}/${contact.lid ?? contact.number}`
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${chat}, 0))`)
}

export async function findKnown(
  tx: Tx,
  { connectionId, whatsappId }: Pick<InboundMessage, 'connectionId' | 'whatsappId'>,
) {
  const ofMessage = and(eq(messages.connectionId, connectionId), eq(messages.whatsappId, whatsappId))
  const ofChanges = and(eq(earlyChanges.connectionId, connectionId), eq(earlyChanges.targetId, whatsappId))
  const [known] = await tx
    .select({
      isStored: sql<boolean>`exists (select from ${messages} where ${ofMessage})`,
      isPlaceholder: sql<boolean>`exists (select from ${messages} where ${and(ofMessage, isPlaceholderRow)})`,
      hasEarlyChanges: sql<boolean>`exists (select from ${earlyChanges} where ${ofChanges})`,
    })
    .from(sql`(select) as one`)
  if (!known) throw new Error('a select of one row returns it')
  return known
}

export function findOrCreateChat(tx: Tx, { contact }: Pick<InboundMessage, 'contact'>, ctx: MutationContext) {
  return contact.isGroup ? findOrCreateGroup(tx, contact.lid ?? '', ctx) : findOrCreateContact(tx, contact, ctx)
}

interface Place {
  contactId: string
  ticket: Pick<Ticket, 'id' | 'queueId' | 'archived'>
  isRead?: boolean
}

export async function insertMessage(tx: Tx, inbound: InboundMessage, place: Place, ctx: MutationContext) {
  const message = await messageOf(tx, inbound, place, ctx)
  await tx.insert(messages).values(message)
  return message
}

async function messageOf(tx: Tx, inbound: InboundMessage, place: Place, ctx: MutationContext) {
  const { ticket, contactId } = place
  const participant = inbound.participant && (await findOrCreateContact(tx, inbound.participant, ctx))
  const said = await contentColumns(tx, inbound, contactId, ctx)
  const { connectionId, whatsappId, fromMe, sentAt } = inbound
  return newMessage(
    { ...ticket, companyId: ctx.actor.companyId, contactId, connectionId },
    {
      ...said,
      id: newId(),
      whatsappId,
      fromMe,
      participantId: participant?.id ?? null,
      ack: fromMe ? ack.sent : place.isRead ? ack.read : ack.received,
      sentAt,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    },
  )
}

async function contentColumns(tx: Tx, inbound: InboundMessage, contactId: string, ctx: MutationContext) {
  const { mediaType, body, isForwarded, isViewOnce, editedAt } = inbound
  const { quotedMessageId, quoted } = await resolveQuote(tx, inbound, contactId, ctx)
  const details = { ...inbound.details, ...(await nameMentions(tx, inbound.mentions, ctx)), ...quoted }
  return {
    ...fileColumns(inbound),
    mediaType,
    body,
    details: Object.keys(details).length > 0 ? details : null,
    isForwarded,
    isViewOnce,
    editedAt,
    quotedMessageId,
  }
}

/** What the message tells of its file; the hash comes with the content. */
const fileColumns = ({ file, isViewOnce }: InboundMessage) =>
  file && {
    mediaMime: file.mime,
    mediaName: file.name,
    mediaSize: file.size,
    mediaWidth: file.width,
    mediaHeight: file.height,
    mediaError: isViewOnce || canFetch(file) ? null : 'failed',
  }

/** The file that is to be fetched: what may be seen once is left to the phone. */
export const fileToFetch = ({ file, isViewOnce }: Pick<InboundMessage, 'file' | 'isViewOnce'>) =>
  file && !isViewOnce && canFetch(file) ? file : null

const canFetch = ({ mediaKey, url, directPath }: InboundFile) => mediaKey !== null && (url ?? directPath) !== null

/** At most one write a minute: the connection's row is streamed to every device. */
function staleLastMessage(connectionId: string, now: Date) {
  const minuteAgo = new Date(now.getTime() - 60_000).toISOString()
  return and(
    eq(connections.id, connectionId),
    sql`coalesce(${connections.lastMessageAt}, 'epoch') < ${minuteAgo}::timestamptz`,
  )
}
