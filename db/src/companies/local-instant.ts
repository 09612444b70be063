// What people say of a time without its zone, in their company's: '2026-11-25T10:00'. Pure.
import { localTime } from '../bot/opening-hours.ts'

const dayMs = 86_400_000
const local = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::(\d{2})(?:\.\d{1,9})?)?$/

/** Date, hour and minute without a zone ('2026-11-25 10:00', with T or seconds too) as an instant; null: it is not said like that. */
export function readLocalInstant(text: string, timeZone: string): Date | null {
  const [, date = '', clock = '', seconds = '0'] = local.exec(text.trim()) ?? []
  const written = new Date(`${date}T${clock}Z`)
  // The 30th of February is read as a day of March.
  if (Number.isNaN(written.getTime()) || !written.toISOString().startsWith(date) || Number(seconds) > 59) return null
  return new Date(localInstant(date, clock, timeZone).getTime() + Number(seconds) * 1000)
}

/**
 * When the clocks of `timeZone` show `clock` ('HH:MM') on `date` ('YYYY-MM-DD'): the first time, where they show it twice; where they skip
 * it, as much later as they are put forward.
 */
export function localInstant(date: string, clock: string, timeZone: string): Date {
  const wanted = Date.parse(`${date}T${clock}Z`)
  const shownAt = (at: number) => {
    const shown = localTime(new Date(at), timeZone)
    return Date.parse(`${shown.date}T${shown.clock}Z`)
  }
  // By the distances from UTC before and after any change of that day.
  const meant = [wanted - dayMs, wanted + dayMs].map((near) => wanted - (shownAt(near) - near))
  const shown = meant.filter((at) => shownAt(at) === wanted)
  return new Date(shown.length > 0 ? Math.min(...shown) : Math.max(...meant))
}
