// The figures that triggers keep (migration 0058), added up: rows of a key may be several until they are put together.
import type { ServerTx } from 'db/node/connect.ts'
import { sql, type SQL } from 'drizzle-orm'
import type { DashboardAnswer, PeriodFigures } from './answer.ts'
import { shift, type Period } from './period.ts'

/** As SQL has them. */
interface Sums {
  opened: number
  finished: number
  leads: number
  waits: number
  waitMs: number
  answers: number
  answerMs: number
  supports: number
  supportMs: number
  ratings: number
  ratingSum: number
}

const none: Sums = {
  opened: 0,
  finished: 0,
  leads: 0,
  waits: 0,
  waitMs: 0,
  answers: 0,
  answerMs: 0,
  supports: 0,
  supportMs: 0,
  ratings: 0,
  ratingSum: 0,
}

const added = (column: string) => sql`coalesce(sum(${sql.identifier(column)}), 0)::float8`
const sums = sql`${added('opened')} as opened, ${added('finished')} as finished, ${added('leads')} as leads, ${added('waits')} as waits,
  ${added('wait_ms')} as "waitMs", ${added('answers')} as answers, ${added('answer_ms')} as "answerMs", ${added('supports')} as supports,
  ${added('support_ms')} as "supportMs", ${added('ratings')} as ratings, ${added('rating_sum')} as "ratingSum"`

/** To two places: a hundredth of a minute, a hundredth of a rating. */
const average = (sum: number, times: number) => (times === 0 ? null : Math.round((100 * sum) / times) / 100)
const minutes = (ms: number, times: number) => average(ms / 60_000, times)

export function workOf(of: Sums = none): Omit<PeriodFigures, 'leads'> {
  return {
    opened: of.opened,
    supportFinished: of.finished,
    avgSupportTime: minutes(of.supportMs, of.supports),
    avgWaitTime: minutes(of.waitMs, of.waits),
    avgFirstAnswerTime: minutes(of.answerMs, of.answers),
    rating: average(of.ratingSum, of.ratings),
    ratings: of.ratings,
  }
}

export interface KeptFigures extends Pick<DashboardAnswer, 'before' | 'days' | 'todayByHour' | 'weekdays'> {
  all: PeriodFigures
  /** By user id; null: nobody had it. */
  byUser: ReadonlyMap<string | null, Sums>
  byQueue: ReadonlyMap<string | null, Sums>
  closedToday: ReadonlyMap<string | null, number>
}

export async function readKeptFigures(tx: ServerTx, companyId: string, period: Period): Promise<KeptFigures> {
  const { from, to, length, today } = period
  const days = { from, to }
  const before = { from: shift(from, -length), to: shift(from, -1) }
  const [byUser, byQueue, byDay] = [
    await readSums<string | null>(tx, companyId, days, sql`user_id`),
    await readSums<string | null>(tx, companyId, days, sql`queue_id`),
    await readSums<string>(tx, companyId, days, sql`to_char(day, 'YYYY-MM-DD')`),
  ]
  const earlier = await readSums<string>(tx, companyId, before, sql`'all'`)
  const ofToday = await readSums<string | null>(tx, companyId, { from: today, to: today }, sql`user_id`)
  const all = sumOf(byDay.values())
  return {
    all: { ...workOf(all), leads: all.leads },
    before: { ...workOf(earlier.get('all')), leads: earlier.get('all')?.leads ?? 0 },
    byUser,
    byQueue,
    closedToday: new Map([...ofToday].map(([userId, { finished }]) => [userId, finished])),
    days: Array.from({ length }, (_, at) => {
      const of = byDay.get(shift(from, at))
      return { day: shift(from, at), opened: of?.opened ?? 0, supportFinished: of?.finished ?? 0 }
    }),
    todayByHour: await readHours(tx, companyId, { from: today, to: today }, 'of all days').then(
      ([hours = []]) => hours,
    ),
    weekdays: await readHours(tx, companyId, days, 'by weekday'),
  }
}

export const sumOf = (all: Iterable<Sums>): Sums => [...all].reduce(plus, none)

function plus(a: Sums, b: Sums): Sums {
  const sum = { ...a }
  for (const key of Object.keys(none) as (keyof Sums)[]) sum[key] += b[key]
  return sum
}

interface Days {
  from: string
  to: string
}

const within = (companyId: string, { from, to }: Days) =>
  sql`company_id = ${companyId} and day between ${from}::date and ${to}::date`

async function readSums<Key extends string | null>(tx: ServerTx, companyId: string, days: Days, key: SQL) {
  const rows = await tx.execute(sql`
    select ${key} as key, ${sums} from figure_days where ${within(companyId, days)} group by 1`)
  return new Map((rows as unknown as (Sums & { key: Key })[]).map(({ key: of, ...rest }) => [of, rest]))
}

/** A row of 24 of each weekday, Monday first; or one of all days. */
async function readHours(tx: ServerTx, companyId: string, days: Days, kind: 'by weekday' | 'of all days') {
  const weekday = kind === 'by weekday' ? sql`extract(isodow from day)::int - 1` : sql`0`
  const rows = await tx.execute<{ weekday: number; hour: number; opened: number }>(sql`
    select ${weekday} as weekday, hour::int as hour, sum(opened)::int as opened from figure_hours where ${within(companyId, days)} group by 1, 2`)
  const hours = Array.from({ length: kind === 'by weekday' ? 7 : 1 }, () => Array.from({ length: 24 }, () => 0))
  for (const { weekday: at, hour, opened } of rows) {
    const row = hours[at]
    if (row) row[hour] = opened
  }
  return hours
}
