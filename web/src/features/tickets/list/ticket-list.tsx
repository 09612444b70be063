import { useLingui } from '@lingui/react/macro'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useToday } from '../../../lib/use-now.ts'
import type { TicketRow } from '../queries.ts'
import { useTicketActions } from '../ticket-actions.ts'
import { nextIndex } from './next-index.ts'
import { TicketItem } from './ticket-item.tsx'
import { useHeldOrder } from './use-held-order.ts'
import { useUnsent } from './use-unsent.ts'

const itemHeight = 72
/** Rows from the end at which more are asked for: about 100 px. */
const endMargin = 2

interface TicketListProps {
  rows: readonly TicketRow[]
  selectedId: string | undefined
  onEndNear(): void
}

export function TicketList({ rows, selectedId, onEndNear }: TicketListProps) {
  const { t } = useLingui()
  const scroller = useRef<HTMLDivElement>(null)
  const { items, hold } = useHeldOrder(rows)
  const today = useToday()
  const actions = useTicketActions()
  const unsent = useUnsent()
  const [focused, setFocused] = useState<string>()
  // oxlint-disable-next-line react/incompatible-library -- there is no compiler that could memoize it
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => itemHeight,
    getItemKey: (index) => items[index]?.id ?? index,
    overscan: 6,
    // Until it is measured: the first rows are painted with the first frame.
    initialRect: { width: 360, height: innerHeight },
  })
  const visible = virtualizer.getVirtualItems()
  const last = visible.at(-1)?.index ?? 0
  const nearEnd = last >= items.length - endMargin
  useEffect(() => {
    if (nearEnd) onEndNear()
  }, [nearEnd, onEndNear])

  const tabStop =
    items.find(({ id }) => id === focused)?.id ?? items.find(({ id }) => id === selectedId)?.id ?? items[0]?.id

  const onKeyDown = (event: KeyboardEvent) => {
    const index = nextIndex(event.key, indexOf(event.target), items.length)
    if (index === null) return
    event.preventDefault()
    virtualizer.scrollToIndex(index)
    requestAnimationFrame(() => focusRow(scroller.current, index))
  }

  return (
    <div ref={scroller} className="h-full overflow-y-auto overscroll-contain" {...hold}>
      <ul
        role="list"
        aria-label={t`Atendimentos`}
        onKeyDown={onKeyDown}
        className="relative"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {visible.map(({ index, start }) => {
          const ticket = items[index]
          return (
            ticket && (
              <TicketItem
                key={ticket.id}
                ticket={ticket}
                index={index}
                total={items.length}
                top={start}
                today={today}
                selected={ticket.id === selectedId}
                tabStop={ticket.id === tabStop}
                actions={actions}
                unsent={unsent.get(ticket.id)}
                onFocused={setFocused}
              />
            )
          )
        })}
      </ul>
    </div>
  )
}

function indexOf(target: EventTarget): number {
  const item = target instanceof Element ? target.closest('[data-index]') : null
  return Number(item?.getAttribute('data-index') ?? -1)
}

function focusRow(scroller: HTMLElement | null, index: number) {
  scroller?.querySelector<HTMLElement>(`[data-index="${index}"] [data-row]`)?.focus()
}
