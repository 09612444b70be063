// Intervals: months, days and microseconds, which are added one after the other, and compared as if a month had 30 days and a day 24 hours.
import { outOfRange } from '../evaluation-error.ts'
import { trimSpace } from './text.ts'
import { dayMicros, fractionText, secondMicros } from './times.ts'

export interface Interval {
  months: number
  days: number
  micros: bigint
}

const [minInt, maxInt] = [-(2 ** 31), 2 ** 31 - 1]
const [minLong, maxLong] = [-(2n ** 63n), 2n ** 63n - 1n]

/** As Postgres has them inside: so they are compared and found again. */
const infinity: Interval = { months: maxInt, days: maxInt, micros: maxLong }
const minusInfinity: Interval = { months: minInt, days: minInt, micros: minLong }

const same = (a: Interval, b: Interval) => a.months === b.months && a.days === b.days && a.micros === b.micros

/** 1, -1, or 0 for what is finite. */
export const infiniteSign = (interval: Interval) =>
  same(interval, infinity) ? 1 : same(interval, minusInfinity) ? -1 : 0

/** @throws EvaluationError for what doesn't fit, or would be taken for infinite. */
export function checked(interval: Interval): Interval {
  const { months, days, micros } = interval
  const fits = [months, days].every((value) => value >= minInt && value <= maxInt)
  if (!fits || micros < minLong || micros > maxLong || infiniteSign(interval) !== 0) throw outOfRange
  return interval
}

const iso =
  /^P(?:(-?\d+)Y)?(?:(-?\d+)M)?(?:(-?\d+)W)?(?:(-?\d+)D)?(?:T(?:(-?\d+)H)?(?:(-?\d+)M)?(?:(-?)(\d+)(?:\.(\d{1,6}))?S)?)?$/

/** What Postgres prints with IntervalStyle iso_8601, and as constants weeks too. Null for other texts. */
function parseIso(text: string): Interval | null {
  const match = iso.exec(text)
  if (!match || /[PT]$/.test(text)) return null
  const [, years, months, weeks, days, hours, minutes, sign, seconds, fraction = ''] = match
  const [y, mo, w, d] = [years, months, weeks, days].map((part) => Number(part ?? 0))
  const second = BigInt(seconds ?? 0) * secondMicros + BigInt(fraction.padEnd(6, '0'))
  const time = (BigInt(hours ?? 0) * 60n + BigInt(minutes ?? 0)) * 60n * secondMicros
  return {
    months: (y ?? 0) * 12 + (mo ?? 0),
    days: (w ?? 0) * 7 + (d ?? 0),
    micros: time + (sign === '-' ? -second : second),
  }
}

export function readInterval(text: string): Interval {
  if (text === 'infinity') return infinity
  if (text === '-infinity') return minusInfinity
  const interval = parseIso(text)
  if (!interval) throw new Error('an interval that is not as Postgres prints it')
  return interval
}

export function intervalText(interval: Interval): string {
  const sign = infiniteSign(interval)
  if (sign !== 0) return sign > 0 ? 'infinity' : '-infinity'
  const { months, days, micros } = interval
  const written = (pairs: readonly (readonly [number | bigint, string])[]) =>
    pairs.map(([value, unit]) => (Number(value) === 0 ? '' : `${value}${unit}`)).join('')
  const date = written([
    [Math.trunc(months / 12), 'Y'],
    [months % 12, 'M'],
    [days, 'D'],
  ])
  const seconds = micros / secondMicros
  const last = micros % (60n * secondMicros)
  const lastSeconds = last < 0n ? -last / secondMicros : last / secondMicros
  const time =
    written([
      [seconds / 3600n, 'H'],
      [(seconds / 60n) % 60n, 'M'],
    ]) + (last === 0n ? '' : `${last < 0n ? '-' : ''}${lastSeconds}${fractionText(last)}S`)
  if (date + time === '') return 'PT0S'
  return `P${date}${time && `T${time}`}`
}

/** Words for units; several have a short form, and all a plural. */
const units: Readonly<Record<string, { months?: number; days?: number; micros?: bigint }>> = {
  year: { months: 12 },
  yr: { months: 12 },
  month: { months: 1 },
  mon: { months: 1 },
  week: { days: 7 },
  day: { days: 1 },
  hour: { micros: 3600n * secondMicros },
  hr: { micros: 3600n * secondMicros },
  minute: { micros: 60n * secondMicros },
  min: { micros: 60n * secondMicros },
  second: { micros: secondMicros },
  sec: { micros: secondMicros },
  millisecond: { micros: 1000n },
  microsecond: { micros: 1n },
}
/** As Postgres tells them apart: each may be said once. */
const unitNames: Readonly<Record<string, string>> = {
  yr: 'year',
  mon: 'month',
  hr: 'hour',
  min: 'minute',
  sec: 'second',
}

const piece =
  /[ \t\n\r\f\v]*(?:([+-]?)(\d{1,9}) ?([a-z]+?)s?|([+-]?)(\d{1,6}):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,6}))?)?)(?![^ \t\n\r\f\v])/iy

/** 1 day -2 hours, 3 weeks 04:05:06.7, or as ISO 8601. Null for what is not understood: fractions of units, bare numbers, ago. */
export function intervalConstant(text: string): string | null {
  const iso8601 = /^P(?:-?\d{1,6}[YMWD])*(?:T[-\dHMS.]{1,40})?$/.test(text) ? parseIso(text) : null
  const interval = iso8601 ?? parseWords(trimSpace(text))
  return interval && fits(interval) ? intervalText(interval) : null
}

const fits = ({ months, days, micros }: Interval) =>
  [months, days].every((value) => Math.abs(value) < maxInt) && micros > minLong && micros < maxLong

function parseWords(text: string): Interval | null {
  const interval = { months: 0, days: 0, micros: 0n }
  const seen = new Set<string>()
  let at = 0
  while (at < text.length || at === 0) {
    piece.lastIndex = at
    const match = piece.exec(text)
    if (!match) return null
    at = piece.lastIndex
    const [, sign, count, word] = match
    const isNew = word === undefined ? addClock(interval, match, seen) : addUnit(interval, { word, sign, count }, seen)
    if (!isNew) return null
  }
  return interval
}

function addUnit(
  interval: Interval,
  { word, sign, count }: { word: string; sign: string | undefined; count: string | undefined },
  seen: Set<string>,
): boolean {
  const name = word.toLowerCase()
  const unit = Object.hasOwn(units, name) ? units[name] : undefined
  const told = unitNames[name] ?? name
  // Postgres takes the parts of a time of day for its hours, minutes and seconds.
  if (!unit || seen.has(told) || (seen.has('clock') && unit.micros)) return false
  seen.add(told)
  const signed = Number(count) * (sign === '-' ? -1 : 1)
  interval.months += signed * (unit.months ?? 0)
  interval.days += signed * (unit.days ?? 0)
  interval.micros += BigInt(signed) * (unit.micros ?? 0n)
  return true
}

function addClock(interval: Interval, match: RegExpExecArray, seen: Set<string>): boolean {
  const [sign, hours, minutes, seconds = '0', fraction = ''] = match.slice(4)
  if (seen.has('clock') || interval.micros !== 0n || ['hour', 'minute', 'second'].some((unit) => seen.has(unit)))
    return false
  seen.add('clock')
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  const micros = BigInt(whole) * secondMicros + BigInt(fraction.padEnd(6, '0'))
  interval.micros += sign === '-' ? -micros : micros
  return true
}

const span = ({ months, days, micros }: Interval) =>
  BigInt(months) * 30n * dayMicros + BigInt(days) * dayMicros + micros

export function compareIntervals(a: string, b: string): number {
  const difference = span(readInterval(a)) - span(readInterval(b))
  return difference === 0n ? 0 : difference < 0n ? -1 : 1
}

export function negateInterval(interval: Interval): Interval {
  const sign = infiniteSign(interval)
  if (sign !== 0) return sign > 0 ? minusInfinity : infinity
  const { months, days, micros } = interval
  return checked({ months: 0 - months, days: 0 - days, micros: -micros })
}

export function addIntervals(a: Interval, b: Interval): Interval {
  const [x, y] = [infiniteSign(a), infiniteSign(b)]
  if (x !== 0 || y !== 0) {
    if (x + y === 0) throw outOfRange
    return x + y > 0 ? infinity : minusInfinity
  }
  return checked({ months: a.months + b.months, days: a.days + b.days, micros: a.micros + b.micros })
}

/** By a whole number: a fraction of a month would become days, by floats. */
export function multiplyInterval(interval: Interval, text: string): Interval {
  const factor = Number(text)
  const sign = infiniteSign(interval) * Math.sign(factor)
  if (infiniteSign(interval) !== 0) {
    if (sign === 0) throw outOfRange
    return sign > 0 ? infinity : minusInfinity
  }
  const micros = Number(interval.micros) * factor
  return checked({ months: interval.months * factor, days: interval.days * factor, micros: BigInt(micros) })
}

/** The difference of two times. @throws EvaluationError for two that are infinite alike. */
export function justified(micros: bigint): Interval {
  return { months: 0, days: Number(micros / dayMicros), micros: micros % dayMicros }
}

export const infiniteInterval = (sign: number) => (sign > 0 ? infinity : minusInfinity)

/** Hours past a day become days. */
export function justifyHours(interval: Interval): Interval {
  if (infiniteSign(interval) !== 0) return interval
  const { months, days, micros } = interval
  return checked(withOneSign({ months, days: days + Number(micros / dayMicros), micros: micros % dayMicros }))
}

/** Days past a month become months. */
export function justifyDays(interval: Interval): Interval {
  if (infiniteSign(interval) !== 0) return interval
  const { months, days, micros } = interval
  const whole = Math.trunc(days / 30)
  const result = { months: months + whole, days: days - whole * 30, micros }
  if (result.months > 0 && result.days < 0)
    return checked({ ...result, months: result.months - 1, days: result.days + 30 })
  if (result.months < 0 && result.days > 0)
    return checked({ ...result, months: result.months + 1, days: result.days - 30 })
  return checked(result)
}

/** Both, and all parts of one sign. */
export function justifyInterval(interval: Interval): Interval {
  if (infiniteSign(interval) !== 0) return interval
  let { months, days, micros } = interval
  days += Number(micros / dayMicros)
  micros %= dayMicros
  months += Math.trunc(days / 30)
  days %= 30
  if (months > 0 && (days < 0 || (days === 0 && micros < 0n))) {
    days += 30
    months--
  } else if (months < 0 && (days > 0 || (days === 0 && micros > 0n))) {
    days -= 30
    months++
  }
  return checked(withOneSign({ months, days, micros }))
}

function withOneSign({ months, days, micros }: Interval): Interval {
  if (days > 0 && micros < 0n) return { months, days: days - 1, micros: micros + dayMicros }
  if (days < 0 && micros > 0n) return { months, days: days + 1, micros: micros - dayMicros }
  return { months, days, micros }
}
