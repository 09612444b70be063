import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createGathering } from './gathering.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Each as what was told and the ms at which it was. */
function gather() {
  const told: (readonly [what: string, ms: number])[] = []
  const began = performance.now()
  const soon = (run: () => void) => {
    const timer = setTimeout(run)
    return () => clearTimeout(timer)
  }
  const tell = (what: string) => told.push([what, performance.now() - began])
  return { ...createGathering(tell, 1000, soon), told }
}

test('the first is told at once, what follows in one go, and who comes later at once again', () => {
  const { owe, told } = gather()
  owe('a')
  vi.advanceTimersByTime(100)
  owe('b')
  vi.advanceTimersByTime(100)
  owe('c')
  vi.advanceTimersByTime(2800)
  owe('d')
  vi.advanceTimersByTime(0)
  expect(told).toEqual([
    ['a', 0],
    ['c', 1000],
    ['d', 3000],
  ])
})

test('what is owed is told in the moment in which there may be no later, and only once', () => {
  const { owe, settle, told } = gather()
  owe('a')
  vi.advanceTimersByTime(10)
  owe('b')
  settle()
  settle()
  vi.advanceTimersByTime(5000)
  expect(told).toEqual([
    ['a', 0],
    ['b', 10],
  ])
})

test('a first that has not had its moment is not: who passes by has seen nothing', () => {
  const { owe, settle, told } = gather()
  owe('a')
  settle()
  vi.advanceTimersByTime(5000)
  expect(told).toEqual([])
})

test('what need not be told any more is not', () => {
  const { owe, drop, told } = gather()
  owe('a')
  drop()
  vi.advanceTimersByTime(5000)
  expect(told).toEqual([])
})
