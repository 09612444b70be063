// One shape: a snapshot at a moment, and a filter over the change log after it. It has no log of its own.
//
//   snapshot ──ready──► ready ──remove──► gone      (snapshot failed, table changed, evicted: clients start again)
//
// Invariant: offsets only grow; a handle never gets another content.
import type { Table } from './catalog.ts'
import type { Block, Change } from './log/block.ts'
import { render, type Rendered } from './messages.ts'
import { Offset } from './offset.ts'
import { PageWriter, type Page } from './page.ts'
import type { Moment } from './snapshot/moment.ts'
import { routeKeyOf, type Route, type RouteKey } from './routes.ts'
import type { SnapshotFile } from './snapshot/snapshot-file.ts'
import type { Lsn } from './stream/lsn.ts'
import type { OwnLog } from './subqueries/own-log.ts'
import { Fold, type Following } from './store/fold.ts'
import type { CompiledWhere } from './where/compile.ts'

export interface ShapeDefinition {
  /** What makes two requests ask for the same shape. */
  id: string
  table: Table
  /** With those that the clause's subqueries ask, each once or twice. */
  tables: readonly Table[]
  /** In table order. */
  columns: readonly string[]
  where: CompiledWhere | null
  /** The clause as it was asked for. */
  source: { where: string | null; params: readonly string[] }
  replica: 'default' | 'full'
  log: 'full' | 'changes_only'
  /** Equal for definitions whose messages look the same. */
  projection: number
}

/** Gets the page to answer with; null: look for yourself. */
export type Waiter = (page: Page | null, shape: Shape) => void

/** Up to the log's block at `position`, inclusive, nothing of a shape comes after `offset`. */
interface Tail {
  position: number
  offset: Offset
}

/** Bytes. The log is read from the snapshot on up to this, or a few times the snapshot: past it, a new one costs a client less. */
const minLog = 1024 * 1024
const logPerSnapshot = 4

export class Shape {
  readonly handle: string
  readonly definition: ShapeDefinition
  readonly routeKey: RouteKey
  readonly snapshot: SnapshotFile
  /** Commit position of the log's head when it was registered: what lies before is in the snapshot. */
  start: Lsn
  state: 'snapshot' | 'ready' | 'gone' = 'snapshot'
  /** Why there was no snapshot. */
  failure: unknown = null
  /** What transactions the snapshot contains; null until one is being taken. */
  moment: Moment | null = null
  /** ms since the epoch. */
  usedAt = Date.now()
  readonly route: Route
  /** Of a clause with subqueries; others are filters over the log of all. */
  own: OwnLog | null = null
  /** As far as somebody has read it. */
  private tail: Tail | null = null
  /** Of a shape that another engine made: who stands before this may lack changes that are not kept here. */
  floor = Offset.afterSnapshot
  /** Too much was changed since its snapshot. */
  isOutgrown = false
  private readonly bytesBefore: number
  private readonly waiters = new Set<Waiter>()
  private readonly settling = Promise.withResolvers<void>()

  constructor(
    definition: ShapeDefinition,
    {
      handle,
      snapshot,
      start,
      route,
    }: { handle: string; snapshot: SnapshotFile; start: Lsn; route(shape: Shape): Route },
  ) {
    this.definition = definition
    this.handle = handle
    this.snapshot = snapshot
    this.start = start
    this.routeKey = routeKeyOf(definition)
    this.route = route(this)
    this.bytesBefore = this.route.bytes
  }

  /** The snapshot is complete. */
  ready() {
    if (this.state !== 'snapshot') return
    this.state = 'ready'
    this.settling.resolve()
  }

  /** What it starts with, where that was not known when it was registered. */
  begin(start: Lsn, moment: Moment) {
    this.start = start
    this.moment = moment
  }

  /** Clients are told to fetch again, or, after a failure, to come back later. */
  remove(failure: unknown = null) {
    this.state = 'gone'
    this.failure = failure
    this.settling.resolve()
    this.wake(null)
  }

  /** Resolves when there is a snapshot, or none will come. */
  get settled(): Promise<void> {
    return this.settling.promise
  }

  /** Whether new clients should start here: the snapshot and all of the log after it are kept, and not too much. */
  get startable() {
    if (this.state === 'gone' || this.isOutgrown || this.snapshot.isGone || this.route.droppedTo > this.start)
      return false
    return this.route.bytes - this.bytesBefore <= Math.max(minLog, logPerSnapshot * this.snapshot.bytes)
  }

  get waiting() {
    return this.waiters.size
  }

  /** Whether the log after `asked` is still whole for this shape. */
  keeps(asked: Offset): boolean {
    if (!this.floor.isVirtual && (asked.isVirtual || asked.compare(this.floor) < 0)) return false
    return this.route.droppedTo <= (asked.isVirtual ? this.start : asked.tx)
  }

  /** Whether nothing that is in the log of all now comes after `asked`, as far as that is known without reading. */
  isEnd(asked: Offset): boolean {
    const position = this.route.positions.at(-1)
    if (position === undefined) return true
    return this.tail?.position === position && asked.compare(this.tail.offset) >= 0
  }

  /** Somebody has read all that there is now, and nothing came after `last`. */
  hasBeenRead(last: Offset) {
    const position = this.route.positions.at(-1)
    if (position === undefined) return
    const isLess = this.tail?.position === position && this.tail.offset.compare(last) <= 0
    if (!isLess) this.tail = { position, offset: last }
  }

  /** Whether its snapshot has a transaction. */
  hasInSnapshot({ lsn, xid }: Pick<Block, 'lsn' | 'xid'>): boolean {
    if (lsn <= this.start) return true
    // Past the snapshot's position nothing is in it, and xids may wrap around.
    return this.moment !== null && lsn < this.moment.lsn && this.moment.contains(xid)
  }

  /** Changes of a block that may concern this shape, but for those that its snapshot has. */
  changesOf(block: Block): readonly Change[] {
    if (this.hasInSnapshot(block)) return []
    const { column, value } = this.routeKey
    return block.changesOf(this.definition.table, column, value)
  }

  /** What a block means to this shape, change by change. */
  messagesOf(block: Block): Rendered[] {
    return this.changesOf(block).flatMap((change) => render(this.definition, change, block))
  }

  /** Gives who waits what this transaction means, if it means anything. `latest`: the last change of each of its rows. */
  deliver(blocks: readonly Block[], latest: Following | null, size: number, head: Lsn) {
    const page = new PageWriter(size)
    // Who waits has everything that came before.
    const fold = latest && new Fold(this, Offset.beforeChanges, latest)
    for (const [index, block] of blocks.entries()) {
      const messages = fold
        ? this.changesOf(block).flatMap((change) => fold.messagesOf(change, block, index))
        : this.messagesOf(block)
      for (const message of messages) {
        // Too much for one answer: who waits reads it in parts.
        if (!page.add(message)) return this.wake(null)
      }
    }
    if (!page.isEmpty) this.wake(page.finish(Offset.afterSnapshot, head, { past: fold?.past ?? null }))
  }

  /** Until it leaves `waiter` gets the page of every transaction; null: look for yourself. */
  follow(waiter: Waiter) {
    this.waiters.add(waiter)
  }

  leave(waiter: Waiter) {
    this.waiters.delete(waiter)
  }

  wake(page: Page | null) {
    for (const waiter of this.waiters) waiter(page, this)
  }
}
