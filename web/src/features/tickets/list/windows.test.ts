import { expect, test } from 'vitest'
import { holdPages, idsOf, itemsOf, pageOfRow, shiftOf, toPages, withTail } from './windows.ts'

const row = (id: string, at: number) => ({ id, at })
const ids = (rows: readonly { id: string }[] = []) => rows.map(({ id }) => id).join('')
/** Newest first: pages {a,b}, {c,d} and the rest. */
const bounds = [row('b', 9), row('d', 7)]

test('a row is on the page whose last place is not before it; equal times go by id', () => {
  expect(
    [row('a', 10), row('b', 9), row('c', 8), row('d', 7), row('e', 6)].map((each) => pageOfRow(bounds, each)),
  ).toEqual([0, 0, 1, 1, 2])
  expect(pageOfRow(bounds, row('a', 9))).toBe(1)
  expect(pageOfRow(bounds, row('z', 9))).toBe(0)
})

test('a row that moved is shown once, where its newest version is', () => {
  const head = [row('c', 12), row('a', 10), row('b', 9)]
  const old = [row('c', 8), row('d', 7)]
  const pages = toPages(bounds, new Set([0, 1]), head, old)
  expect([ids(pages.get(0)), ids(pages.get(1)), pages.get(2)]).toEqual(['cab', 'd', undefined])
})

test('held: who became the newest stays where it stood; new ones come first; gone ones leave no hole', () => {
  const before = toPages(bounds, new Set([0, 1]), [row('a', 10), row('b', 9), row('c', 8), row('d', 7)])
  const after = toPages(bounds, new Set([0, 1]), [row('x', 13), row('d', 12), row('a', 10), row('c', 8)])
  const held = holdPages(idsOf(before), after)
  expect([ids(held.get(0)), ids(held.get(1))]).toEqual(['xa', 'cd'])
})

test('places count what is not loaded by its last size', () => {
  const pages = toPages(bounds, new Set([0, 2]), [row('a', 10), row('b', 9), row('e', 6)])
  const items = itemsOf(pages, 3, new Map([[1, 2]]))
  expect(items.total).toBe(5)
  expect([0, 1, 2, 3, 4].map((index) => items.at(index)?.id)).toEqual(['a', 'b', undefined, undefined, 'e'])
  expect([items.indexOf('e'), items.indexOf('c')]).toEqual([4, -1])
  expect(items.pagesBetween(1, 4)).toEqual({ from: 0, to: 2 })
})

test('what is in sight moves as most of it does', () => {
  const seen = ['a', 'b', 'c'].map((id, index) => ({ id, index }))
  const now = new Map([
    ['c', 0],
    ['x', 1],
    ['a', 2],
    ['b', 3],
  ])
  expect(shiftOf(seen, (id) => now.get(id) ?? -1)).toBe(2)
})

test('rows after the end are the last places; what is not loaded yet keeps its own', () => {
  const items = itemsOf(toPages(bounds, new Set([0]), [row('a', 10), row('b', 9)]), 2, new Map([[1, 2]]))
  const longer = withTail(items, [row('y', 3), row('z', 2)])
  expect(longer.total).toBe(6)
  expect([0, 2, 4, 5, 6].map((index) => longer.at(index)?.id)).toEqual(['a', undefined, 'y', 'z', undefined])
  expect(['b', 'z', 'c', undefined].map((id) => longer.indexOf(id))).toEqual([1, 5, -1, -1])
})
