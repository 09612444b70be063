import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { dateOf, isDate, joined, partsOf, writtenDate } from './typed-date.ts'

const today = '2026-11-24'

test.each([
  ['24/11/2026', '2026-11-24'],
  ['1/2/27', '2027-02-01'],
  ['01.02.2027', '2027-02-01'],
  ['24112026', '2026-11-24'],
  ['241126', '2026-11-24'],
  ['2026-12-31', '2026-12-31'],
  ['24/11', '2026-11-24'],
  ['2312', '2026-12-23'],
  [' 23/11 ', '2027-11-23'],
])('%j is typed for %s', (typed, date) => {
  expect(dateOf(typed, today)).toBe(date)
})

test.each(['', '24', '24/', '24/11/202', '31/02/2026', '29/02/2027', '11/24/2026', '2026-02-30', 'amanhã'])(
  '%j is no day, and stays as it was typed',
  (typed) => {
    expect(dateOf(typed, today)).toBe(typed)
    expect(isDate(typed)).toBe(false)
    expect(writtenDate(typed)).toBe(typed)
  },
)

test('every day is read as it is written', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('1900-01-01'), max: new Date('2999-12-31'), noInvalidDate: true }), (at) => {
      const date = at.toISOString().slice(0, 10)
      expect(dateOf(writtenDate(date), today)).toBe(date)
    }),
  )
})

test('a day and an hour are one value, with what is missing', () => {
  expect(joined('', '')).toBe('')
  for (const value of ['', '2026-11-24T09:00', '2026-11-24T', 'T09:00', '24/T09:00']) {
    const { date, clock } = partsOf(value)
    expect(joined(date, clock)).toBe(value)
  }
})
