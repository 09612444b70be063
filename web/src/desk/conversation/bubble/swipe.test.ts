import { expect, test } from 'vitest'
import { beginSwipe, isFar, moveSwipe, shiftOf, type Swipe } from './swipe.ts'

/** A finger at these places, 10 ms each; the last number of one: when it comes there. */
function draw(...places: [x: number, y: number, at?: number][]): Swipe | null {
  const [[x, y], ...rest] = [places[0] ?? [0, 0], ...places.slice(1)]
  return rest.reduce<Swipe | null>(
    (swipe, [toX, toY, at], index) => swipe && moveSwipe(swipe, { x: toX, y: toY, at: at ?? (index + 1) * 10 }),
    beginSwipe({ x, y, at: 0 }),
  )
}

const quotes = (swipe: Swipe | null) => swipe !== null && isFar(swipe)

test('to the right, far enough, also when it goes up or down later', () => {
  expect(quotes(draw([100, 100], [120, 102], [170, 140]))).toBe(true)
  expect(quotes(draw([100, 100], [120, 102], [150, 102]))).toBe(false)
  expect(quotes(draw([100, 100], [120, 102], [170, 102], [130, 102]))).toBe(false)
})

test('a scroll, a drag to the left, one that waited for the menu, and the way back from the edge are none', () => {
  expect(draw([100, 100], [104, 120], [200, 120])).toBeNull()
  expect(draw([200, 100], [180, 100], [300, 100])).toBeNull()
  expect(draw([100, 100], [170, 100, 500])).toBeNull()
  expect(draw([5, 100], [120, 100])).toBeNull()
})

test('the bubble follows the finger, and slowly beyond what is enough', () => {
  const shift = (x: number) =>
    shiftOf(draw([100, 100], [x, 100]) ?? { from: { x: 0, y: 0, at: 0 }, begun: false, by: 0 })
  expect(shift(140)).toBe(40)
  expect(shift(172)).toBe(72)
  expect(shift(252)).toBe(82)
})
