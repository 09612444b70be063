import { expect, test } from 'vitest'
import { isOnlyEmoji } from './only-emoji.ts'

test.each([
  ['👍', true],
  ['👩‍👩‍👧🇧🇷 👋🏽', true],
  ['❤️', true],
  ['👍👍👍👍', false],
  ['ok 👍', false],
  ['1', false],
  ['', false],
])('%s: %s', (text, large) => {
  expect(isOnlyEmoji(text)).toBe(large)
})
