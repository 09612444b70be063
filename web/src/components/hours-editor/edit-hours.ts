// Opening hours while somebody edits them: steps from one state to the next, and what is wrong with a day. Pure.
// A time is what was typed until it is one: the schema (db/bot/opening-hours.ts) refuses it when the form is saved.
import { endOfDay, type OpeningHours } from 'db/bot/opening-hours.ts'
import { isDate } from '../date-time/typed-date.ts'
import { isClock, isEndClock } from '../date-time/typed-time.ts'

export type Interval = OpeningHours['days'][number][number]

/** As the schema has them. */
export const maxIntervals = 6
export const maxHolidays = 366

/** Monday first, as weeks are read here; the days themselves are numbered from Sunday. */
export const weekOrder = [1, 2, 3, 4, 5, 6, 0] as const
export const workdays = [1, 2, 3, 4, 5] as const

/** One more on a day: the usual hours, then what is left after the last. */
export function addInterval(hours: OpeningHours, day: number): OpeningHours {
  const intervals = hours.days[day] ?? []
  if (intervals.length >= maxIntervals) return hours
  const last = intervals.at(-1)
  return withDay(hours, day, [...intervals, last ? following(last) : { start: '08:00', end: '18:00' }])
}

/** An hour's break, then till the evening; where that is no room, for its author to fill in. */
function following({ start, end }: Interval): Interval {
  const next = nextHour(end)
  return end > start && next !== '' && next < '18:00' ? { start: next, end: '18:00' } : { start: '', end: '' }
}

function nextHour(clock: string): string {
  const [hour = '', minute = ''] = clock.split(':')
  return /^\d\d$/.test(hour) && Number(hour) < 23 ? `${String(Number(hour) + 1).padStart(2, '0')}:${minute}` : ''
}

export function changeInterval(
  hours: OpeningHours,
  day: number,
  index: number,
  change: Partial<Interval>,
): OpeningHours {
  const intervals = hours.days[day] ?? []
  return withDay(
    hours,
    day,
    intervals.map((interval, at) => (at === index ? { ...interval, ...change } : interval)),
  )
}

export function removeInterval(hours: OpeningHours, day: number, index: number): OpeningHours {
  return withDay(hours, day, (hours.days[day] ?? []).toSpliced(index, 1))
}

export function copyDay(hours: OpeningHours, from: number, to: readonly number[]): OpeningHours {
  const source = hours.days[from] ?? []
  return { ...hours, days: hours.days.map((intervals, day) => (to.includes(day) ? source : intervals)) }
}

function withDay(hours: OpeningHours, day: number, intervals: Interval[]): OpeningHours {
  return { ...hours, days: hours.days.with(day, intervals) }
}

/** `date`: 'YYYY-MM-DD'. One that is there every year needs no date of its own. */
export function addHoliday(hours: OpeningHours, date: string): OpeningHours {
  const known = hours.holidays.some((holiday) => date.endsWith(holiday))
  if (known || hours.holidays.length >= maxHolidays) return hours
  return withHolidays(hours, [...hours.holidays, date])
}

export function removeHoliday(hours: OpeningHours, holiday: string): OpeningHours {
  return withHolidays(
    hours,
    hours.holidays.filter((other) => other !== holiday),
  )
}

/** `today`: 'YYYY-MM-DD'. Once: the next time it comes. */
export function repeatHoliday(hours: OpeningHours, holiday: string, yearly: boolean, today: string): OpeningHours {
  const others = hours.holidays.filter((other) => other !== holiday)
  if (!yearly) return withHolidays(hours, [...others, nextDate(holiday, today)])
  const every = holiday.slice(-5)
  // It includes those of single years.
  return withHolidays(hours, [...others.filter((other) => !other.endsWith(every)), every])
}

export const isYearly = (holiday: string) => holiday.length === 5

function nextDate(monthDay: string, today: string): string {
  const year = Number(today.slice(0, 4))
  // The 29th of February waits for its year.
  for (let each = year; each < year + 8; each++) {
    const date = `${each}-${monthDay}`
    if (date >= today && isDate(date)) return date
  }
  return `${year}-${monthDay}`
}

function withHolidays(hours: OpeningHours, holidays: string[]): OpeningHours {
  const order = (holiday: string) => `${holiday.slice(-5)}${holiday}`
  return { ...hours, holidays: holidays.toSorted((a, b) => (order(a) < order(b) ? -1 : 1)) }
}

/** 00:00 to 24:00. */
export const isWholeDay = ({ start, end }: Interval) => start === '00:00' && end === endOfDay

/** 'incomplete' can't be saved; 'overlap' would be a mistake. */
export type IntervalProblem = 'incomplete' | 'overlap'

/** What is wrong with each interval of a day, in their order; null: nothing. */
export function problemsOf(intervals: readonly Interval[]): (IntervalProblem | null)[] {
  return intervals.map((interval, index) => {
    if (!isClock(interval.start) || !isEndClock(interval.end)) return 'incomplete'
    return intervals.slice(0, index).some((earlier) => overlaps(earlier, interval)) ? 'overlap' : null
  })
}

export function hasProblems(hours: OpeningHours | null): boolean {
  return hours !== null && hours.days.some((day) => problemsOf(day).some((problem) => problem !== null))
}

/** Within one day: what is past midnight is another day's. */
function overlaps(a: Interval, b: Interval): boolean {
  const endOf = ({ start, end }: Interval) => (end < start ? endOfDay : end)
  return a.start < endOf(b) && b.start < endOf(a)
}
