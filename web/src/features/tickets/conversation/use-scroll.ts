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
  const before = useRef<{ lastId: string | undefined; count: number; height: number }>(undefined)

  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const last = rows.at(-1)
    const old = before.current
    before.current = { lastId: last?.id, count: rows.length, height: element.scrollHeight }
    if (!old || old.lastId === last?.id || old.count === 0) return
    const added = rows.length - (rows.findLastIndex(({ id }) => id === old.lastId) + 1)
    if (last?.fromMe || element.scrollTop > -bottomMargin) {
      element.scrollTop = 0
    } else {
      element.scrollTop -= element.scrollHeight - old.height
      setMissed((count) => count + added)
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
