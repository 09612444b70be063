// A table's scope as the shape protocol takes it: unqualified columns, $n parameters as text.
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Actor } from 'db/kit/actor.ts'
import type { SyncedTable } from 'db/kit/define-table.ts'

const dialect = new PgDialect()

export interface ShapeDefinition {
  table: string
  columns: readonly string[]
  where: string
  params: readonly string[]
}

export function shapeDefinition(synced: SyncedTable, actor: Actor): ShapeDefinition {
  const { sql, params } = dialect.sqlToQuery(synced.scope(actor))
  return {
    table: synced.name,
    columns: synced.columns,
    where: sql.replaceAll(`"${synced.name}".`, ''),
    params: params.map(String),
  }
}
