// What GET /dashboard answers. Durations are minutes; null: there was nothing to make an average of.
import * as v from 'valibot'
import { nullableText, nullableUuid, uuid } from '../http/openapi/answer-schema.ts'

const count = v.number()
const average = v.nullable(v.number())

/** What became of people in some days, of everybody or of some. */
const work = {
  opened: count,
  supportFinished: count,
  avgSupportTime: average,
  avgWaitTime: average,
  /** From the queue to the first message of a person. */
  avgFirstAnswerTime: average,
  /** 1 to 3. */
  rating: average,
  ratings: count,
}

const ofPeriod = v.object({ ...work, leads: count })
export type PeriodFigures = v.InferOutput<typeof ofPeriod>

/** Now. */
const waiting = {
  /** For people. */
  waiting: count,
  /** Since when the one who has waited longest does. */
  waitingSince: nullableText,
  open: count,
}

export const dashboardAnswer = v.object({
  from: v.string(),
  to: v.string(),
  timeZone: v.string(),
  today: v.string(),
  counters: v.object({ supportPending: count, supportHappening: count, ...ofPeriod.entries }),
  /** As many days before. */
  before: ofPeriod,
  now: v.object({ ...waiting, withBot: count }),
  attendants: v.array(
    v.object({ id: uuid, name: v.string(), online: v.boolean(), open: count, closedToday: count, ...work }),
  ),
  /** Of people who were deleted, together; null: there is nothing. */
  formerAttendants: v.nullable(v.object({ closedToday: count, ...work })),
  /** By their order; the one without id is of what has no queue. */
  queues: v.array(v.object({ id: nullableUuid, name: nullableText, color: nullableText, ...waiting, ...work })),
  /** Begun today, by hour. */
  todayByHour: v.array(count),
  /** Of each day, the first first. */
  days: v.array(v.object({ day: v.string(), opened: count, supportFinished: count })),
  /** Begun in these days, by weekday (Monday first) and hour. */
  weekdays: v.array(v.array(count)),
})
export type DashboardAnswer = v.InferOutput<typeof dashboardAnswer>
