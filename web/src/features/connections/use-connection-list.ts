// The connections as their page lists them: rows, those that the server refused to make, and what of each has not arrived.
import { allConnections, type ConnectionRow } from 'db/connections/queries.ts'
import { useMemo } from 'react'
import { listedRows, type Listed } from '../../components/resource-list/unsent-rows.ts'
import { useOutbox, useQuery, type OutboxEntry } from '../../sync/client.ts'
import { rowOf } from './refused-connection.ts'

export type ListedConnection = Listed<ConnectionRow, OutboxEntry>

export function useConnectionList(): { connections: readonly ListedConnection[]; loading: boolean } {
  const { rows, ready, whole } = useQuery(allConnections())
  const outbox = useOutbox()
  const connections = useMemo(() => listedRows(rows, outbox, 'connection', rowOf), [rows, outbox])
  return { connections, loading: !ready || (connections.length === 0 && !whole) }
}
