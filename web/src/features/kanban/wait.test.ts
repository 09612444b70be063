import { expect, test } from 'vitest'
import { waitOf } from './wait.ts'

const now = new Date('2026-05-04T12:00:00Z')
const asked = (minutes: number) => ({
  lastMessageFromMe: false,
  lastMessageType: 'text',
  status: 'open' as const,
  lastMessageAt: new Date(now.getTime() - minutes * 60_000),
})

test('whom we answered waits only for somebody to take them', () => {
  expect(waitOf({ ...asked(9), lastMessageFromMe: true }, now)).toBeNull()
  expect(waitOf({ ...asked(9), lastMessageFromMe: true, status: 'pending' }, now)).not.toBeNull()
})

test('nobody waits where nothing was said', () => {
  expect(waitOf({ ...asked(9), lastMessageType: null }, now)).toBeNull()
})
