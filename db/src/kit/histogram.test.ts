import { array, assert, constantFrom, double, property } from 'fast-check'
import { expect, test } from 'vitest'
import { bucketOf, countOf, delayBounds, quantileOf } from './histogram.ts'

const histogramOf = (delays: readonly number[]) => {
  const counts: number[] = []
  for (const ms of delays) counts[bucketOf(ms)] = (counts[bucketOf(ms)] ?? 0) + 1
  return counts
}

test('of nothing there is no quantile', () => {
  expect(quantileOf([], 0.5)).toBe(null)
})

test('a quantile lies within the bounds of the delay that is there', () => {
  assert(
    property(
      array(double({ min: 0, max: 60_000, noNaN: true }), { minLength: 1 }),
      constantFrom(0.5, 0.95),
      (delays, q) => {
        const exact = delays.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(q * delays.length) - 1)] ?? 0
        const place = bucketOf(exact)
        const found = quantileOf(histogramOf(delays), q) ?? -1
        expect(found).toBeGreaterThanOrEqual(delayBounds[place - 1] ?? 0)
        expect(found).toBeLessThanOrEqual(delayBounds[place] ?? Infinity)
      },
    ),
  )
})

test('what takes for ever counts, as the last bound; clocks that disagree take no time', () => {
  expect(quantileOf(histogramOf([1e9]), 0.5)).toBe(60_000)
  expect(countOf(histogramOf([-5, 3, 1e9]))).toBe(3)
  expect(bucketOf(-5)).toBe(0)
})
