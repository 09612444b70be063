// The Gregorian calendar, before its invention too, as Postgres has it: days since 1970 ↔ year, month, day. Its year 0 is 1 BC.

export interface CalendarDate {
  year: number
  month: number
  day: number
}

/** Years begin in March, so that leap days end them. */
export function daysSince1970({ year, month, day }: CalendarDate): number {
  const years = month > 2 ? year : year - 1
  const leapDays = Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400)
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day
  return years * 365 + leapDays + dayOfYear - 719_469
}

export function calendarDate(days: number): CalendarDate {
  const sinceMarch0 = days + 719_468
  const era = Math.floor(sinceMarch0 / 146_097)
  const dayOfEra = sinceMarch0 - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day }
}

export function daysIn(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** Monday is 0. */
export const weekday = (days: number) => (((days + 3) % 7) + 7) % 7

/** The week of ISO 8601, which belongs to the year that has its Thursday. */
export function isoWeek(days: number): { year: number; week: number } {
  const thursday = days - weekday(days) + 3
  const { year } = calendarDate(thursday)
  return { year, week: Math.floor((thursday - daysSince1970({ year, month: 1, day: 1 })) / 7) + 1 }
}
