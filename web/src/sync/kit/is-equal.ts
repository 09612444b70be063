/** Equal as values of a Postgres row: scalars, dates, bytes and JSON. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (a instanceof Date || b instanceof Date) {
    return a instanceof Date && b instanceof Date && a.getTime() === b.getTime()
  }
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, at) => isEqual(item, b[at]))
  }
  // The same entries in the same order, as rows of one query have them; else a map finds them.
  const [entries, others] = [Object.entries(a), Object.entries(b)]
  if (entries.length !== others.length) return false
  if (entries.every(([key], index) => key === others[index]?.[0]))
    return entries.every(([, value], index) => isEqual(value, others[index]?.[1]))
  const other = new Map(others)
  return entries.every(([key, value]) => other.has(key) && isEqual(value, other.get(key)))
}
