import { expect, test } from 'vitest'
import { isDatabaseAway } from './database-away.ts'
import { LeaseLostError } from './lease.ts'

test.each(['ECONNREFUSED', 'CONNECTION_CLOSED', '57P01', '57P03', '08006', '53100', '40P01'])('%s passes', (code) => {
  expect(isDatabaseAway(Object.assign(new Error('away'), { code }))).toBe(true)
})

test.each(['23505', '42P01', 'CONNECTION_ENDED'])('%s does not', (code) => {
  expect(isDatabaseAway(Object.assign(new Error('no'), { code }))).toBe(false)
})

test('what is no error of the database is not its absence', () => {
  for (const error of [new LeaseLostError(), new TypeError('x'), undefined, 'text'])
    expect(isDatabaseAway(error)).toBe(false)
})
