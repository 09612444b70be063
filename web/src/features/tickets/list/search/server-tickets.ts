// Tickets that only the server has: what is archived, or never came to this device. In the shape of the list's rows.
import type { ListFilter, ListRow } from 'db/tickets/list-queries.ts'
import { ticketStatuses } from 'db/tickets/table.ts'
import * as v from 'valibot'
import { authorizedFetch, errorOf } from '../../../../sync/session-client.ts'
import type { Search } from './search.ts'

const named = v.nullish(v.object({ name: v.string() }))

const ticket = v.object({
  id: v.string(),
  status: v.picklist(ticketStatuses),
  number: v.nullable(v.number()),
  unreadMessages: v.number(),
  lastMessage: v.string(),
  lastMessageType: v.nullable(v.string()),
  lastMessageFromMe: v.boolean(),
  lastMessageAt: v.pipe(v.string(), v.toDate()),
  waitingSince: v.nullish(v.pipe(v.string(), v.toDate())),
  chatbot: v.boolean(),
  isGroup: v.boolean(),
  archived: v.boolean(),
  userId: v.nullable(v.string()),
  queueId: v.nullable(v.string()),
  contact: v.object({ name: v.string(), number: v.nullable(v.string()), pictureHash: v.nullish(v.string()) }),
  user: named,
  queue: v.nullish(v.object({ name: v.string(), color: v.string() })),
  whatsapp: named,
  tags: v.array(v.object({ id: v.string(), name: v.string(), color: v.string() })),
})

const answer = v.object({ tickets: v.array(ticket), hasMore: v.boolean(), cursor: v.nullish(v.string()) })

export interface ServerPage {
  rows: readonly ListRow[]
  /** Cursor of the next page; null: there is none. */
  next: string | null
}

interface ServerSearch extends Pick<Search, 'typed' | 'tagIds' | 'userIds'> {
  /** The others are on this device. */
  archivedOnly: boolean
}

/** By everything that was written, by contacts and tickets. @throws as `readPage` */
export function searchServer(search: ServerSearch, cursor: string | null, signal: AbortSignal): Promise<ServerPage> {
  const { typed, tagIds, userIds, archivedOnly } = search
  const params = { ...(typed !== '' && { searchParam: typed }), ...(archivedOnly && { archived: 'true' }) }
  return readPage({ ...params, ...idsIn('tags', tagIds), ...idsIn('users', userIds) }, cursor, signal)
}

/** What the list of resolved tickets has beyond this device, those with the latest message first. @throws as `readPage` */
export function archivedTickets({ queueIds }: ListFilter, cursor: string | null, signal: AbortSignal) {
  return readPage({ status: 'closed', archived: 'true', ...idsIn('queueIds', queueIds ?? []) }, cursor, signal)
}

const idsIn = (name: string, ids: readonly string[]) => (ids.length === 0 ? {} : { [name]: JSON.stringify(ids) })

/** @throws TypeError when there is no answer; AppError for a refusal. */
async function readPage(
  query: Record<string, string>,
  cursor: string | null,
  signal: AbortSignal,
): Promise<ServerPage> {
  const params = new URLSearchParams({ ...query, showAll: 'true', ...(cursor !== null && { cursor }) })
  const response = await authorizedFetch(`/api/tickets?${params}`, { signal })
  if (!response.ok) throw await errorOf(response)
  const { tickets, hasMore, cursor: next } = v.parse(answer, await response.json())
  return { rows: tickets.map(toRow), next: hasMore ? (next ?? null) : null }
}

function toRow({ contact, user, queue, whatsapp, ...row }: v.InferOutput<typeof ticket>): ListRow {
  return {
    ...row,
    waitingSince: row.waitingSince ?? null,
    at: row.lastMessageAt.getTime() * 1000,
    userName: user?.name ?? null,
    queueName: queue?.name ?? null,
    queueColor: queue?.color ?? null,
    contactName: contact.name,
    contactNumber: contact.number,
    contactPicture: contact.pictureHash ?? null,
    connectionName: whatsapp?.name ?? null,
    lastMessageAuthor: null,
  }
}
