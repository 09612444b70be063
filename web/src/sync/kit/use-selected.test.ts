import { expect, test } from 'vitest'
import { keepSame } from './use-selected.ts'

test('the same is kept: a value, and a list of the same items in the same order', () => {
  const keep = keepSame<unknown>()
  const [a, b] = [{ id: 'a' }, { id: 'b' }]
  const list = [a, b]
  expect(keep(list)).toBe(list)
  expect(keep([a, b])).toBe(list)
  expect(keep([b, a])).toEqual([b, a])
  expect(keep([b])).toEqual([b])
  expect(keep([b, { id: 'a' }])).toEqual([b, a])
  expect([keep(undefined), keep(undefined), keep(NaN), keep([])]).toEqual([undefined, undefined, NaN, []])
})
