import { defaultOpeningHours } from 'db/bot/opening-hours.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { daySchedules, hoursOf, schedulesOf } from './day-schedules.ts'

test('the default hours are the specification’s list, and come back from it', () => {
  const listed = schedulesOf(defaultOpeningHours)
  expect(listed).toHaveLength(7)
  expect(listed[0]).toEqual({ weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' })
  expect(listed[6]).toEqual({ weekday: 'Domingo', weekdayEn: 'sunday', startTime: '00:00', endTime: '00:00' })
  expect(hoursOf(v.parse(daySchedules, listed), [])).toEqual(defaultOpeningHours)
})

test('a day with two intervals is listed twice; holidays stay what they were', () => {
  const lunch = [
    { start: '08:00', end: '12:00' },
    { start: '13:00', end: '18:00' },
  ]
  const hours = { days: [[], lunch, [], [], [], [], []], holidays: ['12-25'] }
  expect(schedulesOf(hours)).toHaveLength(8)
  expect(hoursOf(schedulesOf(hours), hours.holidays)).toEqual(hours)
})

test('no list is no hours', () => {
  expect([schedulesOf(null), hoursOf([], ['12-25'])]).toEqual([[], null])
})
