// One shape: a snapshot in chunks and the changes after it, serialised once for all clients that follow it.
// Invariant: readers see whole transactions only; offsets only grow; a handle never gets another content.
import { randomBytes } from 'node:crypto'
import { keyOf, type Row, type Table } from './catalog.ts'
import { Offset } from './offset.ts'
import type { Change } from './replication.ts'
import type { Snapshot } from './snapshot.ts'
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

interface LogEntry {
  offset: Offset
  json: string
}

/** A change of one row as this shape's clients see it. */
interface Operation {
  operation: 'insert' | 'update' | 'delete'
  key: string
  value: Row
  oldValue?: Row
  extra?: Record<string, string>
}

export type ShapeState = 'snapshot' | 'ready' | 'gone'

export class Shape {
  readonly handle = `${randomBytes(6).readUIntBE(0, 6)}-${Date.now()}`
  readonly definition: ShapeDefinition
  state: ShapeState = 'snapshot'
  /** JSON arrays. */
  chunks: string[] = []
  /** Offset of the newest change; null while there is none. */
  last: Offset | null = null
  lastUsed = Date.now()
  private log: LogEntry[] = []
  private logBytes = 0
  /** Entries up to here were dropped: who is behind has to fetch again. */
  private droppedTo: Offset | null = null
  private snapshotBytes = 0
  private catchingUp: Pick<Snapshot, 'contains' | 'isBefore'> | null = null
  private buffered: { xid: number; entries: LogEntry[] }[] = []
  private readonly waiters = new Set<() => void>()

  constructor(definition: ShapeDefinition) {
    this.definition = definition
  }

  /** Takes what a transaction means for this shape; whether there was anything. */
  take(transaction: { xid: number; lsn: bigint }, changes: readonly Change[]): boolean {
    const operations = changes.flatMap((change) => operationsOf(this.definition, change))
    if (operations.length === 0) return false
    const entries = operations.map((operation, index) =>
      serialise(this.definition, transaction, operation, index, operations.length),
    )
    if (this.state === 'snapshot') this.buffered.push({ xid: transaction.xid, entries })
    else if (!this.isInSnapshot(transaction.xid)) this.append(entries)
    return this.state === 'ready'
  }

  /** The stream is behind the snapshot at first: what it brings until then is there already. */
  private isInSnapshot(xid: number) {
    if (this.catchingUp?.isBefore(xid)) this.catchingUp = null
    return this.catchingUp?.contains(xid) ?? false
  }

  /** The snapshot is complete; buffered transactions that it already contains are dropped. */
  ready(snapshot: Snapshot) {
    if (this.state !== 'snapshot') return
    this.chunks = snapshot.chunks
    this.catchingUp = { contains: snapshot.contains, isBefore: snapshot.isBefore }
    this.snapshotBytes = snapshot.chunks.reduce((sum, chunk) => sum + chunk.length, 0)
    this.state = 'ready'
    for (const { xid, entries } of this.buffered) if (!this.isInSnapshot(xid)) this.append(entries)
    this.buffered = []
    this.wake()
  }

  /** Clients are told to fetch again. */
  remove() {
    this.state = 'gone'
    this.wake()
  }

  /** Changes after `offset` as JSON texts, or null when some of them are no longer kept. */
  after(offset: Offset): readonly LogEntry[] | null {
    if (this.droppedTo && offset.compare(this.droppedTo) < 0) return null
    let low = 0
    let high = this.log.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.log[middle]?.offset.compare(offset) ?? 1) <= 0) low = middle + 1
      else high = middle
    }
    return this.log.slice(low)
  }

  /** Whether the snapshot with the log after it is still whole, so that new clients may start here. */
  get startable() {
    return this.state !== 'gone' && this.droppedTo === null
  }

  /** Resolves at the next change, at removal, or after `ms`; frees itself when the client goes. */
  wait(ms: number, gone: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        this.waiters.delete(done)
        gone.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      this.waiters.add(done)
      gone.addEventListener('abort', done)
      if (gone.aborted) done()
    })
  }

  get waiting() {
    return this.waiters.size
  }

  wake() {
    for (const waiter of this.waiters) waiter()
  }

  private append(entries: LogEntry[]) {
    this.log.push(...entries)
    this.last = entries.at(-1)?.offset ?? this.last
    for (const { json } of entries) this.logBytes += json.length
    // Past a few times the snapshot, fetching again costs a client less than the log costs us.
    if (this.logBytes > Math.max(4 * 1024 * 1024, 4 * this.snapshotBytes)) this.dropOlderHalf()
  }

  private dropOlderHalf() {
    const dropped = this.log.splice(0, this.log.length >>> 1)
    this.droppedTo = dropped.at(-1)?.offset ?? this.droppedTo
    this.logBytes = this.log.reduce((sum, { json }) => sum + json.length, 0)
  }
}

/** What a change of a row is to a shape: it may enter, stay, leave or never have been there. */
function operationsOf(definition: ShapeDefinition, change: Change): Operation[] {
  const { table, where } = definition
  const matches = (row: Row | null): row is Row => row !== null && (where === null || where.matches(row))
  const [was, is] = [matches(change.old), matches(change.new)]
  if (is && was && change.old && change.new) return updates(definition, change.old, change.new)
  if (is && change.new) return [{ operation: 'insert', key: keyOf(table, change.new), value: change.new }]
  if (was && change.old) return [{ operation: 'delete', key: keyOf(table, change.old), value: change.old }]
  return []
}

function updates(definition: ShapeDefinition, old: Row, row: Row): Operation[] {
  const changed = definition.columns.filter((column) => old[column] !== row[column])
  if (changed.length === 0) return []
  const { table } = definition
  const [oldKey, key] = [keyOf(table, old), keyOf(table, row)]
  if (oldKey !== key) {
    return [
      { operation: 'delete', key: oldKey, value: old, extra: { key_change_to: key } },
      { operation: 'insert', key, value: row, extra: { key_change_from: oldKey } },
    ]
  }
  if (definition.replica === 'full') {
    return [{ operation: 'update', key, value: row, oldValue: pick(old, changed) }]
  }
  return [{ operation: 'update', key, value: pick(row, [...table.key, ...changed]) }]
}

const pick = (row: Row, columns: readonly string[]): Row =>
  Object.fromEntries(columns.map((column) => [column, row[column] ?? null]))

function serialise(
  definition: ShapeDefinition,
  { xid, lsn }: { xid: number; lsn: bigint },
  { operation, key, value, oldValue, extra }: Operation,
  index: number,
  count: number,
): LogEntry {
  const { table, columns, replica } = definition
  const shown =
    operation === 'delete' && replica === 'default' && table.key.length > 0
      ? table.key
      : columns.filter((c) => c in value)
  const position = index * 2
  const json = JSON.stringify({
    key,
    value: pick(value, shown),
    ...(oldValue && { old_value: oldValue }),
    headers: {
      operation,
      relation: [table.schema, table.name],
      lsn: lsn.toString(),
      op_position: position,
      txids: [xid],
      ...extra,
      ...(index === count - 1 && { last: true }),
    },
  })
  return { offset: new Offset(lsn, position), json }
}
