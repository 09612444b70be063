// What the server answers of the dashboard (sync-server/src/dashboard/answer.ts, behind.ts). Durations are minutes; null: of nothing.
import * as v from 'valibot'

const count = v.number()
const average = v.nullable(v.number())
const moment = v.nullable(
  v.pipe(
    v.string(),
    v.transform((text) => new Date(text)),
  ),
)

const work = {
  opened: count,
  supportFinished: count,
  avgSupportTime: average,
  avgWaitTime: average,
  avgFirstAnswerTime: average,
  rating: average,
  ratings: count,
}
const period = { ...work, leads: count }
const waiting = { waiting: count, waitingSince: moment, open: count }

const attendant = v.object({
  id: v.string(),
  name: v.string(),
  online: v.boolean(),
  open: count,
  closedToday: count,
  ...work,
})
const queue = v.object({
  id: v.nullable(v.string()),
  name: v.nullable(v.string()),
  color: v.nullable(v.string()),
  ...waiting,
  ...work,
})

export const dashboard = v.object({
  from: v.string(),
  to: v.string(),
  today: v.string(),
  counters: v.object({ supportPending: count, supportHappening: count, ...period }),
  before: v.object(period),
  now: v.object({ ...waiting, withBot: count }),
  attendants: v.array(attendant),
  formerAttendants: v.nullable(v.object({ closedToday: count, ...work })),
  queues: v.array(queue),
  todayByHour: v.array(count),
  days: v.array(v.object({ day: v.string(), opened: count, supportFinished: count })),
  weekdays: v.array(v.array(count)),
})
export type Dashboard = v.InferOutput<typeof dashboard>
export type AttendantFigures = v.InferOutput<typeof attendant>
export type QueueFigures = v.InferOutput<typeof queue>

const ticket = v.object({
  id: v.string(),
  ticketId: v.string(),
  number: v.nullable(v.number()),
  status: v.picklist(['pending', 'open', 'closed']),
  contactName: v.string(),
  queueName: v.nullable(v.string()),
  queueColor: v.nullable(v.string()),
  userName: v.nullable(v.string()),
  startedAt: v.pipe(
    v.string(),
    v.transform((text) => new Date(text)),
  ),
  waitingSince: moment,
  closedAt: moment,
  waitTime: average,
  firstAnswerTime: average,
  supportTime: average,
  rating: average,
})
export type TicketBehind = v.InferOutput<typeof ticket>

export const ticketsBehind = v.object({
  tickets: v.array(ticket),
  cursor: v.nullable(v.string()),
  count,
  elsewhere: count,
})
