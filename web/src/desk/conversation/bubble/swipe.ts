// A finger that draws a bubble to the right. Pure. Invariant: who scrolls, draws to the left, or stays until the menu opens (use-long-press.ts) has
// drawn nothing.

export interface Point {
  x: number
  y: number
  /** In ms. */
  at: number
}

export interface Swipe {
  from: Point
  /** It is one: until then it may become a scroll or a long press. */
  begun: boolean
  /** To the right, in px. */
  by: number
}

const slop = 10
const heldMs = 400
const farEnough = 56
/** Beyond that the bubble follows more slowly. */
const most = 72
/** There the finger goes back to the screen before. */
const edge = 20

export const beginSwipe = (from: Point): Swipe | null => (from.x < edge ? null : { from, begun: false, by: 0 })

/** Null: it has become something else. */
export function moveSwipe({ from, begun }: Swipe, { x, y, at }: Point): Swipe | null {
  const [by, down] = [x - from.x, Math.abs(y - from.y)]
  if (begun) return { from, begun, by }
  if (down > slop || by < -slop || at - from.at > heldMs) return null
  return { from, begun: by > slop, by }
}

export const isFar = ({ begun, by }: Swipe) => begun && by >= farEnough

/** How far the bubble follows. */
export const shiftOf = ({ by }: Swipe) => Math.max(0, Math.min(by, most) + Math.max(0, by - most) / 8)
