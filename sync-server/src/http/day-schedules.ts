// The specification's opening hours, a list of days with one interval each, and what they are here. Pure. A weekday may come several
// times, once for each of its intervals; one that starts when it ends is closed. Holidays are not part of that list.
import { openingHours, type OpeningHours } from 'db/bot/opening-hours.ts'
import * as v from 'valibot'

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
const clock = openingHours.entries.days.pipe[0].item.pipe[0].item.entries.start

export const daySchedules = v.pipe(
  v.array(
    v.strictObject({
      /** As people call it; `weekdayEn` decides. */
      weekday: v.optional(v.pipe(v.string(), v.maxLength(40))),
      weekdayEn: v.picklist(weekdays),
      startTime: clock,
      endTime: clock,
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
