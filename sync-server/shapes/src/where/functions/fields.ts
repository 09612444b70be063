// EXTRACT, date_part and date_trunc: the fields of dates, times and intervals.
import { calendarDate, daysSince1970, isoWeek, weekday } from '../types/calendar.ts'
import { divideDecimals, roundDecimal } from '../types/decimals.ts'
import { infiniteSign, intervalText, readInterval, type Interval } from '../types/intervals.ts'
import {
  assertTimestamp,
  clockMicros,
  dayMicros,
  dayOf,
  isForever,
  microseconds,
  timeOfDay,
  timestampText,
} from '../types/times.ts'
import { define, type Demand, type Signature } from './signature.ts'

type Fields<Value> = Readonly<Record<string, (value: Value) => string>>

/** `micros` / 10 ** `scale`, with all digits. */
function scaled(micros: bigint, scale: number): string {
  const digits = String(micros < 0n ? -micros : micros).padStart(scale + 1, '0')
  return `${micros < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

const [minute, hour] = [60_000_000n, 3_600_000_000n]

/** Of what is left of a minute, an hour and a day; towards zero. */
const clockFields: Fields<bigint> = {
  microseconds: (micros) => String(micros % minute),
  milliseconds: (micros) => scaled(micros % minute, 3),
  second: (micros) => scaled(micros % minute, 6),
  minute: (micros) => String((micros / minute) % 60n),
  hour: (micros) => String(micros / hour),
}

const yearOf = (days: number) => calendarDate(days).year

/** There is no year 0. */
const withoutZero = (year: number) => (year > 0 ? year : year - 1)

/** Of years that are counted in groups from 1. */
const groupOf = (year: number, size: number) =>
  year > 0 ? Math.floor((year + size - 1) / size) : -Math.floor((size - year) / size)

/** Those that grow with time are infinite of what is infinite; others are NULL. */
const growing: Fields<number> = {
  year: (days) => String(withoutZero(yearOf(days))),
  isoyear: (days) => String(withoutZero(isoWeek(days).year)),
  decade: (days) => String(Math.floor(yearOf(days) / 10)),
  century: (days) => String(groupOf(yearOf(days), 100)),
  millennium: (days) => String(groupOf(yearOf(days), 1000)),
}

const quarterOf = (days: number) => Math.ceil(calendarDate(days).month / 3)

const recurring: Fields<number> = {
  quarter: (days) => String(quarterOf(days)),
  month: (days) => String(calendarDate(days).month),
  week: (days) => String(isoWeek(days).week),
  day: (days) => String(calendarDate(days).day),
  doy: (days) => String(days - daysSince1970({ year: yearOf(days), month: 1, day: 1 }) + 1),
  isodow: (days) => String(weekday(days) + 1),
  dow: (days) => String((weekday(days) + 1) % 7),
}

const dayFields = { ...growing, ...recurring }

const years = (months: number) => Math.trunc(months / 12)

/** A year has 365.25 days here, which are 31,557,600 seconds. */
function intervalEpoch({ months, days, micros }: Interval): string {
  const whole = BigInt(years(months)) * 31_557_600n + (BigInt(months % 12) * 30n + BigInt(days)) * 86_400n
  return scaled(whole * 1_000_000n + micros, 6)
}

const growingOfIntervals: Fields<Interval> = {
  epoch: intervalEpoch,
  year: ({ months }) => String(years(months)),
  day: ({ days }) => String(days),
  hour: ({ micros }) => String(micros / hour),
}
const intervalFields: Fields<Interval> = {
  ...growingOfIntervals,
  month: ({ months }) => String(months % 12),
  minute: ({ micros }) => clockFields['minute']?.(micros) ?? '',
  second: ({ micros }) => clockFields['second']?.(micros) ?? '',
  milliseconds: ({ micros }) => clockFields['milliseconds']?.(micros) ?? '',
  microseconds: ({ micros }) => clockFields['microseconds']?.(micros) ?? '',
}

type Read = (field: string, text: string) => string | null

function ofTimestamp(field: string, text: string): string | null {
  const micros = microseconds(text)
  if (isForever(micros)) return Object.hasOwn(growing, field) || field === 'epoch' ? infiniteText(text) : null
  if (field === 'epoch') return epochOf(micros)
  return dayFields[field]?.(dayOf(micros)) ?? clockFields[field]?.(timeOfDay(micros)) ?? null
}

/** Past what 8 bytes hold Postgres divides as numeric, which gives fewer digits. */
const epochOf = (micros: bigint) =>
  BigInt.asIntN(64, micros) === micros ? scaled(micros, 6) : roundDecimal(divideDecimals(String(micros), '1000000'), 6)

const infiniteText = (text: string) => (text.startsWith('-') ? '-Infinity' : 'Infinity')

const ofDate: Read = (field, text) =>
  field === 'epoch' && !text.endsWith('infinity') ? String(microseconds(text) / 1_000_000n) : ofTimestamp(field, text)

/** As a timestamp, which a date may be too far for. */
const ofDateAsTimestamp: Read = (field, text) => {
  assertTimestamp(microseconds(text))
  return ofTimestamp(field, text)
}

const ofTime: Read = (field, text) => {
  const micros = clockMicros(text)
  return field === 'epoch' ? scaled(micros, 6) : (clockFields[field]?.(micros) ?? null)
}

const ofInterval: Read = (field, text) => {
  const interval = readInterval(text)
  if (infiniteSign(interval) === 0) return intervalFields[field]?.(interval) ?? null
  return Object.hasOwn(growingOfIntervals, field) ? infiniteText(text) : null
}

const ofTimestamps = [...Object.keys(dayFields), ...Object.keys(clockFields), 'epoch']

/** `part` is what date_part says where that is another thing. */
const readers: readonly { type: string; fields: readonly string[]; read: Read; part?: Read }[] = [
  { type: 'timestamp', fields: ofTimestamps, read: ofTimestamp },
  { type: 'timestamptz', fields: ofTimestamps, read: ofTimestamp },
  { type: 'date', fields: [...Object.keys(dayFields), 'epoch'], read: ofDate, part: ofDateAsTimestamp },
  { type: 'time', fields: [...Object.keys(clockFields), 'epoch'], read: ofTime },
  { type: 'interval', fields: Object.keys(intervalFields), read: ofInterval },
]

const among = (fields: readonly string[]): Demand => ({
  argument: 0,
  must: 'be constant',
  accepts: (field) => fields.includes(field),
})

/** date_part calculates these as floats. */
const fractional = new Set(['second', 'milliseconds', 'epoch'])

type Truncate<Value> = Readonly<Record<string, (value: Value) => Value>>

const toYears = (size: number) => (micros: bigint) =>
  startOf({ year: Math.floor(yearOf(dayOf(micros)) / size) * size, month: 1 })

const startOf = ({ year, month }: { year: number; month: number }) =>
  BigInt(daysSince1970({ year, month, day: 1 })) * dayMicros

const to = (unit: bigint) => (micros: bigint) => micros - (((micros % unit) + unit) % unit)

const truncations: Truncate<bigint> = {
  milliseconds: to(1000n),
  second: to(1_000_000n),
  minute: to(minute),
  hour: to(hour),
  day: to(dayMicros),
  week: (micros) => to(dayMicros)(micros) - BigInt(weekday(dayOf(micros))) * dayMicros,
  month: (micros) => startOf(calendarDate(dayOf(micros))),
  quarter: (micros) => startOf({ year: yearOf(dayOf(micros)), month: quarterOf(dayOf(micros)) * 3 - 2 }),
  year: toYears(1),
}

const intervalTruncations: Truncate<Interval> = {
  second: (interval) => ({ ...interval, micros: interval.micros - (interval.micros % 1_000_000n) }),
  minute: (interval) => ({ ...interval, micros: interval.micros - (interval.micros % minute) }),
  hour: (interval) => ({ ...interval, micros: interval.micros - (interval.micros % hour) }),
  day: ({ months, days }) => ({ months, days, micros: 0n }),
  month: ({ months }) => ({ months, days: 0, micros: 0n }),
  year: ({ months }) => ({ months: years(months) * 12, days: 0, micros: 0n }),
}

const truncated = (zone: '' | '+00') => (field: string, text: string) => {
  const micros = microseconds(text)
  return isForever(micros) ? text : timestampText(truncations[field]?.(micros) ?? micros, zone)
}

function truncatedInterval(field: string, text: string): string {
  const interval = readInterval(text)
  return infiniteSign(interval) === 0 ? intervalText(intervalTruncations[field]?.(interval) ?? interval) : text
}

const ofTruncations = [among(Object.keys(truncations))]

export const fieldFunctions: readonly Signature[] = [
  ...readers.flatMap(({ type, fields, read, part = read }) => [
    define('extract', `text ${type} → numeric`, read, { demands: [among(fields)] }),
    define('date_part', `text ${type} → float8`, part, {
      demands: [among(fields.filter((field) => !fractional.has(field)))],
    }),
  ]),
  define('date_trunc', 'text timestamp → timestamp', truncated(''), { demands: ofTruncations }),
  define('date_trunc', 'text timestamptz → timestamptz', truncated('+00'), { demands: ofTruncations }),
  define('date_trunc', 'text interval → interval', truncatedInterval, {
    demands: [among(Object.keys(intervalTruncations))],
  }),
]
