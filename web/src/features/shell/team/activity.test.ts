import { expect, test } from 'vitest'
import { awaySince, hiddenMs, idleMs } from './activity.ts'

const now = 1_000_000_000

test('who used the app lately and has it in sight is there', () => {
  expect(awaySince({ usedAt: now - idleMs + 1, seenAt: now - hiddenMs + 1 }, now)).toBeNull()
})

test('who does not touch it is away since the last touch', () => {
  expect(awaySince({ usedAt: now - idleMs, seenAt: now }, now)).toBe(now - idleMs)
})

test('who has it out of sight is away since it went', () => {
  expect(awaySince({ usedAt: now - hiddenMs - 5, seenAt: now - hiddenMs }, now)).toBe(now - hiddenMs)
})

test('of both it is the earlier', () => {
  expect(awaySince({ usedAt: now - 2 * idleMs, seenAt: now - idleMs }, now)).toBe(now - 2 * idleMs)
})
