import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { storable } from './storable.ts'

const nested = (depth: number, inner: unknown) => {
  let value = inner
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { a: value }
  return value
}

test('what can be kept is the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6, stringUnit: 'grapheme' }), (value) => {
      fc.pre(!JSON.stringify(value).includes(String.raw`\u0000`))
      expect(storable(value)).toBe(value)
    }),
  )
})

test('NUL is refused wherever it stands, with its place', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      expect(() => storable({ name: `${before}\0${after}` })).toThrow(
        expect.objectContaining({ code: 'ERR_VALIDATION', details: { fields: { name: ['NUL'] } } }),
      )
    }),
  )
  expect(() => storable('\0')).toThrow(expect.objectContaining({ details: { root: ['NUL'] } }))
  expect(() => storable({ changes: { extra: [{ name: 'a', value: '\0' }] } })).toThrow(
    expect.objectContaining({ details: { fields: { 'changes.extra.0.value': ['NUL'] } } }),
  )
  expect(() => storable({ ok: { 'a\0': 1 } })).toThrow(expect.objectContaining({ code: 'ERR_VALIDATION' }))
})

test('half a surrogate pair becomes the replacement character, the rest stays', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      fc.pre(!text.includes('\0'))
      const kept = storable({ a: [{ b: text, n: 1 }], c: null })
      expect(kept).toEqual({ a: [{ b: text.toWellFormed(), n: 1 }], c: null })
    }),
  )
  expect(storable({ name: 'Ana \uD83D', 'k\uDE00': 'x' })).toEqual({ name: 'Ana \uFFFD', 'k\uFFFD': 'x' })
  expect(storable('Ana 😀')).toBe('Ana 😀')
})

test('a value may be as deep as arguments are, and no deeper, however deep', () => {
  expect(storable(nested(32, 'x'))).toEqual(nested(32, 'x'))
  for (const depth of [33, 9_800, 200_000]) {
    expect(() => storable(nested(depth, 'x'))).toThrow(expect.objectContaining({ code: 'ERR_VALIDATION' }))
  }
})

test('what is no JSON is left as it is', () => {
  const date = new Date()
  const file = new File(['\0'], 'a')
  expect(storable({ date, file })).toEqual({ date, file })
})
