import { expect, test } from 'vitest'
import { trialDays } from './trial-days.ts'

const until = new Date('2026-11-20T12:00:00Z')
const at = (text: string) => trialDays(until, new Date(text))

test('a day that has begun counts, and there is none after the last', () => {
  expect(at('2026-11-17T12:00:00Z')).toBe(3)
  expect(at('2026-11-17T12:00:01Z')).toBe(3)
  expect(at('2026-11-19T12:00:00Z')).toBe(1)
  expect(at('2026-11-20T11:59:59Z')).toBe(1)
  expect(at('2026-11-20T12:00:00Z')).toBe(0)
  expect(at('2026-12-20T12:00:00Z')).toBe(0)
})

test('who has paid has none', () => {
  expect(trialDays(null, until)).toBeNull()
})
