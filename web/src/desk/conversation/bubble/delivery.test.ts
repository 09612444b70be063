import { expect, test } from 'vitest'
import { deliveryOf } from './delivery.ts'

const own = (ack: number, state: { waiting?: boolean; offline?: boolean } = {}) =>
  deliveryOf({ fromMe: true, ack }, { waiting: false, offline: false, ...state })

test('receipts read as they rise; played counts as read', () => {
  expect([-1, 0, 1, 2, 3, 4, 5].map((level) => own(level))).toEqual([
    'failed',
    'sending',
    'sent',
    'received',
    'read',
    'read',
    'read',
  ])
})

test('what waits in the outbox says what it waits for', () => {
  expect(own(0, { waiting: true, offline: true })).toBe('queued')
  expect(own(0, { waiting: true })).toBe('sending')
  expect(own(0, { offline: true })).toBe('sending')
})

test('the customer’s own messages have no ticks', () => {
  expect(deliveryOf({ fromMe: false, ack: 2 }, { waiting: false, offline: false })).toBeNull()
})
