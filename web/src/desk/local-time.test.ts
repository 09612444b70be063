import { scheduleColumns } from 'db/schedules/mutations.ts'
import { expect, test } from 'vitest'
import { problemOf } from '../components/resource-form/check-fields.ts'
import { inAnHour, isPast, localTime, tomorrowAtNine, zonedTime } from './local-time.ts'

const { read, write } = localTime(inAnHour())

test('the field’s text and the instant are the same by the clock here', () => {
  const at = new Date(2026, 10, 2, 9, 5)
  expect(write(at)).toBe('2026-11-02T09:05')
  expect(read(write(at))).toEqual(at)
  expect(write(null)).toBe('')
})

test('what the field opened on keeps the seconds that no field shows', () => {
  const at = new Date(2026, 10, 2, 9, 5, 42)
  expect(localTime(at).read('2026-11-02T09:05')).toEqual(at)
  expect(localTime(at).read('2026-11-02T09:06')).toEqual(new Date(2026, 10, 2, 9, 6))
})

test.each([
  ['', 'required'],
  ['2026-11-02T', 'invalid'],
  ['amanhã', 'invalid'],
  ['0001-01-01T10:00', 'invalid'],
  ['2026-02-31T10:00', 'invalid'],
  ['24/11T09:00', 'invalid'],
])('%j is no time: %s', (text, kind) => {
  expect(problemOf(scheduleColumns.sendAt, read(text))).toEqual({ kind })
})

test('an hour from now is ahead, this minute is not', () => {
  expect(isPast(inAnHour())).toBe(false)
  expect(isPast(new Date())).toBe(true)
})

test('tomorrow at nine is the next day’s, also at the end of a year', () => {
  expect(tomorrowAtNine(new Date(2026, 11, 31, 23, 59))).toEqual(new Date(2027, 0, 1, 9))
})

test.each([
  ['America/Sao_Paulo', '2026-11-23T12:30', '2026-11-23T15:30:00.000Z'],
  ['Asia/Kolkata', '2026-11-23T12:30', '2026-11-23T07:00:00.000Z'],
  // Clocks go forward at 02:00 there, and back at 03:00.
  ['Europe/Lisbon', '2026-03-29T03:30', '2026-03-29T02:30:00.000Z'],
  ['Europe/Lisbon', '2026-10-26T09:00', '2026-10-26T09:00:00.000Z'],
])('by the clock of %s %s is %s', (timeZone, text, instant) => {
  const zone = zonedTime(null, timeZone)
  expect(zone.read(text)).toEqual(new Date(instant))
  expect(zone.write(new Date(instant))).toBe(text)
})

test('by another place’s clock, too, what it opened on keeps its seconds, and what is no time is none', () => {
  const at = new Date('2026-11-23T15:30:42.000Z')
  const zone = zonedTime(at, 'America/Sao_Paulo')
  expect(zone.read(zone.write(at))).toEqual(at)
  expect(zone.read('')).toBeNull()
  expect(problemOf(scheduleColumns.sendAt, zone.read('2026-11-02T'))).toEqual({ kind: 'invalid' })
})
