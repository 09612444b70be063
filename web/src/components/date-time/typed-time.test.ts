import { expect, test } from 'vitest'
import { clockOf, isEndClock } from './typed-time.ts'

test.each([
  ['8', '08:00'],
  ['18h', '18:00'],
  ['830', '08:30'],
  ['8:30', '08:30'],
  ['1830', '18:30'],
  [' 08.15 ', '08:15'],
  ['24', '24'],
  ['8:60', '8:60'],
  ['', ''],
])('%j is typed for %j', (typed, clock) => {
  expect(clockOf(typed)).toBe(clock)
})

test('where something ends, 24 is midnight', () => {
  expect([clockOf('24', isEndClock), clockOf('24h', isEndClock), clockOf('24:30', isEndClock)]).toEqual([
    '24:00',
    '24:00',
    '24:30',
  ])
})
