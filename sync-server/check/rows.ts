// Rows as both sides compare them: one line a row, columns by name, values as Postgres' text.
import { createHash } from 'node:crypto'

export type Row = Record<string, string | null>

export const lineOf = (row: Row) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** Equal exactly when both have the same rows, each as often; order does not count. */
export function digestOf(rows: Iterable<Row>): string {
  const hash = createHash('sha256')
  for (const line of Array.from(rows, lineOf).toSorted()) hash.update(line).update('\n')
  return hash.digest('hex')
}

/** Lines that only one side has. */
export function difference(mine: Iterable<Row>, theirs: Iterable<Row>) {
  const surplus = new Map<string, number>()
  for (const row of mine) surplus.set(lineOf(row), (surplus.get(lineOf(row)) ?? 0) + 1)
  for (const row of theirs) surplus.set(lineOf(row), (surplus.get(lineOf(row)) ?? 0) - 1)
  const lines = (isWanted: (count: number) => boolean) =>
    [...surplus].filter(([, count]) => isWanted(count)).map(([line]) => line)
  return { onlyMine: lines((count) => count > 0), onlyTheirs: lines((count) => count < 0) }
}
