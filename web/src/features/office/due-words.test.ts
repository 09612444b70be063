import { expect, test } from 'vitest'
import { dueTone } from './due-words.ts'

test('a company is yellow five days before its due date, orange until three days after, and red from the fourth day on', () => {
  const days = Array.from({ length: 16 }, (_, index) => index - 7)
  expect(days.map((left) => [left, dueTone(left)]).filter(([, tone]) => tone !== null)).toEqual([
    [-7, 'red'],
    [-6, 'red'],
    [-5, 'red'],
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
