import { expect, test } from 'vitest'
import { volumeOf } from './volume.ts'

test.each([
  [null, 1],
  ['', 1],
  ['loud', 1],
  ['1.5', 1],
  ['-0.1', 1],
  ['0', 0],
  ['0.30000000000000004', 0.3],
  ['0.7', 0.7],
  ['1', 1],
])('stored %s is volume %d', (stored, volume) => {
  expect(volumeOf(stored)).toBe(volume)
})
