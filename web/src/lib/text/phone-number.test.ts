import { expect, test } from 'vitest'
import { formatPhone } from './phone-number.ts'

test.each([
  ['5511900000001', '+55 11 90000-0001'],
  ['551133334444', '+55 11 3333-4444'],
  ['351912345678', '+351 912 345 678'],
  ['grupo', 'grupo'],
])('%s reads %s', (digits, text) => {
  expect(formatPhone(digits)).toBe(text)
})
