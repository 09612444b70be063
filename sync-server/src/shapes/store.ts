// All shapes of this engine: made on first request, shared by everyone who asks for the same, fed by the change stream.
// Invariant: a transaction is given to all its shapes before any waiter runs, so that its clients see it at once.
import type postgres from 'postgres'
import type { Logger } from 'pino'
import type { Change, Transaction } from './replication.ts'
import { Router } from './router.ts'
import { Shape, type ShapeDefinition } from './shape.ts'
import { takeSnapshot } from './snapshot.ts'

const concurrentSnapshots = 4
/** Recent transactions of the stream: long enough for any that a snapshot may still see in progress. */
const rememberedXids = 4096

export interface ShapeStore {
  /** The shape that new clients of this definition start with. */
  open(definition: ShapeDefinition): Shape
  byHandle(handle: string): Shape | undefined
  take(transaction: Transaction): void
  /** Nothing up to this position is still to come. */
  reached(lsn: bigint): void
  /** Clients of the table have to fetch again. */
  invalidate(table: { schema: string; name: string }): void
  clear(): void
  /** Every shape has all transactions up to and with this position. */
  readonly lastLsn: bigint
}

export function createShapeStore(options: {
  sql: postgres.Sql
  chunkBytes: number
  maxShapes: number
  logger: Logger
}): ShapeStore {
  const byDefinition = new Map<string, Shape>()
  const handles = new Map<string, Shape>()
  const router = new Router()
  const recentXids = new Set<number>()
  let lastLsn = 0n
  let running = 0
  const queue: Shape[] = []

  const remove = (shape: Shape) => {
    router.delete(shape)
    handles.delete(shape.handle)
    if (byDefinition.get(shape.definition.id) === shape) byDefinition.delete(shape.definition.id)
    shape.remove()
  }

  const runQueue = () => {
    while (running < concurrentSnapshots) {
      const shape = queue.shift()
      if (!shape) return
      running++
      void fill(shape).finally(() => {
        running--
        runQueue()
      })
    }
  }

  const fill = async (shape: Shape) => {
    try {
      for (;;) {
        const snapshot = await takeSnapshot(options.sql, shape.definition, options.chunkBytes)
        // A transaction can be in the stream before it is visible: then it is neither in the snapshot nor still to come.
        if (snapshot.inProgress.some((xid) => recentXids.has(xid))) continue
        shape.ready(snapshot)
        return
      }
    } catch (error) {
      options.logger.error({ err: error, table: shape.definition.table.name }, 'snapshot failed')
      remove(shape)
    }
  }

  const evict = () => {
    if (handles.size <= options.maxShapes) return
    const idle = [...handles.values()].filter((shape) => shape.waiting === 0 && shape.state === 'ready')
    const oldest = idle.toSorted((a, b) => a.lastUsed - b.lastUsed)[0]
    if (oldest) remove(oldest)
  }

  return {
    get lastLsn() {
      return lastLsn
    },
    open(definition) {
      const known = byDefinition.get(definition.id)
      if (known?.startable) return known
      const shape = new Shape(definition)
      byDefinition.set(definition.id, shape)
      handles.set(shape.handle, shape)
      // First in the router, then the snapshot: nothing falls between.
      router.add(shape)
      queue.push(shape)
      runQueue()
      evict()
      return shape
    },
    byHandle: (handle) => handles.get(handle),
    take(transaction) {
      remember(recentXids, transaction.xid)
      for (const table of transaction.truncated) for (const shape of router.of(table)) remove(shape)
      const perShape = new Map<Shape, Change[]>()
      for (const change of transaction.changes) {
        for (const shape of router.concerned(change)) {
          const changes = perShape.get(shape)
          if (changes) changes.push(change)
          else perShape.set(shape, [change])
        }
      }
      const touched = [...perShape].filter(([shape, changes]) => shape.take(transaction, changes))
      lastLsn = transaction.lsn
      for (const [shape] of touched) shape.wake()
    },
    reached(lsn) {
      if (lsn > lastLsn) lastLsn = lsn
    },
    invalidate(table) {
      for (const shape of router.of(table)) remove(shape)
    },
    clear() {
      for (const shape of handles.values()) remove(shape)
      recentXids.clear()
    },
  }
}

function remember(xids: Set<number>, xid: number) {
  xids.add(xid)
  if (xids.size <= rememberedXids) return
  const [oldest] = xids
  if (oldest !== undefined) xids.delete(oldest)
}
