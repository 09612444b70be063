// A send of the messages API becomes ordinary messages, of nobody, in the conversation of the number. Server only, in one transaction with the
// job that sends them. Invariants: what came with a key is sent once, and with the same key the same is answered; a conversation is never opened,
// reopened or taken from where people see it by what another system says in it.
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { createContact, findContacts } from '../contacts/find-contact.ts'
import type { WhatsAppNumber } from '../contacts/numbers.ts'
import type { Contact } from '../contacts/table.ts'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { AppError } from '../kit/errors.ts'
import { newId } from '../kit/new-id.ts'
import { storedFileColumns } from '../media/media-args.ts'
import { insertOwnMessage } from '../messages/own-message.ts'
import { insertTicket } from '../messages/receive-ticket.ts'
import { lockChat } from '../messages/receive.ts'
import { messages, type Message } from '../messages/table.ts'
import { tickets, type Ticket } from '../tickets/table.ts'
import { apiMessages, apiSends } from './table.ts'

export interface Wish {
  connectionId: string
  /** Digits with country code. */
  number: WhatsAppNumber
  parts: readonly { body: string; file?: { mediaHash: string; mediaName: string } }[]
  idempotencyKey: string | null
  fingerprint: string
}

/** The send's id: a new one, or that of the first one with this key. @throws AppError ERR_IDEMPOTENCY_KEY_REUSED */
export async function sendOnce(tx: Tx, wish: Wish, ctx: MutationContext): Promise<string> {
  const { connectionId, number, parts, idempotencyKey, fingerprint } = wish
  const id = newId()
  const { companyId } = ctx.actor
  const row = { id, companyId, connectionId, idempotencyKey, fingerprint, number, createdAt: ctx.now }
  // A second one with the key waits here for the first one's end.
  const made = await tx.insert(apiSends).values(row).onConflictDoNothing().returning({ id: apiSends.id })
  if (made.length === 0) return (await findSent(tx, wish)) ?? raced()
  const ticket = await conversationOf(tx, wish, ctx)
  for (const [position, { body, file }] of parts.entries()) {
    const messageId = position === 0 ? id : newId()
    const columns = file ? await storedFileColumns(tx, file, ctx) : {}
    // Each a moment after the one before it: that is the order in which they are sent.
    const moment = { ...ctx, now: new Date(ctx.now.getTime() + position) }
    await insertOwnMessage(tx, moment, ticket, messageId, { ...columns, body, userId: null })
    await tx.insert(apiMessages).values({ messageId, companyId, sendId: id, position })
  }
  return id
}

/** What was sent by this key, if it was. @throws AppError ERR_IDEMPOTENCY_KEY_REUSED when that was something else */
export async function findSent(
  tx: Tx,
  { connectionId, idempotencyKey, fingerprint }: Pick<Wish, 'connectionId' | 'idempotencyKey' | 'fingerprint'>,
): Promise<string | null> {
  if (idempotencyKey === null) return null
  const [known] = await tx
    .select({ id: apiSends.id, fingerprint: apiSends.fingerprint })
    .from(apiSends)
    .where(and(eq(apiSends.connectionId, connectionId), eq(apiSends.idempotencyKey, idempotencyKey)))
  if (known && known.fingerprint !== fingerprint) throw new AppError('ERR_IDEMPOTENCY_KEY_REUSED')
  return known?.id ?? null
}

function raced(): never {
  throw new Error('a send that was in the way is not there')
}

/** The one that is not closed, else the one that was closed last, as it is; who has none gets one that is closed. */
async function conversationOf(tx: Tx, { connectionId, number }: Wish, ctx: MutationContext): Promise<Ticket> {
  await lockChat(tx, { connectionId, contact: chatOf({ lid: null, number }) }, ctx)
  const contact = await contactOf(tx, number, ctx)
  if (contact.lid !== null) await lockChat(tx, { connectionId, contact: chatOf(contact) }, ctx)
  const [ticket] = await tx
    .select()
    .from(tickets)
    .where(
      and(
        eq(tickets.contactId, contact.id),
        eq(tickets.connectionId, connectionId),
        // What devices no longer have is no place for what was said just now.
        eq(tickets.archived, false),
      ),
    )
    .orderBy(sql`${tickets.status} = 'closed'`, desc(tickets.closedAt), desc(tickets.id))
    .limit(1)
    .for('update')
  const life = { status: 'closed', createdAt: ctx.now, closedAt: ctx.now } as const
  return ticket ?? insertTicket(tx, connectionId, contact, life, ctx)
}

const chatOf = ({ lid, number }: Pick<Contact, 'lid' | 'number'>) => ({ lid, number, isGroup: false, pushName: '' })

async function contactOf(tx: Tx, number: string, ctx: MutationContext): Promise<Contact> {
  const [known] = await findContacts(tx, { lid: null, number }, ctx)
  return known ?? createContact(tx, { lid: null, number, pushName: '', isGroup: false }, ctx)
}

export interface Sent {
  id: string
  number: string
  createdAt: Date
  messages: Pick<Message, 'id' | 'ack' | 'ackError'>[]
}

/** Of this connection only; null: there is none. Messages that somebody deleted with their contact are none any more. */
export async function readSent(
  tx: Tx,
  { id, connectionId }: { id: string; connectionId: string },
): Promise<Sent | null> {
  const [send] = await tx
    .select({ id: apiSends.id, number: apiSends.number, createdAt: apiSends.createdAt })
    .from(apiSends)
    .where(and(eq(apiSends.id, id), eq(apiSends.connectionId, connectionId)))
  if (!send) return null
  const rows = await tx
    .select({ id: messages.id, ack: messages.ack, ackError: messages.ackError })
    .from(apiMessages)
    .innerJoin(messages, eq(messages.id, apiMessages.messageId))
    .where(eq(apiMessages.sendId, id))
    .orderBy(asc(apiMessages.position))
  return { ...send, messages: rows }
}
