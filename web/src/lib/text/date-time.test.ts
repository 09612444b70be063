import { expect, test } from 'vitest'
import { calendarDaysBetween, formatDate, formatDateTime, formatTime, formatWhen } from './date-time.ts'

const at = (day: number, hour: number, minute = 0) => new Date(2026, 0, day, hour, minute)

test('times are HH:mm, dates DD/MM/YYYY', () => {
  expect(formatTime(at(5, 7, 3))).toBe('07:03')
  expect(formatDate(at(5, 0))).toBe('05/01/2026')
  expect(formatDateTime(at(5, 23, 59))).toBe('05/01/2026 23:59')
})

test('the time today, the date before', () => {
  expect(formatWhen(at(5, 0, 1), at(5, 23))).toBe('00:01')
  expect(formatWhen(at(4, 23, 59), at(5, 0))).toBe('04/01/2026')
})

test('days are counted on the calendar, not by 24 hours', () => {
  expect(calendarDaysBetween(at(4, 23, 59), at(5, 0, 1))).toBe(1)
  expect(calendarDaysBetween(at(5, 0, 1), at(5, 23))).toBe(0)
})
