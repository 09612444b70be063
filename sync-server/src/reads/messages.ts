// GET /messages/:ticketId in the specification's shape: newest page first, each page oldest first.
import { and, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { contacts } from 'db/contacts/table.ts'
import type { Actor } from 'db/kit/actor.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { messages } from 'db/messages/table.ts'
import type { Database } from 'db/node/connect.ts'
import { readableScope } from 'db/tickets/table.ts'
import * as v from 'valibot'
import { columnEntries, mediaPath, nullableText, uuid } from '../http/openapi/answer-schema.ts'
import { endOfPage, pageOf, pageQuery } from '../http/page.ts'
import { readTicket } from './tickets.ts'

export const messageQuery = v.object(pageQuery)

const quoted = alias(messages, 'quoted')
const participant = alias(contacts, 'participant')
const quotedParticipant = alias(contacts, 'quoted_participant')

const sender = v.object({ id: uuid, name: v.string(), pictureHash: nullableText, profilePicUrl: mediaPath })
const one = v.object({
  ...columnEntries(messages, (_, key) => !['archived', 'companyId', 'connectionId'].includes(key)),
  whatsappConnectionId: uuid,
  read: v.boolean(),
  mediaUrl: mediaPath,
  contact: sender,
})
export const messageAnswer = v.object({ ...one.entries, quotedMsg: v.nullable(one) })

const select = (db: Database) =>
  db.orm
    .select({ message: messages, contact: contacts, participant, quoted, quotedParticipant })
    .from(messages)
    .innerJoin(contacts, eq(contacts.id, messages.contactId))
    .leftJoin(participant, eq(participant.id, messages.participantId))
    .leftJoin(quoted, and(eq(quoted.id, messages.quotedMessageId), eq(quoted.ticketId, messages.ticketId)))
    .leftJoin(quotedParticipant, eq(quotedParticipant.id, quoted.participantId))

type Row = Awaited<ReturnType<typeof select>>[number]

function toMessage({ message, contact, quoted: quotedMsg, ...by }: Row) {
  return {
    ...shown(message, by.participant ?? contact),
    quotedMsg: quotedMsg && shown(quotedMsg, by.quotedParticipant ?? contact),
  }
}

/** `contact`: who wrote it, in a group one of many; of own messages and of those whose writer is gone, the chat's. */
function shown(message: Row['message'], { id, name, pictureHash }: Row['contact']) {
  const { archived: _archived, companyId: _companyId, connectionId, ...rest } = message
  return {
    ...rest,
    whatsappConnectionId: connectionId,
    read: message.ack >= 3,
    mediaUrl: message.mediaHash && `/api/media/${message.mediaHash}`,
    contact: { id, name, pictureHash, profilePicUrl: pictureHash && `/api/media/${pictureHash}` },
  }
}

export async function listMessages(db: Database, actor: Actor, ticketId: string, input: unknown) {
  const ticket = await readTicket(db, actor, ticketId)
  const query = parseArgs(messageQuery, input)
  const page = pageOf(query, { key: messages.createdAt, id: messages.id, direction: 'desc' })
  const rows = await select(db)
    .where(and(readableScope(messages, actor), eq(messages.ticketId, ticket.id), page.after))
    .orderBy(...page.orderBy)
    .limit(page.limit)
    .offset(page.offset)
  const { records, ...rest } = endOfPage(page, rows, ({ message }) => [message.createdAt, message.id])
  return { messages: records.map(toMessage).toReversed(), ticket, ...rest }
}

export async function readMessage(db: Database, actor: Actor, id: string) {
  const [row] = await select(db).where(and(readableScope(messages, actor), eq(messages.id, id)))
  if (!row) throw new AppError('ERR_NOT_FOUND')
  return toMessage(row)
}
