// Rows on their way from the leader to a tab. What the tab has from the answer before is said by its place there: of a list of a hundred rows
// of which one changed, one is copied from thread to thread, and the tab keeps the others as they are. Pure.
// Invariant: what is unpacked is what was packed, or nothing: when the answer before did not come, or was another leader's.
import type { ResultRow } from './protocol.ts'

export interface PackedRows {
  /** A number: the row in that place of the answer before. */
  rows: readonly (ResultRow | number)[]
  /** Whose answers these are, and which of them this is, from 0; a leader of an older build says neither, nor places. */
  run?: string
  turn?: number
}

/** Of one subscription. Rows are the same that are the same object. */
export function createPacking(run: string): (rows: readonly ResultRow[]) => PackedRows {
  // Holds no row that the leader itself has let go: of most queries all rows are made anew.
  let places = new WeakMap<ResultRow, number>()
  let turn = 0
  return (rows) => {
    const packed = rows.map((row) => places.get(row) ?? row)
    places = new WeakMap(rows.map((row, place) => [row, place]))
    return { rows: packed, run, turn: turn++ }
  }
}

/** Of one subscription; undefined: it has to be asked for anew. */
export function createUnpacking(): (packed: PackedRows) => readonly ResultRow[] | undefined {
  let last: { run: string | undefined; turn: number; rows: readonly ResultRow[] } | undefined
  return ({ rows: packed, run, turn = 0 }) => {
    const before = last && last.run === run && last.turn === turn - 1 ? last.rows : []
    const rows = packed.map((row) => (typeof row === 'number' ? before[row] : row))
    if (!rows.every((row) => row !== undefined)) return undefined
    last = { run, turn, rows }
    return rows
  }
}
