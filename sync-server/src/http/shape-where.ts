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
  const { where, params } = scopeText(synced, actor)
  return { table: synced.name, columns: synced.columns, where, params: params.map(String) }
}

/** The scope's SQL with its values as they are: what a driver is given as text it may read as something else (postgres.js: 'true' is false). */
export function scopeText(synced: SyncedTable, actor: Actor): { where: string; params: readonly unknown[] } {
  const { sql, params } = dialect.sqlToQuery(synced.scope(actor))
  return { where: sql.replaceAll(`"${synced.name}".`, ''), params }
}
