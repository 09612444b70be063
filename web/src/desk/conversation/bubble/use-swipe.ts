// A finger that draws a bubble to the right quotes it, as phones do it everywhere. Invariant: who scrolls, or moves a slider, quotes nothing; and
// what is drawn less than far enough falls back.
import { useRef, useState, type PointerEvent } from 'react'

const slop = 10
const farEnough = 56
/** Beyond that it follows more slowly. */
const most = 72
/** There the finger goes back to the screen before. */
const edge = 20

interface Swipe {
  pointer: number
  x: number
  y: number
  begun: boolean
  done: boolean
}

/** `onSwiped` null: nothing can be quoted. */
export function useSwipe(onSwiped: (() => void) | null) {
  const swipe = useRef<Swipe>(undefined)
  const [state, setState] = useState<'far' | 'near' | null>(null)
  const end = (element: HTMLElement) => {
    swipe.current = undefined
    element.style.translate = ''
    setState(null)
  }
  return {
    state,
    handlers: {
      onPointerDown({ pointerType, pointerId: pointer, clientX: x, clientY: y, target }: PointerEvent<HTMLElement>) {
        swipe.current = undefined
        if (pointerType !== 'touch' || !onSwiped || x < edge || (target instanceof Element && target.matches('input')))
          return
        swipe.current = { pointer, x, y, begun: false, done: false }
      },
      onPointerMove({ pointerId, clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) {
        const { current } = swipe
        if (current?.pointer !== pointerId) return
        const [right, down] = [clientX - current.x, Math.abs(clientY - current.y)]
        if (!current.begun) {
          if (down > slop || right < -slop) swipe.current = undefined
          if (down > slop || right <= slop) return
          current.begun = true
        }
        const done = right >= farEnough
        if (done && !current.done) tell()
        current.done = done
        setState(done ? 'far' : 'near')
        // Not by a render: a long message would come behind the finger.
        currentTarget.style.translate = `${shift(right)}px`
      },
      onPointerUp({ clientX, currentTarget }: PointerEvent<HTMLElement>) {
        const { current } = swipe
        end(currentTarget)
        if (current?.begun && clientX - current.x >= farEnough) onSwiped?.()
      },
      onPointerCancel: ({ currentTarget }: PointerEvent<HTMLElement>) => end(currentTarget),
    },
  }
}

const shift = (by: number) => Math.max(0, Math.min(by, most) + Math.max(0, by - most) / 8)

/** Felt, where the device can: the finger covers what is to be seen. */
const tell = () => 'vibrate' in navigator && navigator.vibrate(10)
