import { expect, test } from 'vitest'
import { endpointRetryIn, retryIn, triedForSeconds } from './rules.ts'

test('tries become rarer and go on for a day', () => {
  const waits = Array.from({ length: 20 }, (_, index) => retryIn(index + 1, null, 0.5))
  expect(waits).toEqual(waits.toSorted((a, b) => a - b))
  expect(waits[0]).toBe(5)
  const sumOf = (count: number) => waits.slice(0, count).reduce((sum, wait) => sum + wait, 0)
  expect(sumOf(10)).toBeLessThan(triedForSeconds)
  expect(sumOf(12)).toBeGreaterThan(triedForSeconds)
})

test('who says when to come again is asked no sooner, and many do not come together', () => {
  expect(retryIn(1, 600, 0.5)).toBe(600)
  expect(retryIn(1, 600, 0)).toBe(540)
  expect(retryIn(1, 600, 1)).toBe(660)
})

test('an endpoint is looked at again within ten minutes, unless it asked for more', () => {
  expect(endpointRetryIn(9, null, 0.5)).toBe(600)
  expect(endpointRetryIn(9, 7200, 0)).toBeGreaterThanOrEqual(7200)
})
