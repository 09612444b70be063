import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTyping } from './typing.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Each as what was told and the ms at which it was. */
function write() {
  const told: (readonly [state: string, ms: number])[] = []
  const began = performance.now()
  const typing = createTyping((state) => told.push([state, performance.now() - began]))
  return { ...typing, told }
}

test('who writes says so, again after five seconds, and six seconds after the last key that it is over', () => {
  const { note, told } = write()
  for (let ms = 0; ms <= 5_500; ms += 500) {
    note('composing')
    vi.advanceTimersByTime(500)
  }
  vi.advanceTimersByTime(20_000)
  expect(told).toEqual([
    ['composing', 0],
    ['composing', 5_500],
    ['paused', 11_500],
  ])
})

test('a line that follows another says that somebody writes, not that they paused', () => {
  const { note, told } = write()
  note('composing')
  vi.advanceTimersByTime(300)
  note('paused')
  vi.advanceTimersByTime(900)
  note('composing')
  vi.advanceTimersByTime(300)
  note('paused')
  vi.advanceTimersByTime(20_000)
  expect(told).toEqual([
    ['composing', 0],
    ['composing', 1_200],
    ['paused', 2_500],
  ])
})

test('a recording goes on without keys, and who wrote nothing did not pause', () => {
  const { note, told } = write()
  note('paused')
  vi.advanceTimersByTime(2_000)
  note('recording')
  vi.advanceTimersByTime(60_000)
  note('paused')
  vi.advanceTimersByTime(20_000)
  expect(told).toEqual([
    ['recording', 2_000],
    ['paused', 63_000],
  ])
})
