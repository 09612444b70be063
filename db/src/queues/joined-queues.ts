import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { joinedIds } from '../kit/sql/joined-ids.ts'
import { syncedQueues } from './table.ts'

interface JoiningTable extends PgTable {
  id: PgColumn
  queueId: PgColumn
}

/** The field `queueIds` of what works on queues, e.g. a connection; `own` is its id in the joining table, `key` that column's key. */
export const joinedQueues = (table: JoiningTable, own: PgColumn, key: string) =>
  joinedIds({
    table,
    own,
    other: table.queueId,
    keys: { own: key, other: 'queueId' },
    synced: syncedQueues,
    notFound: 'ERR_NO_QUEUE_FOUND',
  })
