import type { ListFilter } from 'db/tickets/list-queries.ts'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useMemo, useRef, type PointerEvent } from 'react'
import { ListSkeleton } from '../../../components/list-skeleton.tsx'
import { useStable } from '../../../lib/use-stable.ts'
import { ArchiveBar } from './archive-bar.tsx'
import { EmptyList } from './empty-list.tsx'
import { TicketList } from './ticket-list.tsx'
import { useArchiveTail } from './use-archive-tail.ts'
import { useTicketWindows } from './use-ticket-windows.ts'
import { withTail } from './windows.ts'

/** A pointer that rests is not about to click. */
const restMs = 4000
/** Rows from the end at which more are asked for. */
const endMargin = 8

interface LiveTicketListProps {
  filter: ListFilter
}

/** The list of a tab; made anew for another filter. */
export function LiveTicketList({ filter }: LiveTicketListProps) {
  const { t } = useLingui()
  const { items: here, ready, whole, held, hold, release, onRange } = useTicketWindows(filter)
  const tail = useArchiveTail(filter.tab === 'closed' ? filter : null)
  const items = useMemo(() => withTail(here, tail.rows), [here, tail.rows])
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const letGo = () => {
    clearTimeout(resting.current)
    release()
  }
  const onPointerMove = ({ pointerType }: PointerEvent) => {
    if (pointerType !== 'mouse') return
    clearTimeout(resting.current)
    resting.current = setTimeout(release, restMs)
    hold()
  }

  const lastInSight = useRef(-1)
  const lookForEnd = useStable(() => {
    // While the device is filled its end is not the list's.
    if (ready && whole && lastInSight.current >= items.total - endMargin) tail.reach()
  })
  useEffect(lookForEnd, [ready, whole, items.total, lookForEnd])

  const isEmpty = items.total === 0
  if (isEmpty && !whole) return <ListSkeleton label={t`Carregando atendimentos`} />
  if (!ready || (isEmpty && tail.more)) return null
  return (
    <div className="flex h-full flex-col" onPointerMove={onPointerMove} onPointerLeave={letGo}>
      <div className="min-h-0 flex-1">
        {isEmpty ? (
          <EmptyList source={filter.tab} filtered={filter.queueIds !== null} />
        ) : (
          <TicketList
            items={items}
            place={JSON.stringify(filter)}
            held={held}
            onRange={(first, last) => {
              onRange(first, last)
              lastInSight.current = last
              lookForEnd()
            }}
          />
        )}
      </div>
      <ArchiveBar tail={tail} />
    </div>
  )
}
