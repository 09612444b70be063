// The tickets behind a figure of the dashboard: cycles, so that a ticket that was opened twice is there twice, as it was counted. Of other
// people's queues there is only how many; the reader could not open them.
import { contactFirsts } from 'db/contacts/firsts-table.ts'
import { contacts } from 'db/contacts/table.ts'
import type { UserActor } from 'db/kit/actor.ts'
import { idArg } from 'db/kit/args.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import type { Database, ServerTx } from 'db/node/connect.ts'
import { queues } from 'db/queues/table.ts'
import { ticketCycles } from 'db/tickets/cycles-table.ts'
import { readableTickets, tickets, ticketStatuses } from 'db/tickets/table.ts'
import { users } from 'db/users/table.ts'
import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import * as v from 'valibot'
import { nullableText, uuid } from '../http/openapi/answer-schema.ts'
import { endOfPage, pageOf, windowQuery, type PageOrder } from '../http/page.ts'
import { assertSeesDashboard, ofOneMoment } from './dashboard.ts'
import { day, periodQuery, readPeriod, type Period } from './period.ts'

/** Of now; of the days that are looked at. */
const present = ['pending', 'waiting', 'bot', 'happening'] as const
const past = ['opened', 'finished', 'waited', 'answered', 'supported', 'rated', 'leads'] as const
type Present = (typeof present)[number]
type Past = (typeof past)[number]

const whole = (least: number, most: number) =>
  v.optional(v.pipe(v.string(), v.regex(/^\d{1,2}$/), v.toNumber(), v.minValue(least), v.maxValue(most)))

export const behindQuery = v.object({
  ...windowQuery,
  ...periodQuery,
  figure: v.picklist([...present, ...past]),
  /** 'none': of no queue, or of one that was deleted. */
  queueId: v.optional(v.union([idArg, v.literal('none')])),
  /** 'former': people who were deleted. */
  userId: v.optional(v.union([idArg, v.literal('former')])),
  /** Of that day alone, by the company's clock. */
  day: v.optional(day),
  /** 1 to 7, Monday first. */
  weekday: whole(1, 7),
  hour: whole(0, 23),
})
type Asked = v.InferOutput<typeof behindQuery>

const moment = v.nullable(v.date())
export const behindAnswer = v.object({
  id: uuid,
  ticketId: uuid,
  number: v.nullable(v.number()),
  status: v.picklist(ticketStatuses),
  contactName: v.string(),
  queueName: nullableText,
  queueColor: nullableText,
  userName: nullableText,
  startedAt: v.date(),
  /** It waits since then. */
  waitingSince: moment,
  closedAt: moment,
  /** Minutes; null: there was none, or it counts for nobody. */
  waitTime: v.nullable(v.number()),
  firstAnswerTime: v.nullable(v.number()),
  supportTime: v.nullable(v.number()),
  rating: v.nullable(v.number()),
})

const { startedAt, queuedAt, acceptedAt, answeredAt, closedAt, waitingSince, ours } = ticketCycles
const theirs = sql`${ours} is not true`

/** When a figure counts what, whose it is, and what of it counts. */
const pastFigures: Readonly<Record<Past, { at: PgColumn; whose: PgColumn; counts?: SQL }>> = {
  opened: { at: startedAt, whose: ticketCycles.userId },
  finished: { at: closedAt, whose: ticketCycles.userId },
  waited: { at: acceptedAt, whose: ticketCycles.userId, counts: sql`${queuedAt} is not null and ${theirs}` },
  answered: { at: answeredAt, whose: ticketCycles.answeredBy, counts: sql`${queuedAt} is not null and ${theirs}` },
  supported: { at: closedAt, whose: ticketCycles.userId, counts: sql`${acceptedAt} is not null` },
  rated: { at: closedAt, whose: ticketCycles.userId, counts: sql`${ticketCycles.rating} is not null` },
  leads: { at: contactFirsts.firstAt, whose: ticketCycles.userId },
}

const presentFigures: Readonly<Record<Present, SQL>> = {
  pending: sql`${tickets.status} = 'pending'`,
  waiting: sql`${tickets.status} = 'pending' and not ${tickets.chatbot}`,
  bot: sql`${tickets.status} = 'pending' and ${tickets.chatbot}`,
  happening: sql`${tickets.status} = 'open'`,
}

const isPresent = (figure: Asked['figure']): figure is Present => (present as readonly string[]).includes(figure)

function conditions(asked: Asked, period: Period, { companyId }: UserActor): SQL | undefined {
  const { figure, queueId, userId } = asked
  const own = and(eq(ticketCycles.companyId, companyId), eq(ticketCycles.isGroup, false))
  if (isPresent(figure)) {
    return and(
      own,
      isNull(closedAt),
      presentFigures[figure],
      ofQueue(tickets.queueId, queueId),
      ofUser(tickets.userId, userId),
    )
  }
  const { at, whose, counts } = pastFigures[figure]
  return and(own, inDays(at, asked, period), counts, ofQueue(ticketCycles.queueId, queueId), ofUser(whose, userId))
}

/** By the company's clock, as the figures are; the first two lines are for the index, with room for any change of clocks. */
function inDays(at: PgColumn, asked: Asked, { zone, ...period }: Period): SQL | undefined {
  const from = asked.day ?? period.from
  const to = asked.day ?? period.to
  const local = sql`(${at} at time zone ${zone})`
  return and(
    sql`${at} >= ${from}::date - interval '2 days'`,
    sql`${at} < ${to}::date + interval '3 days'`,
    sql`${local}::date between ${from}::date and ${to}::date`,
    asked.weekday === undefined ? undefined : sql`extract(isodow from ${local}) = ${asked.weekday}`,
    asked.hour === undefined ? undefined : sql`extract(hour from ${local}) = ${asked.hour}`,
  )
}

function ofQueue(column: PgColumn, queueId: Asked['queueId']): SQL | undefined {
  if (queueId === undefined) return undefined
  return queueId === 'none'
    ? sql`not exists (select from queues known where known.id = ${column})`
    : eq(column, queueId)
}

function ofUser(column: PgColumn, userId: Asked['userId']): SQL | undefined {
  if (userId === undefined) return undefined
  if (userId !== 'former') return eq(column, userId)
  return sql`${column} is not null and not exists (select from users known where known.id = ${column})`
}

const minutes = (from: PgColumn, to: PgColumn, counts: SQL) =>
  sql<number | null>`case when ${counts} then round(extract(epoch from ${to} - ${from}) / 60, 2)::float8 end`

const shown = {
  id: ticketCycles.id,
  ticketId: tickets.id,
  number: tickets.number,
  status: tickets.status,
  contactName: contacts.name,
  queueName: queues.name,
  queueColor: queues.color,
  userName: users.name,
  startedAt,
  waitingSince,
  closedAt,
  waitTime: minutes(queuedAt, acceptedAt, theirs),
  firstAnswerTime: minutes(queuedAt, answeredAt, theirs),
  supportTime: minutes(acceptedAt, closedAt, sql`true`),
  rating: ticketCycles.rating,
}

/** With all that a figure or a row of the list asks for. A lead has its first cycle. */
function rowsOf(tx: ServerTx, figure: Asked['figure'], withFirst: Pick<PageOrder, 'key'>) {
  const rows = tx
    .select({ ...shown, at: withFirst.key })
    .from(ticketCycles)
    .innerJoin(tickets, eq(tickets.id, ticketCycles.ticketId))
    .innerJoin(contacts, eq(contacts.id, ticketCycles.contactId))
    .leftJoin(queues, eq(queues.id, ticketCycles.queueId))
    .leftJoin(users, eq(users.id, figure === 'answered' ? ticketCycles.answeredBy : ticketCycles.userId))
    .$dynamic()
  return figure === 'leads' ? rows.innerJoin(contactFirsts, firstCycle) : rows
}

const firstCycle = and(
  eq(contactFirsts.contactId, ticketCycles.contactId),
  sql`${ticketCycles.id} = (select c.id from ticket_cycles c where c.contact_id = ${contactFirsts.contactId} order by c.started_at, c.id limit 1)`,
)

/** The longest wait first; of the others the latest. */
function orderOf(figure: Asked['figure']): PageOrder {
  const id = ticketCycles.id
  if (figure === 'waiting') return { key: waitingSince, id, direction: 'asc' }
  if (isPresent(figure)) return { key: startedAt, id, direction: 'asc' }
  return { key: pastFigures[figure].at, id, direction: 'desc' }
}

export function listBehind(db: Database, actor: UserActor, input: unknown, now: Date) {
  assertSeesDashboard(actor)
  const asked = parseArgs(behindQuery, input)
  return ofOneMoment(db, async (tx) => {
    const all = conditions(asked, await readPeriod(tx, actor, asked, now), actor)
    const order = orderOf(asked.figure)
    const page = pageOf(asked, order)
    const readable = readableTickets.scope(actor)
    const found = await rowsOf(tx, asked.figure, order)
      .where(and(all, readable, page.after))
      .orderBy(...page.orderBy)
      .limit(page.limit)
      .offset(page.offset)
    const { records, ...rest } = endOfPage(page, found, (row) => [row.at as Date, row.id])
    const { count, elsewhere } = await countOf(tx, asked.figure, all, readable)
    return { tickets: records.map(({ at: _at, ...row }) => row), ...rest, count, elsewhere }
  })
}

async function countOf(tx: ServerTx, figure: Asked['figure'], all: SQL | undefined, readable: SQL) {
  const rows = tx
    .select({
      count: sql<number>`(count(*) filter (where ${readable}))::int`,
      elsewhere: sql<number>`(count(*) filter (where (${readable}) is not true))::int`,
    })
    .from(ticketCycles)
    .innerJoin(tickets, eq(tickets.id, ticketCycles.ticketId))
    .$dynamic()
  const [row] = await (figure === 'leads' ? rows.innerJoin(contactFirsts, firstCycle) : rows).where(all)
  return { count: row?.count ?? 0, elsewhere: row?.elsewhere ?? 0 }
}
