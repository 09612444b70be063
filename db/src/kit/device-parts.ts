// What a device keeps beside a table's rows so that its hot reads are quick, said where the table is (`device` of `defineTable`).
// The generic code in web/src/sync/local makes it of the registry. Invariant: it changes how fast something is read, never what.
import { getTableColumns } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

/**
 * As a table says it, by the keys of its columns. Nothing of it is needed for a table to be read on a device: it is for tables with
 * many rows and a query that a screen starts with. Any change makes a new local database, which each device fetches anew.
 */
export interface DeviceParts<Key extends string> {
  /** Over the synced rows; those of pending mutations are few. */
  indexes?: readonly DeviceIndex<Key>[]
  /** Makes `searched_x` (`searchedName`): id, `text` and `columns` of each row, without rows that have no words. */
  search?: DeviceSearch<Key>
  /** Makes `counted_x` (`countedName`): these columns and `n`; the sum of `n` is how many rows have them. */
  counts?: readonly Key[]
}

interface DeviceIndex<Key extends string> {
  /** In their order, each ascending unless it says `desc`. */
  on: readonly (Key | `${Key} desc`)[]
  /** SQL over the table's own columns: only these rows are in it. */
  where?: string
}

interface DeviceSearch<Key extends string> {
  /** Text columns, found folded (`foldText`), in this order with a space between; null adds nothing. */
  words: readonly Key[]
  /** A boolean column: where it is true the row has no words. */
  unless?: Key
  /** What a search shows or is cut by, beside `id`; not null. */
  columns?: readonly Key[]
}

export interface DeviceColumn {
  /** Both as SQL has them. */
  name: string
  type: string
}

/** As sync reads it: every column by its SQL name. */
export interface ReadDeviceParts {
  /** `on` is what stands between the parentheses of CREATE INDEX. */
  indexes: readonly { on: string; where: string | undefined }[]
  search: { words: readonly string[]; unless: string | undefined; columns: readonly DeviceColumn[] } | undefined
  counts: readonly DeviceColumn[] | undefined
}

/** Throws when a key names no column, which the compiler refuses before. */
export function readDeviceParts(table: PgTable, { indexes, search, counts }: DeviceParts<string>): ReadDeviceParts {
  const columns: Record<string, PgColumn> = getTableColumns(table)
  const columnOf = (key: string): DeviceColumn => {
    const column = columns[key]
    if (!column) throw new Error(`no column ${key}`)
    return { name: column.name, type: column.getSQLType() }
  }
  const nameOf = (key: string) => columnOf(key).name
  const termOf = (term: string) => (term.endsWith(' desc') ? `${nameOf(term.slice(0, -5))} desc` : nameOf(term))
  return {
    indexes: (indexes ?? []).map(({ on, where }) => ({ on: on.map(termOf).join(', '), where })),
    search: search && {
      words: search.words.map(nameOf),
      unless: search.unless && nameOf(search.unless),
      columns: (search.columns ?? []).map(columnOf),
    },
    counts: counts?.map(columnOf),
  }
}
