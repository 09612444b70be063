// Opening hours in words: days of the week, days with the same hours together, holidays.
import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { OpeningHours } from 'db/bot/opening-hours.ts'
import { isWholeDay, isYearly, weekOrder, type Interval } from './edit-hours.ts'

/** 0: Sunday. */
export function weekdayName(day: number, form: 'long' | 'short' = 'long'): string {
  // 2023-01-01 was a Sunday.
  const name = new Date(Date.UTC(2023, 0, 1 + day)).toLocaleDateString(i18n.locale, { weekday: form, timeZone: 'UTC' })
  // Segunda-feira is Segunda to everybody.
  return (name.charAt(0).toUpperCase() + name.slice(1)).replace(/\.|-feira$/, '')
}

/** DD/MM/YYYY, or DD/MM for one of every year. */
export function holidayDate(holiday: string): string {
  return holiday.split('-').toReversed().join('/')
}

/** A line for the days that follow each other and have the same hours, one for the holidays. */
export function hoursLines({ days, holidays }: OpeningHours): string[] {
  const runs: { first: number; last: number; words: string }[] = []
  for (const day of weekOrder) {
    const words = intervalsWords(days[day] ?? [])
    const run = runs.at(-1)
    if (run?.words === words) run.last = day
    else runs.push({ first: day, last: day, words })
  }
  const lines = runs.map(({ first, last, words }) => `${runName(first, last)}: ${words}`)
  return holidays.length === 0 ? lines : [...lines, holidaysLine(holidays)]
}

function runName(first: number, last: number): string {
  const [from, to] = [weekdayName(first, 'short'), weekdayName(last, 'short')]
  return first === last ? from : `${from}–${to}`
}

function intervalsWords(intervals: readonly Interval[]): string {
  if (intervals.length === 0) return t`fechado`
  return intervals.map((each) => (isWholeDay(each) ? t`o dia inteiro` : `${each.start}–${each.end}`)).join(', ')
}

function holidaysLine(holidays: readonly string[]): string {
  const dates = holidays.map((holiday) => {
    const date = holidayDate(holiday)
    return isYearly(holiday) ? t`${date} (todo ano)` : date
  })
  const list = dates.join(', ')
  return t`Feriados: ${list}`
}
