import { createSecretKey, randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { currentKeyId, headOf, keyRing, seal, unseal } from './cipher.ts'
import { sealWithoutId } from './test-earlier-seal.ts'

const newKey = () => createSecretKey(randomBytes(32))
const [before, now, other] = [newKey(), newKey(), newKey()]
const place = 'connection/type/id'

test('what was sealed opens again, also when its key is a former one by now, or had no id then', () => {
  const ring = keyRing(now, [other, before])
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(unseal(keyRing(now), place, seal(keyRing(now), place, text))).toBe(text)
      expect(unseal(ring, place, seal(keyRing(before), place, text))).toBe(text)
      expect(unseal(ring, place, sealWithoutId(before, place, text))).toBe(text)
    }),
  )
})

test('it names its key, and is always of the current one', () => {
  const sealed = seal(keyRing(now, [before]), place, 'x')
  expect(sealed.subarray(0, 5)).toEqual(headOf(keyRing(now)))
  expect(headOf(keyRing(now))).not.toEqual(headOf(keyRing(before)))
  expect(currentKeyId(keyRing(now, [before]))).toBe(sealed.subarray(1, 5).toString('hex'))
})

test('with another key, in another place or changed by a bit it does not open', () => {
  const ring = keyRing(now, [before])
  for (const sealed of [seal(keyRing(now), place, 'text'), sealWithoutId(before, place, 'text')]) {
    expect(() => unseal(keyRing(other), place, sealed)).toThrow(/not configured|does not open/)
    expect(() => unseal(ring, `${place}2`, sealed)).toThrow('does not open')
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const changed = Buffer.from(sealed)
      changed[bit >> 3]! ^= 1 << (bit & 7)
      expect(() => unseal(ring, place, changed)).toThrow()
    }
    for (let length = 0; length < sealed.length; length++) {
      expect(() => unseal(ring, place, sealed.subarray(0, length))).toThrow()
    }
  }
})
