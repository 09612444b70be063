// Values of some columns together, as sets keep them.
import type { Row } from '../catalog.ts'

/** Equal exactly where all columns are; null where one of them is NULL, of which nobody knows what it equals. */
export function valueOf(row: Row, columns: readonly string[]): string | null {
  const [only] = columns
  if (columns.length === 1 && only !== undefined) return row[only] ?? null
  const values = columns.map((column) => row[column] ?? null)
  return values.includes(null) ? null : JSON.stringify(values)
}
