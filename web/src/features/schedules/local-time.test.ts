import * as v from 'valibot'
import { expect, test } from 'vitest'
import { inAnHour, isPast, localInstant, localText } from './local-time.ts'

test('the field’s text and the instant are the same by the clock here', () => {
  const at = new Date(2026, 10, 2, 9, 5)
  expect(localText(at)).toBe('2026-11-02T09:05')
  expect(v.parse(localInstant, localText(at))).toBe(at.toISOString())
})

test.each(['', '2026-11-02T', 'amanhã', '0001-01-01T10:00'])('%j is no time', (text) => {
  expect(v.is(localInstant, text)).toBe(false)
})

test('an hour from now is ahead, this minute is not', () => {
  expect(isPast(localText(inAnHour()))).toBe(false)
  expect(isPast(localText(new Date()))).toBe(true)
})
