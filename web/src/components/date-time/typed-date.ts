// A day as somebody types it and as the app writes it, DD/MM/YYYY in every language, and as values have it: 'YYYY-MM-DD'. Pure.

/** Whether the calendar has it. */
export function isDate(date: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return false
  const instant = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(date)
}

/**
 * What somebody typed, as 'YYYY-MM-DD' where it can be meant so: 24/11/2026, 24.11.26, 24112026, and 24/11, which is of the year of
 * `today`, or of the next where that is past. What is no day stays as it was typed.
 */
export function dateOf(typed: string, today: string): string {
  const text = typed.trim()
  if (isDate(text)) return text
  const [, day, month, year] = spaced.exec(text) ?? closed.exec(text) ?? []
  if (day === undefined || month === undefined) return text
  const inYear = (full: number) => `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const thisYear = Number(today.slice(0, 4))
  if (year === undefined) {
    const found = [inYear(thisYear), inYear(thisYear + 1)].find((date) => date >= today && isDate(date))
    return found ?? text
  }
  const date = inYear(year.length === 2 ? Math.floor(thisYear / 100) * 100 + Number(year) : Number(year))
  return isDate(date) ? date : text
}

const spaced = /^(\d{1,2})[/.\- ](\d{1,2})(?:[/.\- ](\d{4}|\d\d))?$/
const closed = /^(\d\d)(\d\d)(\d{4}|\d\d)?$/

/** DD/MM/YYYY; what is no day stays as it is. */
export const writtenDate = (date: string): string => (isDate(date) ? date.split('-').toReversed().join('/') : date)

/** Of 'YYYY-MM-DDTHH:MM' or of what is not yet one. */
export function partsOf(value: string): { date: string; clock: string } {
  const [date = '', clock = ''] = value.split('T')
  return { date, clock }
}

/** '' where neither is there. */
export const joined = (date: string, clock: string): string => (date === '' && clock === '' ? '' : `${date}T${clock}`)
