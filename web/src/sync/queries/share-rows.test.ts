import { expect, test } from 'vitest'
import { shareRows } from './share-rows.ts'

const at = (ms: number) => new Date(ms)

test('the same rows are the same array', () => {
  const before = [{ id: '1', at: at(5), tags: ['a'] }]
  expect(shareRows(before, [{ id: '1', at: at(5), tags: ['a'] }])).toBe(before)
})

test('rows keep their identity by id when others come and go', () => {
  const before = [
    { id: '1', n: 1 },
    { id: '2', n: 2 },
  ]
  const after = shareRows(before, [
    { id: '3', n: 3 },
    { id: '2', n: 2 },
    { id: '1', n: 9 },
  ])
  expect(after[1]).toBe(before[1])
  expect(after[2]).toEqual({ id: '1', n: 9 })
  expect(after[2]).not.toBe(before[0])
})

test('a changed date is a change; rows without id go by position', () => {
  const before = [{ at: at(1) }, { at: at(2) }]
  const after = shareRows(before, [{ at: at(1) }, { at: at(3) }])
  expect(after[0]).toBe(before[0])
  expect(after[1]).not.toBe(before[1])
})
