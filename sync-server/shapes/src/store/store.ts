// All shapes of this engine: made on first request, shared by everyone who asks for the same, kept over restarts.
// Invariant: a transaction is in the log and its routes before any waiter runs; all its waiters get it in the same turn.
import { mkdir } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Table } from '../catalog.ts'
import { Ingest } from '../stream/ingest.ts'
import { earlierOf, laterOf, type Lsn } from '../stream/lsn.ts'
import type { ChangeLog } from '../log/change-log.ts'
import { LogReader, type NextTransactions, type Standing } from './log-reader.ts'
import { Offset } from '../offset.ts'
import { latestWithin } from './latest.ts'
import { Handout, type Transaction } from './handout.ts'
import type { Page } from '../page.ts'
import { RecentXids } from '../stream/recent-xids.ts'
import { Adoptions } from '../peers/adoptions.ts'
import { prefix as letterPrefix } from '../peers/announcement.ts'
import { Route, Routes } from '../routes.ts'
import { Shape, type ShapeDefinition } from '../shape.ts'
import { ShapeRegistry } from './shape-registry.ts'
import { Eraser } from './eraser.ts'
import { finishOverwrites } from './overwrites.ts'
import { ShapeJournal } from './shape-journal.ts'
import { deleteOrphans, openLog, openSubqueries, type ShapeStoreOptions } from './opening.ts'
import { hasSubqueries, recordOf, restore } from './shape-record.ts'
import { SnapshotFile } from '../snapshot/snapshot-file.ts'
import { isTableChanged } from '../snapshot/snapshot.ts'
import { SnapshotQueue } from '../snapshot/snapshot-queue.ts'
import type { Subqueries } from '../subqueries/subqueries.ts'

/** ms. A shape that new clients don't start with any more is kept for those who follow it. */
const supersededFor = 15 * 60_000

export type { ShapeStoreOptions } from './opening.ts'

interface Parts {
  log: ChangeLog
  journal: ShapeJournal
  routes: Routes
  recentXids: RecentXids
  subqueries: Subqueries
  eraser: Eraser
}

export class ShapeStore {
  readonly log: ChangeLog
  private readonly options: ShapeStoreOptions
  private readonly routes: Routes
  private readonly journal: ShapeJournal
  private readonly ingest: Ingest
  private readonly shapes = new ShapeRegistry()
  private readonly recentXids: RecentXids
  private readonly snapshots: SnapshotQueue
  private readonly reader: LogReader
  private readonly subqueries: Subqueries
  private readonly eraser: Eraser
  private readonly handout = new Handout()
  private readonly adoptions: Adoptions | null
  /** What the last message began, and the next has to wait for. */
  private working: Promise<void> | null = null
  private reachedLsn: Lsn = 0n
  private closed = false

  private constructor(options: ShapeStoreOptions, parts: Parts) {
    this.options = options
    this.log = parts.log
    this.journal = parts.journal
    this.routes = parts.routes
    this.recentXids = parts.recentXids
    this.subqueries = parts.subqueries
    this.eraser = parts.eraser
    this.reachedLsn = laterOf(this.log.head, options.acknowledged)
    this.snapshots = new SnapshotQueue(options, this.recentXids, {
      onTaken: (shape) => this.filled(shape),
      onFailed: (shape, error) => this.failed(shape, error),
    })
    this.reader = new LogReader(this.log, () => this.reachedLsn)
    this.ingest = new Ingest({
      log: this.log,
      routes: this.routes,
      isKnown: (lsn) => lsn <= this.reachedLsn,
      onBegin: (xid) => this.recentXids.add(xid),
      onRelation: options.onRelation,
      onTruncate: (oid) => this.routes.of(oid).forEach((shape) => this.remove(shape)),
      onMessage: (prefix, content) => {
        if (prefix === letterPrefix) this.working = this.adoptions?.receive(content) ?? null
      },
    })
    this.adoptions = options.announcer && new Adoptions(options.announcer, this.adopting())
  }

  /** What an earlier process left in `dir`, or an empty store. @throws CorruptLog */
  static async open(options: ShapeStoreOptions): Promise<ShapeStore> {
    const { dir } = options
    await mkdir(join(dir, 'snapshots'), { recursive: true })
    await finishOverwrites(dir)
    const { journal, records } = await ShapeJournal.open(join(dir, 'shapes.jsonl'))
    const routes = new Routes()
    const subqueries = await openSubqueries(options, routes, {
      takeSnapshot: (shape, chunkBytes) => store.snapshots.add(shape, chunkBytes),
      onReady: (shape) => store.filled(shape),
      onLost: (shape, failure) => store.remove(shape, failure),
    })
    const restored: Shape[] = []
    for (const record of records) {
      const definition = await options.define(record)
      const shape = definition && (await restore(dir, record, definition, { routes, subqueries }))
      if (shape) restored.push(shape)
      else journal.remove(record.handle)
    }
    const recentXids = new RecentXids()
    const log = await openLog(options, { journal, routes, recentXids, subqueries })
    const eraser = await Eraser.open(options, { log, subqueries, shapes: () => store.shapes.values() })
    const store = new ShapeStore(options, { log, journal, routes, recentXids, subqueries, eraser })
    for (const shape of restored) store.shapes.add(shape)
    subqueries.start(log, store.reachedLsn)
    await deleteOrphans(dir, (name) => store.shapes.has(name))
    return store
  }

  /** Every shape has all transactions up to and with this position. */
  get lastLsn() {
    return this.reachedLsn
  }

  /** What Postgres may forget. */
  get durableLsn() {
    const durable = this.log.backlog === 0 && this.ingest.isBetween ? this.reachedLsn : this.log.durable
    return earlierOf(durable, this.subqueries.upTo())
  }

  /** Makes durable what Postgres may forget after it, beside the log. */
  async sync() {
    await this.subqueries.sync()
  }

  get isBetween() {
    return this.ingest.isBetween
  }

  get counts() {
    return this.shapes.counts
  }

  /** The shape that new clients of this definition start with; null when there can't be one now. */
  open(definition: ShapeDefinition): Shape | null {
    const known = this.shapes.current(definition)
    if (known?.startable) return this.shapes.use(known)
    if (!this.hasRoom()) return null
    const handle = `${randomBytes(6).readUIntBE(0, 6)}-${Date.now()}`
    const shape = new Shape(definition, {
      handle,
      snapshot: new SnapshotFile(join(this.options.dir, 'snapshots'), handle),
      start: this.log.head,
      // First in the routes, then the snapshot: nothing falls between.
      route: (one) => (hasSubqueries(definition) ? new Route() : this.routes.add(one)),
    })
    this.shapes.add(shape)
    if (hasSubqueries(definition)) this.subqueries.add(shape)
    else if (!this.adoptions) this.snapshots.add(shape)
    else {
      this.adoptions.opened(shape).then(
        () => this.snapshots.add(shape),
        (error: unknown) => this.failed(shape, error),
      )
    }
    return shape
  }

  find(handle: string): Shape | null {
    const shape = this.shapes.get(handle)
    return shape && this.shapes.use(shape)
  }

  /** The shape that new clients of a definition start with, if there is one. */
  current(definition: ShapeDefinition): Shape | null {
    return this.shapes.current(definition)
  }

  /** Takes the stream's next message. Not null: the one after it has to wait. */
  take(message: Buffer): Promise<void> | null {
    const transaction = this.ingest.take(message)
    const { working } = this
    this.working = null
    if (!transaction) return working
    const { lsn, keys, blocks } = transaction
    if (lsn > this.reachedLsn) this.reachedLsn = lsn
    for (const key of keys) {
      const waited = [...(this.routes.get(key)?.shapes ?? [])].filter(({ waiting }) => waiting > 0)
      const latest = blocks && waited[0] ? latestWithin(blocks, waited[0]) : null
      for (const shape of waited) {
        if (blocks) shape.deliver(blocks, latest, this.options.chunkBytes, this.reachedLsn)
        else shape.wake(null)
      }
    }
    this.subqueries.take(transaction)
    this.subqueries.advance(this.reachedLsn)
    this.handout.done(lsn)
    return null
  }

  /** Nothing up to this position is still to come. */
  reached(lsn: Lsn) {
    if (lsn > this.reachedLsn) this.reachedLsn = lsn
    this.subqueries.advance(this.reachedLsn)
  }

  /** What follows `asked`, about `size` characters of it. Null when it is not kept, or `asked` was never given. */
  async read(shape: Shape, asked: Offset, size: number): Promise<Page | null> {
    if (asked.isVirtual && asked.op !== Infinity) {
      const index = asked === Offset.beforeAll ? 0 : asked.op + 1
      while (!shape.snapshot.isComplete && shape.snapshot.count <= index && shape.state === 'snapshot') {
        await shape.snapshot.progress
      }
      const unchanged = await this.reader.unchanged(shape)
      if (!unchanged) return null
      const page = await shape.snapshot.read(index, unchanged.isRow)
      if (page || index !== shape.snapshot.count) return page
      return shape.snapshot.isComplete ? this.reader.read(shape, asked, size) : null
    }
    return asked.tx > this.lastLsn ? null : this.reader.read(shape, asked, size)
  }

  /** What follows these positions, every shape up to the same commit. */
  readTogether(asked: readonly Standing[]): Promise<NextTransactions> {
    return this.reader.readTogether(asked)
  }

  /** As Handout.next. */
  next(shapes: readonly Shape[], ms: number, client: AbortSignal): Promise<Transaction | null> {
    return this.handout.next(shapes, ms, client)
  }

  /** The shape's last offset, as far as it is easily told. */
  async endOf(shape: Shape): Promise<Offset> {
    const { positions } = shape.route
    if (shape.own) return shape.own.last() ?? Offset.afterSnapshot
    if ((positions.at(-1) ?? 0) < this.log.seek(shape.start)) return Offset.afterSnapshot
    const last = positions.at(-1)
    if (last === undefined) return Offset.afterSnapshot
    const block = await this.log.load(last)
    const message = shape.messagesOf(block).at(-1)
    return message ? new Offset(message.lsn, message.op) : this.here(shape)
  }

  /** A position that has everything up to now behind it. */
  here(shape: Shape): Offset {
    const head = earlierOf(this.log.head, shape.own?.upTo() ?? this.log.head)
    return head > shape.start ? new Offset(head, 0) : Offset.afterSnapshot
  }

  /** Whether a client there will soon be too far behind, though it has seen everything. */
  isAtRisk(asked: Offset, shape: Shape): boolean {
    return (asked.isVirtual ? shape.start : asked.tx) < this.log.oldestSafe
  }

  /** Clients of the table have to fetch again. */
  invalidate(table: { oid: number }) {
    for (const shape of this.routes.of(table.oid)) this.remove(shape)
  }

  /** Tables that shapes are made of. */
  get tables(): readonly Table[] {
    return this.shapes.tables
  }

  /** Waiting clients get their answer now. */
  release() {
    for (const shape of this.shapes.values()) shape.wake(null)
  }

  /** Nothing more is written; whoever comes next opens a store anew. */
  abandon() {
    this.release()
    this.subqueries.close()
  }

  remove(shape: Shape, failure?: unknown) {
    if (this.subqueries.isSource(shape)) return this.subqueries.lose(shape, failure)
    if (shape.own) this.subqueries.drop(shape)
    this.routes.delete(shape)
    if (this.shapes.delete(shape) && shape.state === 'ready') this.journal.remove(shape.handle)
    shape.remove(failure)
    void shape.snapshot.delete()
  }

  /** Keeps to the limits; to be called now and then. */
  sweep() {
    const before = Date.now() - supersededFor
    let excess = this.counts.snapshotBytes - this.options.snapshotBytes
    for (const shape of this.shapes.values()) {
      if (shape.state !== 'ready') continue
      const isCurrent = this.shapes.isCurrent(shape)
      // Whether anybody follows it at another engine is not known here.
      if (!isCurrent && !this.adoptions && shape.waiting === 0 && shape.usedAt < before) this.remove(shape)
      else if (excess > 0 && !shape.snapshot.isGone) {
        excess -= shape.snapshot.bytes
        void shape.snapshot.delete()
      }
    }
    this.subqueries.sweep()
    this.adoptions?.sweep()
  }

  /** Takes out of log and snapshots what was deleted in the database; to be called now and then. */
  erase(): Promise<void> {
    return this.closed ? Promise.resolve() : this.eraser.runSometimes()
  }

  /** Everything is on disk when it resolves. */
  async close() {
    this.closed = true
    await this.eraser.close()
    this.subqueries.close()
    await this.log.close()
    await this.journal.sync()
    this.journal.close()
  }

  /** Clients of all shapes start again. */
  purge() {
    for (const shape of this.shapes.values()) this.remove(shape)
  }

  /** Asks other engines what shapes there are. */
  async greet() {
    await this.adoptions?.hello()
  }

  /** Other engines forget it, too. */
  async removeEverywhere(shape: Shape) {
    this.remove(shape)
    await this.adoptions?.removed(shape.handle)
  }

  private adopting(): ConstructorParameters<typeof Adoptions>[1] {
    const { options, routes } = this
    return {
      snapshotFile: (handle, ends) => new SnapshotFile(join(options.dir, 'snapshots'), handle, ends),
      head: () => this.log.head,
      route: (shape) => routes.add(shape),
      release: (shape) => routes.delete(shape),
      isKnown: (handle) => this.shapes.has(handle),
      keep: (shape) => {
        if (!this.hasRoom()) return routes.delete(shape)
        this.shapes.addFollowed(shape)
        this.keep(shape)
      },
      remove: (handle) => {
        const shape = this.shapes.get(handle)
        if (shape) this.remove(shape)
      },
      shapes: () => [...this.shapes.values()].filter(({ state, own }) => state === 'ready' && !own),
      lastOf: (shape) => this.reader.lastOf(shape),
      define: options.define,
      logger: options.logger,
    }
  }

  /** For one more, if need be in the place of one that nobody follows. */
  private hasRoom(): boolean {
    if (this.shapes.size < this.options.maxShapes) return true
    const idle = this.shapes.idle()
    if (idle) this.remove(idle)
    return idle !== null
  }

  private filled(shape: Shape) {
    if (this.subqueries.isSource(shape)) return this.subqueries.filled(shape)
    // It may have been removed meanwhile, its file with it.
    if (shape.state !== 'snapshot' || !shape.moment || this.closed) return void shape.snapshot.delete()
    if (!this.adoptions || shape.own) return this.keep(shape)
    this.adoptions.ready(shape, Offset.afterSnapshot).then(
      () => this.keep(shape),
      (error: unknown) => this.failed(shape, error),
    )
  }

  private keep(shape: Shape) {
    if (shape.state !== 'snapshot' || !shape.moment || this.closed) return
    this.journal.add(recordOf(shape, shape.moment))
    shape.ready()
  }

  private failed(shape: Shape, error: unknown) {
    const { table } = shape.definition
    const isAltered = isTableChanged(error)
    if (isAltered) this.options.onTableAltered(table)
    else if (!this.closed) this.options.logger.error({ err: error, table: table.name }, 'snapshot failed')
    // Of a table that is another now clients start again; otherwise they come back.
    this.remove(shape, isAltered ? null : error)
  }
}
