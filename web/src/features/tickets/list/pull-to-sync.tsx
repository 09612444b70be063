// On a touch screen the list is pulled down to ask the server at once, as phones do it everywhere; whether it was there is told in words.
import { useLingui } from '@lingui/react/macro'
import { RefreshCw } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useRefresh } from '../../../desk/server/use-refresh.ts'
import { cn } from '../../../lib/class-names.ts'
import { useStable } from '../../../lib/use-stable.ts'
import { beginPull, isPulledFar, lowered, movePull, type Pull } from './pull.ts'

/** Where the mark rests while the server is asked, in px. */
const resting = 48

export function PullToSync({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  const { refresh, busy } = useRefresh()
  const frame = useRef<HTMLDivElement>(null)
  const [pull, setPull] = useState<Pull | null>(null)
  usePull(frame, setPull, () => !busy && refresh())
  const far = pull !== null && isPulledFar(pull)
  const down = pull?.begun ? lowered(pull) : busy ? resting : 0
  return (
    <div ref={frame} className="relative h-full overflow-hidden">
      {down > 0 && (
        <div
          role={busy ? 'status' : undefined}
          aria-hidden={!busy}
          className="absolute inset-x-0 top-0 flex items-center justify-center"
          style={{ height: down }}
        >
          <RefreshCw
            aria-hidden
            className={cn('size-5', far || busy ? 'text-accent' : 'text-muted', busy && 'animate-spin')}
            style={busy ? undefined : { rotate: `${down * 3}deg` }}
          />
          {busy && <span className="sr-only">{t`Sincronizando`}</span>}
        </div>
      )}
      <div
        className={cn('h-full', !pull?.begun && 'transition-[translate] duration-150 motion-reduce:transition-none')}
        style={down > 0 ? { translate: `0 ${down}px` } : undefined}
      >
        {children}
      </div>
    </div>
  )
}

/**
 * Heard by the element itself, since React's own listeners for touches may not keep the browser from scrolling: it would take the finger
 * for itself with the first step down.
 */
function usePull(frame: { current: HTMLElement | null }, show: (pull: Pull | null) => void, onPulled: () => void) {
  const pulled = useStable(onPulled)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    let current: Pull | null = null
    const set = (next: Pull | null) => {
      const drawn = current?.begun || next?.begun
      current = next
      if (drawn) show(next)
    }
    const onStart = ({ touches, target }: TouchEvent) => {
      const [finger] = touches
      set(finger && touches.length === 1 && isAtTop(target, element) ? beginPull(pointOf(finger)) : null)
    }
    const onMove = (event: TouchEvent) => {
      const [finger] = event.touches
      if (!current || !finger) return
      const next = movePull(current, pointOf(finger))
      if (next?.begun) {
        if (event.cancelable) event.preventDefault()
        // As the browser does when a scroll begins: the row under the finger is not drawn to the side any more.
        if (!current.begun) event.target?.dispatchEvent(new PointerEvent('pointercancel', { bubbles: true }))
        if (isPulledFar(next) && !isPulledFar(current) && 'vibrate' in navigator) navigator.vibrate(10)
      }
      set(next)
    }
    const onEnd = () => {
      const isFar = current !== null && isPulledFar(current)
      set(null)
      if (isFar) pulled()
    }
    const onCancel = () => set(null)
    element.addEventListener('touchstart', onStart, { passive: true })
    element.addEventListener('touchmove', onMove, { passive: false })
    element.addEventListener('touchend', onEnd)
    element.addEventListener('touchcancel', onCancel)
    return () => {
      element.removeEventListener('touchstart', onStart)
      element.removeEventListener('touchmove', onMove)
      element.removeEventListener('touchend', onEnd)
      element.removeEventListener('touchcancel', onCancel)
    }
  }, [frame, show, pulled])
}

const pointOf = ({ clientX: x, clientY: y }: Touch) => ({ x, y })

/** Nothing between the finger and the list is scrolled. */
function isAtTop(target: EventTarget | null, frame: Element): boolean {
  for (let at = target instanceof Element ? target : null; at && at !== frame; at = at.parentElement) {
    if (at.scrollTop > 0) return false
  }
  return true
}
