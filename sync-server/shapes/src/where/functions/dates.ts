// Dates, times and intervals. The session of every snapshot is in UTC, and so is what the change stream prints: a timestamp with time zone
// has the days of UTC.
import { EvaluationError, outOfRange } from '../evaluation-error.ts'
import { calendarDate, daysIn, daysSince1970 } from '../types/calendar.ts'
import {
  addIntervals,
  infiniteInterval,
  infiniteSign,
  intervalText,
  justified,
  justifyDays,
  justifyHours,
  justifyInterval,
  multiplyInterval,
  negateInterval,
  readInterval,
  type Interval,
} from '../types/intervals.ts'
import {
  assertTimestamp,
  clockMicros,
  clockText,
  dateText,
  dayMicros,
  dayOf,
  forever,
  isForever,
  microseconds,
  timeOfDay,
  timestampText,
} from '../types/times.ts'
import { define, type Run, type Signature } from './signature.ts'

const infiniteDates = new EvaluationError('cannot subtract infinite dates')

function addDays(date: string, days: string): string {
  const micros = microseconds(date)
  return dateText(isForever(micros) ? micros : micros + BigInt(days) * dayMicros)
}

function daysBetween(a: string, b: string): string {
  const [x, y] = [microseconds(a), microseconds(b)]
  if (isForever(x) || isForever(y)) throw infiniteDates
  return String((x - y) / dayMicros)
}

/** Months first, then days, then the rest; after each it must be a timestamp still. A month that is too short ends the sum at its last day. */
export function addToTimestamp(micros: bigint, interval: Interval): bigint {
  const sign = infiniteSign(interval)
  if (sign !== 0) {
    const infinite = sign > 0 ? forever : -forever
    if (micros === -infinite) throw outOfRange
    return infinite
  }
  if (isForever(micros)) return micros
  let sum = micros
  if (interval.months !== 0) sum = addMonths(sum, interval.months)
  if (interval.days !== 0) sum += BigInt(interval.days) * dayMicros
  assertTimestamp(sum)
  sum += interval.micros
  assertTimestamp(sum)
  return sum
}

function addMonths(micros: bigint, months: number): bigint {
  const { year, month, day } = calendarDate(dayOf(micros))
  const total = year * 12 + (month - 1) + months
  const [toYear, toMonth] = [Math.floor(total / 12), (((total % 12) + 12) % 12) + 1]
  const days = daysSince1970({ year: toYear, month: toMonth, day: Math.min(day, daysIn(toYear, toMonth)) })
  const sum = BigInt(days) * dayMicros + timeOfDay(micros)
  assertTimestamp(sum)
  return sum
}

const maxDifference = 2n ** 63n

function timeBetween(a: string, b: string): string {
  const [x, y] = [microseconds(a), microseconds(b)]
  if (isForever(x) || isForever(y)) {
    if (x === y) throw outOfRange
    return intervalText(infiniteInterval((isForever(x) ? x : -y) > 0n ? 1 : -1))
  }
  const difference = x - y
  if (difference >= maxDifference || difference < -maxDifference) throw outOfRange
  return intervalText(justified(difference))
}

const clockWith = (sign: bigint) => (clock: string, given: string) => {
  const interval = readInterval(given)
  if (infiniteSign(interval) !== 0) throw outOfRange
  // Postgres doesn't look whether the sum has room in its 8 bytes.
  return clockText(timeOfDay(BigInt.asIntN(64, clockMicros(clock) + sign * interval.micros)))
}

/** How the sum of a time and an interval is printed, by the time's type. */
const zones = { date: '', timestamp: '', timestamptz: '+00' } as const

const sums = (['date', 'timestamp', 'timestamptz'] as const).flatMap((type) => {
  const result = type === 'date' ? 'timestamp' : type
  const sum: Run = (a, b) => {
    const micros = microseconds(a)
    assertTimestamp(micros)
    return timestampText(addToTimestamp(micros, readInterval(b)), zones[type])
  }
  const difference: Run = (a, b, c) => sum(a, intervalText(negateInterval(readInterval(b))), c)
  return [
    define('+', `${type} interval → ${result}`, sum),
    define('+', `interval ${type} → ${result}`, (a, b, c) => sum(b, a, c)),
    define('-', `${type} interval → ${result}`, difference),
  ]
})

function dateWithTime(date: string, time: string): string {
  const micros = microseconds(date)
  return timestampText(isForever(micros) ? micros : micros + clockMicros(time), '')
}

/** Of intervals. */
const mapped =
  (map: (interval: Interval) => Interval): Run =>
  (a) =>
    intervalText(map(readInterval(a)))

const noDate = new EvaluationError('date field value out of range')

/** Years before Christ are negative. */
function makeDate(given: string, month: string, day: string): string {
  const [year, m, d] = [Number(given), Number(month), Number(day)]
  if (year === 0 || Math.abs(year) > 6_000_000) throw noDate
  const astronomical = year < 0 ? year + 1 : year
  if (m < 1 || m > 12 || d < 1 || d > daysIn(astronomical, m)) throw noDate
  return dateText(BigInt(daysSince1970({ year: astronomical, month: m, day: d })) * dayMicros)
}

const integer = (argument: number) => ({ demands: [{ argument, must: 'be an integer' as const }] })

const isFinite = (a: string) => String(!a.endsWith('infinity'))

export const dateFunctions: readonly Signature[] = [
  define('+', 'date int4 → date', addDays),
  define('+', 'int4 date → date', (a, b) => addDays(b, a)),
  define('-', 'date int4 → date', (a, b) => addDays(a, String(-Number(b)))),
  define('-', 'date date → int4', daysBetween),
  define('+', 'date time → timestamp', dateWithTime),
  define('+', 'time date → timestamp', (a, b) => dateWithTime(b, a)),
  ...sums,
  define('-', 'timestamp timestamp → interval', timeBetween),
  define('-', 'timestamptz timestamptz → interval', timeBetween),
  define('+', 'time interval → time', clockWith(1n)),
  define('+', 'interval time → time', (a, b) => clockWith(1n)(b, a)),
  define('-', 'time interval → time', clockWith(-1n)),
  define('-', 'time time → interval', (a, b) =>
    intervalText({ months: 0, days: 0, micros: clockMicros(a) - clockMicros(b) }),
  ),
  define('+', 'interval interval → interval', (a, b) => intervalText(addIntervals(readInterval(a), readInterval(b)))),
  define('-', 'interval interval → interval', (a, b) =>
    intervalText(subtractIntervals(readInterval(a), readInterval(b))),
  ),
  define('-', 'interval → interval', mapped(negateInterval)),
  define('*', 'interval float8 → interval', (a, b) => intervalText(multiplyInterval(readInterval(a), b)), integer(1)),
  define('*', 'float8 interval → interval', (a, b) => intervalText(multiplyInterval(readInterval(b), a)), integer(0)),
  define('justify_hours', 'interval → interval', mapped(justifyHours)),
  define('justify_days', 'interval → interval', mapped(justifyDays)),
  define('justify_interval', 'interval → interval', mapped(justifyInterval)),
  ...['date', 'timestamp', 'timestamptz', 'interval'].map((type) => define('isfinite', `${type} → bool`, isFinite)),
  define('make_date', 'int4 int4 int4 → date', makeDate),
]

/** Not the sum with the opposite: the least has none. */
function subtractIntervals(a: Interval, b: Interval): Interval {
  const sign = infiniteSign(b)
  if (sign !== 0) return addIntervals(a, infiniteInterval(-sign))
  return addIntervals(a, { months: -b.months, days: -b.days, micros: -b.micros })
}
