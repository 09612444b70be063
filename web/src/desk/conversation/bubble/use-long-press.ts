// A finger that stays on a message opens its menu, as phones do it everywhere. Invariant: a scroll or a tap never does.
import { useRef, type MouseEvent, type PointerEvent, type TouchEvent } from 'react'

const holdMs = 450
const slop = 10

export function useLongPress(onHold: (message: HTMLElement) => void) {
  const press = useRef<{ x: number; y: number; timer: ReturnType<typeof setTimeout> }>(undefined)
  const byTouch = useRef(false)
  const held = useRef(false)
  const cancel = () => {
    clearTimeout(press.current?.timer)
    press.current = undefined
  }
  return {
    onPointerDown({ pointerType, target, clientX: x, clientY: y }: PointerEvent) {
      cancel()
      held.current = false
      byTouch.current = pointerType !== 'mouse'
      const message = messageAt(target)
      if (!byTouch.current || !message) return
      const timer = setTimeout(() => {
        held.current = true
        onHold(message)
      }, holdMs)
      press.current = { x, y, timer }
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const { current } = press
      if (current && Math.hypot(clientX - current.x, clientY - current.y) > slop) cancel()
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
    /** The finger that opened the menu is done: the click that browsers make of its lifting would fall beside the menu, and close it. */
    onTouchEnd(event: TouchEvent) {
      if (held.current) event.preventDefault()
    },
    /** The browser's own menu would cover ours. Of a mouse it stays: it copies, and looks things up. */
    onContextMenu(event: MouseEvent) {
      if (byTouch.current && messageAt(event.target)) event.preventDefault()
    },
  }
}

export function messageAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-message]') : null
}
