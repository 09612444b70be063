import { expect, test } from 'vitest'
import { formatDuration } from './duration.ts'

test.each([
  [0, '0:00'],
  [6.6, '0:07'],
  [59.6, '1:00'],
  [750, '12:30'],
  [3723, '1:02:03'],
  [Number.NaN, '0:00'],
  [Number.POSITIVE_INFINITY, '0:00'],
])('%d s is %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})
