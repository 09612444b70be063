// Structural sharing: a new result keeps the old row objects where they are equal, and the old array when all are,
// so that React re-renders only what changed. Pure.

/** Rows with an `id` are matched by it, others by position. */
export function shareRows<Row extends object>(previous: readonly Row[], rows: readonly Row[]): readonly Row[] {
  const byId = new Map(previous.map((row) => [idOf(row), row]))
  const shared = rows.map((row, index) => {
    const id = idOf(row)
    const old = id === undefined ? previous[index] : byId.get(id)
    return old && isEqual(old, row) ? old : row
  })
  const same = shared.length === previous.length && shared.every((row, index) => row === previous[index])
  return same ? previous : shared
}

function idOf(row: object): unknown {
  return 'id' in row ? row.id : undefined
}

/** Equal as values of a Postgres row: scalars, dates, bytes and JSON. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (a instanceof Date || b instanceof Date) {
    return a instanceof Date && b instanceof Date && a.getTime() === b.getTime()
  }
  if (Array.isArray(a) !== Array.isArray(b)) return false
  // The same entries in the same order, as rows of one query have them; else a map finds them.
  const [entries, others] = [Object.entries(a), Object.entries(b)]
  if (entries.length !== others.length) return false
  if (entries.every(([key], index) => key === others[index]?.[0]))
    return entries.every(([, value], index) => isEqual(value, others[index]?.[1]))
  const other = new Map(others)
  return entries.every(([key, value]) => other.has(key) && isEqual(value, other.get(key)))
}
