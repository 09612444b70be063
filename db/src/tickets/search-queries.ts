// What a search reads, as pages of hits: places in the list of what was found, newest first.
import * as v from 'valibot'
import { searchedContacts } from '../contacts/queries.ts'
import { defineQuery, type RowOf, type Side } from '../kit/define-query.ts'
import { searchedName } from '../kit/sql/local-names.ts'
import { idsArg, limitArg, placeArg, termArg } from '../kit/sql/query-args.ts'
import { nullable, text, uuid } from '../kit/sql/row-type.ts'
import { digitsOf, likePattern, searchWords } from '../kit/sql/search-text.ts'
import { every, identifier, sql, type SqlText } from '../kit/sql/sql-text.ts'
import { ticketNumberIn } from './typed-number.ts'

const args = {
  typed: termArg,
  tagIds: idsArg,
  userIds: idsArg,
  /** The last hit of the page before. */
  after: v.nullable(placeArg),
  limit: limitArg,
}

type Search = Pick<v.InferOutput<v.StrictObjectSchema<typeof args, undefined>>, 'typed' | 'tagIds' | 'userIds'>

const hit = { ticketId: uuid, sortKey: text, id: uuid, messageId: nullable(uuid), text: nullable(text) }

const hasWords = (typed: string) => every(searchWords(typed).map((word) => sql`text like ${likePattern(word)}`))

function isFiltered({ tagIds, userIds }: Search): SqlText {
  const tagged = sql`t.id in (select ticket_id from ticket_tags where tag_id = any(${tagIds}::uuid[]))`
  return sql`${tagIds.length === 0 ? sql`true` : tagged}
    and ${userIds.length === 0 ? sql`true` : sql`t.user_id = any(${userIds}::uuid[])`}`
}

function hasNumber(typed: string): SqlText {
  const number = ticketNumberIn(typed)
  return number === undefined ? sql`false` : sql`t.number = ${number}`
}

/** People write numbers with spaces and signs. */
function isNamed({ typed }: Search, side: Side): SqlText {
  const digits = digitsOf(typed)
  const asNumber = digits.length >= 4 && !/\p{L}/u.test(typed) ? sql`text like ${`%${digits}%`}` : sql`false`
  const contact = sql`select id from ${searchedContacts(side)} s where (${hasWords(typed)}) or ${asNumber}`
  return sql`(t.contact_id in (${contact}) or ${hasNumber(typed)})`
}

export const ticketHits = defineQuery({
  name: 'ticket.hits',
  summary:
    "Tickets by their contact's name or number, or by their own number, newest first. Without words: all that the filters leave",
  args,
  row: hit,
  sql({ after, limit, ...search }, side) {
    const beyond = after
      ? sql`(t.last_message_at, t.id) < (${after.sortKey}::timestamptz, ${after.id}::uuid)`
      : sql`true`
    const found = searchWords(search.typed).length === 0 ? sql`true` : isNamed(search, side)
    return sql`
      select t.id as ticket_id, t.id, t.last_message_at::text as sort_key, null::uuid as message_id, null::text as text from tickets t
      where ${found} and ${isFiltered(search)} and ${beyond}
      order by t.last_message_at desc, t.id desc limit ${limit}`
  },
  example: () => ({ typed: 'clien', tagIds: [], userIds: [], after: null, limit: 60 }),
})

export type HitRow = RowOf<typeof ticketHits>

/** id, ticket_id, created_at and text: what of a message can be searched. A device keeps it folded. */
const searchedMessages = (side: Side) =>
  side === 'device'
    ? identifier(searchedName('messages'))
    : sql`(select id, ticket_id, created_at, public.fold_text(concat_ws(' ', body, media_name)) as text
        from messages where not is_deleted)`

export const messageHits = defineQuery({
  name: 'message.hits',
  summary: 'Messages with the words, newest first; a ticket may have several',
  args,
  row: hit,
  sql({ after, limit, ...search }, side) {
    const beyond = after ? sql`(created_at, id) < (${after.sortKey}::timestamptz, ${after.id}::uuid)` : sql`true`
    const filtered = search.tagIds.length + search.userIds.length > 0
    const inTickets = filtered ? sql`ticket_id in (select t.id from tickets t where ${isFiltered(search)})` : sql`true`
    return sql`
      select h.ticket_id, h.id, h.created_at::text as sort_key, h.id as message_id, m.text
      from (
        select ticket_id, id, created_at from ${searchedMessages(side)} s
        where text <> '' and ${hasWords(search.typed)} and ${inTickets} and ${beyond}
        order by created_at desc, id desc limit ${limit}
      ) h
      join lateral (select concat_ws(' ', body, media_name) as text from messages where id = h.id limit 1) m on true
      order by h.created_at desc, h.id desc`
  },
  example: () => ({ typed: 'oi', tagIds: [], userIds: [], after: null, limit: 60 }),
})
