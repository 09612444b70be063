import type { ConnectionStatus } from 'db/connections/table.ts'
import { sql } from '../../sync/client.ts'

export interface ConnectionRow {
  id: string
  name: string
  status: ConnectionStatus
  statusReason: string | null
  number: string | null
  isDefault: boolean
  connectedAt: Date | null
  lastMessageAt: Date | null
  updatedAt: Date
}

export const allConnections = sql<ConnectionRow>`
  select id, name, status, status_reason, number, is_default, connected_at, last_message_at, updated_at
  from connections order by is_default desc, name, id`
