// Which messages are in the document: those on the screen and some around it. The place is kept from the end: what grows or is added
// above moves nothing, and at the bottom one stays at the bottom. Invariant: the reader's message does not move unless they move it.
import type { MessageRow } from 'db/messages/queries.ts'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useLayoutEffect, useReducer, useRef, useState, type RefObject, type WheelEvent } from 'react'
import { flushSync } from 'react-dom'
import { phone, useMedia } from '../../../lib/media/use-media.ts'

/** Still counts as the top. */
const topMargin = 50
/** Still counts as the bottom. */
const bottomMargin = 24
/** Height in px that is assumed for a message which was not on the screen yet. */
const estimatedHeight = 48
const edge = 12
/** Where the newest message ends: what is said above the field (sending-line.tsx) covers nothing of it. On a phone that takes two lines. */
const [endRoom, phoneEndRoom] = [24, 40]

export interface ShownMessages {
  rows: readonly MessageRow[]
  loadOlder(): void
  setVisible(first: number, last: number): void
}

/** What is said above the first message; the room is there before it is said, so that nothing moves then. */
const topBarHeight = 44

/** Size in px of the last scroller; until there was one, a guess. */
let lastRect = { width: 720, height: innerHeight }

export function useMessageWindow(
  scroller: RefObject<HTMLDivElement | null>,
  shown: ShownMessages,
  { reach, olderWithin }: { reach(): void; olderWithin: number },
  /** Whether the newest is in sight, each time that the reader has moved. */
  onEnd: ((atEnd: boolean) => void) | null,
) {
  const { rows, loadOlder, setVisible } = shown
  /** The reader opened a long text, which grows at its end: its beginning stays in sight until they go on by themselves. */
  const [isReading, setReading] = useState(false)
  const virtualizer = useAnchoredRows(scroller, rows, isReading)
  /** As the reader left it: while rows are added the scroller is on its way. */
  const atEnd = useRef(true)
  const { missed, seeAll } = useMissed(rows, atEnd)
  useOwnInSight(rows, virtualizer)
  useKeptEnd(scroller, atEnd, virtualizer)

  // A short page may not fill the screen: then there is nothing to scroll, and older ones are due at once.
  useLayoutEffect(() => {
    const element = scroller.current
    if (element && rows.length > 0 && virtualizer.getTotalSize() <= element.clientHeight) loadOlder()
  })
  const scrolledUp = useScrolledUp()
  const items = virtualizer.getVirtualItems()
  useVisibleRange(items, setVisible)

  return {
    items,
    virtualizer,
    missed,
    /** Something is about to grow because somebody reads it. */
    onGrowth() {
      atEnd.current = false
      setReading(true)
      onEnd?.(false)
    },
    toBottom() {
      virtualizer.scrollToEnd()
      seeAll()
      onEnd?.(true)
    },
    onScroll() {
      const element = scroller.current
      if (!element) return
      atEnd.current = element.scrollHeight - element.clientHeight - element.scrollTop <= bottomMargin
      if (atEnd.current) seeAll()
      onEnd?.(atEnd.current)
      setReading(false)
      const up = scrolledUp(element.scrollTop)
      if (element.scrollTop < olderWithin) loadOlder()
      if (up && element.scrollTop < topMargin) reach()
    },
    /** At the top, or where there is nothing to scroll. */
    onWheel({ deltaY }: WheelEvent) {
      if (deltaY < 0 && scroller.current?.scrollTop === 0) reach()
    },
  }
}

function useVisibleRange(items: readonly { index: number }[], setVisible: ShownMessages['setVisible']) {
  const [first, last] = [items[0]?.index, items.at(-1)?.index]
  useLayoutEffect(() => {
    if (first !== undefined && last !== undefined) setVisible(first, last)
  }, [first, last, setVisible])
}

/** Those in sight, kept in place from the end. */
function useAnchoredRows(scroller: RefObject<HTMLDivElement | null>, rows: readonly MessageRow[], isReading: boolean) {
  const onChange = useSameFrame()
  const paddingEnd = useMedia(phone) ? phoneEndRoom : endRoom
  const getItemKey = useCallback((index: number) => rows[index]?.id ?? index, [rows])
  // oxlint-disable-next-line react/incompatible-library -- there is no compiler that could memoize it
  return useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatedHeight,
    getItemKey,
    overscan: 8,
    paddingStart: edge + topBarHeight,
    paddingEnd,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: isReading ? -1 : bottomMargin,
    // At the end, so that those on the screen are all rendered at once.
    initialOffset: () =>
      Math.max(0, edge + topBarHeight + rows.length * estimatedHeight + paddingEnd - lastRect.height),
    // Until it is measured: the first messages are painted with the first frame.
    initialRect: lastRect,
    onChange,
  })
}

/** What one writes is shown to them, wherever they were reading. The first time it is where the conversation opens. */
function useOwnInSight(rows: readonly MessageRow[], virtualizer: { scrollToEnd(): void }) {
  const lastRow = rows.at(-1)
  const ownLastId = lastRow?.fromMe ? lastRow.id : undefined
  const opened = useRef(false)
  const empty = rows.length === 0
  useLayoutEffect(() => {
    if (empty) return
    if (ownLastId !== undefined || !opened.current) virtualizer.scrollToEnd()
    opened.current = true
  }, [ownLastId, empty, virtualizer])
}

/** The screen turns, the input grows, lines break elsewhere, a reaction is shown: who was at the end is there still. */
function useKeptEnd(
  scroller: RefObject<HTMLDivElement | null>,
  atEnd: RefObject<boolean>,
  virtualizer: { scrollToEnd(): void; getTotalSize(): number },
) {
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => {
      lastRect = { width: element.clientWidth, height: element.clientHeight }
      if (atEnd.current) virtualizer.scrollToEnd()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller, atEnd, virtualizer])
  const height = virtualizer.getTotalSize()
  const laidOut = useRef(height)
  useLayoutEffect(() => {
    if (laidOut.current === height) return
    laidOut.current = height
    if (atEnd.current) virtualizer.scrollToEnd()
  }, [height, atEnd, virtualizer])
}

/**
 * For the virtualizer's `onChange`: a message that has grown on the screen is laid out before that is painted. The virtualizer asks for
 * a render, which would come a frame later: all that is below would be seen to jump there and back.
 */
function useSameFrame() {
  const [, render] = useReducer((count: number) => count + 1, 0)
  const due = useRef(false)
  useLayoutEffect(() => {
    due.current = false
  })
  return useCallback((_virtualizer: unknown, rendered: boolean) => {
    if (rendered || due.current) return
    due.current = true
    // Before the paint, and out of a commit, in which nothing may be flushed and which renders by itself.
    queueMicrotask(() => {
      if (due.current) flushSync(render)
    })
  }, [])
}

/** Whether the reader goes up: a conversation that opens or grows moves down. */
function useScrolledUp() {
  const last = useRef(0)
  return (top: number) => {
    const up = top < last.current
    last.current = top
    return up
  }
}

/** How many came below while the reader was further up. */
function useMissed(rows: readonly MessageRow[], atEnd: RefObject<boolean>) {
  const [missed, setMissed] = useState(0)
  const lastId = useRef<string>(undefined)
  useLayoutEffect(() => {
    const last = rows.at(-1)
    const before = lastId.current
    lastId.current = last?.id
    if (before === undefined || !last || last.id === before || last.fromMe || atEnd.current) return
    const came = rows.length - 1 - rows.findLastIndex(({ id }) => id === before)
    setMissed((count) => count + came)
  }, [rows, atEnd])
  return { missed, seeAll: () => setMissed(0) }
}
