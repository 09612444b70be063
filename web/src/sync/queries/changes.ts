// What a commit changed, as far as live queries care: a query that names none of the changed columns gives the same rows as before, and of a
// page only the changed rows need be asked for. Pure. Invariant: too much may be said, never too little.

export interface TableChange {
  /** Of rows that stayed; 'all' when rows came or went. */
  readonly columns: ReadonlySet<string> | 'all'
  /** Which rows; 'any' where that is not known. */
  readonly ids: ReadonlySet<string> | 'any'
}

/** By table. */
export type Changes = ReadonlyMap<string, TableChange>

/** Rows came or went. */
export const rowsOf = (tables: Iterable<string>, ids: TableChange['ids'] = 'any'): Changes =>
  new Map([...tables].map((table) => [table, { columns: 'all', ids }]))

export const changedColumns = (
  table: string,
  columns: Iterable<string>,
  ids: TableChange['ids'] = 'any',
): readonly [string, TableChange] => [table, { columns: new Set(columns), ids }]

export function together(...all: readonly Changes[]): Changes {
  const sum = new Map<string, TableChange>()
  for (const [table, change] of all.flatMap((changes) => [...changes])) {
    const before = sum.get(table)
    sum.set(table, before ? both(before, change) : change)
  }
  return sum
}

const both = (one: TableChange, other: TableChange): TableChange => ({
  columns: one.columns === 'all' || other.columns === 'all' ? 'all' : one.columns.union(other.columns),
  ids: one.ids === 'any' || other.ids === 'any' ? 'any' : one.ids.union(other.ids),
})
