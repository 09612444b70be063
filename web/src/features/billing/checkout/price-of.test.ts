import { expect, test } from 'vitest'
import { priceOf } from './price-of.ts'

const invoice = { value: 299.7, months: 3 }

test('the own plan costs what the invoice says, whatever it would cost now', () => {
  expect(priceOf(invoice, { own: true, value: 500 })).toBe(299.7)
})

test('another plan costs its own price for each month, to the cent', () => {
  expect(priceOf(invoice, { own: false, value: 19.99 })).toBe(59.97)
  expect(priceOf({ value: 1, months: 12 }, { value: 0.07 })).toBe(0.84)
})
