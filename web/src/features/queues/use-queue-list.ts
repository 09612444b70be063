// The queues as their page lists them: rows, those that the server refused to make, and what of each has not arrived.
import { allQueues, type QueueRow } from 'db/queues/queries.ts'
import { useMemo } from 'react'
import { listedRows, type Listed } from '../../components/resource-list/unsent-rows.ts'
import { useOutbox, useQuery, type OutboxEntry } from '../../sync/client.ts'
import { inOrder } from './queue-order.ts'
import { rowOf } from './refused-queue.ts'

export type ListedQueue = Listed<QueueRow, OutboxEntry>

export function useQueueList(): { queues: readonly ListedQueue[]; loading: boolean } {
  const { rows, ready, whole } = useQuery(allQueues())
  const outbox = useOutbox()
  const queues = useMemo(() => listedRows(rows, outbox, 'queue', rowOf).toSorted(inOrder), [rows, outbox])
  return { queues, loading: !ready || (queues.length === 0 && !whole) }
}
