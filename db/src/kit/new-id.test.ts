import { afterEach, expect, test, vi } from 'vitest'
import { newId } from './new-id.ts'

afterEach(() => void vi.useRealTimers())

const timeOf = (id: string) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

test('ids sort in the order of making, within a millisecond and when the clock is set back a little', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const start = Date.now()
  const ids = [0, 0, 0, 5, 5, 3, 4, 6, 6, -20_000, 7].flatMap((ms) => {
    vi.setSystemTime(start + ms)
    return Array.from({ length: 50 }, newId)
  })
  expect(ids).toEqual(ids.toSorted())
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every((id) => /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id))).toBe(true)
})

test('a clock that was far ahead leaves no ids of the future behind', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const start = Date.now()
  vi.setSystemTime(start + 3_600_000)
  expect(timeOf(newId())).toBe(start + 3_600_000)
  vi.setSystemTime(start + 1)
  expect(timeOf(newId())).toBe(start + 1)
})
