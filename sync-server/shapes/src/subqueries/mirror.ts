// A source's rows, kept as its table's changes tell.
import { keyOf, type Row } from '../catalog.ts'
import type { Change, Block } from '../log/block.ts'
import type { Lsn } from '../stream/lsn.ts'
import type { Source } from './graph.ts'
import type { Storage, StoredRow } from './storage.ts'
import { valueOf } from './values.ts'

/** A change of a source's rows: what is no candidate is null. */
export interface SourceChange {
  /** Place in its transaction. */
  op: number
  old: Row | null
  new: Row | null
}

/** What a block has for a source, but for what its snapshot contains. */
export function changesOf({ shape, candidates }: Source, block: Block): SourceChange[] {
  const { definition, routeKey, start, moment } = shape
  if (block.lsn <= start || (moment && block.lsn < moment.lsn && moment.contains(block.xid))) return []
  const candidate = (row: Row | null) => (row !== null && (candidates?.matches(row) ?? true) ? row : null)
  return block
    .changesOf(definition.table, routeKey.column, routeKey.value)
    .map(({ op, old, new: fresh, isOldErased, isNewErased }: Change) => ({
      op,
      // Of values that were erased from the log the key is left: enough to take a row away, and another change follows.
      old: isOldErased ? old : candidate(old),
      new: isNewErased ? null : candidate(fresh),
    }))
    .filter(({ old, new: fresh }) => old !== null || fresh !== null)
}

/** Writes a change of a transaction at `lsn`; whether the row was written in it before. */
export function write(storage: Storage, source: Source, { old, new: fresh }: SourceChange, lsn: Lsn): boolean {
  const before = old && last(storage, source, old)
  if (fresh) {
    const isSame = before !== null && keyIn(source, fresh) === keyIn(source, before.row)
    if (before && !isSame) take(storage, source, before)
    const key = isSame ? before.key : free(storage, source, fresh)
    put(storage, source, { key, row: fresh, changed: lsn }, isSame ? before : null)
  } else if (before) take(storage, source, before)
  return before?.changed === lsn
}

/** A row of the source's snapshot. */
export const fill = (storage: Storage, source: Source, row: Row) =>
  put(storage, source, { key: free(storage, source, row), row, changed: 0n }, null)

const keyIn = ({ shape }: Source, row: Row) => keyOf(shape.definition.table, row)

/** Without a primary key there may be equal rows: the second and those after it have a number behind the key. */
function* keysOf(source: Source, row: Row): Generator<string, never> {
  const key = keyIn(source, row)
  yield key
  for (let copy = 1; ; copy++) yield `${key}\0${copy}`
}

const isKeyed = ({ shape }: Source) => shape.definition.table.key.length > 0

/** Under which a row is kept that comes now. */
function free(storage: Storage, source: Source, row: Row): string {
  for (const key of keysOf(source, row)) if (isKeyed(source) || !storage.row(source.id, key)) return key
  throw new Error('keys never end')
}

/** Of equal rows that which came last. */
function last(storage: Storage, source: Source, row: Row): StoredRow | null {
  let found: StoredRow | null = null
  for (const key of keysOf(source, row)) {
    const stored = storage.row(source.id, key)
    if (!stored || isKeyed(source)) return stored ?? found
    found = stored
  }
  return found
}

function take(storage: Storage, { id, links }: Source, { key, row }: StoredRow) {
  storage.deleteRow(id, key)
  for (const link of links) storage.deleteLink(link.id, valueOf(row, link.columns), key)
}

/** `before`: what it takes the place of. */
function put(storage: Storage, { id, links }: Source, row: StoredRow, before: StoredRow | null) {
  storage.putRow(id, row)
  for (const { id: link, columns } of links) {
    const [was, is] = [before && valueOf(before.row, columns), valueOf(row.row, columns)]
    if (before && was === is) continue
    if (before) storage.deleteLink(link, was, row.key)
    storage.addLink(link, is, row.key)
  }
}
