// Messages of pgoutput (protocol 1), read where they lie: the change log keeps them as Postgres sent them, and rows are decoded when
// a shape needs them.
// Invariant: a value is the text that `::text` prints; a change's row has every published column, in the table's order.
import type { Column, Relation, Row } from '../catalog.ts'
import { readLsn, type Lsn } from '../stream/lsn.ts'

export type Message =
  | { tag: 'begin'; lsn: Lsn; xid: number }
  | { tag: 'commit' }
  | { tag: 'relation'; relation: Relation }
  | { tag: 'change'; oid: number }
  | { tag: 'truncate'; oids: number[] }
  /** Of pg_logical_emit_message. */
  | { tag: 'message'; prefix: string; content: Buffer }
  | { tag: 'other' }

export interface RowChange {
  old: Row | null
  new: Row | null
  /** Values of the old row, or of the new one, were erased from the log: they read as NULL. */
  isOldErased?: boolean
  isNewErased?: boolean
}

const tag = (letter: string) => letter.charCodeAt(0)
const [begin, commit, relation, insert, update, remove, truncate, message] = 'BCRIUDTM'.split('').map(tag)
const [isNull, isUnchanged, isText] = ['n', 'u', 't'].map(tag)
/** Ours, in the place of a text that was erased: as long as that was, and zeros. */
export const erasedKind = tag('x')

export function readMessage(buffer: Buffer): Message {
  switch (buffer[0]) {
    case begin:
      return { tag: 'begin', lsn: readLsn(buffer, 1), xid: buffer.readUInt32BE(17) }
    case commit:
      return { tag: 'commit' }
    case relation:
      return { tag: 'relation', relation: readRelation(buffer) }
    case insert:
    case update:
    case remove:
      return { tag: 'change', oid: buffer.readUInt32BE(1) }
    case truncate: {
      const count = buffer.readUInt32BE(1)
      return { tag: 'truncate', oids: Array.from({ length: count }, (_, index) => buffer.readUInt32BE(6 + index * 4)) }
    }
    case message: {
      // After flags and position.
      const end = buffer.indexOf(0, 10)
      const start = end + 5
      const content = buffer.subarray(start, start + buffer.readUInt32BE(end + 1))
      return { tag: 'message', prefix: buffer.toString('utf8', 10, end), content }
    }
    default:
      return { tag: 'other' }
  }
}

function readRelation(buffer: Buffer): Relation {
  let at = 5
  const text = () => {
    const end = buffer.indexOf(0, at)
    const value = buffer.toString('utf8', at, end)
    at = end + 1
    return value
  }
  const [schema, name] = [text(), text()]
  // Replica identity.
  at++
  const count = buffer.readUInt16BE(at)
  at += 2
  const columns = Array.from({ length: count }, () => {
    // Flags: part of the replica identity.
    at++
    const column = text()
    const [typeOid, typeMod] = [buffer.readUInt32BE(at), buffer.readInt32BE(at + 4)]
    at += 8
    return { name: column, typeOid, typeMod }
  })
  return { oid: buffer.readUInt32BE(1), schema, name, columns }
}

/** @throws Error for a change without its old row, or of another layout than `columns`. */
export function readChange(buffer: Buffer, columns: readonly Pick<Column, 'name' | 'output'>[]): RowChange {
  const kind = buffer[0]
  if (kind === insert) {
    const inserted = new TupleReader(buffer, 6)
    const row = inserted.row(columns, null)
    return { old: null, new: row, isNewErased: inserted.isErased }
  }
  const reader = new TupleReader(buffer, oldTupleAt(buffer))
  const old = reader.row(columns, null)
  if (kind !== update) return { old, new: null, isOldErased: reader.isErased }
  const fresh = new TupleReader(buffer, reader.at + 1)
  // What an update did not send again (large values) comes from the old row.
  return { old, new: fresh.row(columns, old), isOldErased: reader.isErased, isNewErased: fresh.isErased }
}

/** The texts of one column before and after; null is NULL or no row. For routing, without decoding the rest. */
export function readColumn(buffer: Buffer, index: number): { old: string | null; new: string | null } {
  const kind = buffer[0]
  if (kind === insert) return { old: null, new: new TupleReader(buffer, 6).column(index) ?? null }
  const reader = new TupleReader(buffer, oldTupleAt(buffer))
  const old = reader.column(index) ?? null
  if (kind === remove) return { old, new: null }
  const fresh = new TupleReader(buffer, reader.at + 1).column(index)
  return { old, new: fresh === undefined ? old : fresh }
}

/** A missing old row would send rows that left a shape to nobody: better to stop. */
function oldTupleAt(buffer: Buffer): number {
  // After the oid: the old row, all of it with REPLICA IDENTITY FULL ('O'), only its key otherwise ('K').
  if (buffer[5] !== tag('O')) throw new Error(`table ${buffer.readUInt32BE(1)} needs REPLICA IDENTITY FULL`)
  return 6
}

class TupleReader {
  at: number
  /** Whether it met a value that was erased. */
  isErased = false
  private readonly buffer: Buffer
  private readonly count: number

  constructor(buffer: Buffer, at: number) {
    this.buffer = buffer
    this.count = buffer.readUInt16BE(at)
    this.at = at + 2
  }

  row(columns: readonly Pick<Column, 'name' | 'output'>[], old: Row | null): Row {
    if (columns.length !== this.count) throw new Error(`a row of ${this.count} columns, not ${columns.length}`)
    const row: Record<string, string | null> = {}
    for (const { name, output } of columns) {
      const text = this.value()
      // Booleans are printed differently here ('t') than by ::text ('true').
      row[name] =
        text === undefined ? (old?.[name] ?? null) : output === 'boolout' && text !== null ? boolText(text) : text
    }
    return row
  }

  /** Undefined when it was not sent; leaves `at` behind the row. */
  column(index: number): string | null | undefined {
    let found: string | null | undefined
    for (let i = 0; i < this.count; i++) {
      if (i === index) found = this.value()
      else this.skip()
    }
    return found
  }

  private value(): string | null | undefined {
    const { buffer } = this
    const kind = buffer[this.at]
    if (kind === isNull || kind === isUnchanged) {
      this.at++
      return kind === isNull ? null : undefined
    }
    if (kind !== isText && kind !== erasedKind) throw new Error(`unknown kind of value ${kind}`)
    const start = this.at + 5
    this.at = start + buffer.readUInt32BE(this.at + 1)
    if (kind === erasedKind) {
      this.isErased = true
      return null
    }
    return buffer.toString('utf8', start, this.at)
  }

  private skip() {
    const kind = this.buffer[this.at]
    this.at += kind === isText || kind === erasedKind ? 5 + this.buffer.readUInt32BE(this.at + 1) : 1
  }
}

const boolText = (text: string) => (text === 't' ? 'true' : 'false')
