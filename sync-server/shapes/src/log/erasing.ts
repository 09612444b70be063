// Values of rows that were deleted or emptied, in blocks of the log: found by the changes that say so, and overwritten where they lie. A row's
// key stays, and what refers to other rows: who had it is still told that it is gone. Lengths stay, so that positions do.
import { crc32 } from 'node:zlib'
import { keyed, keyOf, type Row, type Table } from '../catalog.ts'
import { company } from '../routes.ts'
import { messagesIn, prefixBytes, readHeader, seal, type BlockHeader } from './block.ts'
import { erasedKind } from './pgoutput.ts'

const [insert, update, remove, truncate, text, unchanged, wholeRow] = 'IUDTtuO'
  .split('')
  .map((one) => one.charCodeAt(0))

/** Types of what somebody wrote. */
const written = new Set(['text', 'varchar', 'bpchar', 'citext', 'json', 'jsonb', 'bytea', 'xml'])

interface Value {
  kind: number
  /** Of the byte that tells the kind; a text follows it and four bytes of length. */
  at: number
  end: number
}

interface Tuples {
  old: readonly Value[] | null
  new: readonly Value[] | null
}

/** Of a message at `at`. */
function tuplesOf(buffer: Buffer, at: number): Tuples {
  const kind = buffer[at]
  const read = (start: number) => {
    const values: Value[] = []
    const count = buffer.readUInt16BE(start)
    let next = start + 2
    for (let i = 0; i < count; i++) {
      const valueKind = buffer[next] ?? 0
      const end = valueKind === text || valueKind === erasedKind ? next + 5 + buffer.readUInt32BE(next + 1) : next + 1
      values.push({ kind: valueKind, at: next, end })
      next = end
    }
    return { values, next }
  }
  if (kind === insert) return { old: null, new: read(at + 6).values }
  if (buffer[at + 5] !== wholeRow) return { old: null, new: null }
  const { values: old, next } = read(at + 6)
  return { old, new: kind === update ? read(next + 1).values : null }
}

function textOf(buffer: Buffer, value: Value | undefined): string | null {
  return value && value.kind === text ? buffer.toString('utf8', value.at + 5, value.end) : null
}

/** The transaction that a change belongs to. */
type Transaction = Pick<BlockHeader, 'lsn' | 'xid'>

/** What becomes of the earlier values of one row, or of all rows of a table. */
export interface Erasure {
  oid: number
  /** Null: all rows of the table. */
  key: string | null
  /** Of the message that says so: what lies before it goes. */
  position: number
  op: number
  /** Null: of a table that is no more, by whatever dropped it. */
  by: Transaction | null
}

/** What the eraser has to know of a table; null: there is none any more, and all that it had goes. */
type Described = ReadonlyMap<number, Table | null>

function keyIn(buffer: Buffer, table: Table, values: readonly Value[]): string | null {
  const row: Record<string, string | null> = {}
  for (const name of keyed(table)) {
    const value = values[table.columns.findIndex((column) => column.name === name)]
    if (!value) return null
    row[name] = textOf(buffer, value)
  }
  return keyOf(table, row)
}

/** Tables whose changes a block has. */
export function tablesIn(block: Buffer): Set<number> {
  const oids = new Set<number>()
  for (const { at } of messagesIn(block)) {
    if (block[at] !== truncate) oids.add(block.readUInt32BE(at + 1))
  }
  return oids
}

/** Rows whose earlier values go, by what a block says. */
export function erasuresIn(block: Buffer, position: number, described: Described): Erasure[] {
  const found: Erasure[] = []
  const { lsn, xid } = readHeader(block, 0)
  const by = { lsn, xid }
  for (const { at, op } of messagesIn(block)) {
    if (block[at] === truncate) {
      const count = block.readUInt32BE(at + 1)
      for (let i = 0; i < count; i++)
        found.push({ oid: block.readUInt32BE(at + 6 + i * 4), key: null, position, op, by })
      continue
    }
    if (block[at] === insert) continue
    const oid = block.readUInt32BE(at + 1)
    const table = described.get(oid)
    // Without a primary key a row has no name by which its earlier versions could be found.
    if (!table || table.key.length === 0) continue
    const { old, new: fresh } = tuplesOf(block, at)
    if (!old || (fresh && !isEmptied(block, table, old, fresh))) continue
    const key = keyIn(block, table, old)
    if (key !== null) found.push({ oid, key, position, op, by })
  }
  return found
}

/** Whether an update leaves nothing of a text. */
function isEmptied(buffer: Buffer, { columns }: Table, old: readonly Value[], fresh: readonly Value[]): boolean {
  return columns.some(({ type, dims }, index) => {
    if (!written.has(type) && dims === 0) return false
    const [was, is] = [old[index], fresh[index]]
    if (!was || !is || is.kind === unchanged || was.end - was.at <= 5) return false
    const isThere = was.kind === text || was.kind === erasedKind
    return isThere && (is.kind !== text || is.end - is.at === 5)
  })
}

/** What a change of the log says of an update that nobody follows: whether it has to be kept for the eraser. */
export function mayErase(message: Buffer): boolean {
  if (message[0] === remove) return true
  if (message[0] !== update) return false
  const { old, new: fresh } = tuplesOf(message, 0)
  return (old ?? []).some((was, index) => {
    const is = fresh?.[index]
    return (
      was.kind === text &&
      was.end - was.at > 5 &&
      is &&
      (is.kind === text ? is.end - is.at === 5 : is.kind !== unchanged)
    )
  })
}

/** A version of a row. */
export interface Erased {
  oid: number
  key: string
  /** Those that stay. */
  values: Row
  /** The transaction that erases it: a snapshot taken behind that has another version. */
  by: Transaction
}

/** What is to go of a table: of its rows by their keys, and of all of them. */
export interface ErasuresOfTable {
  rows: ReadonlyMap<string, Erasure>
  all: Erasure | null
}

/** Overwrites in `block` what goes; whether anything did, and versions of which rows it has. */
export function eraseIn(
  block: Buffer,
  position: number,
  described: Described,
  erasures: ReadonlyMap<number, ErasuresOfTable>,
): { isChanged: boolean; rows: Erased[] } {
  const rows: Erased[] = []
  let isChanged = false
  for (const { at, op } of messagesIn(block)) {
    const oid = block[at] === truncate ? null : block.readUInt32BE(at + 1)
    const wanted = oid === null ? undefined : erasures.get(oid)
    if (oid === null || !wanted) continue
    const table = described.get(oid) ?? null
    const tuples = tuplesOf(block, at)
    const given = [tuples.old, tuples.new].filter((one) => one !== null)
    // A table's rows of before it was altered are told to nobody any more.
    if (table && given.some((one) => one.length !== table.columns.length)) {
      isChanged = eraseTuples(block, given) || isChanged
      continue
    }
    const before = (one: Erasure | null | undefined) =>
      one && (position < one.position || (position === one.position && op <= one.op)) ? one : null
    const erasureOf = (tuple: readonly Value[] | null) => {
      const key = table && tuple && keyIn(block, table, tuple)
      return before(wanted.all) ?? before(key === null ? null : wanted.rows.get(key))
    }
    const ofNew = erasureOf(tuples.new)
    // A row that had another key was the same one.
    const ofOld = erasureOf(tuples.old) ?? ofNew
    for (const [tuple, erasure] of [
      [tuples.old, ofOld],
      [tuples.new, ofNew],
    ] as const) {
      if (!tuple || !erasure) continue
      const { key, by } = erasure
      if (table && key !== null && by) rows.push({ oid, key, values: keptValues(block, table, tuple), by })
      const isIt = erasure.position === position && erasure.op === op
      // Of the change itself what the row is now stays.
      if (isIt && tuple === tuples.new) continue
      const stays = (index: number) =>
        (isIt && tuples.new?.[index]?.kind === unchanged) || (table !== null && isKept(table, index))
      isChanged = eraseTuples(block, [tuple], stays) || isChanged
    }
  }
  if (isChanged) seal(block, crc32(block.subarray(prefixBytes)))
  return { isChanged, rows }
}

/** Whether there was anything. */
function eraseTuples(block: Buffer, tuples: readonly (readonly Value[] | null)[], stays?: (index: number) => boolean) {
  let isChanged = false
  for (const tuple of tuples) {
    for (const [index, value] of tuple?.entries() ?? []) {
      if (value.kind !== text || stays?.(index)) continue
      block[value.at] = erasedKind
      block.fill(0, value.at + 5, value.end)
      isChanged = true
    }
  }
  return isChanged
}

/** Keys, what rows are found by, and references. */
function isKept(table: Table, index: number): boolean {
  const column = table.columns[index]
  return column !== undefined && (table.key.includes(column.name) || column.name === company || column.type === 'uuid')
}

function keptValues(buffer: Buffer, table: Table, values: readonly Value[]): Row {
  return Object.fromEntries(
    table.columns.flatMap(({ name }, index) => (isKept(table, index) ? [[name, textOf(buffer, values[index])]] : [])),
  )
}
