// The queues as their page lists them: rows, those that the server refused to make, and what of each has not arrived.
import { useMemo } from 'react'
import { unsentRows } from '../../components/resource-list/unsent-rows.ts'
import { useOutbox, useQuery, useSyncStatus, type OutboxEntry } from '../../sync/client.ts'
import { rowOf } from './edit-target.ts'
import { allQueues, type QueueRow } from './queries.ts'

export interface ListedQueue extends QueueRow {
  unsent: OutboxEntry | 'waiting' | undefined
}

export function useQueueList(): { queues: readonly ListedQueue[]; loading: boolean } {
  const { rows, ready } = useQuery(allQueues)
  const outbox = useOutbox()
  const { phase } = useSyncStatus()
  const queues = useMemo(() => listed(rows, outbox), [rows, outbox])
  const copying = phase === 'starting' || phase === 'loading'
  return { queues, loading: !ready || (queues.length === 0 && copying) }
}

function listed(rows: readonly QueueRow[], outbox: readonly OutboxEntry[]): ListedQueue[] {
  const unsent = unsentRows(outbox, 'queue')
  const known = new Set(rows.map(({ id }) => id))
  const unmade = [...unsent.values()]
    .filter((entry) => entry !== 'waiting')
    .filter(({ name, args }) => name === 'queue.create' && !known.has(String(args['id'])))
    .map(rowOf)
  return [...rows, ...unmade].map((row) => ({ ...row, unsent: unsent.get(row.id) })).toSorted(inOrder)
}

function inOrder(a: QueueRow, b: QueueRow): number {
  return a.orderQueue - b.orderQueue || a.name.localeCompare(b.name) || a.id.localeCompare(b.id)
}
