import { defaultOpeningHours, openingHours, type OpeningHours } from 'db/bot/opening-hours.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import {
  addHoliday,
  addInterval,
  copyDay,
  hasProblems,
  maxIntervals,
  problemsOf,
  removeHoliday,
  removeInterval,
  repeatHoliday,
  changeInterval,
} from './edit-hours.ts'

const hours = defaultOpeningHours
const closed: OpeningHours = { days: [[], [], [], [], [], [], []], holidays: [] }

test('a day is opened, gets a second interval after a break, and no more than the schema takes', () => {
  const opened = addInterval(closed, 0)
  expect(opened.days[0]).toEqual([{ start: '08:00', end: '18:00' }])
  const noon = changeInterval(opened, 0, 0, { end: '12:00' })
  expect(addInterval(noon, 0).days[0]?.[1]).toEqual({ start: '13:00', end: '18:00' })
  expect(addInterval(opened, 0).days[0]?.[1]).toEqual({ start: '', end: '' })
  let full = opened
  for (let each = 0; each < 10; each++) full = addInterval(full, 0)
  expect(full.days[0]).toHaveLength(maxIntervals)
})

test('an interval is removed, a day is copied', () => {
  expect(removeInterval(hours, 6, 0).days[6]).toEqual([])
  const copied = copyDay(hours, 6, [0, 1])
  expect(copied.days.map(([first]) => first?.end)).toEqual([
    '12:00',
    '12:00',
    '18:00',
    '18:00',
    '18:00',
    '18:00',
    '12:00',
  ])
  expect(hours.days[0]).toEqual([])
})

test('holidays are kept by day of the year; every year includes the single ones', () => {
  const two = addHoliday(addHoliday(closed, '2026-12-25'), '2027-01-01')
  expect(two.holidays).toEqual(['2027-01-01', '2026-12-25'])
  const both = addHoliday(two, '2027-12-25')
  const yearly = repeatHoliday(both, '2026-12-25', true, '2026-11-21')
  expect(yearly.holidays).toEqual(['2027-01-01', '12-25'])
  expect(addHoliday(yearly, '2030-12-25')).toBe(yearly)
  expect(removeHoliday(yearly, '12-25').holidays).toEqual(['2027-01-01'])
  expect(v.is(openingHours, yearly)).toBe(true)
})

test('from every year to once: the next time that it comes', () => {
  const once = (holiday: string) => repeatHoliday(addHoliday(closed, holiday), holiday, false, '2026-11-21').holidays
  expect(once('12-25')).toEqual(['2026-12-25'])
  expect(once('01-01')).toEqual(['2027-01-01'])
  expect(once('02-29')).toEqual(['2028-02-29'])
})

test('a time that is missing and intervals that overlap are told; past midnight is none of them', () => {
  const [start, end] = ['08:00', '12:00']
  expect(problemsOf([{ start, end: '' }])).toEqual(['incomplete'])
  expect(
    problemsOf([
      { start, end },
      { start: '11:59', end: '18:00' },
    ]),
  ).toEqual([null, 'overlap'])
  expect(
    problemsOf([
      { start, end },
      { start: end, end: '02:00' },
    ]),
  ).toEqual([null, null])
  expect(
    problemsOf([
      { start: '22:00', end: '02:00' },
      { start: '23:00', end: '23:30' },
    ]),
  ).toEqual([null, 'overlap'])
  expect(hasProblems(hours)).toBe(false)
  expect(hasProblems(changeInterval(hours, 1, 0, { end: '' }))).toBe(true)
  expect(hasProblems(null)).toBe(false)
})

test('24:00 ends a day and begins none', () => {
  const whole = changeInterval(addInterval(closed, 0), 0, 0, { start: '00:00', end: '24:00' })
  expect([hasProblems(whole), v.is(openingHours, whole)]).toEqual([false, true])
  expect(problemsOf([{ start: '24:00', end: '24:00' }])).toEqual(['incomplete'])
  expect(
    problemsOf([
      { start: '00:00', end: '24:00' },
      { start: '23:00', end: '23:30' },
    ]),
  ).toEqual([null, 'overlap'])
})
