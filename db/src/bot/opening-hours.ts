// When a company or a queue is open: weekly intervals and holidays, in the company's time zone. Pure; used by bot, forms and preview.
import * as v from 'valibot'

/** 'HH:MM', 00:00 to 23:59. */
export const startClock = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/))
/** The end of a day, which no clock shows: 00:00 to 24:00 is all of it. */
export const endOfDay = '24:00'
/** When something ends. */
export const endClock = v.union([startClock, v.literal(endOfDay)])

export const openingHours = v.strictObject({
  /** By weekday, Sunday first. From `start` to before `end`; past midnight when `end` is earlier; nothing when they are the same. */
  days: v.pipe(
    v.array(v.pipe(v.array(v.strictObject({ start: startClock, end: endClock })), v.maxLength(6))),
    v.length(7),
  ),
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
  const yesterday = dayBefore(today.date)
  const isHoliday = ({ date }: Day) => holidays.some((holiday) => date.endsWith(holiday))
  const of = ({ weekday }: Day) => days[weekday] ?? []
  const begunToday = of(today).some(({ start, end }) => today.clock >= start && (today.clock < end || end < start))
  const begunYesterday = of(yesterday).some(({ start, end }) => end < start && today.clock < end)
  return (begunToday && !isHoliday(today)) || (begunYesterday && !isHoliday(yesterday))
}

interface Day {
  /** 'YYYY-MM-DD' */
  date: string
  /** 0: Sunday. */
  weekday: number
}

interface LocalTime extends Day {
  clock: string
}

const dayOf = (date: string): Day => ({ date, weekday: new Date(`${date}T12:00:00Z`).getUTCDay() })

/** On the calendar: where clocks are changed a day has 23 hours, or 25. */
function dayBefore(date: string): Day {
  const noon = new Date(`${date}T12:00:00Z`)
  noon.setUTCDate(noon.getUTCDate() - 1)
  return dayOf(noon.toISOString().slice(0, 10))
}

const formats = new Map<string, Intl.DateTimeFormat>()

export function localTime(at: Date, timeZone: string): LocalTime {
  const format = formats.get(timeZone) ?? formatOf(timeZone)
  formats.set(timeZone, format)
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const date = `${parts['year']}-${parts['month']}-${parts['day']}`
  return { ...dayOf(date), clock: `${parts['hour']}:${parts['minute']}` }
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
