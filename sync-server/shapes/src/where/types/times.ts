// Dates and times ↔ microseconds since 1970, or since midnight, exactly, over all of Postgres' range.
import { outOfRange } from '../evaluation-error.ts'
import { calendarDate, daysIn, daysSince1970 } from './calendar.ts'

const time =
  /^(\d{4,7})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?(?:Z|([+-])(\d\d)(?::?(\d\d))?)?)?( BC)?$/

/** Beyond every time, also beyond the last date, which is in the year 5,874,897. */
export const forever = 10n ** 24n

export const isForever = (micros: bigint) => micros === forever || micros === -forever

export const secondMicros = 1_000_000n
export const dayMicros = 86_400n * secondMicros

/** What Postgres prints in UTC with DateStyle ISO. */
export function microseconds(text: string): bigint {
  if (text === 'infinity') return forever
  if (text === '-infinity') return -forever
  const match = time.exec(text)
  if (!match) throw new Error('a time that is not as Postgres prints it')
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const fraction = match[7] ?? ''
  const zone = (Number(match[9] ?? 0) * 60 + Number(match[10] ?? 0)) * (match[8] === '-' ? -1 : 1)
  // There is no year 0: 1 BC is what others call 0.
  const days = daysSince1970({ year: match[11] ? 1 - year : year, month, day })
  const seconds = ((days * 24 + hour) * 60 + minute - zone) * 60 + second
  return BigInt(seconds) * secondMicros + BigInt(fraction.padEnd(6, '0'))
}

/** Only what of Postgres' notations can't be read in another way; a date without a time of day, a timestamp without a zone. */
export function isTimeConstant(text: string, type: string): boolean {
  if (text === 'infinity' || text === '-infinity') return true
  const understood = { date: /^[\d-]+$/, timestamp: /^[\d-]+([ T][\d:.]+)?$/ }[type]
  if (understood && !understood.test(text)) return false
  const match = time.exec(text)
  if (!match) return false
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const isDate = match[1]?.length === 4 && year > 0 && month >= 1 && month <= 12 && day >= 1 && !match[11]
  const isZone = Number(match[9] ?? 0) <= 15 && Number(match[10] ?? 0) < 60
  return isDate && day <= daysIn(year, month) && hour < 24 && minute < 60 && second < 60 && isZone
}

const first = microseconds('4714-11-24 BC')
const lastDate = microseconds('5874897-12-31')
const endOfTimestamps = microseconds('294277-01-01')

/** @throws EvaluationError for what no timestamp can be. */
export function assertTimestamp(micros: bigint) {
  if (!isForever(micros) && (micros < first || micros >= endOfTimestamps)) throw outOfRange
}

const two = (value: number) => String(value).padStart(2, '0')

function dateParts(days: number): { date: string; era: string } {
  const { year, month, day } = calendarDate(days)
  const shown = String(year > 0 ? year : 1 - year).padStart(4, '0')
  return { date: `${shown}-${two(month)}-${two(day)}`, era: year > 0 ? '' : ' BC' }
}

const foreverText = (micros: bigint) => (micros > 0n ? 'infinity' : '-infinity')

export const dayOf = (micros: bigint) => Number((micros - timeOfDay(micros)) / dayMicros)

export const timeOfDay = (micros: bigint) => ((micros % dayMicros) + dayMicros) % dayMicros

/** @throws EvaluationError for what no date can be. */
export function dateText(micros: bigint): string {
  if (isForever(micros)) return foreverText(micros)
  if (micros < first || micros > lastDate) throw outOfRange
  const { date, era } = dateParts(dayOf(micros))
  return date + era
}

/** As timestamp, or with a zone, which is always UTC. @throws EvaluationError for what none can be. */
export function timestampText(micros: bigint, zone: '' | '+00'): string {
  if (isForever(micros)) return foreverText(micros)
  assertTimestamp(micros)
  const { date, era } = dateParts(dayOf(micros))
  return `${date} ${clockText(timeOfDay(micros))}${zone}${era}`
}

/** 24:00:00 too. */
export function clockText(micros: bigint): string {
  const seconds = Number(micros / secondMicros)
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${fractionText(micros)}`
}

/** Of a second, without zeros at its end. */
export function fractionText(micros: bigint): string {
  const part = String((micros < 0n ? -micros : micros) % secondMicros)
  return part === '0' ? '' : `.${part.padStart(6, '0').replace(/0+$/, '')}`
}

const clock = /^(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?$/

export function clockMicros(text: string): bigint {
  const [, hour, minute, second = '0', fraction = ''] = clock.exec(text) ?? []
  const seconds = (Number(hour) * 60 + Number(minute)) * 60 + Number(second)
  return BigInt(seconds) * secondMicros + BigInt(fraction.padEnd(6, '0'))
}

export function isClockConstant(text: string): boolean {
  const [, hour = '99', minute = '99', second = '0'] = clock.exec(text) ?? []
  return Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60
}
