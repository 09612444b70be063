import { expect, test } from 'vitest'
import { groupsOfFour, pairingDigits } from './pairing-digits.ts'

test.each([
  ['+55 11 91234-5678', '5511912345678'],
  ['(11) 91234-5678', '5511912345678'],
  ['11 3456-7890', '551134567890'],
  ['5511912345678', '5511912345678'],
  ['+351 912 345 678', '351912345678'],
  ['+1 212 555 0100', '12125550100'],
  ['', null],
  ['123', null],
  ['onze 91234-5678', null],
  ['+0 11 91234 5678', null],
])('%s', (text, digits) => {
  expect(pairingDigits(text)).toBe(digits)
})

test('a code is read in groups of four', () => {
  expect(groupsOfFour('ABCD1234')).toBe('ABCD-1234')
})
