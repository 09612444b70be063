// A page of a long table in its order, for queries that a screen starts with. Over a device's view Postgres reads and sorts all rows,
// because the order of an index does not pass through its UNION; so both parts are cut here, each along its own index.
// Invariant: the rows are those of `select * from table where … order by … limit …`.
import { getTableColumns } from 'drizzle-orm'
import type { Side } from '../define-query.ts'
import type { SyncedTable } from '../define-table.ts'
import { overlayName, syncedName } from './local-names.ts'
import { identifier, listed, sql, type SqlText } from './sql-text.ts'

interface Page {
  /** On its columns by bare name. */
  where: SqlText
  orderBy: SqlText
  /** Null: all, where `where` bounds them. */
  limit: number | null
}

export function pageOf({ name, table }: SyncedTable, { where, orderBy, limit }: Page, side: Side): SqlText {
  const cut = limit === null ? sql`` : sql`limit ${limit}`
  if (side === 'server') return sql`select * from ${identifier(name)} where ${where} order by ${orderBy} ${cut}`
  // Also those that never leave the server: a device has them empty.
  const columns = listed(Object.values(getTableColumns(table)).map((column) => identifier(column.name)))
  const [synced, overlay] = [identifier(syncedName(name)), identifier(overlayName(name))]
  return sql`
    (select ${columns} from ${synced} s
     where ${where} and not exists (select from ${overlay} o where o.id = s.id) order by ${orderBy} ${cut})
    union all (select ${columns} from ${overlay} where not _deleted and ${where})
    order by ${orderBy} ${cut}`
}
