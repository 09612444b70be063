// An engine for tests over a database of its own: followed by Electric's client, or asked directly without a socket.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Shape, ShapeStream } from '@electric-sql/client'
import { newId } from 'db/kit/new-id.ts'
import { testDatabase } from 'db/node/testing/test-database.ts'
import { pino } from 'pino'
import postgres from 'postgres'
import { createShapeEngine, type ShapeEngine, type ShapeEngineOptions } from './engine.ts'

export interface Message {
  key?: string
  value?: Record<string, string | null>
  old_value?: Record<string, string | null>
  headers: Record<string, unknown>
}

/** Where a client stands in a shape. */
export interface Position {
  handle: string
  offset: string
}

export interface Asking {
  get(query: string, init?: RequestInit): Promise<Response>
  /** Everything up to now, and from where to go on. */
  catchUp(query: string): Promise<Position & { messages: Message[]; requests: number }>
  /** The next live answer that says something. */
  poll(query: string, at: Position, init?: RequestInit): Promise<Position & { messages: Message[]; status: number }>
}

export interface TestEngine extends Asking {
  sql: postgres.Sql
  engine: ShapeEngine
  /** The engine's folder. */
  dir: string
  /** Options for another engine on the same database. */
  settings(change?: Partial<ShapeEngineOptions>): ShapeEngineOptions
  follow(
    table: string,
    where: string,
    params?: string[],
    change?: object,
  ): { shape: Shape; stream: ShapeStream; stop(): void }
  stop(): Promise<void>
}

const base = 'http://shapes.test/v1/shape'

export async function startTestEngine(schema: string, change: Partial<ShapeEngineOptions> = {}): Promise<TestEngine> {
  const database = await testDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'balcao-shapes-'))
  // Flushed at once, as in production, or the stream would wait for the background writer.
  const sql = postgres(database.superuserUrl, {
    max: 8,
    onnotice: () => {},
    connection: { synchronous_commit: 'local' },
  })
  await sql.unsafe(schema)
  const settings = (other: Partial<ShapeEngineOptions> = {}) => ({
    databaseUrl: database.superuserUrl,
    dir: join(folder, newId()),
    slot: `t_${newId().slice(-8)}`,
    logger: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
    ...other,
  })
  const own = settings(change)
  const engine = createShapeEngine(own)
  await engine.start()
  return {
    sql,
    engine,
    dir: own.dir,
    settings,
    ...asking(engine),
    follow: (...asked) => follow(engine, ...asked),
    async stop() {
      await engine.stop()
      await sql.end()
      await database.drop()
      await rm(folder, { recursive: true })
    },
  }
}

/** Without a socket. */
export function asking(engine: Pick<ShapeEngine, 'fetch'>): Asking {
  const get = (query: string, init?: RequestInit) => engine.fetch(new Request(`${base}?${query}`, init))
  return {
    get,
    async catchUp(query) {
      const at = { handle: '', offset: '-1' }
      const messages: Message[] = []
      for (let requests = 1; ; requests++) {
        const response = await get(`${query}&offset=${at.offset}&handle=${at.handle}`)
        if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
        Object.assign(at, positionOf(response))
        messages.push(...((await response.json()) as Message[]))
        if (response.headers.has('electric-up-to-date')) return { ...at, messages, requests }
      }
    },
    async poll(query, from, init) {
      for (let at = from; ;) {
        const response = await get(`${query}&offset=${at.offset}&handle=${at.handle}&live=true`, init)
        const { status, headers } = response
        const messages = (await response.json()) as Message[]
        at = positionOf(response)
        const isNews = status !== 200 || headers.get('electric-has-data') === 'true'
        if (isNews || init?.signal?.aborted) return { ...at, messages, status }
      }
    },
  }
}

/** As a client does. */
function follow(engine: ShapeEngine, ...[table, where, params = [], options = {}]: Parameters<TestEngine['follow']>) {
  const abort = new AbortController()
  const stream = new ShapeStream({
    url: base,
    params: { table, where, params: params as never },
    signal: abort.signal,
    fetchClient: (input, init) => engine.fetch(new Request(input, init)),
    onError: () => {},
    ...options,
  })
  return { stream, shape: new Shape(stream), stop: () => abort.abort() }
}

const positionOf = ({ headers }: Response): Position => ({
  handle: headers.get('electric-handle') ?? '',
  offset: headers.get('electric-offset') ?? '',
})
