// A finger that pulls a list down from its top. Pure. Invariant: who scrolls, draws a row to the side, or begins below the top has pulled nothing.

interface Point {
  x: number
  y: number
}

export interface Pull {
  from: Point
  /** It is one: until then it may become a scroll or a swipe. */
  begun: boolean
  /** Downwards, in px. */
  by: number
}

const slop = 8
/** The list follows half as fast: so far the finger has to go. */
const farEnough = 120
const most = 96

export const beginPull = (from: Point): Pull => ({ from, begun: false, by: 0 })

/** Null: it has become something else. */
export function movePull({ from, begun }: Pull, { x, y }: Point): Pull | null {
  const [by, aside] = [y - from.y, Math.abs(x - from.x)]
  if (begun) return { from, begun, by }
  if (by < -slop || aside > Math.max(slop, by)) return null
  return { from, begun: by > slop, by }
}

export const isPulledFar = ({ begun, by }: Pull) => begun && by >= farEnough

/** How far the list follows. */
export const lowered = ({ begun, by }: Pull) => (begun ? Math.max(0, Math.min(most, (by - slop) / 2)) : 0)
