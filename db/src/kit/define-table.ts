// A synced table: its columns (Drizzle) and its scope, declared once. From it come row types, the shape's `where`,
// the local tables of the browser and what is kept beside them, REST reads and "in scope or not found".
// Invariant: every synced table has a uuid `id`, and `scope` bounds it to the actor's company.
import { and, getTableColumns, sql, type SQL } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { Actor } from './actor.ts'
import { readDeviceParts, type DeviceParts, type ReadDeviceParts } from './device-parts.ts'

/** The scope of somebody who may see no row. */
export const nothing = sql`false`

export const all = (...conditions: [SQL, ...SQL[]]): SQL => and(...conditions) ?? nothing

export type IdTable = PgTable & { id: PgColumn }

export interface SyncedTable<T extends IdTable = IdTable> {
  /** SQL name, plural snake_case. */
  name: string
  table: T
  /** SQL names of the columns that leave the server; always with `id`. */
  columns: readonly string[]
  /**
   * The rows this actor may see. Only comparisons, IN, IS NULL, AND, OR on own columns, and IN (SELECT column FROM "public".…) beside a plain
   * company_id = …: the shape engine must be able to follow it.
   */
  scope(actor: Actor): SQL
  /** 'changes' streams only what happens after the shape was opened. */
  log: 'full' | 'changes'
  device: ReadDeviceParts
}

export function defineTable<T extends IdTable>(
  table: T,
  options: {
    scope: (actor: Actor) => SQL
    /** Columns that never leave the server. */
    hidden?: readonly (keyof T['_']['columns'])[]
    /** Or: the columns that do. */
    only?: readonly (keyof T['_']['columns'])[]
    log?: 'changes'
    /** What a device keeps beside the rows, for hot queries; of a log, whose rows it does not store, nothing. */
    device?: DeviceParts<keyof T['_']['columns'] & string>
  },
): SyncedTable<T> {
  const hidden = new Set<string>((options.hidden ?? []).map(String))
  const only = options.only && new Set(options.only.map(String))
  const visible = Object.entries(getTableColumns(table)).filter(([key]) => (only ? only.has(key) : !hidden.has(key)))
  return {
    name: getTableConfig(table).name,
    table,
    columns: visible.map(([, column]) => column.name),
    scope: options.scope,
    log: options.log ?? 'full',
    device: readDeviceParts(table, options.device ?? {}),
  }
}
