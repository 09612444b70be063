import { expect, test } from 'vitest'
import { levelOf } from './voice-recorder.ts'

test('the meter follows the ear: silence is nothing, shouting is full', () => {
  expect(levelOf(0)).toBe(0)
  expect(levelOf(1)).toBe(1)
  expect(levelOf(0.05)).toBeCloseTo(0.53, 1)
})
