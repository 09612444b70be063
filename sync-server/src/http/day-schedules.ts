// The specification's opening hours, a list of days with one interval each, and what they are here. Pure. A weekday may come several
// times, once for each of its intervals; one that starts when it ends is closed, 00:00 to 24:00 is all day. Holidays are not part of that list.
import { endClock, startClock, type OpeningHours } from 'db/bot/opening-hours.ts'
import * as v from 'valibot'

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

export const daySchedules = v.pipe(
  v.array(
    v.strictObject({
      /** As people call it; `weekdayEn` decides. */
      weekday: v.optional(v.pipe(v.string(), v.maxLength(40))),
      weekdayEn: v.picklist(weekdays),
      startTime: startClock,
      endTime: endClock,
    }),
  ),
  v.maxLength(42),
)
type DaySchedules = v.InferOutput<typeof daySchedules>

export function hoursOf(schedules: DaySchedules, holidays: OpeningHours['holidays']): OpeningHours {
  const days = weekdays.map((day) =>
    schedules
      .filter(({ weekdayEn, startTime, endTime }) => weekdayEn === day && startTime !== endTime)
      .map(({ startTime, endTime }) => ({ start: startTime, end: endTime })),
  )
  return { days, holidays }
}
