// A page of a long table in its order, for queries that a screen starts with. Over a view Postgres reads and sorts all rows, because
// the order of an index does not pass through its UNION; so both parts are cut here, each along its own index.
// Invariant: the rows are those of `select * from table where … order by … limit …` on the view.
import { columnsOf, storedTables } from './local-schema.ts'
import { overlayName, syncedName } from './local-names.ts'
import { rawSql, sql, type Query } from './query.ts'
import type { SyncStatus } from './status-store.ts'

/** Who runs a query: the local database, or the server for a device without one. */
export type Mode = SyncStatus['mode']

interface Page {
  /** On its columns by bare name. */
  where: Query<unknown>
  orderBy: Query<unknown>
  /** Null: all, where `where` bounds them. */
  limit: number | null
}

/** `mode` online: the server runs the text, and has the table itself. */
export function pageOf(name: string, { where, orderBy, limit }: Page, mode: Mode): Query<unknown> {
  const cut = limit === null ? sql`` : sql`limit ${limit}`
  if (mode === 'online') return sql`select * from ${rawSql(name)} where ${where} order by ${orderBy} ${cut}`
  const [columns, synced, overlay] = [columnNames(name), rawSql(syncedName(name)), rawSql(overlayName(name))]
  return sql`
    (select ${columns} from ${synced} s
     where ${where} and not exists (select from ${overlay} o where o.id = s.id) order by ${orderBy} ${cut})
    union all (select ${columns} from ${overlay} where not _deleted and ${where})
    order by ${orderBy} ${cut}`
}

function columnNames(name: string): Query<unknown> {
  const table = storedTables.find((candidate) => candidate.name === name)
  if (!table) throw new Error(`no device table ${name}`)
  return rawSql(
    columnsOf(table)
      .map((column) => `"${column.name}"`)
      .join(', '),
  )
}
