import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createJsonMeter } from './json-meter.ts'

function measured(text: string, { maxValues = 1000, pieces = 1 } = {}) {
  const meter = createJsonMeter({ values: maxValues, depth: 64 })
  const bytes = new TextEncoder().encode(text)
  const size = Math.max(1, Math.ceil(bytes.length / pieces))
  for (let at = 0; at < bytes.length; at += size) meter.count(bytes.subarray(at, at + size))
}

test('nesting is refused however its bytes are cut', () => {
  for (const pieces of [1, 7, 100]) expect(() => measured('['.repeat(100), { pieces })).toThrow('ERR_VALIDATION')
})

test('many small values are refused', () => {
  expect(() => measured(`[${'0,'.repeat(2000)}0]`)).toThrow('ERR_VALIDATION')
  expect(() => measured(`[${'[],'.repeat(600)}[]]`)).toThrow('ERR_VALIDATION')
})

test('brackets, commas and quotes inside of texts count for nothing', () => {
  expect(() => measured(JSON.stringify({ text: '[{,"\\'.repeat(5000) }), { pieces: 13 })).not.toThrow()
})

test('JSON that anybody means passes, whatever pieces it comes in', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), fc.integer({ min: 1, max: 40 }), (value, pieces) => {
      expect(() => measured(JSON.stringify(value), { maxValues: 100_000, pieces })).not.toThrow()
    }),
  )
})
