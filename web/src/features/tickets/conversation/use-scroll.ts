// Keeps the reader's place. The list is laid out from its bottom (column-reverse), where scrollTop is 0 and grows negative upwards:
// it opens at the newest message without measuring, and older ones added above move nothing.
import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { MessageRow } from '../queries.ts'

/** Distance from the top at which older messages are asked for. */
const topMargin = 50
/** Still counts as the bottom. */
const bottomMargin = 24

interface Scroll {
  ref: RefObject<HTMLDivElement | null>
  /** Messages that came below while the reader was further up. */
  missed: number
  toBottom(): void
  onScroll(): void
}

export function useScroll(rows: readonly MessageRow[], loadOlder: () => void): Scroll {
  const ref = useRef<HTMLDivElement>(null)
  const [missed, setMissed] = useState(0)
  const before = useRef<{ lastId: string; gap: number }>(undefined)

  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const last = rows.at(-1)
    const old = before.current
    before.current = last && { lastId: last.id, gap: gapBelow(element, last.id) }
    if (!old || !last || old.lastId === last.id) return
    if (last.fromMe || element.scrollTop > -bottomMargin) {
      element.scrollTop = 0
    } else {
      element.scrollTop -= gapBelow(element, old.lastId) - old.gap
      setMissed((count) => count + rows.length - 1 - rows.findLastIndex(({ id }) => id === old.lastId))
    }
  }, [rows])

  // A short page may not fill the screen: then there is nothing to scroll, and older ones are due at once.
  useLayoutEffect(() => {
    const element = ref.current
    if (element && rows.length > 0 && element.scrollHeight <= element.clientHeight) loadOlder()
  })

  return {
    ref,
    missed,
    toBottom() {
      ref.current?.scrollTo({ top: 0, behavior: 'smooth' })
      setMissed(0)
    },
    onScroll() {
      const element = ref.current
      if (!element) return
      if (element.scrollTop > -bottomMargin) setMissed(0)
      if (element.scrollHeight - element.clientHeight + element.scrollTop < topMargin) loadOlder()
    },
  }
}

/** Pixels from the end of a message to the end of the conversation. */
function gapBelow(scroller: HTMLElement, messageId: string): number {
  const message = scroller.querySelector(`[data-message="${messageId}"]`)
  const content = scroller.firstElementChild
  return message && content ? content.getBoundingClientRect().bottom - message.getBoundingClientRect().bottom : 0
}
