// Shapes whose clauses have subqueries: they have a log of their own, made of every transaction once, in the order of commits.
//
//   source: snapshot ──► loaded ──► set: counted ──► shape: snapshot written ──► follows
//
// Invariant: at `upTo` a shape's snapshot and log make what a SELECT found after the transaction there.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Block, BlockHeader } from '../log/block.ts'
import { firstIndex, type ChangeLog } from '../log/change-log.ts'
import type { Rendered } from '../messages.ts'
import { Offset } from '../offset.ts'
import { PageWriter } from '../page.ts'
import type { Shape } from '../shape.ts'
import { parseMoment, type Moment } from '../snapshot/moment.ts'
import { lsnOf, parseLsn, type Lsn, type WrittenLsn } from '../stream/lsn.ts'
import { Application, type LoggedTransaction } from './apply.ts'
import { Awaited } from './awaited.ts'
import { buildLink, buildSet, loadSource, writeSnapshot } from './build.ts'
import { partsOf, type GraphNode, type ShapeRelation, type Source } from './graph.ts'
import { hiddenShape } from './hidden-shape.ts'
import { Jobs, type Job } from './jobs.ts'
import { Nodes, NotKept } from './nodes.ts'
import type { SubqueriesOptions } from './options.ts'
import { ownLog } from './own-log.ts'
import { Relations } from './relations.ts'
import { Storage, type StoredNode } from './storage.ts'
import { trimLogs } from './trim.ts'

export type { SubqueriesOptions } from './options.ts'

interface Pending extends LoggedTransaction {
  keys: ReadonlySet<number>
}

const fileName = 'subqueries.db'
/** Files that are deleted with all that is kept. */
export const subqueryFiles = ['', '-wal', '-shm'].map((suffix) => fileName + suffix)
/** So much JSON is read in one go. */
const sourceChunkBytes = 256 * 1024
export class Subqueries {
  private readonly options: SubqueriesOptions
  private readonly storage: Storage
  private readonly nodes: Nodes
  private readonly relations = new Relations()
  private readonly jobs: Jobs
  private readonly shapes = new Map<Shape, ShapeRelation>()
  private readonly sources = new Map<Shape, Source>()
  private readonly byRoute = new Map<number, Set<Source>>()
  private readonly loading = new Map<Shape, PromiseWithResolvers<void>>()
  /** Characters of their logs. */
  private readonly bytes = new Map<Shape, number>()
  /** Transactions that are not applied yet, in order. */
  private readonly pending: Pending[] = []
  private readonly awaited: Awaited
  private log: ChangeLog | null = null
  private reached: Lsn = 0n
  /** Everything up to there is in the file. */
  private committed: Lsn
  /** The last one that is applied, or pending. */
  private taken: Lsn
  /** Whether what is applied now is handed out by who calls. */
  private isHandingOut = false
  private dirty = false
  private made = 0
  private isClosed = false

  private constructor(options: SubqueriesOptions, storage: Storage) {
    this.options = options
    this.storage = storage
    this.committed = storage.lsn
    this.taken = this.committed
    this.awaited = new Awaited(
      () => options.ping(),
      () => this.upTo(),
    )
    this.jobs = new Jobs(options.turnMs, (error) => void this.fail(error))
    this.nodes = new Nodes(storage, {
      hiddenShape: (definition, kept) =>
        hiddenShape(options, `source-${Date.now()}-${this.made++}`, definition, kept, this.log?.head ?? 0n),
      onSource: (source) => this.route(source),
    })
  }

  /** What is damaged is made anew: its clients start again. */
  static async open(options: SubqueriesOptions): Promise<Subqueries> {
    const path = join(options.dir, fileName)
    try {
      return new Subqueries(options, new Storage(path))
    } catch (error) {
      options.logger.error({ err: error }, 'what is kept of subqueries can not be used')
      await wipe(options)
      return new Subqueries(options, new Storage(path))
    }
  }

  /** A shape of an earlier process; false when what it needs is not kept. */
  restore(shape: Shape): boolean {
    try {
      const relation = this.nodes.relationOf(shape)
      for (const part of partsOf(relation)) if (part.kind === 'set' || part.kind === 'shape') this.relations.add(part)
      const { droppedTo = 0 } = this.nodes.keptState('shape', shape.handle) as { droppedTo?: WrittenLsn }
      Object.assign(shape.route, { droppedTo: lsnOf(droppedTo), bytes: this.storage.bytes(relation.id) })
      this.bytes.set(shape, shape.route.bytes)
      this.own(shape, relation)
      return true
    } catch (error) {
      if (error instanceof NotKept) return false
      throw error
    }
  }

  /** A block that the log has kept, in order: what came after the last commit is applied again. */
  missed({ lsn, keys }: BlockHeader, position: number) {
    const last = this.pending.at(-1)
    if (lsn <= this.committed || !keys.some((key) => this.byRoute.has(key))) return
    this.taken = lsn
    if (last?.lsn !== lsn) this.pending.push({ lsn, positions: [position], keys: new Set(keys) })
    else
      this.pending[this.pending.length - 1] = {
        lsn,
        positions: [...last.positions, position],
        keys: new Set([...last.keys, ...keys]),
      }
  }

  /** Everything is restored. */
  start(log: ChangeLog, reached: Lsn) {
    this.log = log
    this.reached = reached
    for (const node of this.nodes.restored()) this.forget(node)
    const idle = [...this.sources].filter(([, { relations }]) => relations.size === 0)
    for (const [shape] of idle) this.unroute(shape)
    // What was to be applied may not be kept any more.
    if (log.oldestLsn > this.committed) for (const shape of this.shapes.keys()) this.options.onLost(shape, null)
    // Each leaves the list when it is applied.
    for (const transaction of this.pending.slice()) void this.jobs.add(() => this.apply(transaction))
  }

  /** The shape gets its snapshot and its log. */
  add(shape: Shape) {
    this.build(shape).catch((error: unknown) => this.options.onLost(shape, error))
  }

  isSource(shape: Shape): boolean {
    return this.sources.has(shape)
  }

  /** A source's snapshot was taken. */
  filled(shape: Shape) {
    const source = this.sources.get(shape)
    if (!source) return
    shape.ready()
    void this.jobs.add(() => this.load(source))
  }

  /** What a source had is of no use any more, nor is any shape that needs it. */
  lose(shape: Shape, failure: unknown) {
    const source = this.sources.get(shape)
    if (!source) return
    for (const [one, relation] of this.shapes) if (partsOf(relation).has(source)) this.options.onLost(one, failure)
  }

  drop(shape: Shape) {
    const relation = this.shapes.get(shape)
    if (!relation || this.isClosed) return
    this.shapes.delete(shape)
    this.bytes.delete(shape)
    for (const part of this.nodes.release(relation)) {
      if (part.kind === 'source') this.unroute(part.shape)
      else if (part.kind !== 'link') this.relations.delete(part)
      this.forget(part)
    }
  }

  /** A transaction that the log has. What it means is handed out before this returns, unless that takes long. */
  take(transaction: Pending) {
    if (transaction.lsn <= this.taken || this.byRoute.size === 0) return
    const isConcerned = [...transaction.keys].some((key) => this.byRoute.has(key))
    if (!isConcerned) return
    this.taken = transaction.lsn
    this.pending.push(transaction)
    this.isHandingOut = true
    void this.jobs.add(() => this.apply(transaction))
    this.isHandingOut = false
  }

  /** Every transaction up to there was taken. */
  advance(lsn: Lsn) {
    if (lsn > this.reached) this.reached = lsn
    this.awaited.reached()
  }

  /** Every transaction up to there is in all shapes' logs. */
  upTo(): Lsn {
    const [next] = this.pending
    return next ? next.lsn - 1n : this.reached
  }

  /** Keeps to the limit of what logs may take. */
  sweep() {
    const excess = [...this.bytes.values()].reduce((sum, one) => sum + one, 0) - this.options.logBytes
    if (excess > 0) void this.jobs.add(() => this.trim(excess))
    else if (this.pending.length === 0) void this.jobs.add(() => this.note())
  }

  /** What was deleted of rows leaves the file, too. */
  forgetDeleted() {
    if (!this.isClosed) this.storage.checkpoint()
  }

  /** What is committed is on disk when it resolves. */
  async sync() {
    if (!this.dirty || this.isClosed) return
    this.dirty = false
    await this.storage.sync()
  }

  close() {
    if (this.isClosed) return
    this.isClosed = true
    this.awaited.close()
    this.jobs.stop()
    this.storage.close()
  }

  private async build(shape: Shape) {
    const { sql, chunkBytes } = this.options
    const relation = this.nodes.relationOf(shape)
    this.own(shape, relation)
    const parts = [...partsOf(relation)]
    const sources = parts.filter((part) => part.kind === 'source')
    await Promise.all(sources.map(async (source) => this.loading.get(source.shape)?.promise))
    const [row] = await sql<{ snapshot: string; lsn: string }[]>`
      select pg_current_snapshot()::text as snapshot, pg_current_wal_flush_lsn()::text as lsn`
    const moment = parseMoment(row?.snapshot ?? '', parseLsn(row?.lsn))
    // All that could be seen before now is in it then; until then sources may have a part of a transaction.
    await this.awaited.until(moment.lsn - 1n)
    await this.jobs.add(() => this.make(relation, parts, { moment, chunkBytes }))
  }

  private *make(
    relation: ShapeRelation,
    parts: readonly GraphNode[],
    options: { moment: Moment; chunkBytes: number },
  ): Job {
    const { storage, relations } = this
    const { shape } = relation
    if (shape.state !== 'snapshot') return
    storage.begin()
    for (const part of parts) {
      if (part.kind === 'link' && !part.isBuilt) yield* buildLink(storage, part)
      if (part.kind !== 'set' || part.isBuilt) continue
      yield* buildSet(storage, part)
      relations.add(part)
    }
    yield* writeSnapshot(storage, relation, options)
    storage.setNode(relation.id, { isBuilt: true })
    this.commit(this.committed)
    shape.begin(this.upTo(), options.moment)
    if (!this.shapes.has(shape)) return
    relations.add(relation)
    this.options.onReady(shape)
  }

  private *load(source: Source): Job {
    if (!this.sources.has(source.shape)) return
    this.storage.begin()
    yield* loadSource(this.storage, source, this.blocksOf(source), (lsn) => lsn <= this.upTo())
    this.commit(this.committed)
    this.loading.get(source.shape)?.resolve()
    this.loading.delete(source.shape)
    void source.shape.snapshot.delete()
  }

  /** What its route has. */
  private *blocksOf({ shape }: Source): Generator<Block | Promise<Block>> {
    for (let at = this.log?.seek(shape.start) ?? 0; ;) {
      const { positions } = shape.route
      const position = positions[firstIndex(positions, (one) => one >= at)]
      if (position === undefined) return
      yield this.block(position)
      at = position + 1
    }
  }

  private block(position: number): Block | Promise<Block> {
    if (!this.log) throw new Error('no log')
    return this.log.cached(position) ?? this.log.load(position)
  }

  private *apply(transaction: Pending): Job {
    const { storage, relations } = this
    const pages = new Map<Shape, PageWriter | null>()
    const application = new Application(
      {
        storage,
        relations,
        load: (position) => this.block(position),
        onMessage: (relation, message) => this.collect(relation, message, pages),
      },
      transaction,
    )
    const sources = new Set([...transaction.keys].flatMap((key) => [...(this.byRoute.get(key) ?? [])]))
    storage.begin()
    yield* application.run([...sources].filter(({ isLoaded }) => isLoaded))
    this.commit(transaction.lsn)
    this.pending.shift()
    this.advance(transaction.lsn)
    this.handOut(pages, transaction.lsn)
  }

  private collect(relation: ShapeRelation, message: Rendered, pages: Map<Shape, PageWriter | null>) {
    const { shape } = relation
    const { length } = message.open
    if (!this.shapes.has(shape)) return
    shape.route.bytes += length
    this.bytes.set(shape, (this.bytes.get(shape) ?? 0) + length)
    if (shape.waiting === 0) return
    const page = pages.has(shape) ? pages.get(shape) : new PageWriter(this.options.chunkBytes)
    pages.set(shape, page?.add(message) ? page : null)
  }

  /** Who waits for several shapes and comes late looks for itself. */
  private handOut(pages: ReadonlyMap<Shape, PageWriter | null>, lsn: Lsn) {
    if (this.isHandingOut) {
      for (const [shape, page] of pages) shape.wake(page?.finish(Offset.afterSnapshot, lsn) ?? null)
    } else for (const shape of this.shapes.keys()) shape.wake(null)
  }

  private *trim(excess: number): Job {
    const { storage } = this
    storage.begin()
    yield* trimLogs(storage, { shapes: this.shapes, bytes: this.bytes }, excess)
    this.commit(this.committed)
  }

  /** That nothing concerned it for long: the log need not be kept for its sake. */
  private *note(): Job {
    if (this.upTo() <= this.committed) return
    this.storage.begin()
    this.commit(this.upTo())
    yield
  }

  private commit(lsn: Lsn) {
    this.storage.commit(lsn)
    this.committed = lsn
    this.dirty = true
  }

  /** What can't be gone on with is made anew. */
  private async fail(error: unknown) {
    this.close()
    await wipe(this.options)
    this.options.onFailure(error)
  }

  private own(shape: Shape, relation: ShapeRelation) {
    this.shapes.set(shape, relation)
    shape.own = ownLog(this.storage, relation, () => this.upTo())
  }

  private route(source: Source) {
    const { shape, isLoaded } = source
    const { key } = shape.routeKey
    this.sources.set(shape, source)
    this.byRoute.set(key, (this.byRoute.get(key) ?? new Set()).add(source))
    if (isLoaded) return
    this.loading.set(shape, Promise.withResolvers())
    this.options.takeSnapshot(shape, sourceChunkBytes)
  }

  private unroute(shape: Shape) {
    const source = this.sources.get(shape)
    const sharing = this.byRoute.get(shape.routeKey.key)
    if (source) sharing?.delete(source)
    if (sharing?.size === 0) this.byRoute.delete(shape.routeKey.key)
    this.sources.delete(shape)
    this.loading.delete(shape)
    this.options.routes.delete(shape)
    shape.remove()
    void shape.snapshot.delete()
  }

  /** What was kept of it is deleted, now or later: it is never looked at again. */
  private forget(node: Pick<StoredNode, 'id' | 'kind'>) {
    const { storage } = this
    storage.hideNode(node.id)
    void this.jobs.add(function* deletion(): Job {
      while (storage.deleteSome(node)) yield
    })
  }
}

async function wipe({ dir }: Pick<SubqueriesOptions, 'dir'>) {
  for (const name of subqueryFiles) await rm(join(dir, name), { force: true })
}
