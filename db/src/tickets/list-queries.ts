// What the list of tickets reads. A list of any length is a head, the newest rows, and windows between bounds: keys of rows that cut
// the list into pages once. Invariant: bounds tile the list, so a row that moves is in exactly one page, whatever moved.
import * as v from 'valibot'
import { defineQuery, type RowOf, type Side } from '../kit/define-query.ts'
import { countedName } from '../kit/sql/local-names.ts'
import { pageOf } from '../kit/sql/page-of.ts'
import { idArg, idsArg, limitArg } from '../kit/sql/query-args.ts'
import { columnsOf, double, instant, integer, json, nullable, text, uuid } from '../kit/sql/row-type.ts'
import { identifier, isAmong, sql, type SqlText } from '../kit/sql/sql-text.ts'
import type { TicketTag } from '../tags/queries.ts'
import { isOnTab, listTabs, namedTicket, ticketContact, withNames } from './queries.ts'
import { syncedTickets, tickets } from './table.ts'

const filter = {
  tab: v.picklist(listTabs),
  userId: idArg,
  /** Null: all that this person sees. */
  queueIds: v.nullable(idsArg),
}

/** The place of a row: its time in microseconds, because dates of JavaScript end at the millisecond. Whichever order, the greater comes first. */
const bound = v.object({ at: v.pipe(v.number(), v.integer()), id: idArg })
type Bound = v.InferOutput<typeof bound>

const row = {
  ...namedTicket,
  ...columnsOf(tickets, 'chatbot', 'archived', 'waitingSince'),
  /** `lastMessageAt` in microseconds, or what is left of the wait's beginning. No bigint: a time that no Date has breaks its row, not the list. */
  at: double,
  tags: nullable(json<readonly TicketTag[]>()),
}

type Filter = v.InferOutput<v.StrictObjectSchema<typeof filter, undefined>>

const inQueues = (ids: readonly string[] | null) => isAmong(sql`queue_id`, ids)
const inList = ({ tab, userId, queueIds }: Filter) => sql`${isOnTab[tab](userId)} and ${inQueues(queueIds)}`
const micros = (time: SqlText) => sql`(extract(epoch from ${time}) * 1000000)::float8`
const instantOf = (at: number) => sql`('epoch'::timestamptz + ${at}::float8 * interval '1 microsecond')`

/** How a list stands: what it is ordered by, each row's place in it, and which rows are between two places. */
interface Order {
  by: SqlText
  /** `of`: by which name the tickets are known there. */
  at(of: SqlText): SqlText
  after(bound: Bound): SqlText
  upTo(bound: Bound): SqlText
}

const newestFirst: Order = {
  by: sql`last_message_at desc, id desc`,
  at: (of) => micros(sql`${of}.last_message_at`),
  after: ({ at, id }) => sql`(last_message_at, id) < (${instantOf(at)}, ${id}::uuid)`,
  upTo: ({ at, id }) => sql`(last_message_at, id) >= (${instantOf(at)}, ${id}::uuid)`,
}

/** No ticket waits since then: the place of those that do not wait for people, with the bot for example. */
const never = sql`'2200-01-01'::timestamptz`
const since = (of: SqlText) => sql`coalesce(${of}.waiting_since, ${never})`
const longestFirst: Order = {
  by: sql`waiting_since, id desc`,
  at: (of) => sql`-${micros(since(of))}`,
  after: ({ at, id }) => sql`
    (coalesce(waiting_since, ${never}) > ${instantOf(-at)} or (coalesce(waiting_since, ${never}) = ${instantOf(-at)} and id < ${id}::uuid))`,
  upTo: ({ at, id }) => sql`
    (coalesce(waiting_since, ${never}) < ${instantOf(-at)} or (coalesce(waiting_since, ${never}) = ${instantOf(-at)} and id >= ${id}::uuid))`,
}
const orderOf = ({ tab }: Filter) => (tab === 'waiting' ? longestFirst : newestFirst)

const withParts = (page: SqlText, order = newestFirst) =>
  withNames(page, {
    orderBy: order === newestFirst ? undefined : sql`t.waiting_since, t.id desc`,
    columns: sql`, t.chatbot, t.archived, t.waiting_since, ${order.at(sql`t`)} as at, g.tags`,
    joins: sql`left join lateral (
      select jsonb_agg(jsonb_build_object('id', tags.id, 'name', tags.name, 'color', tags.color) order by lower(tags.name)) as tags
      from ticket_tags join tags on tags.id = ticket_tags.tag_id where ticket_tags.ticket_id = t.id
    ) g on true`,
  })

export const headOf = defineQuery({
  name: 'ticket.head',
  summary: 'The first tickets of a list: newest first, or by how long they wait',
  args: { ...filter, limit: limitArg },
  row,
  page: { table: syncedTickets, limit: ({ limit }) => limit, place: ({ at }) => at, first: 'greatest' },
  sql({ limit, ...list }, side, only) {
    const where = sql`${inList(list)} and ${isAmong(sql`id`, only)}`
    return withParts(pageOf(syncedTickets, { where, orderBy: orderOf(list).by, limit }, side), orderOf(list))
  },
  example: (id) => ({ tab: 'open' as const, userId: id('user'), queueIds: null, limit: 120 }),
})

export type ListRow = RowOf<typeof headOf>
/** Which list. */
export type ListFilter = Readonly<Omit<Parameters<typeof headOf>[0], 'limit'>>

export const windowOf = defineQuery({
  name: 'ticket.window',
  summary: 'Tickets of a list after `from` down to and with `to`, or to its end; in its order',
  args: { ...filter, from: bound, to: v.nullable(bound) },
  row,
  page: { table: syncedTickets, limit: () => null, place: ({ at }) => at, first: 'greatest' },
  sql({ from, to, ...list }, side, only) {
    const order = orderOf(list)
    const until = to === null ? sql`true` : order.upTo(to)
    const where = sql`${inList(list)} and ${order.after(from)} and ${until} and ${isAmong(sql`id`, only)}`
    return withParts(pageOf(syncedTickets, { where, orderBy: order.by, limit: null }, side), order)
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
    select at, id, total::int from (
      select at, id, n, count(*) over () as total from (
        select ${orderOf(list).at(sql`tickets`)} as at, id, row_number() over (order by ${orderOf(list).by}) as n
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

export const waitingByQueue = defineQuery({
  name: 'ticket.waitingByQueue',
  summary: 'Who waits for people, by queue: how many, and who has waited longest; the longest wait first',
  args: {},
  row: {
    queueId: nullable(uuid),
    queueName: nullable(text),
    queueColor: nullable(text),
    waiting: integer,
    /** Who has waited longest. */
    ticketId: uuid,
    waitingSince: instant,
    contactName: nullable(text),
    contactNumber: nullable(text),
  },
  sql: () => sql`
    select t.queue_id, q.name as queue_name, q.color as queue_color, t.waiting, t.id as ticket_id, t.waiting_since,
      c.name as contact_name, c.number as contact_number
    from (
      select distinct on (queue_id) id, queue_id, contact_id, waiting_since, count(*) over (partition by queue_id)::int as waiting
      from tickets where status = 'pending' and waiting_since is not null order by queue_id, waiting_since, id desc
    ) t left join queues q on q.id = t.queue_id ${ticketContact}
    order by t.waiting_since, t.id desc`,
})

export type WaitingQueue = RowOf<typeof waitingByQueue>

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
