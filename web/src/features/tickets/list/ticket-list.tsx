// The rows in sight of a list of any length, one focus for all of them. Invariant: what is in sight stays where it is, whatever
// comes above it, unless the list stands at its top and nobody points at it.
import type { ListRow } from 'db/tickets/list-queries.ts'
import { useLingui } from '@lingui/react/macro'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { inPixels } from '../../../lib/in-pixels.ts'
import { useToday } from '../../../lib/use-now.ts'
import { useStable } from '../../../lib/use-stable.ts'
import { useListView } from '../list-view.tsx'
import { useSelectedTicket } from '../use-selected-ticket.ts'
import { useTicketActions, type TicketActions } from '../ticket-actions.ts'
import { nextIndex } from './next-index.ts'
import { TicketItem, type Found } from './item/ticket-item.tsx'
import { usePlace } from './use-place.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useUnsent } from './item/use-unsent.ts'
import { shiftOf, type Items } from './windows.ts'

/** As `h-18`. */
const itemHeight = inPixels(72)

interface TicketListProps {
  items: Items<ListRow>
  /** Where it was left is remembered under this name. */
  place: string
  /** Its order is held. */
  held?: boolean
  /** Why a row is there. */
  foundOf?(id: string): Found | undefined
  /** The places in sight, whenever they change. */
  onRange(first: number, last: number): void
}

export function TicketList({ items, place, held = false, foundOf, onRange }: TicketListProps) {
  const { t } = useLingui()
  const selectedId = useSelectedTicket()
  const scroller = useRef<HTMLDivElement>(null)
  const today = useToday()
  const made = useTicketActions()
  // Those of the first render stay true, and a row that gets no new ones is not drawn anew with each frame of a scroll.
  const [actions] = useState(made)
  const unsent = useUnsent()
  const { virtualizer, onScroll } = useRowsInSight(scroller, items.total, place)
  const visible = virtualizer.getVirtualItems()
  useToldRange(visible, items, onRange)
  useAnchor(scroller, items, held)

  const { setFocused, tabStop, onKeyDown } = useListFocus({ scroller, items, selectedId, actions }, (index) =>
    virtualizer.scrollToIndex(index),
  )
  return (
    <div
      ref={scroller}
      data-settles
      onScroll={onScroll}
      className="h-full overflow-y-auto overscroll-contain [overflow-anchor:none]"
    >
      <ul
        role="list"
        aria-label={t`Atendimentos`}
        onKeyDown={onKeyDown}
        onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && setFocused(undefined)}
        className="relative"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {visible.map(({ index, start }) => {
          const ticket = items.at(index)
          return ticket ? (
            <TicketItem
              key={ticket.id}
              ticket={ticket}
              index={index}
              total={items.total}
              top={start}
              today={today}
              selected={ticket.id === selectedId}
              tabStop={ticket.id === tabStop}
              actions={actions}
              unsent={unsent.get(ticket.id)}
              found={foundOf?.(ticket.id)}
              onFocused={setFocused}
            />
          ) : (
            <Unread key={index} top={start} />
          )
        })}
      </ul>
    </div>
  )
}

function useRowsInSight(scroller: RefObject<HTMLDivElement | null>, count: number, place: string) {
  const { initialOffset, onScroll } = usePlace(place, scroller)
  // oxlint-disable-next-line react/incompatible-library -- there is no compiler that could memoize it
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    // All are as high, so places need no key: one per row would be taken anew with each frame of a scroll.
    estimateSize: () => itemHeight,
    initialOffset,
    overscan: 6,
    // Until it is measured: the first rows are painted with the first frame.
    initialRect: { width: 360, height: innerHeight },
  })
  return { virtualizer, onScroll }
}

function useToldRange(
  visible: readonly { index: number }[],
  items: Items<ListRow>,
  onRange: TicketListProps['onRange'],
) {
  const [first, last] = [visible[0]?.index ?? 0, visible.at(-1)?.index ?? 0]
  const tell = useStable(onRange)
  useEffect(() => {
    tell(first, last)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- of other items the same places are told anew
  }, [first, last, items, tell])
}

/** A row that is being read: for some milliseconds, while somebody scrolls fast. */
function Unread({ top }: { top: number }) {
  return (
    <li
      aria-hidden
      style={{ transform: `translateY(${top}px)` }}
      className="absolute inset-x-0 top-0 flex h-18 gap-3 p-4"
    >
      <span className="size-10 rounded-full bg-hover" />
      <span className="mt-1 h-3 w-2/5 rounded-sm bg-hover" />
    </li>
  )
}

const clamp = (index: number, by: number, total: number) =>
  index === -1 ? 0 : Math.max(0, Math.min(total - 1, index + by))

interface FocusedList extends Pick<TicketListProps, 'items'> {
  selectedId: string | undefined
  scroller: RefObject<HTMLDivElement | null>
  actions: TicketActions
}

/** One focus for all rows: where it is, where keys take it, and what they do to the row that has it. */
function useListFocus({ scroller, items, selectedId, actions }: FocusedList, scrollTo: (index: number) => void) {
  const [focused, setFocused] = useState<string>()
  const { moveTo, headingFor, onRendered } = useMoving(scroller, scrollTo)
  useLayoutEffect(onRendered)
  const current = items.indexOf(focused) === -1 ? selectedId : focused
  const tabStop = items.indexOf(current) === -1 ? items.at(0)?.id : current
  useNextPlace(items, current, (index) => scroller.current && isFreeFor(scroller.current) && moveTo(index))
  const row = items.at(items.indexOf(focused))
  useRowKeys({ row, actions, move: (by) => moveTo(clamp(headingFor() ?? items.indexOf(current), by, items.total)) })

  const onKeyDown = (event: KeyboardEvent) => {
    const index = nextIndex(event.key, headingFor() ?? indexOf(event.target), items.total)
    if (index === null || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    moveTo(index)
  }
  return { setFocused, tabStop, onKeyDown }
}

/** To a row that may have to be scrolled to, and read, before it can have the focus. Who has gone elsewhere by then stays there. */
function useMoving(scroller: { current: HTMLElement | null }, scrollTo: (index: number) => void) {
  const wanted = useRef<{ index: number; from: Element | null }>(undefined)
  const onRendered = () => {
    const [list, to] = [scroller.current, wanted.current]
    const row = list && to && list.querySelector<HTMLElement>(`[data-index="${to.index}"] [data-row]`)
    if (!row) return
    wanted.current = undefined
    if (document.activeElement === to.from || isFreeFor(list)) row.focus({ preventScroll: true })
  }
  const moveTo = (index: number) => {
    wanted.current = { index, from: document.activeElement }
    scrollTo(index)
    requestAnimationFrame(onRendered)
  }
  /** Keys that come faster than frames go on from there. */
  const headingFor = () => wanted.current?.index
  return { moveTo, headingFor, onRendered }
}

/** Where the row was that somebody's own doing took away: the next one stands there now. */
function useNextPlace(items: Items<ListRow>, current: string | undefined, moveTo: (index: number) => void) {
  const { takeLeft } = useListView()
  const last = useRef<{ id: string; index: number }>(undefined)
  useLayoutEffect(() => {
    const index = items.indexOf(current)
    if (current !== undefined && index !== -1) last.current = { id: current, index }
    const was = last.current
    if (was && items.indexOf(was.id) === -1 && takeLeft(was.id) && items.total > 0)
      moveTo(Math.min(was.index, items.total - 1))
  })
}

/** Nothing else has the focus. */
const isFreeFor = (list: Element) => document.activeElement === document.body || list.contains(document.activeElement)

/** Scrolls along when something comes or goes above what is in sight. */
function useAnchor(scroller: { current: HTMLElement | null }, items: Items<ListRow>, held: boolean) {
  const shown = useRef<Items<ListRow>>(items)
  useLayoutEffect(() => {
    const before = shown.current
    const element = scroller.current
    shown.current = items
    if (before === items || !element || (element.scrollTop === 0 && !held)) return
    const first = Math.floor(element.scrollTop / itemHeight)
    const count = Math.ceil(element.clientHeight / itemHeight)
    const seen = Array.from({ length: count }, (_, offset) => first + offset).flatMap((index) => {
      const row = before.at(index)
      return row ? [{ id: row.id, index }] : []
    })
    const shift = shiftOf(seen, (id) => items.indexOf(id))
    if (shift !== 0) element.scrollBy({ top: shift * itemHeight, behavior: 'instant' })
  }, [items, held, scroller])
}

function indexOf(target: EventTarget): number {
  const item = target instanceof Element ? target.closest('[data-index]') : null
  return Number(item?.getAttribute('data-index') ?? -1)
}
