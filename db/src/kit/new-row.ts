// A new row as a plain value, before anybody writes it: what its maker says, and for the rest what its table says. Pure, so that what is
// shown at once, what a device writes and what the server writes are the same row.
import { getTableColumns, type InferInsertModel, type InferSelectModel } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

type OptionalKeys<R> = { [K in keyof R]-?: undefined extends R[K] ? K : never }[keyof R]

/** Columns that a maker may leave out. */
type DefaultedKeys<T extends PgTable> = OptionalKeys<InferInsertModel<T>> & keyof InferSelectModel<T>

/** What the maker of a row says of it. */
export type RowValues<T extends PgTable> = Omit<InferSelectModel<T>, DefaultedKeys<T>> &
  Partial<Pick<InferSelectModel<T>, DefaultedKeys<T>>>

interface Said {
  /** Of the columns without `$default`. */
  nulls: Record<string, null>
  defaults: readonly (readonly [key: string, make: () => unknown])[]
}

/** By table, as a row is made for each message. */
const said = new WeakMap<PgTable, Said>()

function saidBy(table: PgTable): Said {
  const known = said.get(table)
  if (known) return known
  const columns = Object.entries(getTableColumns(table))
  const nullable = columns.filter(([, { notNull, defaultFn }]) => !notNull && !defaultFn)
  const now: Said = {
    nulls: Object.fromEntries(nullable.map(([key]) => [key, null])),
    defaults: columns.flatMap(([key, { defaultFn }]) => (defaultFn ? [[key, defaultFn] as const] : [])),
  }
  said.set(table, now)
  return now
}

/** What a table says of the columns that nobody names: `$default`, or null. One with a default of SQL's (`.default`) has no such row. */
export function defaultsOf<T extends PgTable>(table: T): Pick<InferSelectModel<T>, DefaultedKeys<T>> {
  const { nulls, defaults } = saidBy(table)
  const row: Record<string, unknown> = { ...nulls }
  for (const [key, make] of defaults) row[key] = make()
  return row as never
}

/** The row, whole. */
export function newRow<T extends PgTable>(table: T, values: RowValues<T>): InferSelectModel<T> {
  return { ...defaultsOf(table), ...values } as InferSelectModel<T>
}
