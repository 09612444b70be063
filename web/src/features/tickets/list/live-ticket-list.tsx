import type { ListFilter } from 'db/tickets/list-queries.ts'
import { useRef, type PointerEvent } from 'react'
import { useSyncStatus } from '../../../sync/client.ts'
import { EmptyList } from './empty-list.tsx'
import { TicketList } from './ticket-list.tsx'
import { TicketListSkeleton } from './ticket-list-skeleton.tsx'
import { useTicketWindows } from './use-ticket-windows.ts'

/** A pointer that rests is not about to click. */
const restMs = 4000

interface LiveTicketListProps {
  filter: ListFilter
  selectedId: string | undefined
}

/** The list of a tab; made anew for another filter. */
export function LiveTicketList({ filter, selectedId }: LiveTicketListProps) {
  const { phase } = useSyncStatus()
  const { items, ready, held, hold, release, onRange } = useTicketWindows(filter)
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const copying = phase === 'starting' || phase === 'loading'
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

  if (items.total === 0 && copying) return <TicketListSkeleton />
  if (!ready) return null
  if (items.total === 0) return <EmptyList source={filter.tab} filtered={filter.queueIds !== null} />
  return (
    <div className="h-full" onPointerMove={onPointerMove} onPointerLeave={letGo}>
      <TicketList items={items} selectedId={selectedId} place={JSON.stringify(filter)} held={held} onRange={onRange} />
    </div>
  )
}
