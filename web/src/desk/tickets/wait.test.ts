import { expect, test } from 'vitest'
import { waitSince } from './wait.ts'

const now = new Date('2026-05-04T12:00:00Z')

test.each([
  [-5, 0, 'minutes', false],
  [14, 14, 'minutes', false],
  [15, 15, 'minutes', true],
  [59, 59, 'minutes', true],
  [60, 1, 'hours', true],
  [47 * 60 + 59, 47, 'hours', true],
  [48 * 60, 2, 'days', true],
])('%i minutes', (minutes, count, unit, isLong) => {
  expect(waitSince(new Date(now.getTime() - minutes * 60_000), now)).toEqual({ count, unit, isLong })
})
