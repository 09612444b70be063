import type { SyncedTable } from 'db/kit/define-table.ts'
import { syncedName } from 'db/kit/sql/local-names.ts'

/** The indexes that a table's `device` asks for. */
export function indexesDdl({ name, device }: SyncedTable): string[] {
  return device.indexes.map(
    ({ on, where }) => `create index on ${syncedName(name)} (${on})${where ? ` where ${where}` : ''};`,
  )
}
