import { expect, test } from 'vitest'
import { countReactions } from './reaction-counts.ts'

test('one count an emoji, the most used first; our own is known', () => {
  expect(countReactions({ a: '👍', me: '❤️', b: '❤️', c: '' })).toEqual([
    { emoji: '❤️', count: 2, own: true },
    { emoji: '👍', count: 1, own: false },
  ])
  expect(countReactions({})).toEqual([])
})
