// What the list of tickets reads. A list of any length is a head, the newest rows, and windows between bounds: keys of rows that cut
// the list into pages once. Invariant: bounds tile the list, so a row that moves is in exactly one page, whatever moved.
import { pageOf, type Mode } from '../../../sync/newest-page.ts'
import { sql, type Query } from '../../../sync/query.ts'
import { filters, ticketContact, type ListTab, type NamedTicket, type TicketTag } from '../queries.ts'
import { pageSize, type Bound } from './windows.ts'

export interface ListRow extends NamedTicket {
  chatbot: boolean
  /** `lastMessageAt` in microseconds: dates of JavaScript end at the millisecond. */
  at: number
  tags: readonly TicketTag[] | null
}

export interface ListFilter {
  tab: ListTab
  userId: string
  /** Null: all that this person sees. */
  queueIds: readonly string[] | null
}

/** Twice a page: as many may come before the bounds are taken anew. */
export const headSize = 2 * pageSize

const inQueues = (ids: readonly string[] | null) => (ids === null ? sql`true` : sql`queue_id = any(${ids}::uuid[])`)
const inTab = ({ tab, userId, queueIds }: ListFilter) => sql`${filters[tab](userId)} and ${inQueues(queueIds)}`
const newestFirst = sql`last_message_at desc, id desc`
const key = ({ at, id }: Bound) => sql`('epoch'::timestamptz + ${at}::float8 * interval '1 microsecond', ${id}::uuid)`

/** The page is cut before the joins, so that they cost as much as is shown. */
const withParts = (page: Query<unknown>) => sql<ListRow>`
  select t.id, t.status, t.number, t.unread_messages, t.last_message, t.last_message_type, t.last_message_from_me, t.last_message_at,
    (extract(epoch from t.last_message_at) * 1000000)::int8 as at, t.chatbot, t.user_id, u.name as user_name,
    t.queue_id, q.name as queue_name, q.color as queue_color,
    c.name as contact_name, c.number as contact_number, c.picture_hash as contact_picture, k.name as connection_name, g.tags
  from (${page}) t
  ${ticketContact}
  left join lateral (
    select jsonb_agg(jsonb_build_object('id', tags.id, 'name', tags.name, 'color', tags.color) order by lower(tags.name)) as tags
    from ticket_tags join tags on tags.id = ticket_tags.tag_id where ticket_tags.ticket_id = t.id
  ) g on true
  left join queues q on q.id = t.queue_id left join users u on u.id = t.user_id left join connections k on k.id = t.connection_id
  order by t.last_message_at desc, t.id desc`

export const headOf = (filter: ListFilter, mode: Mode) =>
  withParts(pageOf('tickets', { where: inTab(filter), orderBy: newestFirst, limit: headSize }, mode))

/** Rows after `from` down to and with `to`; null: to the end. */
export function windowOf(filter: ListFilter, from: Bound, to: Bound | null, mode: Mode) {
  const until = to === null ? sql`true` : sql`(last_message_at, id) >= ${key(to)}`
  const where = sql`${inTab(filter)} and (last_message_at, id) < ${key(from)} and ${until}`
  return withParts(pageOf('tickets', { where, orderBy: newestFirst, limit: null }, mode))
}

/** The last row of each whole page, and how many rows there are; none when there is only one page. */
export const boundsOf = (filter: ListFilter) => sql<Bound & { total: number }>`
  select (extract(epoch from last_message_at) * 1000000)::int8 as at, id, total::int from (
    select last_message_at, id, n, count(*) over () as total from (
      select last_message_at, id, row_number() over (order by last_message_at desc, id desc) as n
      from tickets where ${inTab(filter)}
    ) numbered
  ) counted where n % ${pageSize}::int8 = 0 order by n`

/** In no order. */
export const ticketsByIds = (ids: readonly string[]) =>
  withParts(sql`select * from tickets where id = any(${ids}::uuid[])`)

/** On a device from totals that are kept, so that a message that comes does not count them all. */
export const ticketCounts = ({ userId, queueIds }: Omit<ListFilter, 'tab'>, mode: Mode) => sql<{
  mine: number
  open: number
  pending: number
}>`
  select coalesce(sum(n) filter (where status = 'open' and user_id = ${userId}::uuid), 0)::int as mine,
    coalesce(sum(n) filter (where status = 'open'), 0)::int as open,
    coalesce(sum(n) filter (where status = 'pending'), 0)::int as pending
  from ${mode === 'online' ? sql`(select *, 1 as n from tickets)` : sql`counted_tickets`} t
  where status in ('open', 'pending') and ${inQueues(queueIds)}`

export const allUsers = sql<{ id: string; name: string }>`select id, name from users order by lower(name), id`
