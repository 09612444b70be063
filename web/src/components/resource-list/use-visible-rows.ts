// Which rows of a long list are in the page: those in sight and some around them. What is left out keeps its height.
import { useVirtualizer } from '@tanstack/react-virtual'
import { use, useCallback, useEffect, useState, type RefObject } from 'react'
import { PageScroller } from './resource-page.tsx'

/** Rows from the end at which more are asked for: more than 100 px. */
const endMargin = 4

interface VisibleRows<Row> {
  /** Ref of what holds the rows. */
  list(element: HTMLElement | null): void
  rows: readonly { row: Row; index: number }[]
  /** Heights of what is left out. */
  above: number
  below: number
  measure(element: HTMLElement | null): void
}

export function useVisibleRows<Row extends { id: string }>(
  all: readonly Row[],
  height: number,
  onEndNear: (() => void) | undefined,
): VisibleRows<Row> {
  const scroller = use(PageScroller)
  const [top, list] = useTop(scroller)
  // Another function would have every row's place taken anew, with each frame of a scroll.
  const getItemKey = useCallback((index: number) => all[index]?.id ?? index, [all])
  // oxlint-disable-next-line react/incompatible-library -- there is no compiler that could memoize it
  const virtualizer = useVirtualizer({
    count: all.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey,
    scrollMargin: top,
    overscan: 12,
    // Until it is measured: the first rows are painted with the first frame.
    initialRect: { width: innerWidth, height: innerHeight },
  })
  const items = virtualizer.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  const nearEnd = last >= all.length - endMargin
  useEffect(() => {
    if (nearEnd) onEndNear?.()
  }, [nearEnd, onEndNear, all.length])
  return {
    list,
    rows: items.flatMap(({ index }) => {
      const row = all[index]
      return row ? [{ row, index }] : []
    }),
    above: Math.max(0, (items[0]?.start ?? top) - top),
    below: Math.max(0, virtualizer.getTotalSize() - ((items.at(-1)?.end ?? top) - top)),
    measure: virtualizer.measureElement,
  }
}

/** Where the list begins in what scrolls. */
function useTop(scroller: RefObject<HTMLElement | null>) {
  const [top, setTop] = useState(0)
  const list = useCallback(
    (element: HTMLElement | null) => {
      if (!element || !scroller.current) return
      const [own, outer] = [element.getBoundingClientRect(), scroller.current.getBoundingClientRect()]
      setTop(Math.round(own.top - outer.top + scroller.current.scrollTop))
    },
    [scroller],
  )
  return [top, list] as const
}
