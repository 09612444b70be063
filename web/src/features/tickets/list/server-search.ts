// The server's full-text search: also what is archived or never came to this device. Its tickets in the shape of the list's rows.
import type { ListRow } from 'db/tickets/list-queries.ts'
import { ticketStatuses } from 'db/tickets/table.ts'
import * as v from 'valibot'
import { authorizedFetch } from '../../../sync/client.ts'
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
  chatbot: v.boolean(),
  userId: v.nullable(v.string()),
  queueId: v.nullable(v.string()),
  contact: v.object({ name: v.string(), number: v.nullable(v.string()), pictureHash: v.nullish(v.string()) }),
  user: named,
  queue: v.nullish(v.object({ name: v.string(), color: v.string() })),
  whatsapp: named,
})

const answer = v.object({ tickets: v.array(ticket), hasMore: v.boolean(), cursor: v.nullish(v.string()) })

/** @throws TypeError when there is no answer; Error for any other. */
export async function searchServer({ typed, tagIds, userIds }: Search, cursor: string | null, signal: AbortSignal) {
  const params = new URLSearchParams({ searchParam: typed, showAll: 'true' })
  if (tagIds.length > 0) params.set('tags', JSON.stringify(tagIds))
  if (userIds.length > 0) params.set('users', JSON.stringify(userIds))
  if (cursor !== null) params.set('cursor', cursor)
  const response = await authorizedFetch(`/api/tickets?${params}`, { signal })
  if (!response.ok) throw new Error(`search: ${response.status}`)
  const { tickets, hasMore, cursor: next } = v.parse(answer, await response.json())
  return { rows: tickets.map(toRow), next: hasMore ? (next ?? null) : null }
}

function toRow({ contact, user, queue, whatsapp, ...row }: v.InferOutput<typeof ticket>): ListRow {
  return {
    ...row,
    at: row.lastMessageAt.getTime() * 1000,
    tags: null,
    userName: user?.name ?? null,
    queueName: queue?.name ?? null,
    queueColor: queue?.color ?? null,
    contactName: contact.name,
    contactNumber: contact.number,
    contactPicture: contact.pictureHash ?? null,
    connectionName: whatsapp?.name ?? null,
  }
}
