// When a company or a queue is open: weekly intervals and holidays, in the company's time zone. Pure; used by bot, forms and preview.
import * as v from 'valibot'

/** 'HH:MM', 00:00 to 23:59. */
const clock = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/))

export const openingHours = v.strictObject({
  /** By weekday, Sunday first. From `start` to before `end`; past midnight when `end` is earlier; nothing when they are the same. */
  days: v.pipe(v.array(v.pipe(v.array(v.strictObject({ start: clock, end: clock })), v.maxLength(6))), v.length(7)),
  /** Closed all day: 'YYYY-MM-DD' once, 'MM-DD' every year. */
  holidays: v.pipe(
    v.array(v.pipe(v.string(), v.regex(/^(\d{4}-)?(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/))),
    v.maxLength(366),
  ),
})
export type OpeningHours = v.InferOutput<typeof openingHours>

const weekdays = [{ start: '08:00', end: '18:00' }]

/** As the specification has them: Monday to Friday 08:00–18:00, Saturday 08:00–12:00, Sunday closed. */
export const defaultOpeningHours: OpeningHours = {
  days: [[], weekdays, weekdays, weekdays, weekdays, weekdays, [{ start: '08:00', end: '12:00' }]],
  holidays: [],
}

export function isOpen({ days, holidays }: OpeningHours, at: Date, timeZone: string): boolean {
  const today = localTime(at, timeZone)
  const yesterday = localTime(new Date(at.getTime() - dayMs), timeZone)
  const isHoliday = ({ date }: LocalTime) => holidays.some((holiday) => date.endsWith(holiday))
  const of = ({ weekday }: LocalTime) => days[weekday] ?? []
  const begunToday = of(today).some(({ start, end }) => today.clock >= start && (today.clock < end || end < start))
  const begunYesterday = of(yesterday).some(({ start, end }) => end < start && today.clock < end)
  return (begunToday && !isHoliday(today)) || (begunYesterday && !isHoliday(yesterday))
}

const dayMs = 86_400_000

interface LocalTime {
  /** 'YYYY-MM-DD' */
  date: string
  clock: string
  /** 0: Sunday. */
  weekday: number
}

const formats = new Map<string, Intl.DateTimeFormat>()

export function localTime(at: Date, timeZone: string): LocalTime {
  const format = formats.get(timeZone) ?? formatOf(timeZone)
  formats.set(timeZone, format)
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const date = `${parts['year']}-${parts['month']}-${parts['day']}`
  return { date, clock: `${parts['hour']}:${parts['minute']}`, weekday: new Date(`${date}T12:00:00Z`).getUTCDay() }
}

function formatOf(timeZone: string) {
  const two = '2-digit' as const
  // hourCycle: some engines write midnight as 24.
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    hourCycle: 'h23',
  })
}
