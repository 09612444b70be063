// A conversation that is not on this device any more, read from the server: the newest page and, by its cursor, the ones before. What it
// answers is the specification's shape; names of people are looked up here.
import type { EarlierTicket, TicketDetail } from 'db/tickets/queries.ts'
import type { MessageRow, QuotedMessage } from 'db/messages/queries.ts'
import { peopleNames } from 'db/users/queries.ts'
import { runQuery } from '../../../sync/client.ts'
import { authorizedFetch, errorOf } from '../../../sync/session-client.ts'

interface SentMessage extends Omit<MessageRow, 'userName' | 'participantName' | 'quoted' | 'sortKey' | 'createdAt'> {
  createdAt: string
  quotedMsg: SentMessage | null
}

interface SentTicket extends Pick<
  TicketDetail,
  'id' | 'status' | 'number' | 'userId' | 'queueId' | 'contactId' | 'isGroup'
> {
  createdAt: string
  closedAt: string | null
  contact: { name: string; number: string | null; pictureHash: string | null }
  queue: { name: string; color: string } | null
  user: { name: string } | null
  whatsapp: { id: string; name: string }
}

export interface ArchivePage {
  ticket: TicketDetail
  /** Oldest first. */
  rows: readonly MessageRow[]
  /** Cursor of the page before, with older messages; null: there is none. */
  cursor: string | null
  fetchedAt: Date
}

/** @throws AppError ERR_NO_TICKET_FOUND; TypeError without network */
export async function readArchive(ticketId: string, cursor: string | null): Promise<ArchivePage> {
  const query = cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}`
  const response = await authorizedFetch(`/api/messages/${ticketId}${query}`)
  if (!response.ok) throw await errorOf(response)
  const answer = (await response.json()) as { messages: SentMessage[]; ticket: SentTicket; cursor: string | null }
  const names = await namesOf(answer.messages)
  return {
    ticket: toTicket(answer.ticket),
    rows: answer.messages.map((message) => toRow(message, names)),
    cursor: answer.cursor,
    fetchedAt: new Date(),
  }
}

export interface ArchivedTickets {
  /** Newest first. */
  tickets: readonly EarlierTicket[]
  cursor: string | null
}

/** The contact's tickets that are no longer on devices. @throws AppError; TypeError without network */
export async function readArchivedTickets(contactId: string, cursor: string | null): Promise<ArchivedTickets> {
  const query = new URLSearchParams({ contactId, archived: 'true', showAll: 'true' })
  if (cursor !== null) query.set('cursor', cursor)
  const response = await authorizedFetch(`/api/tickets?${query}`)
  if (!response.ok) throw await errorOf(response)
  const answer = (await response.json()) as { tickets: SentTicket[]; cursor: string | null }
  return { tickets: answer.tickets.map(toTicket), cursor: answer.cursor }
}

type Names = ReadonlyMap<string, string>

async function namesOf(messages: readonly SentMessage[]): Promise<Names> {
  const all = messages.flatMap((message) => [message, message.quotedMsg]).filter((message) => message !== null)
  const ids = new Set(all.flatMap(({ userId, participantId }) => [userId, participantId]).filter((id) => id !== null))
  const people = ids.size === 0 ? [] : await runQuery(peopleNames({ ids: [...ids] }))
  return new Map(people.map(({ id, name }) => [id, name]))
}

function toRow({ quotedMsg, ...message }: SentMessage, names: Names): MessageRow {
  const date = (text: unknown) => (text === null ? null : new Date(String(text)))
  return {
    ...message,
    ...peopleOf(message, names),
    createdAt: new Date(message.createdAt),
    editedAt: date(message.editedAt),
    sentAt: date(message.sentAt),
    quoted: quotedMsg && toQuoted(quotedMsg, names),
    sortKey: message.createdAt,
  }
}

function toQuoted(message: SentMessage, names: Names): QuotedMessage {
  return { ...message, ...peopleOf(message, names) }
}

function peopleOf({ userId, participantId }: Pick<SentMessage, 'userId' | 'participantId'>, names: Names) {
  return {
    userName: names.get(userId ?? '') ?? null,
    participantName: names.get(participantId ?? '') ?? null,
  }
}

function toTicket({ contact, queue, user, whatsapp, createdAt, closedAt, ...ticket }: SentTicket): TicketDetail {
  const { id, status, number, userId, queueId, contactId, isGroup } = ticket
  return {
    id,
    status,
    number,
    userId,
    queueId,
    contactId,
    isGroup,
    userName: user?.name ?? null,
    queueName: queue?.name ?? null,
    queueColor: queue?.color ?? null,
    contactName: contact.name,
    contactNumber: contact.number,
    contactPicture: contact.pictureHash,
    connectionId: whatsapp.id,
    connectionName: whatsapp.name,
    connectionStatus: null,
    createdAt: new Date(createdAt),
    closedAt: closedAt === null ? null : new Date(closedAt),
  }
}
