import { scheduleColumns } from 'db/schedules/mutations.ts'
import { expect, test } from 'vitest'
import { problemOf } from '../components/resource-form/check-fields.ts'
import { inAnHour, isPast, localTime } from './local-time.ts'

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
])('%j is no time: %s', (text, kind) => {
  expect(problemOf(scheduleColumns.sendAt, read(text))).toEqual({ kind })
})

test('an hour from now is ahead, this minute is not', () => {
  expect(isPast(inAnHour())).toBe(false)
  expect(isPast(new Date())).toBe(true)
})
