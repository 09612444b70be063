// A block: some changes of one transaction as they lie in the change log. Small transactions are one block; large ones are several, so
// that nobody has to hold one whole.
//
//   u32 length | u32 crc32 | u64 lsn | u32 xid | u32 first op | u8 flags | u32 keys | 6 bytes × keys | (u32 length | pgoutput message | u32 op)…
//
// Length and checksum are of what follows them. `op` counts all changes of the transaction, also those that nobody asked for.
import { crc32 } from 'node:zlib'
import { keyOf, type Table } from '../catalog.ts'
import { readLsn, writeLsn, type Lsn } from '../stream/lsn.ts'
import { readChange, type RowChange } from './pgoutput.ts'

export const prefixBytes = 8
const headerBytes = prefixBytes + 21
const keyBytes = 6
const lastFlag = 1

export interface BlockHeader {
  /** Position of the transaction's commit in the WAL. */
  lsn: Lsn
  /** 32 bits, unsigned. */
  xid: number
  /** 0 begins a transaction. */
  firstOp: number
  /** Whether the transaction is complete with it. */
  isLast: boolean
  /** Routes whose shapes it may concern. */
  keys: readonly number[]
}

/** A change as shapes see it, with the messages made of it so far: shapes with the same columns share them. */
export interface Change extends RowChange {
  /** Place in its transaction. */
  op: number
  /** Names of the row before and after. */
  oldKey: string | null
  newKey: string | null
  rendered: Map<string, string>
}

export interface LoggedMessage {
  op: number
  message: Buffer
}

export function encodeBlock(header: BlockHeader, messages: readonly LoggedMessage[]): Buffer {
  const { lsn, xid, firstOp, isLast, keys } = header
  let length = headerBytes + keys.length * keyBytes
  for (const { message } of messages) length += 8 + message.length
  // It is kept: a slice of Node's pool would keep 64 KB that others had a part of.
  const buffer = Buffer.allocUnsafeSlow(length)
  buffer.writeUInt32BE(length - prefixBytes, 0)
  writeLsn(buffer, lsn, 8)
  buffer.writeUInt32BE(xid, 16)
  buffer.writeUInt32BE(firstOp, 20)
  buffer[24] = isLast ? lastFlag : 0
  buffer.writeUInt32BE(keys.length, 25)
  let at = headerBytes
  for (const key of keys) at = buffer.writeUIntBE(key, at, keyBytes)
  for (const { op, message } of messages) {
    at = buffer.writeUInt32BE(message.length, at)
    at += message.copy(buffer, at)
    at = buffer.writeUInt32BE(op, at)
  }
  buffer.writeUInt32BE(crc32(buffer.subarray(prefixBytes)), 4)
  return buffer
}

/** Places of a block's messages, and their ops. */
export function* messagesIn(block: Buffer): Generator<{ at: number; end: number; op: number }> {
  for (let at = headerBytes + block.readUInt32BE(25) * keyBytes; at < block.length;) {
    const end = at + 4 + block.readUInt32BE(at)
    yield { at: at + 4, end, op: block.readUInt32BE(end) }
    at = end + 4
  }
}

/** Notes the checksum of a block that was changed. */
export const seal = (block: Buffer, checksum: number) => block.writeUInt32BE(checksum, 4)

/** Bytes of the whole block whose prefix lies at `at`. */
export const blockLength = (buffer: Buffer, at: number) => prefixBytes + buffer.readUInt32BE(at)

/** Whether the block at `at` is whole and as it was written. */
export function isIntact(buffer: Buffer, at: number): boolean {
  const end = at + blockLength(buffer, at)
  return (
    end - at >= headerBytes &&
    end <= buffer.length &&
    crc32(buffer.subarray(at + prefixBytes, end)) === buffer.readUInt32BE(at + 4)
  )
}

export function readHeader(buffer: Buffer, at: number): BlockHeader {
  const count = buffer.readUInt32BE(at + 25)
  const keys = Array.from({ length: count }, (_, index) =>
    buffer.readUIntBE(at + headerBytes + index * keyBytes, keyBytes),
  )
  return {
    lsn: readLsn(buffer, at + 8),
    xid: buffer.readUInt32BE(at + 16),
    firstOp: buffer.readUInt32BE(at + 20),
    isLast: buffer[at + 24] === lastFlag,
    keys,
  }
}

/** A block in memory; decodes a table's changes once for all shapes. */
export class Block {
  readonly lsn: Lsn
  readonly xid: number
  /** Place of its first change in the transaction. */
  readonly firstOp: number
  readonly bytes: number
  private readonly buffer: Buffer
  private readonly byTable = new Map<number, Change[]>()
  private readonly byValue = new Map<string, Map<string | null, Change[]>>()

  constructor(buffer: Buffer) {
    this.buffer = buffer
    this.bytes = buffer.length
    this.lsn = readLsn(buffer, 8)
    this.xid = buffer.readUInt32BE(16)
    this.firstOp = buffer.readUInt32BE(20)
  }

  /** Changes of a table, in order; with `column` only those where it was or is `value`. @throws Error when the layout differs. */
  changesOf(table: Table, column: string | null, value: string | null): readonly Change[] {
    const all = this.byTable.get(table.oid) ?? this.decode(table)
    if (column === null) return all
    // Whose value was erased may be one of these.
    if (all.some(isErased)) return all.filter((change) => concerns(change, column, value))
    const id = `${table.oid}.${column}`
    const grouped = this.byValue.get(id) ?? group(all, column)
    this.byValue.set(id, grouped)
    return grouped.get(value) ?? []
  }

  private decode(table: Table): Change[] {
    const { buffer } = this
    const changes: Change[] = []
    for (const { at, end, op } of messagesIn(buffer)) {
      // The table's oid is the first thing in every change.
      if (buffer.readUInt32BE(at + 1) === table.oid) {
        const change = readChange(buffer.subarray(at, end), table.columns)
        const [oldKey, newKey] = [change.old, change.new].map((row) => row && keyOf(table, row))
        changes.push({
          ...change,
          op,
          oldKey: oldKey ?? null,
          newKey: newKey ?? null,
          rendered: new Map(),
        })
      }
    }
    this.byTable.set(table.oid, changes)
    return changes
  }
}

function group(changes: readonly Change[], column: string) {
  const groups = new Map<string | null, Change[]>()
  const put = (value: string | null, change: Change) => {
    const found = groups.get(value)
    if (found) found.push(change)
    else groups.set(value, [change])
  }
  for (const change of changes) {
    const [was, is] = [change.old?.[column] ?? null, change.new?.[column] ?? null]
    if (is !== null) put(is, change)
    if (was !== null && was !== is) put(was, change)
  }
  return groups
}

const isErased = ({ isOldErased = false, isNewErased = false }: Change) => isOldErased || isNewErased

function concerns(change: Change, column: string, value: string | null): boolean {
  const { old, new: fresh, isOldErased = false, isNewErased = false } = change
  const has = (row: Change['old'], isErasedRow: boolean) => {
    const found = row?.[column] ?? null
    return row !== null && (found === null ? isErasedRow : found === value)
  }
  return has(old, isOldErased) || has(fresh, isNewErased)
}
