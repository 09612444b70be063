// What the list of tickets reads. A list of any length is a head, the newest rows, and windows between bounds: keys of rows that cut
// the list into pages once. Invariant: bounds tile the list, so a row that moves is in exactly one page, whatever moved.
import * as v from 'valibot'
import { defineQuery, type RowOf, type Side } from '../kit/define-query.ts'
import { countedName } from '../kit/sql/local-names.ts'
import { pageOf } from '../kit/sql/page-of.ts'
import { idArg, idsArg, limitArg } from '../kit/sql/query-args.ts'
import { columnsOf, double, integer, json, nullable, uuid } from '../kit/sql/row-type.ts'
import { identifier, sql, type SqlText } from '../kit/sql/sql-text.ts'
import type { TicketTag } from '../tags/queries.ts'
import { isOnTab, listTabs, namedTicket, withNames } from './queries.ts'
import { syncedTickets, tickets } from './table.ts'

const filter = {
  tab: v.picklist(listTabs),
  userId: idArg,
  /** Null: all that this person sees. */
  queueIds: v.nullable(idsArg),
}

/** The place of a row: its time in microseconds, because dates of JavaScript end at the millisecond. */
const bound = v.object({ at: v.pipe(v.number(), v.integer()), id: idArg })
type Bound = v.InferOutput<typeof bound>

const row = {
  ...namedTicket,
  ...columnsOf(tickets, 'chatbot', 'isGroup', 'archived'),
  /** `lastMessageAt` in microseconds. No bigint: a time that no Date has breaks its row, not the list. */
  at: double,
  tags: nullable(json<readonly TicketTag[]>()),
}

type Filter = v.InferOutput<v.StrictObjectSchema<typeof filter, undefined>>

const inQueues = (ids: readonly string[] | null) => (ids === null ? sql`true` : sql`queue_id = any(${ids}::uuid[])`)
const inList = ({ tab, userId, queueIds }: Filter) => sql`${isOnTab[tab](userId)} and ${inQueues(queueIds)}`
const newestFirst = sql`last_message_at desc, id desc`
const key = ({ at, id }: Bound) => sql`('epoch'::timestamptz + ${at}::float8 * interval '1 microsecond', ${id}::uuid)`

const withParts = (page: SqlText) =>
  withNames(page, {
    columns: sql`, t.chatbot, t.is_group, t.archived, (extract(epoch from t.last_message_at) * 1000000)::float8 as at, g.tags`,
    joins: sql`left join lateral (
      select jsonb_agg(jsonb_build_object('id', tags.id, 'name', tags.name, 'color', tags.color) order by lower(tags.name)) as tags
      from ticket_tags join tags on tags.id = ticket_tags.tag_id where ticket_tags.ticket_id = t.id
    ) g on true`,
  })

export const headOf = defineQuery({
  name: 'ticket.head',
  summary: 'The newest tickets of a list, newest first',
  args: { ...filter, limit: limitArg },
  row,
  sql: ({ limit, ...list }, side) =>
    withParts(pageOf(syncedTickets, { where: inList(list), orderBy: newestFirst, limit }, side)),
  example: (id) => ({ tab: 'open' as const, userId: id('user'), queueIds: null, limit: 120 }),
})

export type ListRow = RowOf<typeof headOf>
/** Which list. */
export type ListFilter = Readonly<Omit<Parameters<typeof headOf>[0], 'limit'>>

export const windowOf = defineQuery({
  name: 'ticket.window',
  summary: 'Tickets of a list after `from` down to and with `to`, or to its end; newest first',
  args: { ...filter, from: bound, to: v.nullable(bound) },
  row,
  sql({ from, to, ...list }, side) {
    const until = to === null ? sql`true` : sql`(last_message_at, id) >= ${key(to)}`
    const where = sql`${inList(list)} and (last_message_at, id) < ${key(from)} and ${until}`
    return withParts(pageOf(syncedTickets, { where, orderBy: newestFirst, limit: null }, side))
  },
  example: (id) => ({
    tab: 'open' as const,
    userId: id('user'),
    queueIds: [id('queue')],
    from: { at: 32_000_000_000_000_000, id: id('ticket') },
    to: { at: 0, id: id('ticket') },
  }),
})

export const boundsOf = defineQuery({
  name: 'ticket.bounds',
  summary:
    'The last ticket of each whole page of a list, and how many tickets there are; none when there is only one page',
  args: { ...filter, pageSize: limitArg },
  row: { at: double, id: uuid, total: integer },
  sql: ({ pageSize, ...list }) => sql`
    select (extract(epoch from last_message_at) * 1000000)::float8 as at, id, total::int from (
      select last_message_at, id, n, count(*) over () as total from (
        select last_message_at, id, row_number() over (order by last_message_at desc, id desc) as n
        from tickets where ${inList(list)}
      ) numbered
    ) counted where n % ${pageSize}::int8 = 0 order by n`,
  example: (id) => ({ tab: 'open' as const, userId: id('user'), queueIds: null, pageSize: 1 }),
})

export const ticketsByIds = defineQuery({
  name: 'ticket.byIds',
  summary: 'Tickets as the list shows them, by id',
  args: { ids: idsArg },
  row,
  sql: ({ ids }) => withParts(sql`select * from tickets where id = any(${ids}::uuid[])`),
  example: (id) => ({ ids: [id('ticket')] }),
})

/** status, user_id, queue_id, n. A device keeps totals, so that a message that comes does not count all tickets. */
const countedTickets = (side: Side) =>
  side === 'device' ? identifier(countedName('tickets')) : sql`(select *, 1 as n from tickets)`

export const ticketCounts = defineQuery({
  name: 'ticket.counts',
  summary: 'How many tickets there are: own open ones, all open ones, those that wait',
  args: { userId: idArg, queueIds: v.nullable(idsArg) },
  row: { mine: integer, open: integer, pending: integer },
  sql: ({ userId, queueIds }, side) => sql`
    select coalesce(sum(n) filter (where status = 'open' and user_id = ${userId}::uuid), 0)::int as mine,
      coalesce(sum(n) filter (where status = 'open'), 0)::int as open,
      coalesce(sum(n) filter (where status = 'pending'), 0)::int as pending
    from ${countedTickets(side)} t
    where status in ('open', 'pending') and ${inQueues(queueIds)}`,
  example: (id) => ({ userId: id('user'), queueIds: null }),
})
