// Where a list was left, by its name: there it opens again. Also when it was hidden meanwhile, as on a phone behind a conversation:
// browsers put a hidden element back to its top.
import { useEffect, useState, type RefObject } from 'react'

const places = new Map<string, number>()

export function usePlace(name: string, scroller: RefObject<HTMLElement | null>) {
  const [initialOffset] = useState(() => places.get(name) ?? 0)
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      const place = places.get(name) ?? 0
      if (element.clientHeight > 0 && element.scrollTop === 0 && place > 0) element.scrollTop = place
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [name, scroller])
  const onScroll = () => {
    const element = scroller.current
    if (element && element.clientHeight > 0) places.set(name, element.scrollTop)
  }
  return { initialOffset, onScroll }
}
