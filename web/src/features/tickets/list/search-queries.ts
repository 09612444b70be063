// What a search reads on this device, as pages of hits: places in the list of what was found, newest first.
import { digitsOf, likePattern } from '../../../lib/search-text.ts'
import { sql, type Query } from '../../../sync/query.ts'

export interface Search {
  /** Folded. */
  words: readonly string[]
  typed: string
  tagIds: readonly string[]
  userIds: readonly string[]
}

export interface HitRow {
  ticketId: string
  /** Of the order, in full: JavaScript's dates end at the millisecond. */
  sortKey: string
  id: string
  messageId: string | null
  text: string | null
}

export type Cursor = Pick<HitRow, 'sortKey' | 'id'>

export const hitsPerPage = 60

const every = (conditions: readonly Query<unknown>[]) =>
  conditions.reduce((all, condition) => sql`${all} and ${condition}`, sql`true`)

const hasWords = (words: readonly string[]) => every(words.map((word) => sql`text like ${likePattern(word)}`))

function isFiltered({ tagIds, userIds }: Search): Query<unknown> {
  const tagged = sql`t.id in (select ticket_id from ticket_tags where tag_id = any(${tagIds}::uuid[]))`
  return sql`${tagIds.length === 0 ? sql`true` : tagged}
    and ${userIds.length === 0 ? sql`true` : sql`t.user_id = any(${userIds}::uuid[])`}`
}

/** '#123' and '123': a ticket's number. */
function hasNumber(typed: string): Query<unknown> {
  const number = /^#?(\d{1,9})$/.exec(typed.trim())?.[1]
  return number === undefined ? sql`false` : sql`t.number = ${Number(number)}`
}

/** People write numbers with spaces and signs. */
function isNamed({ words, typed }: Search): Query<unknown> {
  const digits = digitsOf(typed)
  const asNumber = digits.length >= 4 && !/\p{L}/u.test(typed) ? sql`text like ${`%${digits}%`}` : sql`false`
  return sql`(t.contact_id in (select id from searched_contacts where (${hasWords(words)}) or ${asNumber}) or ${hasNumber(typed)})`
}

/** Tickets by their contact's name or number, or by their own number. Without words: all that the filters leave. */
export function ticketsNamedHits(search: Search, after: Cursor | null) {
  const beyond = after ? sql`(t.last_message_at, t.id) < (${after.sortKey}::timestamptz, ${after.id}::uuid)` : sql`true`
  return sql<HitRow>`
    select t.id as ticket_id, t.id, t.last_message_at::text as sort_key, null as message_id, null as text from tickets t
    where ${search.words.length === 0 ? sql`true` : isNamed(search)} and ${isFiltered(search)} and ${beyond}
    order by t.last_message_at desc, t.id desc limit ${hitsPerPage}`
}

/** Messages with the words, of which a ticket may have several. */
export function messageHits(search: Search, after: Cursor | null) {
  const beyond = after ? sql`(created_at, id) < (${after.sortKey}::timestamptz, ${after.id}::uuid)` : sql`true`
  const filtered = search.tagIds.length + search.userIds.length > 0
  const inTickets = filtered ? sql`ticket_id in (select t.id from tickets t where ${isFiltered(search)})` : sql`true`
  return sql<HitRow>`
    select h.ticket_id, h.id, h.created_at::text as sort_key, h.id as message_id, m.text
    from (
      select ticket_id, id, created_at from searched_messages
      where ${hasWords(search.words)} and ${inTickets} and ${beyond}
      order by created_at desc, id desc limit ${hitsPerPage}
    ) h
    join lateral (select concat_ws(' ', body, media_name) as text from messages where id = h.id limit 1) m on true
    order by h.created_at desc, h.id desc`
}
