import { useMemo } from 'react'
import { unsentRows } from '../../../components/resource-list/unsent-rows.ts'
import { useOutbox, type OutboxEntry } from '../../../sync/client.ts'

/** By option: the entry that the server refused, or 'waiting'. */
export function useUnsentOptions(): ReadonlyMap<string, OutboxEntry | 'waiting'> {
  const outbox = useOutbox()
  return useMemo(() => unsentRows(outbox, 'queueOption'), [outbox])
}
