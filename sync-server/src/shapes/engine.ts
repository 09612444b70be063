// The embedded shape engine: Electric's HTTP interface over this process' own change stream.
//
//   starting ──► (waiting, while another engine has the lock) ──► active ──stream lost──► starting (all shapes are gone)
//
// Everything is in memory: after a restart or a lost stream handles are unknown, and clients fetch again.
// Invariant: an answer that says up to date at LSN L has every change of its shape up to L.
import { setImmediate, setTimeout as delay } from 'node:timers/promises'
import postgres from 'postgres'
import type { Logger } from 'pino'
import { verifyPublication, type TableName } from './catalog.ts'
import { Offset } from './offset.ts'
import { openChangeStream, printSettings, type ChangeStream } from './replication.ts'
import { defineShape, InvalidRequest, parseShapeRequest, type ShapeRequest } from './request.ts'
import { failure, invalid, mustRefetch, nextCursor, preflight, respond, unavailable } from './respond.ts'
import type { Page, Shape, ShapeDefinition } from './shape.ts'
import { ShapeStore } from './store.ts'
import { TableCache } from './table-cache.ts'

export interface ShapeEngine {
  /** Electric's endpoints; ends early, without harm, when `request.signal` aborts. */
  fetch(request: Request): Promise<Response>
  /** Resolves when changes are being followed; waits while another engine follows this database. @throws when they can't be. */
  start(): Promise<void>
  /** Answers who waits, then closes every connection; lock and slot are gone when it resolves. */
  stop(): Promise<void>
  /** Every shape has all changes up to and with this position (decimal, as in answers). */
  lastLsn(): string
}

export interface ShapeEngineOptions {
  databaseUrl: string
  publication?: string
  /** Prefix of the replication slot's name; engines with the same one take turns. */
  slot?: string
  longPollMs?: number
  /** Snapshots and logs are sent in parts of about this size. */
  chunkBytes?: number
  maxShapes?: number
  logger: Logger
}

/** ms between attempts to get a lost stream back: doubling from, up to. */
const retryFrom = 100
const retryUpTo = 5000

const defaults = {
  publication: 'balcao',
  slot: 'balcao_shapes',
  longPollMs: 20_000,
  chunkBytes: 10 * 1024 * 1024,
  maxShapes: 10_000,
}

export function createShapeEngine(options: ShapeEngineOptions): ShapeEngine {
  return new EmbeddedEngine({ ...defaults, ...options })
}

class EmbeddedEngine implements ShapeEngine {
  private readonly options: Required<ShapeEngineOptions>
  private readonly sql: postgres.Sql
  private readonly tables: TableCache
  private readonly store: ShapeStore
  private readonly stopping = new AbortController()
  private status: 'starting' | 'waiting' | 'active' = 'starting'
  private following: Promise<void> | null = null

  constructor(options: Required<ShapeEngineOptions>) {
    this.options = options
    this.sql = postgres(options.databaseUrl, {
      max: 6,
      onnotice: () => {},
      fetch_types: false,
      connection: { ...printSettings, application_name: 'balcao-snapshots' },
    })
    this.tables = new TableCache(this.sql, options.publication)
    this.store = new ShapeStore({ ...options, sql: this.sql, onTableChanged: (table) => this.forget(table) })
  }

  async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (pathname === '/v1/health') return failure(this.isActive ? 200 : 202, { status: this.status })
    if (pathname !== '/v1/shape') return failure(404, { message: 'Not found' })
    if (request.method === 'OPTIONS') return preflight()
    if (request.method !== 'GET' && request.method !== 'HEAD') return failure(405, { message: 'Method not allowed' })
    if (!this.isActive) return unavailable()
    try {
      return await this.serve(request)
    } catch (error) {
      if (error instanceof InvalidRequest) return invalid(error.errors)
      this.options.logger.error({ err: error }, 'shape request failed')
      return unavailable()
    }
  }

  async start() {
    const opening = this.openStream()
    this.following = opening.then(
      (stream) => this.follow(stream),
      () => {},
    )
    await opening
  }

  async stop() {
    this.status = 'starting'
    this.store.release()
    // Answers are made of what is there now.
    await setImmediate()
    this.stopping.abort()
    await this.following
    await this.sql.end({ timeout: 5 })
  }

  lastLsn() {
    return this.store.lastLsn.toString()
  }

  private get isActive() {
    return this.status === 'active'
  }

  private async serve(httpRequest: Request): Promise<Response> {
    const { longPollMs } = this.options
    const request = parseShapeRequest(new URL(httpRequest.url).searchParams)
    const definition = await this.define(request)
    // The stream may have been lost meanwhile.
    if (!this.isActive) return unavailable()
    const fresh = request.offset === 'now' || request.offset === Offset.beforeAll
    const shape = fresh ? this.store.open(definition) : this.store.find(request.handle ?? '')
    if (fresh && !shape) return unavailable()
    if (!shape || shape.definition.id !== definition.id) return this.startAgain(request)
    while (shape.state === 'snapshot') {
      await shape.wait(longPollMs, httpRequest.signal)
      if (httpRequest.signal.aborted || !this.isActive) return unavailable()
    }
    const page = await this.pageOf(shape, request, httpRequest.signal)
    if (shape.failure !== null) return unavailable()
    if (!page) return this.startAgain(request)
    const cursor = request.live ? nextCursor(request.cursor, longPollMs) : null
    return respond({ shape, asked: request.offset, page, lastLsn: this.store.lastLsn, cursor }, httpRequest)
  }

  /** @throws InvalidRequest */
  private async define(request: ShapeRequest): Promise<ShapeDefinition> {
    const { schema, name } = request.table
    const table = await this.tables.get(request.table)
    if (!table) throw new InvalidRequest('table', `Table "${schema}"."${name}" does not exist`)
    if (table.problem !== null) throw new InvalidRequest('table', table.problem)
    return defineShape(request, table)
  }

  /** The client forgets what it has; if possible it gets to know where to go on. */
  private async startAgain(request: ShapeRequest): Promise<Response> {
    if (!this.isActive) return mustRefetch(null)
    const shape = this.store.open(await this.define(request))
    return shape ? mustRefetch(shape.handle) : unavailable()
  }

  /** What the client gets, for a live request when there is something or the long-poll is over. Null when it has to start again. */
  private async pageOf(shape: Shape, request: ShapeRequest, client: AbortSignal): Promise<Page | null> {
    const { longPollMs, chunkBytes } = this.options
    const asked = request.offset === 'now' ? shape.end : request.offset
    const read = () => (shape.state === 'ready' ? shape.read(asked, chunkBytes) : null)
    const page = read()
    if (!request.live || page?.items !== '') return page
    await shape.wait(longPollMs, client)
    return read()
  }

  private forget(table: TableName) {
    this.tables.forget(table)
    this.store.invalidate(table)
  }

  private async openStream(): Promise<ChangeStream> {
    const { store, tables } = this
    await verifyPublication(this.sql, this.options.publication)
    return openChangeStream({
      ...this.options,
      sql: this.sql,
      signal: this.stopping.signal,
      onWaiting: () => (this.status = 'waiting'),
      onStart: () => {
        this.status = 'active'
        store.begin()
      },
      onTransaction: (transaction) => store.take(transaction),
      onReached: (lsn) => store.reached(lsn),
      onRelation: (relation) => tables.alteredBy(relation).forEach((table) => this.forget(table)),
      onLost: () => {
        this.status = 'starting'
        store.clear()
        tables.clear()
      },
    })
  }

  private async follow(stream: ChangeStream) {
    const { signal } = this.stopping
    const { logger } = this.options
    for (let wait = retryFrom, current: ChangeStream | null = stream; !signal.aborted;) {
      const error = await current?.ended
      if (signal.aborted) return
      if (error) logger.warn({ err: error }, 'the change stream was lost; clients fetch again')
      await delay(wait, undefined, { signal }).catch(() => {})
      current = await this.openStream().catch((reason: unknown) => {
        if (!signal.aborted) logger.warn({ err: reason }, 'no change stream yet')
        return null
      })
      wait = current ? retryFrom : Math.min(wait * 2, retryUpTo)
    }
  }
}
