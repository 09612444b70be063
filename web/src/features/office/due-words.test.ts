import { expect, test } from 'vitest'
import { dueTone } from './due-words.ts'

test('only the days that the specification names have a colour', () => {
  const days = Array.from({ length: 16 }, (_, index) => index - 7)
  expect(days.map((left) => [left, dueTone(left)]).filter(([, tone]) => tone !== null)).toEqual([
    [-4, 'red'],
    [-3, 'orange'],
    [-2, 'orange'],
    [-1, 'orange'],
    [0, 'orange'],
    [1, 'orange'],
    [2, 'orange'],
    [3, 'orange'],
    [4, 'orange'],
    [5, 'yellow'],
  ])
})
