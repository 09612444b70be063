// An instant as the date and time field has it: `2026-11-22T15:00`, by the clock of the device, as all of the app's times are.
import { scheduleColumns } from 'db/schedules/mutations.ts'
import * as v from 'valibot'
import { dayKey, formatTime } from '../../lib/text/date-time.ts'

export const localText = (at: Date): string => `${dayKey(at)}T${formatTime(at)}`

/** Its text, on its way to the mutation's. */
export const localInstant = v.pipe(
  v.string(),
  v.check((text) => !Number.isNaN(new Date(text).getTime())),
  v.transform((text) => new Date(text).toISOString()),
  v.check((text) => v.is(scheduleColumns.sendAt, text)),
)

export const isPast = (text: string): boolean => new Date(text).getTime() <= Date.now()

const hourMs = 3_600_000

/** How a new one opens. */
export const inAnHour = (): Date => new Date(Date.now() + hourMs)
