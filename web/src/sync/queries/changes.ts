// What a commit changed, as far as live queries care: a query that names none of the changed columns gives the same rows as before.
// Pure. Invariant: too much may be said, never too little.

/** Of one table: rows came or went, or these columns of rows that stayed. */
export type TableChange = 'rows' | ReadonlySet<string>
/** By table. */
export type Changes = ReadonlyMap<string, TableChange>

export const rowsOf = (tables: Iterable<string>): Changes => new Map([...tables].map((table) => [table, 'rows']))

export function together(...all: readonly Changes[]): Changes {
  const sum = new Map<string, TableChange>()
  for (const [table, change] of all.flatMap((changes) => [...changes])) {
    const before = sum.get(table) ?? new Set<string>()
    sum.set(table, before === 'rows' || change === 'rows' ? 'rows' : before.union(change))
  }
  return sum
}
