// A table's scope as the shape engine takes it: unqualified columns, $n parameters as text.
import { PgDialect } from 'drizzle-orm/pg-core'
import { LRUCache } from 'lru-cache'
import type { ShapeSource } from 'shapes/engine.ts'
import type { Actor } from 'db/kit/actor.ts'
import type { SyncedTable } from 'db/kit/define-table.ts'
import { AppError } from 'db/kit/errors.ts'
import { shapes } from 'db/tables.ts'

const dialect = new PgDialect()

/** What the actor may see of a table. */
export function shapeSource(synced: SyncedTable, actor: Actor): ShapeSource & { where: string } {
  const { where, params } = scopeText(synced, actor)
  return {
    schema: 'public',
    name: synced.name,
    columns: synced.columns,
    queryable: null,
    where,
    params: params.map(String),
    replica: 'default',
    log: synced.log === 'changes' ? 'changes_only' : 'full',
  }
}

/** Who waits for changes asks for the same thirty shapes with each of them: kept for so many. */
const mostActors = 5000

/** `shapeSource` by the table's name, made once for actors who are the same in all. @throws AppError ERR_NOT_FOUND */
export function keepShapeSources() {
  const kept = new LRUCache<string, Map<string, ShapeSource>>({ max: mostActors })
  return (actor: Actor) => {
    const key = JSON.stringify(actor)
    const sources = kept.get(key) ?? new Map<string, ShapeSource>()
    if (sources.size === 0) kept.set(key, sources)
    return (name: string): ShapeSource => {
      const known = sources.get(name)
      if (known) return known
      const synced = shapes.get(name)
      if (!synced) throw new AppError('ERR_NOT_FOUND')
      const source = shapeSource(synced, actor)
      sources.set(name, source)
      return source
    }
  }
}

/** The scope's SQL with its values as they are: what a driver is given as text it may read as something else (postgres.js: 'true' is false). */
export function scopeText(synced: SyncedTable, actor: Actor): { where: string; params: readonly unknown[] } {
  const { sql, params } = dialect.sqlToQuery(synced.scope(actor))
  return { where: sql.replaceAll(`"${synced.name}".`, ''), params }
}
