import { connectionDefaults } from 'db/connections/mutations.ts'
import type { ConnectionRow } from 'db/connections/queries.ts'
import type { OutboxEntry } from '../../sync/client.ts'

/** The row that a refused connection.create would have made; it is in no table. */
export function rowOf({ args, at }: OutboxEntry): ConnectionRow {
  const unmade = { status: 'DISCONNECTED', statusReason: null, statusAt: at, retries: 0, retryAt: null } as const
  const unused = { number: null, connectedAt: null, lastMessageAt: null, tokenHint: null }
  return { ...connectionDefaults, ...unmade, ...unused, ...(args as { id: string; name: string }) }
}
