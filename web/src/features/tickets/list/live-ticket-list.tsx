import { useState } from 'react'
import { useActor } from '../../../lib/actor-context.tsx'
import { useSyncStatus } from '../../../sync/client.ts'
import { ticketList, ticketSearch, type ListTab } from '../queries.ts'
import { useKeptQuery } from '../use-kept-query.ts'
import { EmptyList } from './empty-list.tsx'
import { TicketList } from './ticket-list.tsx'
import { TicketListSkeleton } from './ticket-list-skeleton.tsx'

const step = 100

interface LiveTicketListProps {
  tab: ListTab
  search: string
  selectedId: string | undefined
}

export function LiveTicketList({ tab, search, selectedId }: LiveTicketListProps) {
  const { userId } = useActor()
  const { phase } = useSyncStatus()
  const [limit, setLimit] = useState(step)
  const { rows, ready } = useKeptQuery(search === '' ? ticketList(tab, userId, limit) : ticketSearch(search, limit))
  const copying = phase === 'starting' || phase === 'loading'

  if (rows.length === 0 && copying) return <TicketListSkeleton />
  if (!ready) return null
  if (rows.length === 0) return <EmptyList source={search === '' ? tab : 'search'} />
  return (
    <TicketList rows={rows} selectedId={selectedId} onEndNear={() => rows.length >= limit && setLimit(limit + step)} />
  )
}
