import { describe, expect, test } from 'vitest'
import { givenNumber, isOtherAccount, numberChange } from './given-number.ts'

const [nine, eight, other] = ['5511988887777', '551188887777', '5521977776666']
const named = (number: string | null, name = 'Ana') => ({ number, name })
const now = new Date('2026-11-20T13:00:00Z')

test.each([
  [nine, other, true],
  [nine, eight, false],
  [null, nine, false],
  [nine, null, false],
])('from %s to %s it is another account: %s', (before, after, isOther) => {
  expect(isOtherAccount(named(before), named(after))).toBe(isOther)
})

describe('a number that was changed', () => {
  test('forgets what WhatsApp told of the account before', () => {
    const change = { lid: null, pushName: null, pictureHash: null, onWhatsapp: null, checkedAt: null }
    expect(numberChange(named(nine), named(other))).toEqual(change)
    expect(givenNumber(named(nine), named(other), now)).toEqual({ numberGiven: true, accountSince: now })
  })

  test('in its spelling alone, or where none was known, is the same account’s, and proves nothing', () => {
    for (const before of [eight, null]) {
      expect(numberChange(named(before), named(nine))).toEqual({ onWhatsapp: null, checkedAt: null })
      expect(givenNumber(named(before), named(nine), now)).toEqual({ numberGiven: true })
    }
  })

  test('is the name of who had the old one as a name', () => {
    expect(numberChange(named(nine, nine), named(other, nine))).toMatchObject({ name: other })
    expect(numberChange(named(nine, nine), named(other, 'Ana'))).not.toHaveProperty('name')
  })
})
