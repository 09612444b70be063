import { expect, test } from 'vitest'
import { beginPull, isPulledFar, lowered, movePull } from './pull.ts'

const from = { x: 100, y: 300 }
const at = (x: number, y: number) => movePull(beginPull(from), { x, y })

test('a finger that goes down pulls, and far enough counts', () => {
  const near = at(102, 350)
  expect(near).toEqual({ from, begun: true, by: 50 })
  expect(near && isPulledFar(near)).toBe(false)
  const far = near && movePull(near, { x: 160, y: 425 })
  expect(far && isPulledFar(far)).toBe(true)
  const back = far && movePull(far, { x: 100, y: 290 })
  expect(back && [isPulledFar(back), lowered(back)]).toEqual([false, 0])
})

test.each([
  ['up', 100, 280],
  ['to the side', 120, 302],
  ['more to the side than down', 150, 330],
])('a finger that goes %s pulls nothing', (_name, x, y) => {
  expect(at(x, y)).toBeNull()
})

test('the list follows half as fast, and stops', () => {
  expect([300, 308, 348, 2000].map((y) => lowered(at(100, y) ?? beginPull(from)))).toEqual([0, 0, 20, 96])
})
