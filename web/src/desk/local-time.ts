// An instant as the date and time field has it: `2026-11-22T15:00`, by the clock of the device, as all of the app's times are.
import type { Notation } from '../components/resource-form/check-fields.ts'
import { dayKey, formatTime } from '../lib/text/date-time.ts'

/** The field has no seconds, which an instant from elsewhere may have: the text of `openedOn` stays that instant. */
export const localTime = (openedOn: Date): Notation<Date | null> => ({
  write: (at) => (at ? localText(at) : ''),
  read(text) {
    if (text === '') return null
    return text === localText(openedOn) ? openedOn : new Date(text)
  },
})

const localText = (at: Date): string => `${dayKey(at)}T${formatTime(at)}`

export const isPast = (at: Date): boolean => at.getTime() <= Date.now()

const minuteMs = 60_000

/** How a new one opens: on a whole minute, as its field has it. */
export const inAnHour = (): Date => new Date((Math.floor(Date.now() / minuteMs) + 60) * minuteMs)
