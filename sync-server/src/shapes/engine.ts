// The embedded shape engine: Electric's HTTP interface over this process' own change stream.
//
//   starting ──lock, slot, stream──► active ──stream lost──► starting (all shapes are gone: clients fetch again)
//
// Invariant: an answer that says up to date at LSN L has every change of its shape up to L.
import { setTimeout as delay } from 'node:timers/promises'
import postgres from 'postgres'
import type { Logger } from 'pino'
import { readTable, tableId, type Table } from './catalog.ts'
import { Offset } from './offset.ts'
import { startReplication, type Replication } from './replication.ts'
import { defineShape, InvalidRequest, parseShapeRequest, type ShapeRequest } from './request.ts'
import {
  failure,
  invalid,
  mustRefetch,
  nextCursor,
  preflight,
  respond,
  unavailable,
  upToDateMessage,
} from './respond.ts'
import type { Shape } from './shape.ts'
import { createShapeStore } from './store.ts'

export interface ShapeEngine {
  fetch(request: Request): Promise<Response>
  /** Resolves when changes are being followed; waits while another engine follows this database. */
  start(): Promise<void>
  stop(): Promise<void>
}

export interface ShapeEngineOptions {
  databaseUrl: string
  publication?: string
  slot?: string
  longPollMs?: number
  /** A snapshot is sent in chunks of about this size. */
  chunkBytes?: number
  maxShapes?: number
  logger: Logger
}

export function createShapeEngine(options: ShapeEngineOptions): ShapeEngine {
  const { databaseUrl, logger, longPollMs = 20_000 } = options
  const publication = options.publication ?? 'balcao'
  const sql = postgres(databaseUrl, { max: 6, onnotice: () => {}, fetch_types: false })
  const store = createShapeStore({
    sql,
    logger,
    chunkBytes: options.chunkBytes ?? 10 * 1024 * 1024,
    maxShapes: options.maxShapes ?? 5000,
  })
  const tables = new Map<string, Table>()
  const stopping = new AbortController()
  let status: 'starting' | 'active' = 'starting'
  let replication: Replication | null = null

  const follow = async () => {
    replication = await startReplication({
      databaseUrl,
      publication,
      slot: options.slot ?? 'balcao_shapes',
      onTransaction: (transaction) => store.take(transaction),
      onReached: (lsn) => store.reached(lsn),
      onRelation(relation) {
        const known = tables.get(tableId(relation))
        const same = known?.columns.map(({ name }) => name).join() === relation.columns.join()
        if (!known || same) return
        tables.delete(tableId(relation))
        store.invalidate(relation)
      },
      onLost(error) {
        logger.warn({ err: error }, 'the change stream was lost; clients fetch again')
        status = 'starting'
        store.clear()
        tables.clear()
        if (!stopping.signal.aborted) void restart()
      },
    })
    status = 'active'
  }

  const restart = async () => {
    for (let wait = 200; !stopping.signal.aborted; wait = Math.min(wait * 2, 5000)) {
      try {
        await follow()
        return
      } catch (error) {
        logger.warn({ err: error }, 'no change stream yet')
        await delay(wait, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
  }

  const tableOf = async (request: ShapeRequest): Promise<Table> => {
    const id = `${request.schema}.${request.table}`
    const known = tables.get(id)
    if (known) return known
    const table = await readTable(sql, request.schema, request.table)
    if (!table) throw new InvalidRequest('table', `Table "${request.schema}"."${request.table}" does not exist`)
    await assertFollowed(sql, publication, table)
    tables.set(id, table)
    return table
  }

  const serve = async (httpRequest: Request): Promise<Response> => {
    const request = parseShapeRequest(new URL(httpRequest.url).searchParams)
    const definition = defineShape(request, await tableOf(request))
    const gone = AbortSignal.any([httpRequest.signal, stopping.signal])
    const fresh = request.offset === 'now' || request.offset === Offset.beforeAll
    const shape = fresh ? store.open(definition) : store.byHandle(request.handle ?? '')
    if (!shape || shape.definition.id !== definition.id) return mustRefetch(store.open(definition).handle)
    shape.lastUsed = Date.now()
    while (shape.state === 'snapshot' && !gone.aborted) await shape.wait(longPollMs, gone)
    if (gone.aborted) return unavailable()
    if (shape.state === 'gone') return mustRefetch(null)
    return answer(httpRequest, request, shape, gone)
  }

  const answer = async (httpRequest: Request, request: ShapeRequest, shape: Shape, gone: AbortSignal) => {
    const asked = request.offset
    const end = shape.last ?? Offset.afterSnapshot
    const result = (offset: Offset, body: string, upToDate: boolean, hasData: boolean) =>
      respond(
        {
          shape,
          asked,
          offset,
          body,
          upToDate,
          hasData,
          live: request.live ? { cursor: nextCursor(request.cursor, longPollMs) } : null,
        },
        httpRequest,
      )
    if (asked === 'now') return result(end, `[${upToDateMessage(store.lastLsn)}]`, true, false)
    const chunk = chunkAfter(shape, asked)
    if (chunk) return result(chunk.offset, chunk.body, false, true)
    // An offset that we never gave: Electric's client takes its 400 for fatal, 409 brings it back.
    if (asked.tx > 0n && asked.compare(end) > 0) return mustRefetch(store.open(shape.definition).handle)

    let entries = shape.after(asked)
    if (entries?.length === 0 && request.live) {
      await shape.wait(longPollMs, gone)
      // Its table may have other columns now: the definition is not to be used again.
      if (shape.state === 'gone') return mustRefetch(null)
      entries = shape.after(asked)
    }
    if (entries === null) return mustRefetch(store.open(shape.definition).handle)
    const items = [...entries.map(({ json }) => json), upToDateMessage(store.lastLsn)]
    const offset = entries.at(-1)?.offset ?? (asked.tx === 0n ? Offset.afterSnapshot : asked)
    return result(offset, `[${items.join(',')}]`, true, entries.length > 0)
  }

  return {
    async fetch(request) {
      const { pathname } = new URL(request.url)
      if (pathname === '/v1/health') return failure(status === 'active' ? 200 : 202, { status })
      if (pathname !== '/v1/shape') return failure(404, { message: 'Not found' })
      if (request.method === 'OPTIONS') return preflight()
      if (request.method !== 'GET' && request.method !== 'HEAD') return failure(405, { message: 'Method not allowed' })
      if (status !== 'active') return unavailable()
      try {
        return await serve(request)
      } catch (error) {
        if (error instanceof InvalidRequest) return invalid(error.errors)
        throw error
      }
    },
    start: follow,
    async stop() {
      stopping.abort()
      await replication?.stop()
      await sql.end({ timeout: 5 })
    },
  }
}

function chunkAfter(shape: Shape, asked: Offset) {
  if (asked.tx > 0n || asked.op === Infinity) return null
  const index = asked === Offset.beforeAll ? 0 : asked.op + 1
  const body = shape.chunks[index]
  return body === undefined ? null : { body, offset: new Offset(0n, index) }
}

/** A table whose old rows or changes don't come can't be followed. */
async function assertFollowed(sql: postgres.Sql, publication: string, table: Table) {
  const [row] = await sql<{ full: boolean; published: boolean }[]>`
    select c.relreplident = 'f' as full,
      exists (select 1 from pg_publication_tables where pubname = ${publication} and schemaname = ${table.schema} and tablename = ${table.name}) as published
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = ${table.schema} and c.relname = ${table.name}`
  if (!row?.published) throw new InvalidRequest('table', `${table.name} is not in publication ${publication}`)
  if (!row.full) throw new InvalidRequest('table', `${table.name} needs REPLICA IDENTITY FULL`)
}
