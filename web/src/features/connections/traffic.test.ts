import type { TrafficDay } from 'db/connections/queries.ts'
import { expect, test } from 'vitest'
import { differenceOf, reasonsOf } from './traffic.ts'

const day = { id: '1', day: '2026-11-21', delivered: 10, stored: 6, changed: 1, sent: 4, refused: 0 }

test('what is neither stored, applied nor ignored is the difference', () => {
  expect(differenceOf({ ...day, ignored: { status: 2, protocol: 1 } })).toBe(0)
  expect(differenceOf({ ...day, ignored: { status: 2 } })).toBe(1)
})

test('reasons of several days are added up, the most frequent first', () => {
  const days: TrafficDay[] = [
    { ...day, ignored: { status: 2, protocol: 1 } },
    { ...day, ignored: { protocol: 4 } },
  ]
  expect(reasonsOf(days)).toEqual([
    ['protocol', 5],
    ['status', 2],
  ])
})
