// One shape: a snapshot in chunks and the transactions after it, serialised once for all clients that follow it.
//
//   snapshot ──ready──► ready ──remove──► gone      (snapshot failed, table changed, evicted: clients start again)
//
// Invariant: readers see whole transactions only; offsets only grow; a handle never gets another content.
import { randomBytes } from 'node:crypto'
import type { Table } from './catalog.ts'
import { logEntryOf, type LogEntry } from './change-messages.ts'
import { Offset } from './offset.ts'
import type { Moment, Snapshot } from './snapshot.ts'
import type { Change } from './transaction.ts'
import type { CompiledWhere } from './where/compile.ts'

export interface ShapeDefinition {
  /** What makes two requests ask for the same shape. */
  id: string
  table: Table
  /** In table order. */
  columns: readonly string[]
  where: CompiledWhere | null
  replica: 'default' | 'full'
  log: 'full' | 'changes_only'
}

/** A part of the shape, as one answer gives it. */
export interface Page {
  /** JSON items without the array's brackets; empty when there is nothing after the asked offset. */
  items: string
  /** Where the next page begins. */
  offset: Offset
  /** Whether nothing comes after it. */
  isLast: boolean
}

/** Characters. The log is kept up to this, or a few times the snapshot: past it, fetching again costs a client less. */
const minLog = 1024 * 1024
const logPerSnapshot = 4

export class Shape {
  readonly handle = `${randomBytes(6).readUIntBE(0, 6)}-${Date.now()}`
  readonly definition: ShapeDefinition
  state: 'snapshot' | 'ready' | 'gone' = 'snapshot'
  /** Why there was no snapshot. */
  failure: unknown = null
  private chunks: readonly string[] = []
  private snapshotSize = 0
  private log: LogEntry[] = []
  private logSize = 0
  /** Transactions up to here were dropped, and the snapshot with them: who is behind has to fetch again. */
  private droppedTo: Offset | null = null
  /** Of the snapshot, while the stream may still bring what it contains. */
  private moment: Moment | null = null
  private buffered: { xid: number; lsn: bigint; entry: LogEntry }[] = []
  private readonly waiters = new Set<() => void>()

  constructor(definition: ShapeDefinition) {
    this.definition = definition
  }

  /** Takes what a transaction means for this shape; whether clients have something to read now. */
  take(transaction: { xid: number; lsn: bigint }, changes: readonly Change[]): boolean {
    const entry = logEntryOf(this.definition, transaction, changes)
    if (!entry) return false
    const { xid, lsn } = transaction
    if (this.state === 'snapshot') this.buffered.push({ xid, lsn, entry })
    return this.state === 'ready' && this.append(xid, lsn, entry)
  }

  /** The snapshot is complete; buffered transactions that it already contains are dropped. */
  ready(snapshot: Snapshot) {
    if (this.state !== 'snapshot') return
    this.chunks = snapshot.chunks
    this.moment = snapshot.moment
    for (const chunk of snapshot.chunks) this.snapshotSize += chunk.length
    this.state = 'ready'
    for (const { xid, lsn, entry } of this.buffered) this.append(xid, lsn, entry)
    this.buffered = []
    this.wake()
  }

  /** Clients are told to fetch again, or, after a failure, to come back later. */
  remove(failure: unknown = null) {
    this.state = 'gone'
    this.failure = failure
    this.buffered = []
    this.wake()
  }

  get end(): Offset {
    return this.log.at(-1)?.offset ?? this.droppedTo ?? Offset.afterSnapshot
  }

  /** Whether the snapshot with the log after it is still whole, so that new clients may start here. */
  get startable() {
    return this.state !== 'gone' && this.droppedTo === null
  }

  get waiting() {
    return this.waiters.size
  }

  /** What follows `asked`, about `size` characters of it. Null when it is not kept, or `asked` was never given. */
  read(asked: Offset, size: number): Page | null {
    if (asked.compare(this.droppedTo ?? Offset.beforeAll) < 0 || asked.compare(this.end) > 0) return null
    const index = asked === Offset.beforeAll ? 0 : asked.op + 1
    if (asked.tx > 0n || index === Infinity) return this.readLog(asked, size)
    const chunk = this.chunks[index]
    if (chunk !== undefined) return { items: chunk, offset: new Offset(0n, index), isLast: false }
    return index === this.chunks.length ? this.readLog(Offset.afterSnapshot, size) : null
  }

  /** Pages end where transactions end. */
  private readLog(asked: Offset, size: number): Page {
    const first = firstAfter(this.log, asked)
    let end = first
    for (let length = 0; end < this.log.length && length < size; end++) length += this.log[end]?.json.length ?? 0
    const entries = this.log.slice(first, end)
    return {
      items: entries.map(({ json }) => json).join(','),
      offset: entries.at(-1)?.offset ?? asked,
      isLast: end === this.log.length,
    }
  }

  /** Resolves at the next change, at removal, or after `ms`; frees itself when the client goes. */
  wait(ms: number, client: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        this.waiters.delete(done)
        client.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      this.waiters.add(done)
      client.addEventListener('abort', done)
      if (client.aborted) done()
    })
  }

  wake() {
    for (const waiter of this.waiters) waiter()
  }

  private append(xid: number, lsn: bigint, entry: LogEntry): boolean {
    // From here on the stream is past the snapshot, and xids may wrap around.
    if (this.moment && lsn >= this.moment.lsn) this.moment = null
    if (this.moment?.contains(xid)) return false
    this.log.push(entry)
    this.logSize += entry.json.length
    if (this.logSize > Math.max(minLog, logPerSnapshot * this.snapshotSize)) this.dropOlderHalf()
    return true
  }

  private dropOlderHalf() {
    const limit = this.logSize / 2
    let count = 0
    // The newest transaction stays, however large: clients at the head go on.
    while (this.logSize > limit && count < this.log.length - 1) this.logSize -= this.log[count++]?.json.length ?? 0
    const dropped = this.log.splice(0, count)
    this.droppedTo = dropped.at(-1)?.offset ?? this.droppedTo
    if (this.droppedTo) this.chunks = []
  }
}

function firstAfter(log: readonly LogEntry[], offset: Offset): number {
  let low = 0
  let high = log.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((log[middle]?.offset.compare(offset) ?? 1) <= 0) low = middle + 1
    else high = middle
  }
  return low
}
