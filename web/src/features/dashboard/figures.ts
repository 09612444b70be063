// How figures are written, and what became of them since the period before. Pure.
import { t } from '@lingui/core/macro'

/** What there is not. */
const none = '–'

/** Minutes as people say them: 45 s, 12 min, 1 h 05 min, 2 d 3 h. */
export function durationWords(minutes: number | null): string {
  if (minutes === null) return none
  const seconds = Math.round(minutes * 60)
  if (seconds < 60) return t`${seconds} s`
  const whole = Math.round(minutes)
  if (whole < 60) return t`${whole} min`
  const [hours, rest] = [Math.floor(whole / 60), String(whole % 60).padStart(2, '0')]
  if (hours < 24) return t`${hours} h ${rest} min`
  const [days, left] = [Math.floor(hours / 24), hours % 24]
  return t`${days} d ${left} h`
}

export const minutesSince = (since: Date, now: Date) => Math.max(0, (now.getTime() - since.getTime()) / 60_000)

export const ratingWords = (rating: number | null, language: string): string =>
  rating === null ? none : rating.toLocaleString(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Per cent more than before, whole; null: there is nothing to compare with. */
export function trendOf(now: number | null, before: number | null): number | null {
  if (now === null || before === null || before === 0) return null
  return Math.round((100 * (now - before)) / before)
}

/** 0 to 4, of the most there is: a fifth step would not be told from the fourth. */
export function heatOf(value: number, most: number): number {
  return value === 0 || most === 0 ? 0 : Math.max(1, Math.ceil((4 * value) / most))
}

/** The hours of a day at which anything is, and a working day's at least. */
export function hoursOf(weekdays: readonly (readonly number[])[]): number[] {
  const all = Array.from({ length: 24 }, (_, hour) => hour)
  const busy = all.filter((hour) => weekdays.some((hours) => (hours[hour] ?? 0) > 0))
  const [first, last] = [Math.min(8, ...busy), Math.max(17, ...busy)]
  return all.slice(first, last + 1)
}

/** 'YYYY-MM-DD' as the product writes days. */
export const dayWords = (day: string) => day.split('-').toReversed().join('/')
export const shortDay = (day: string) => dayWords(day).slice(0, 5)
