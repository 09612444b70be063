// All shapes of this engine: made on first request, shared by everyone who asks for the same, fed by the change stream.
// Invariant: a transaction is given to all its shapes before any waiter runs, so that its clients see it at once.
import { setTimeout as delay } from 'node:timers/promises'
import type postgres from 'postgres'
import type { Logger } from 'pino'
import type { TableName } from './catalog.ts'
import { RecentXids } from './recent-xids.ts'
import { Router } from './router.ts'
import { Shape, type ShapeDefinition } from './shape.ts'
import { TableChanged, takeSnapshot } from './snapshot.ts'
import type { Change, Transaction } from './transaction.ts'

const concurrentSnapshots = 4
/** ms, while a transaction that the stream brought becomes visible. */
const betweenAttempts = 5

export interface ShapeStoreOptions {
  sql: postgres.Sql
  publication: string
  chunkBytes: number
  maxShapes: number
  logger: Logger
  /** A snapshot found the table altered. */
  onTableChanged(table: TableName): void
}

export class ShapeStore {
  /** Every shape has all transactions up to and with this position. */
  lastLsn = 0n
  private readonly options: ShapeStoreOptions
  private readonly byDefinition = new Map<string, Shape>()
  /** Least recently used first. */
  private readonly byHandle = new Map<string, Shape>()
  private readonly router = new Router()
  private readonly recentXids = new RecentXids()
  private readonly queue: { shape: Shape; registered: number }[] = []
  private running = 0
  /** Whether the change stream runs: a shape made without it would miss changes. */
  private fed = false

  constructor(options: ShapeStoreOptions) {
    this.options = options
  }

  /** The shape that new clients of this definition start with; null when there can't be one now. */
  open(definition: ShapeDefinition): Shape | null {
    if (!this.fed) return null
    const known = this.byDefinition.get(definition.id)
    if (known?.startable) return this.use(known)
    if (this.byHandle.size >= this.options.maxShapes && !this.evict()) return null
    const shape = this.use(new Shape(definition))
    this.byDefinition.set(definition.id, shape)
    // First in the router, then the snapshot: nothing falls between.
    this.router.add(shape)
    this.queue.push({ shape, registered: this.recentXids.mark() })
    this.runQueue()
    return shape
  }

  find(handle: string): Shape | null {
    const shape = this.byHandle.get(handle)
    return shape ? this.use(shape) : null
  }

  take(transaction: Transaction) {
    this.recentXids.add(transaction.xid)
    for (const table of transaction.truncated) this.invalidate(table)
    const perShape = new Map<Shape, Change[]>()
    for (const change of transaction.changes) {
      for (const shape of this.router.concerned(change)) {
        const changes = perShape.get(shape)
        if (changes) changes.push(change)
        else perShape.set(shape, [change])
      }
    }
    const touched = [...perShape].filter(([shape, changes]) => shape.take(transaction, changes))
    this.lastLsn = transaction.lsn
    for (const [shape] of touched) shape.wake()
  }

  /** Nothing up to this position is still to come. */
  reached(lsn: bigint) {
    if (lsn > this.lastLsn) this.lastLsn = lsn
  }

  /** Clients of the table have to fetch again. */
  invalidate(table: TableName) {
    for (const shape of this.router.of(table)) this.remove(shape)
  }

  /** The change stream runs. */
  begin() {
    this.fed = true
  }

  /** The change stream was lost. */
  clear() {
    this.fed = false
    for (const shape of this.byHandle.values()) this.remove(shape)
    // The next stream may be of a restored database, whose positions lie before.
    this.lastLsn = 0n
  }

  /** Waiting clients get their answer now. */
  release() {
    for (const shape of this.byHandle.values()) shape.wake()
  }

  private use(shape: Shape): Shape {
    this.byHandle.delete(shape.handle)
    this.byHandle.set(shape.handle, shape)
    return shape
  }

  private remove(shape: Shape, failure?: unknown) {
    this.router.delete(shape)
    this.byHandle.delete(shape.handle)
    if (this.byDefinition.get(shape.definition.id) === shape) this.byDefinition.delete(shape.definition.id)
    shape.remove(failure)
  }

  private evict(): boolean {
    for (const shape of this.byHandle.values()) {
      if (shape.waiting > 0 || shape.state !== 'ready') continue
      this.remove(shape)
      return true
    }
    return false
  }

  private runQueue() {
    while (this.running < concurrentSnapshots) {
      const next = this.queue.shift()
      if (!next) return
      this.running++
      void this.fill(next.shape, next.registered).finally(() => {
        this.running--
        this.runQueue()
      })
    }
  }

  private async fill(shape: Shape, registered: number) {
    const { definition } = shape
    try {
      while (shape.state === 'snapshot') {
        const snapshot = await takeSnapshot({
          ...this.options,
          definition,
          accepts: ({ contains }) => !this.recentXids.someBefore(registered, (xid) => !contains(xid)),
        })
        if (snapshot) shape.ready(snapshot)
        else await delay(betweenAttempts)
      }
    } catch (error) {
      if (shape.state !== 'snapshot') return
      if (error instanceof TableChanged || isGone(error)) this.options.onTableChanged(definition.table)
      else {
        this.options.logger.error({ err: error, table: definition.table.name }, 'snapshot failed')
        this.remove(shape, error)
      }
    }
  }
}

/** undefined_table, invalid_schema_name: it is not there any more. */
const isGone = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === '42P01' || error.code === '3F000')
