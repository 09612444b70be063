import { expect, test } from 'vitest'
import { waitOf } from './wait.ts'

const now = new Date('2026-05-04T12:00:00Z')
const asked = (minutes: number) => ({
  lastMessageFromMe: false,
  lastMessageType: 'text',
  status: 'open' as const,
  lastMessageAt: new Date(now.getTime() - minutes * 60_000),
})

test.each([
  [-5, 0, 'minutes', false],
  [14, 14, 'minutes', false],
  [15, 15, 'minutes', true],
  [59, 59, 'minutes', true],
  [60, 1, 'hours', true],
  [47 * 60 + 59, 47, 'hours', true],
  [48 * 60, 2, 'days', true],
])('%i minutes', (minutes, count, unit, isLong) => {
  expect(waitOf(asked(minutes), now)).toEqual({ count, unit, isLong })
})

test('whom we answered waits only for somebody to take them', () => {
  expect(waitOf({ ...asked(9), lastMessageFromMe: true }, now)).toBeNull()
  expect(waitOf({ ...asked(9), lastMessageFromMe: true, status: 'pending' }, now)).not.toBeNull()
})

test('nobody waits where nothing was said', () => {
  expect(waitOf({ ...asked(9), lastMessageType: null }, now)).toBeNull()
})
