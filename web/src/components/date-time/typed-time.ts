// A time of day as somebody types it, and as values have it: 'HH:MM', 24 hours in every language. Pure.
import { endClock, startClock } from 'db/bot/opening-hours.ts'
import * as v from 'valibot'

/** What somebody typed, as HH:MM where it can be meant so: 8, 830, 8:30, 8h30, 0830. `isTime`: what the field takes. */
export function clockOf(typed: string, isTime = isClock): string {
  const text = typed.trim()
  const [, hour, minute = '00'] = /^(\d{1,2})(?:[:h.]?(\d\d))?h?$/i.exec(text) ?? []
  if (hour === undefined) return text
  const clock = `${hour.padStart(2, '0')}:${minute}`
  return isTime(clock) ? clock : text
}

export const isClock = (text: string) => v.is(startClock, text)
/** As the time at which something ends. */
export const isEndClock = (text: string) => v.is(endClock, text)
