import { expect, test } from 'vitest'
import { groupsOfFour } from './pairing-digits.ts'

test('a code is read in groups of four', () => {
  expect(groupsOfFour('ABCD1234')).toBe('ABCD-1234')
})
