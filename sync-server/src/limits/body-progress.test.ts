import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchProgress } from './body-progress.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Seconds after which a body is late that has `bytesAt` so many seconds `bytes`; null within 20 minutes. */
function lateAfter(bytesAt: (second: number) => number, deadline = Infinity) {
  let second = 0
  let late: number | null = null
  const stop = watchProgress(
    () => bytesAt(second),
    deadline * 1000,
    () => (late = second),
  )
  for (; second < 1200 && late === null; second++) vi.advanceTimersByTime(1000)
  stop()
  return late
}

test('a slow line is waited for, whatever it has to say, and one that stands still for a while', () => {
  expect(lateAfter((second) => second * 8000)).toBe(null)
  expect(lateAfter((second) => (second < 20 ? 1000 : second < 40 ? 200_000 : second * 8000))).toBe(null)
})

test('silence, and a byte now and then, is late soon', () => {
  for (const bytesAt of [() => 0, () => 7_900_000, (second: number) => second]) {
    expect(lateAfter(bytesAt)).toBeGreaterThanOrEqual(28)
    expect(lateAfter(bytesAt)).toBeLessThanOrEqual(34)
  }
})

test('what comes forward has to end all the same, where there is a deadline', () => {
  expect(lateAfter((second) => second * 8000, 10)).toBeLessThanOrEqual(11)
})
