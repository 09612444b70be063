// A bubble that a finger draws to the right is quoted, as phones do it everywhere.
import { useRef, useState, type PointerEvent } from 'react'
import { beginSwipe, isFar, moveSwipe, shiftOf, type Point, type Swipe } from './swipe.ts'

type Touch = PointerEvent<HTMLElement>

/** `onSwiped` null: nothing can be quoted. */
export function useSwipe(onSwiped: (() => void) | null) {
  const current = useRef<{ pointer: number; swipe: Swipe } | null>(null)
  const [state, setState] = useState<'far' | 'near' | null>(null)
  const end = (element: HTMLElement) => {
    current.current = null
    element.style.translate = ''
    setState(null)
  }
  const move = (event: Touch): Swipe | null => {
    const before = current.current
    if (before?.pointer !== event.pointerId) return null
    const swipe = moveSwipe(before.swipe, pointOf(event))
    current.current = swipe && { pointer: event.pointerId, swipe }
    if (swipe && isFar(swipe) && !isFar(before.swipe)) tell()
    return swipe
  }
  return {
    state,
    handlers: {
      onPointerDown(event: Touch) {
        // A second finger changes nothing of what the first one does; what is a slider is moved.
        if (current.current?.swipe.begun || event.pointerType !== 'touch' || !onSwiped || isSlider(event.target)) return
        const swipe = beginSwipe(pointOf(event))
        current.current = swipe && { pointer: event.pointerId, swipe }
      },
      onPointerMove(event: Touch) {
        const swipe = move(event)
        if (!swipe?.begun) return
        setState(isFar(swipe) ? 'far' : 'near')
        // Not by a render: a long message would come behind the finger.
        event.currentTarget.style.translate = `${shiftOf(swipe)}px`
      },
      /** By where the finger leaves: of a quick one not every step was drawn. */
      onPointerUp(event: Touch) {
        const swipe = move(event)
        if (!swipe) return
        end(event.currentTarget)
        if (isFar(swipe)) onSwiped?.()
      },
      onPointerCancel(event: Touch) {
        if (current.current?.pointer === event.pointerId) end(event.currentTarget)
      },
    },
  }
}

const pointOf = ({ clientX: x, clientY: y, timeStamp: at }: Touch): Point => ({ x, y, at })

const isSlider = (target: EventTarget) => target instanceof Element && target.matches('input')

/** Felt, where the device can: the finger covers what is to be seen. */
const tell = () => 'vibrate' in navigator && navigator.vibrate(10)
