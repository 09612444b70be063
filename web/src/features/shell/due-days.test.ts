import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { dueDays } from './due-days.ts'

const day = 86_400_000
const noon = new Date(2026, 10, 20, 12)
const after = (days: number) => new Date(noon.getTime() + days * day)

test.each([
  [5, null],
  [4.99, 5],
  [4.6, 5],
  [4.4, 4],
  [4.01, 4],
  [4, 4],
  [1, 1],
  [0.6, 1],
  [0.4, 0],
  [0.001, 0],
  [0, null],
  [-0.5, null],
])('with %f days left, at noon: %s', (days, shown) => {
  expect(dueDays(after(days), noon)).toBe(shown)
})

const instant = fc.date({ min: new Date(2026, 0, 1), max: new Date(2030, 0, 1), noInvalidDate: true })
const left = fc.integer({ min: -2 * day, max: 8 * day })

test('it is told whenever fewer than five days remain, and never else', () => {
  fc.assert(
    fc.property(instant, left, (now, ms) => {
      expect(dueDays(new Date(now.getTime() + ms), now) !== null).toBe(ms > 0 && ms < 5 * day)
    }),
  )
})

test('the number leads from today to the date that is shown, and never rises with time', () => {
  fc.assert(
    fc.property(instant, fc.integer({ min: 1, max: 5 * day - 1 }), fc.nat(day), (now, ms, later) => {
      const due = new Date(now.getTime() + ms)
      const days = dueDays(due, now) ?? Number.NaN
      expect(Number.isInteger(days)).toBe(true)
      expect(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days).toDateString()).toBe(due.toDateString())
      expect(dueDays(due, new Date(now.getTime() + later)) ?? 0).toBeLessThanOrEqual(days)
    }),
  )
})
