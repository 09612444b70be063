// The embedded shape engine: Electric's HTTP interface over one durable change log.
// Invariant: an answer that says up to date at LSN L has every change of its shape up to L.
import { setImmediate } from 'node:timers/promises'
import postgres from 'postgres'
import { Definitions } from './definitions.ts'
import { eventStream } from './event-stream.ts'
import { Follower } from './stream/follower.ts'
import { ChangeFeed, type Changes } from './changes.ts'
import { answerMany } from './many.ts'
import { metricsOf, type EngineStats } from './metrics.ts'
import { bodyOf, NotNow } from './not-now.ts'
import { Offset } from './offset.ts'
import { withDefaults, type EngineSettings, type ShapeEngineOptions } from './options.ts'
import { printSettings } from './stream/replication.ts'
import {
  InvalidRequest,
  parseDeletion,
  parseShapeRequest,
  parseSubset,
  plainPath,
  subsetSql,
  type ShapePosition,
  type ShapeRequest,
  type SubsetRequest,
} from './request.ts'
import {
  accepted,
  definitionMismatch,
  failure,
  invalid,
  nextCursor,
  notFound,
  overloaded,
  preflight,
  respond,
  respondWithEvents,
  respondWithSubset,
  unavailable,
} from './respond.ts'
import type { Shape } from './shape.ts'
import { ShapeLookup } from './shape-lookup.ts'
import { readSubset } from './snapshot/snapshot.ts'
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

export function createShapeEngine(options: ShapeEngineOptions): ShapeEngine {
  return new EmbeddedEngine(withDefaults(options))
}

class EmbeddedEngine implements ShapeEngine {
  private readonly settings: EngineSettings
  private readonly sql: postgres.Sql
  private readonly follower: Follower
  private readonly lookup: ShapeLookup
  private readonly feed: ChangeFeed
  private initialRequests = 0
  private liveRequests = 0
  private readonly stopping = new AbortController()

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
    this.follower = new Follower(settings, this.sql, tables)
    this.lookup = new ShapeLookup(settings, new Definitions(settings, this.sql, tables), this.follower)
    this.feed = new ChangeFeed(settings, this.lookup, this.stopping.signal)
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
    if (this.stopping.signal.aborted) return unavailable()
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
    this.stopping.abort()
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
      const { shape, definition } = await this.lookup.shapeFor(request)
      const { signal } = httpRequest
      const asked = offset === 'now' ? await this.feed.endOf(shape) : offset
      const cursor = live ? nextCursor(request.cursor, settings.longPollMs) : null
      if (request.sse && cursor !== null) return await this.serveEvents(shape, request, asked, cursor, signal)
      const page =
        offset === 'now'
          ? await this.feed.read(shape, asked)
          : await this.feed.pageAfter(shape, asked, live ? settings.longPollMs : 0, signal)
      if (shape.failure !== null) return unavailable()
      if (!page) return await this.lookup.startAgain(request.source)
      return respond({ ...settings, shape, definition, asked: offset, page, cursor }, httpRequest)
    } finally {
      this[count]--
    }
  }

  async changes(
    positions: readonly ShapePosition[],
    { wait, signal }: { wait: boolean; signal: AbortSignal },
  ): Promise<Changes | Response> {
    if (this.stopping.signal.aborted) return unavailable()
    if (this.liveRequests >= this.settings.maxLiveRequests) return overloaded()
    this.liveRequests++
    try {
      const asked = await this.lookup.standingsOf(positions)
      const standings = asked.filter((one) => one !== null)
      const ms = wait && standings.length === asked.length ? this.settings.longPollMs : 0
      const changes = await this.feed.changesAfter(standings, ms, signal)
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
    if (!(await this.feed.read(shape, asked))) return this.lookup.startAgain(request.source)
    const events = eventStream(asked, sseMs, (at, ms) => this.feed.pageAfter(shape, at, ms, signal))
    return respondWithEvents(shape, { asked, cursor, sseMs, events })
  }

  /** A query's worth of rows at one moment, with what a client needs to tell which later changes are in it. */
  private async serveSubset(httpRequest: Request, query: URLSearchParams, subset: SubsetRequest): Promise<Response> {
    if (!query.has('offset')) query.set('offset', '-1')
    query.delete('live')
    const request = parseShapeRequest(query)
    const { shape, definition } = await this.lookup.shapeFor(request)
    const { offset } = request
    const from = offset === 'now' || offset === Offset.beforeAll ? await this.feed.endOf(shape) : offset
    const body = await readSubset({
      ...this.settings,
      sql: this.sql,
      definition,
      subset: subsetSql(subset, request.source, definition.table),
    })
    if (!body) this.follower.forget(definition.table)
    if (shape.state === 'gone' || !body) return this.lookup.startAgain(request.source)
    return respondWithSubset({ shape, definition }, from, httpRequest.method === 'HEAD' ? '' : body)
  }

  /** A definition decides which shape it is, and a handle beside it has to be that shape's. */
  private async delete(query: URLSearchParams): Promise<Response> {
    const store = this.lookup.storeNow()
    const { handle, source } = parseDeletion(query)
    const shape = source ? await this.lookup.current(source) : store.find(handle ?? '')
    if (!shape) return failure(404, { message: 'No existing shape found' })
    if (handle !== null && handle !== shape.handle) return definitionMismatch()
    await store.removeEverywhere(shape)
    return accepted()
  }
}
