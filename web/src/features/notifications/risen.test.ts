import { expect, test } from 'vitest'
import { risen } from './risen.ts'
import { unreadTitle } from './unread-title.ts'

test('a ticket that has more unread, or is new among those that have any, was written in', () => {
  const before = new Map([
    ['a', 1],
    ['b', 2],
    ['c', 1],
  ])
  const now = new Map([
    ['a', 3],
    ['b', 2],
    ['d', 1],
  ])
  expect(risen(before, now)).toEqual(['a', 'd'])
})

test('what was read, closed or handed over makes no sound', () => {
  expect(risen(new Map([['a', 2]]), new Map([['a', 1]]))).toEqual([])
  expect(risen(new Map([['a', 2]]), new Map())).toEqual([])
})

test('the title says in how many tickets something is unread', () => {
  expect([0, 1, 12].map(unreadTitle)).toEqual(['Balcão', '(1) Balcão', '(12) Balcão'])
})
