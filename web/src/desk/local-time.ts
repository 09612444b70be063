// An instant as the date and time field has it: `2026-11-22T15:00`, by the clock of the device, as all of the app's times are.
import { localTime as zoned } from 'db/bot/opening-hours.ts'
import type { Notation } from '../components/resource-form/check-fields.ts'
import { isDate, partsOf } from '../components/date-time/typed-date.ts'
import { isClock } from '../components/date-time/typed-time.ts'
import { dayKey, formatTime } from '../lib/text/date-time.ts'

/** The field has no seconds, which an instant from elsewhere may have: the text of `openedOn` stays that instant. */
export const localTime = (openedOn: Date): Notation<Date | null> => ({
  write: (at) => (at ? localText(at) : ''),
  read(text) {
    if (text === '') return null
    return text === localText(openedOn) ? openedOn : isWhole(text) ? new Date(text) : none()
  },
})

/** The same by the clock of a place, whatever the device has. Of an hour that its clocks leave out it is the hour after. */
export const zonedTime = (openedOn: Date | null, timeZone: string): Notation<Date | null> => ({
  write: (at) => (at ? zonedText(at, timeZone) : ''),
  read(text) {
    if (text === '') return null
    if (openedOn && text === zonedText(openedOn, timeZone)) return openedOn
    return isWhole(text) ? zonedInstant(text, timeZone) : none()
  },
})

/** Engines read much as a date that is none: half of what somebody types, or the 31st of February. */
function isWhole(text: string): boolean {
  const { date, clock } = partsOf(text)
  return isDate(date) && isClock(clock)
}

const none = () => new Date(Number.NaN)

function zonedText(at: Date, timeZone: string): string {
  if (Number.isNaN(at.getTime())) return ''
  const { date, clock } = zoned(at, timeZone)
  return `${date}T${clock}`
}

function zonedInstant(text: string, timeZone: string): Date {
  const asUtc = new Date(`${text}Z`)
  if (Number.isNaN(asUtc.getTime())) return asUtc
  const ahead = (at: Date) => new Date(`${zonedText(at, timeZone)}Z`).getTime() - at.getTime()
  // Twice: where clocks are changed the first guess may stand on the other side of it.
  const guess = new Date(asUtc.getTime() - ahead(asUtc))
  return new Date(asUtc.getTime() - ahead(guess))
}

const localText = (at: Date): string => (Number.isNaN(at.getTime()) ? '' : `${dayKey(at)}T${formatTime(at)}`)

export const isPast = (at: Date): boolean => at.getTime() <= Date.now()

const minuteMs = 60_000

/** How a new one opens: on a whole minute, as its field has it. */
export const inAnHour = (): Date => new Date((Math.floor(Date.now() / minuteMs) + 60) * minuteMs)

/** By the clock of the device. */
export function tomorrowAtNine(now = new Date()): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 9)
}
