// The specification's opening hours, a list of days with one interval each, and what they are here. Pure. A weekday may come several
// times, once for each of its intervals; one that starts when it ends is closed, 00:00 to 24:00 is all day. Holidays are not part of that list.
// An empty list says nothing of any day: always open.
import { endClock, startClock, type OpeningHours } from 'db/bot/opening-hours.ts'
import * as v from 'valibot'

/** In the order in which the specification's form has them. */
const shownDays = [
  ['monday', 'Segunda-feira'],
  ['tuesday', 'Terça-feira'],
  ['wednesday', 'Quarta-feira'],
  ['thursday', 'Quinta-feira'],
  ['friday', 'Sexta-feira'],
  ['saturday', 'Sábado'],
  ['sunday', 'Domingo'],
] as const
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

/** Both times may be left empty: closed. */
export const daySchedules = v.pipe(
  v.array(
    v.pipe(
      v.strictObject({
        /** As people call it; `weekdayEn` decides. */
        weekday: v.optional(v.pipe(v.string(), v.maxLength(40))),
        weekdayEn: v.picklist(weekdays),
        startTime: v.union([v.literal(''), startClock]),
        endTime: v.union([v.literal(''), endClock]),
      }),
      v.check(({ startTime, endTime }) => (startTime === '') === (endTime === ''), 'One of two times'),
    ),
  ),
  v.maxLength(42),
)
type DaySchedules = v.InferOutput<typeof daySchedules>

export function hoursOf(schedules: DaySchedules, holidays: OpeningHours['holidays']): OpeningHours | null {
  if (schedules.length === 0) return null
  const days = weekdays.map((day) =>
    schedules
      .filter(({ weekdayEn, startTime, endTime }) => weekdayEn === day && startTime !== endTime)
      .map(({ startTime, endTime }) => ({ start: startTime, end: endTime })),
  )
  return { days, holidays }
}

/** What `hoursOf` makes these hours of; each day at least once. */
export function schedulesOf(hours: OpeningHours | null): DaySchedules {
  if (hours === null) return []
  return shownDays.flatMap(([weekdayEn, weekday]) => {
    const intervals = hours.days[weekdays.indexOf(weekdayEn)] ?? []
    const shown = intervals.length > 0 ? intervals : [{ start: '00:00', end: '00:00' }]
    return shown.map((interval) => ({ weekday, weekdayEn, startTime: interval.start, endTime: interval.end }))
  })
}
