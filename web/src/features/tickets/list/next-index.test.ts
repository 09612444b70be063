import { expect, test } from 'vitest'
import { nextIndex } from './next-index.ts'

test.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 4, 4],
  ['ArrowUp', 0, 0],
  ['ArrowUp', 3, 2],
  ['j', 0, 1],
  ['k', 1, 0],
  ['j', -1, 0],
  ['Home', 3, 0],
  ['End', 0, 4],
  ['a', 2, null],
])('%s at %i leads to %s', (key, index, expected) => {
  expect(nextIndex(key, index, 5)).toBe(expected)
})
