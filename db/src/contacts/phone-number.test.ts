import { expect, test } from 'vitest'
import { internationalDigits, phoneDigits } from './phone-number.ts'

test.each([
  ['(11) 98765-4321', '5511987654321'],
  ['5511987654321', '5511987654321'],
  ['+55 11 98765-4321', '5511987654321'],
  ['11 8765-4321', '551187654321'],
  ['5511900000001', '5511900000001'],
  ['+49 1511 2345678', '4915112345678'],
  ['4915112345678', '4915112345678'],
  ['+351 912 345 678', '351912345678'],
  ['12345', null],
  ['abc', null],
  ['', null],
])('%s is %s', (typed, digits) => {
  expect(phoneDigits(typed)).toBe(digits)
})

test.each([
  ['5511987654321', '5511987654321'],
  ['+5511987654321', '5511987654321'],
  ['551187654321', '551187654321'],
  ['12025550123', '12025550123'],
  // Without its country it would be somebody else's.
  ['11987654321', null],
  ['+55 11 98765-4321', null],
  ['55119', null],
  ['', null],
])('with its country %s is %s', (written, digits) => {
  expect(internationalDigits(written)).toBe(digits)
})
