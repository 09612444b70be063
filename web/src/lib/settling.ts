// What moves under a pointer takes no click for a moment: whoever clicks means what they saw there. A list that switches under a second
// click, a button that has become another one: the click is for what has gone. Pure; settled-clicks.ts brings the events.

interface Point {
  x: number
  y: number
}

export interface Look<Control> extends Point {
  /** What a click would be for; null: nothing. */
  control: Control | null
  /** ms */
  at: number
  /** Seen by a press: no event told since when it is there. */
  pressed: boolean
}

/** Longer than between the clicks of a double one, and than it takes to see that something else is there. */
export const settleMs = 600
/** A pointer that rests trembles, and a finger does not come down on the same pixel. */
const spotSize = 24

const isSameSpot = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y) <= spotSize

export function createSettling<Control>(isStillThere: (control: Control, place: Point) => boolean) {
  let last: Look<Control> | undefined
  /** When something came to where the pointer is, without the pointer. */
  let moved: (Point & { at: number }) | undefined
  /** Until it is pressed, what a wheel brings is brought by the pointer's owner. */
  let wheeledAt = Number.NEGATIVE_INFINITY
  const isSettled = ({ at }: { at: number }) => !moved || at - moved.at >= settleMs

  /** True: it was not the pointer that went from the one to the other. What is shown over something has not moved that. */
  const cameByItself = (before: Look<Control>, look: Look<Control>) => {
    if (!isSameSpot(before, look) || before.control === look.control || look.at - wheeledAt < settleMs) return false
    // A list that is empty for some frames while it switches.
    return before.control === null ? !isSettled(look) : !isStillThere(before.control, before)
  }

  return {
    isSettled,
    /** What the pointer is on now. */
    see(look: Look<Control>) {
      const before = last
      last = look
      if (before && cameByItself(before, look)) moved = { ...look, at: look.pressed ? before.at : look.at }
      else if (moved && !isSameSpot(moved, look)) moved = undefined
      if (look.pressed) wheeledAt = Number.NEGATIVE_INFINITY
    },
    /** What is under the pointer is scrolled on purpose. */
    wheeled({ at }: { at: number }) {
      wheeledAt = at
      moved = undefined
    },
    /** A click was ignored: who goes on clicking has not looked yet. */
    ignored({ x, y, at }: Point & { at: number }) {
      moved = { x, y, at }
    },
  }
}
