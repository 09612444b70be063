// The embedded shape engine: Electric's HTTP interface over one durable change log.
// Invariant: an answer that says up to date at LSN L has every change of its shape up to L.
import { setImmediate } from 'node:timers/promises'
import postgres from 'postgres'
import { Definitions } from './definitions.ts'
import { eventStream } from './event-stream.ts'
import { Follower } from './stream/follower.ts'
import { changesAfter, type Changes } from './changes.ts'
import type { Standing } from './store/log-reader.ts'
import { answerMany } from './many.ts'
import { metricsOf, type EngineStats } from './metrics.ts'
import { bodyOf, NotNow } from './not-now.ts'
import { Offset } from './offset.ts'
import { withDefaults, type EngineSettings, type ShapeEngineOptions } from './options.ts'
import type { Page } from './page.ts'
import { printSettings } from './stream/replication.ts'
import {
  InvalidRequest,
  parseDeletion,
  offsetOf,
  parseShapeRequest,
  parseSubset,
  plainPath,
  subsetSql,
  type ShapePosition,
  type ShapeRequest,
  type ShapeSource,
  type SubsetRequest,
} from './request.ts'
import {
  accepted,
  definitionMismatch,
  failure,
  invalid,
  mustRefetch,
  nextCursor,
  notFound,
  overloaded,
  preflight,
  respond,
  respondWithEvents,
  respondWithSubset,
  unavailable,
  type Described,
} from './respond.ts'
import type { Shape, ShapeDefinition } from './shape.ts'
import { readSubset } from './snapshot/snapshot.ts'
import type { ShapeStore } from './store/store.ts'
import { TableCache } from './table-cache.ts'

export type { Changes } from './changes.ts'
export type { ShapeEngineOptions } from './options.ts'
export { parsePosition, positionQuery, queryOf, type ShapePosition, type ShapeSource } from './request.ts'

export interface ShapeEngine {
  /** Electric's endpoints; ends early, without harm, when `request.signal` aborts. */
  fetch(request: Request): Promise<Response>
  /**
   * What is new at several positions; with `wait` the next transaction when nothing is. A Response is a refusal of all: 400 for a position
   * that can't be answered, 503 to come back later.
   */
  changes(
    positions: readonly ShapePosition[],
    options: { wait: boolean; signal: AbortSignal },
  ): Promise<Changes | Response>
  /** Resolves when changes are being followed; waits while another engine follows this database. @throws when they can't be. */
  start(): Promise<void>
  /** Answers who waits, then closes every connection and file. */
  stop(): Promise<void>
  /** Every shape has all changes up to and with this position (decimal, as in answers). */
  lastLsn(): string
  /** What an operator watches. */
  stats(): EngineStats
}

/** Of an offset that nobody can have been given. */
const outOfBounds = 'out of bounds for this shape'

export function createShapeEngine(options: ShapeEngineOptions): ShapeEngine {
  return new EmbeddedEngine(withDefaults(options))
}

class EmbeddedEngine implements ShapeEngine {
  private readonly settings: EngineSettings
  private readonly sql: postgres.Sql
  private readonly definitions: Definitions
  private readonly follower: Follower
  private initialRequests = 0
  private liveRequests = 0
  private stopping = false

  constructor(settings: EngineSettings) {
    this.settings = settings
    this.sql = postgres(settings.databaseUrl, {
      max: 6,
      onnotice: () => {},
      fetch_types: false,
      // Constants are quoted for it.
      connection: {
        ...printSettings,
        standard_conforming_strings: 'on',
        // What is told to other engines is waited for.
        synchronous_commit: 'local',
        application_name: 'balcao-snapshots',
      },
    })
    const tables = new TableCache(this.sql, settings.publication)
    this.definitions = new Definitions(settings, this.sql, tables)
    this.follower = new Follower(settings, this.sql, tables)
  }

  async fetch(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    switch (plainPath(pathname)) {
      case '/v1/shape':
        return this.fetchShape(request, searchParams)
      case '/v1/changes':
        return this.guarded(searchParams, () =>
          request.method === 'POST'
            ? answerMany(request, (positions, options) => this.changes(positions, options))
            : Promise.resolve(notFound()),
        )
      case '/v1/health':
        return this.health()
      case '/metrics':
        return new Response(metricsOf(this.stats()), { headers: { 'content-type': 'text/plain; version=0.0.4' } })
      default:
        return notFound()
    }
  }

  private async fetchShape(request: Request, query: URLSearchParams): Promise<Response> {
    if (request.method === 'OPTIONS') return preflight()
    const response = await this.guarded(query, () => this.route(request, query))
    if (request.method === 'DELETE') response.headers.set('cache-control', 'no-cache')
    return response
  }

  /** For who knows the secret, if there is one. */
  private async guarded(query: URLSearchParams, answer: () => Promise<Response>): Promise<Response> {
    const { secret } = this.settings
    if (secret !== null && query.get('secret') !== secret) {
      return failure(401, { message: 'Unauthorized - Invalid API secret' })
    }
    if (this.stopping) return unavailable()
    return answer().catch((error: unknown) => this.refusalOf(error))
  }

  private refusalOf(error: unknown): Response {
    if (error instanceof InvalidRequest) return invalid(error.errors)
    if (error instanceof NotNow) return error.response
    // Postgres is away: its clients come back.
    this.settings.logger.error({ err: error }, 'shape request failed')
    return unavailable()
  }

  async start() {
    await this.follower.start()
  }

  async stop() {
    this.stopping = true
    this.follower.store?.release()
    // Answers are made of what is there now.
    await setImmediate()
    await this.follower.stop()
    await this.sql.end({ timeout: 5 })
  }

  lastLsn() {
    return String(this.follower.store?.lastLsn ?? 0)
  }

  stats(): EngineStats {
    const { status, alarm, store, retainedBytes } = this.follower
    const counts = store?.counts ?? { shapes: 0, waiting: 0, snapshotBytes: 0 }
    return { status, alarm, ...counts, logBytes: store?.log.size ?? 0, retainedBytes }
  }

  private health() {
    const { status, alarm } = this.follower
    return failure(status === 'active' ? 200 : 202, { status, ...(alarm !== null && { alarm }) })
  }

  private async route(request: Request, query: URLSearchParams): Promise<Response> {
    switch (request.method) {
      case 'GET':
      case 'HEAD': {
        const subset = parseSubset(query, undefined)
        return subset ? this.serveSubset(request, query, subset) : this.serve(request, parseShapeRequest(query))
      }
      case 'POST': {
        const subset = parseSubset(query, await bodyOf(request))
        if (!subset) throw new InvalidRequest('subset', "can't be blank")
        return this.serveSubset(request, query, subset)
      }
      case 'DELETE':
        return this.settings.allowDeletion ? this.delete(query) : failure(405, { message: 'DELETE not allowed' })
      default:
        return notFound()
    }
  }

  private async serve(httpRequest: Request, request: ShapeRequest): Promise<Response> {
    const { settings } = this
    const { live, offset } = request
    const limit = live ? settings.maxLiveRequests : settings.maxInitialRequests
    const count = live ? 'liveRequests' : 'initialRequests'
    if (this[count] >= limit) return overloaded()
    this[count]++
    try {
      const { shape, definition } = await this.shapeFor(request)
      const { signal } = httpRequest
      const asked = offset === 'now' ? await this.now(shape) : offset
      const cursor = live ? nextCursor(request.cursor, settings.longPollMs) : null
      if (request.sse && cursor !== null) return await this.serveEvents(shape, request, asked, cursor, signal)
      const page =
        offset === 'now'
          ? await this.read(shape, asked)
          : await this.pageAfter(shape, asked, live ? settings.longPollMs : 0, signal)
      if (shape.failure !== null) return unavailable()
      if (!page) return await this.startAgain(request.source)
      return respond({ ...settings, shape, definition, asked: offset, page, cursor }, httpRequest)
    } finally {
      this[count]--
    }
  }

  async changes(
    positions: readonly ShapePosition[],
    { wait, signal }: { wait: boolean; signal: AbortSignal },
  ): Promise<Changes | Response> {
    if (this.stopping) return unavailable()
    if (this.liveRequests >= this.settings.maxLiveRequests) return overloaded()
    this.liveRequests++
    try {
      const known = positions.map((position) => this.knownStanding(position))
      const asked = known.every((one) => one !== null)
        ? known
        : await Promise.all(positions.map((position) => this.standingOf(position)))
      const standings = asked.filter((one) => one !== null)
      const changes = await changesAfter(() => this.storeNow(), standings, {
        ms: wait && standings.length === asked.length ? this.settings.longPollMs : 0,
        signal,
        isStopping: () => this.stopping,
      })
      const news = changes.shapes.values()
      return { ...changes, shapes: asked.map((one) => (one ? (news.next().value ?? null) : 'refetch')) }
    } catch (error) {
      return this.refusalOf(error)
    } finally {
      this.liveRequests--
    }
  }

  private async serveEvents(
    shape: Shape,
    request: ShapeRequest,
    asked: Offset,
    cursor: string,
    signal: AbortSignal,
  ): Promise<Response> {
    const { sseMs } = this.settings
    if (!(await this.read(shape, asked))) return this.startAgain(request.source)
    const events = eventStream(asked, sseMs, (at, ms) => this.pageAfter(shape, at, ms, signal))
    return respondWithEvents(shape, { asked, cursor, sseMs, events })
  }

  /** A query's worth of rows at one moment, with what a client needs to tell which later changes are in it. */
  private async serveSubset(httpRequest: Request, query: URLSearchParams, subset: SubsetRequest): Promise<Response> {
    if (!query.has('offset')) query.set('offset', '-1')
    query.delete('live')
    const request = parseShapeRequest(query)
    const { shape, definition } = await this.shapeFor(request)
    const { offset } = request
    const from = offset === 'now' || offset === Offset.beforeAll ? await this.now(shape) : offset
    const body = await readSubset({
      ...this.settings,
      sql: this.sql,
      definition,
      rest: subsetSql(subset, request.source, definition.table),
    })
    if (!body) this.follower.forget(definition.table)
    if (shape.state === 'gone' || !body) return this.startAgain(request.source)
    return respondWithSubset({ shape, definition }, from, httpRequest.method === 'HEAD' ? '' : body)
  }

  /** A definition decides which shape it is, and a handle beside it has to be that shape's. */
  private async delete(query: URLSearchParams): Promise<Response> {
    const store = this.storeNow()
    const { handle, source } = parseDeletion(query)
    const shape = source ? store.current(await this.definitions.define(source)) : store.find(handle ?? '')
    if (!shape) return failure(404, { message: 'No existing shape found' })
    if (handle !== null && handle !== shape.handle) return definitionMismatch()
    await store.removeEverywhere(shape)
    return accepted()
  }

  /** The shape that the request is about, and what the request asks for as its table is now. @throws NotNow */
  private async shapeFor({
    offset,
    handle,
    source,
  }: Pick<ShapeRequest, 'offset' | 'handle' | 'source'>): Promise<Described> {
    if (!this.follower.hasCaughtUp) await this.follower.untilActive(this.settings.startingMs)
    this.storeNow()
    if (offset === 'now' || offset === Offset.beforeAll) {
      const definition = await this.definitions.define(source)
      return { shape: await this.openShape(definition), definition }
    }
    const definition = await this.definitions.definedNow(source)
    const shape = await this.followed(handle ?? '')
    if (!definition || shape?.definition.id !== definition.id) throw new NotNow(await this.startAgain(source))
    if (offset.tx > this.storeNow().lastLsn) await this.follower.untilReached(offset.tx, this.settings.longPollMs / 2)
    if (offset.tx > this.storeNow().lastLsn) throw new InvalidRequest('offset', outOfBounds)
    return { shape, definition }
  }

  /** A handle that is not known may be another engine's, of which this one has not heard yet. @throws NotNow */
  private async followed(handle: string): Promise<Shape | null> {
    const known = this.storeNow().find(handle)
    const { peers, startingMs } = this.settings
    if (known || !peers || handle === '') return known
    if (!(await this.follower.untilCurrent(startingMs))) throw new NotNow(unavailable())
    return this.storeNow().find(handle)
  }

  /** `standingOf` where nothing has to be waited for, as it is with each transaction for who waits for them; else null. @throws NotNow */
  private knownStanding(position: ShapePosition): Standing | null {
    if (!this.follower.hasCaughtUp) return null
    const store = this.storeNow()
    const definition = this.definitions.known(position.source)
    const shape = definition && store.find(position.handle)
    if (shape?.definition.id !== definition?.id || !shape) return null
    const offset = offsetOf(position)
    return offset.tx > store.lastLsn ? null : { shape, offset }
  }

  /** Null when the client has to start again: its other positions may be good. @throws NotNow */
  private async standingOf(position: ShapePosition): Promise<Standing | null> {
    const offset = offsetOf(position)
    try {
      const { shape } = await this.shapeFor({ ...position, offset })
      return { shape, offset }
    } catch (error) {
      const isPast = error instanceof InvalidRequest && offset.tx > this.storeNow().lastLsn
      if (isPast || (error instanceof NotNow && error.response.status === 409)) return null
      throw error
    }
  }

  /** What was kept can be read while the stream is away; what is new can't be made. */
  private async openShape(definition: ShapeDefinition): Promise<Shape> {
    const known = this.storeNow().current(definition)
    if (!known?.startable) await this.follower.untilActive(this.settings.startingMs)
    const shape = this.follower.status === 'active' || known?.startable ? this.storeNow().open(definition) : null
    if (!shape) throw new NotNow(unavailable())
    return shape
  }

  /** @throws NotNow */
  private storeNow(): ShapeStore {
    const { store, status, hasCaughtUp } = this.follower
    if (!store || !hasCaughtUp || status === 'waiting') throw new NotNow(unavailable())
    return store
  }

  /**
   * The client forgets what it has; if possible it gets to know where to go on. Why there is nothing to go on with it is told at the
   * start: whether it waited just now must make no difference.
   */
  private async startAgain(source: ShapeSource): Promise<Response> {
    const definition = await this.definitions.definedNow(source)
    const { status, store } = this.follower
    if (status !== 'active' || !store) return unavailable()
    if (!definition) return mustRefetch(null)
    const shape = store.open(definition)
    return shape ? mustRefetch(shape.handle) : unavailable()
  }

  private async now(shape: Shape): Promise<Offset> {
    await shape.settled
    return this.storeNow().endOf(shape)
  }

  private read(shape: Shape, asked: Offset): Promise<Page | null> {
    return this.storeNow().read(shape, asked, this.settings.chunkBytes)
  }

  /** What follows, or, after waiting up to `ms`, nothing. Null when the client has to start again. */
  private async pageAfter(shape: Shape, asked: Offset, ms: number, client: AbortSignal): Promise<Page | null> {
    const until = Date.now() + ms
    for (let left = ms; ; left = until - Date.now()) {
      const page = await this.read(shape, asked)
      if (!page || page.hasData || !page.isLast) return page
      const store = this.storeNow()
      if (left <= 0 || client.aborted || this.stopping) {
        return store.isAtRisk(asked, shape) ? { ...page, offset: store.here(shape) } : page
      }
      const next = await store.next([shape], left, client)
      const following = next?.pages.get(shape)
      if (following) return following
    }
  }
}
