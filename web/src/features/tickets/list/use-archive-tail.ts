// Where this device's list of resolved tickets ends the server's goes on, page by page as somebody scrolls there.
// Invariant: a ticket that is on this device stands in its own place only.
import { ticketsByIds, type ListFilter, type ListRow } from 'db/tickets/list-queries.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useKeptQuery } from '../../../desk/use-kept-query.ts'
import { useOnline } from '../../../desk/server/use-online.ts'
import { useStable } from '../../../lib/use-stable.ts'
import { archivedTickets } from './search/server-tickets.ts'
import { useDeleted } from './use-deleted.ts'
import { useHitPages, type HitPages } from './search/use-hit-pages.ts'

export interface ArchiveTail {
  rows: readonly ListRow[]
  state: 'unasked' | 'asking' | 'told' | 'unreachable'
  /** There may be some, and somebody is about to know. */
  more: boolean
  /** When the newest of it came. */
  fetchedAt: Date | null
  /** Somebody comes near its end. */
  reach(): void
  retry(): void
}

/** `filter`: null: this list has nothing on the server. */
export function useArchiveTail(filter: ListFilter | null): ArchiveTail {
  const online = useOnline()
  const [reached, setReached] = useState(false)
  const pages = useHitPages<string>(filter && reached ? JSON.stringify(filter) : null, async (cursor, signal) => {
    const { rows, next } = filter ? await archivedTickets(filter, cursor, signal) : { rows: [], next: null }
    return { next, hits: rows.map((row) => ({ ticketId: row.id, messageId: null, text: null, row })) }
  })
  useAgain(pages.failed && online, pages.retry)
  const { hits } = pages
  const state = filter && reached ? stateOf(pages) : 'unasked'
  return {
    rows: useRows(useMemo(() => hits.flatMap(({ row }) => row ?? []), [hits])),
    state,
    more: filter !== null && (state === 'unasked' || state === 'asking'),
    fetchedAt: pages.answeredAt,
    reach() {
      setReached(true)
      pages.more()
    },
    retry: pages.retry,
  }
}

function stateOf({ loading, stale, failed }: HitPages): ArchiveTail['state'] {
  if (loading || stale) return 'asking'
  return failed ? 'unreachable' : 'told'
}

/** What failed for want of a network is asked again when it is back. */
function useAgain(due: boolean, retry: () => void) {
  const again = useStable(retry)
  const before = useRef(due)
  useEffect(() => {
    if (due && !before.current) again()
    before.current = due
  }, [due, again])
}

/** But for those that came back to this device since, or were deleted here. */
function useRows(told: readonly ListRow[]): readonly ListRow[] {
  const ids = told.map(({ id }) => id).toSorted()
  const here = useKeptQuery(ids.length === 0 ? null : ticketsByIds({ ids })).rows
  const deleted = useDeleted()
  return useMemo(() => {
    const known = new Set(here.map(({ id }) => id))
    return told.filter(({ id }) => !known.has(id) && !deleted.has(id))
  }, [told, here, deleted])
}
