import { expect, test } from 'vitest'
import { keepSame } from './use-selected.ts'

test('what is equal is kept: a value, a record, and a list of equal items in the same order', () => {
  const keep = keepSame<unknown>()
  const [a, b] = [{ id: 'a' }, { id: 'b' }]
  const list = [a, b]
  expect(keep(list)).toBe(list)
  expect(keep([a, b])).toBe(list)
  expect(keep([b, a])).toEqual([b, a])
  expect(keep([b])).toEqual([b])
  expect(keep([b, { id: 'a' }])).toEqual([b, a])
  const record = { at: new Date(5), tags: ['x'] }
  expect(keep(record)).toBe(record)
  expect(keep({ at: new Date(5), tags: ['x'] })).toBe(record)
  expect(keep({ at: new Date(6), tags: ['x'] })).toEqual({ at: new Date(6), tags: ['x'] })
  expect([keep(undefined), keep(undefined), keep(NaN), keep([])]).toEqual([undefined, undefined, NaN, []])
})
