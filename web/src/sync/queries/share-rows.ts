// Structural sharing: a new result keeps the old row objects where they are equal, and the old array when all are,
// so that React re-renders only what changed. Pure.
import { isEqual } from '../kit/is-equal.ts'

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
