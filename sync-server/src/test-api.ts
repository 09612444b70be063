// The API for tests: the real app over a database of its own; requests go through app.request(), without a socket.
import { connect, type Database } from 'db/node/connect.ts'
import { startJobs, type Jobs } from 'db/node/jobs.ts'
import { openMediaStore, type MediaStore } from 'db/node/media/media-store.ts'
import { createOutgoing } from 'db/node/outgoing/outgoing.ts'
import { testDatabase, type TestDatabase } from 'db/node/testing/test-database.ts'
import { openTraces, type Traces } from 'db/node/traces/traces.ts'
import { testPassword } from 'db/node/testing/test-world.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino, type Logger } from 'pino'
import { electricChanges } from './gatekeeper/electric-changes.ts'
import type { ShapeUpstream } from './gatekeeper/shape-upstream.ts'
import { createApp } from './app.ts'
import { parseEnv } from './env.ts'
import { createAdmission, type Pace } from './limits/admission.ts'
import { watchSessionEnds, type SessionEnds } from './http/login/session-ends.ts'
import { watchStandings, type Standings } from './http/login/standings.ts'

export interface Answer {
  status: number
  // A test names the shape it expects by what it asserts on.
  body: Record<string, unknown>
  /** The one with the refresh token. */
  cookie: string | undefined
  headers: Headers
}

export interface TestApi {
  databaseUrl: string
  /** URL of whoever may do anything, e.g. end another's connection. */
  superuserUrl: string
  /** URL by which the embedded shape engine connects. */
  shapesUrl: string
  db: Database
  /** Changes tables, as a migration does. */
  alter: TestDatabase['alter']
  jobs: Jobs
  sessionEnds: SessionEnds
  standings: Standings
  /** Folder that holds the media store and unfinished uploads. */
  folder: string
  media: MediaStore
  /** As the environment says. */
  traces: Traces | null
  /** All routes and middleware as the app mounts them; paths begin with /api. */
  routes: readonly { method: string; path: string }[]
  /** Below /api; for what is not JSON. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** The app itself, to be served on a socket. */
  handle(request: Request, env?: object): Response | Promise<Response>
  /** What reached the shape upstream, oldest first. */
  upstreamRequests: Request[]
  /** What the shape upstream answers; a live request may wait. */
  upstream: (request: Request) => Promise<Response>
  /** Instead of asking `upstream` for each shape. */
  changes?: ShapeUpstream['changes']
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>
  login(email: string): Promise<string>
  stop(): Promise<void>
}

interface RequestOptions {
  token?: string
  cookie?: string | undefined
  body?: unknown
  headers?: Record<string, string>
}

/** Tests ask faster than any person. */
const anyPace: Pace = { perSecond: 1_000_000, burst: 1 }

export async function startTestApi(
  env: Record<string, string> = {},
  pace = anyPace,
  logger: Logger = pino({ level: 'silent' }),
): Promise<TestApi> {
  const database = await testDatabase()
  const db = connect(database.url)
  const jobs = await startJobs(database.url, () => {})
  const folder = await mkdtemp(join(tmpdir(), 'balcao-api-'))
  const parsed = parseEnv({
    DATABASE_URL: database.url,
    JWT_SECRET: 'x'.repeat(32),
    MEDIA_DIR: join(folder, 'media'),
    UPLOADS_DIR: join(folder, 'uploads'),
    ...env,
  })
  const sessionEnds = await watchSessionEnds(db)
  const standings = await watchStandings(db)
  const api: TestApi = {
    databaseUrl: database.url,
    superuserUrl: database.superuserUrl,
    shapesUrl: database.shapesUrl,
    db,
    alter: database.alter,
    jobs,
    sessionEnds,
    standings,
    folder,
    media: await openMediaStore(parsed),
    traces: await openTraces(parsed.OTEL_EXPORTER_OTLP_ENDPOINT, logger),
    routes: [],
    fetch: async (path, init) => app.request(`http://balcao.test/api${path}`, init),
    handle: (request, bindings) => app.fetch(request, bindings),
    upstreamRequests: [],
    upstream: async () => new Response('[]', { headers: { 'electric-handle': 'h', 'electric-offset': '0_0' } }),
    request: (method, path, options = {}) => ask((at, init) => api.fetch(at, init), method, path, options),
    async login(email) {
      const { body } = await this.request('POST', '/auth/login', { body: { email, password: testPassword } })
      if (typeof body['token'] !== 'string') throw new Error(`login failed: ${JSON.stringify(body)}`)
      return body['token']
    },
    async stop() {
      await sessionEnds.stop()
      await standings.stop()
      await this.traces?.stop()
      await jobs.boss.stop({ graceful: false })
      await db.end()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
  const app = appOf(api, parsed, pace, logger)
  api.routes = app.routes
  return api
}

/** The app as `api` has its services. */
function appOf(api: TestApi, env: ReturnType<typeof parseEnv>, pace: Pace, logger: Logger) {
  const askUpstream = (request: Request) => {
    api.upstreamRequests.push(request)
    return api.upstream(request)
  }
  const { db, sessionEnds, standings, jobs, media, traces } = api
  return createApp({
    db,
    reads: db,
    admission: createAdmission(pace),
    sessionEnds,
    standings,
    jobs,
    logger,
    env,
    media,
    traces,
    // Stand-ins are on this machine.
    outgoing: createOutgoing({ allowLoopback: true }),
    shapeUpstream: {
      fetch: askUpstream,
      changes: (positions, options) => (api.changes ?? upstreamOver(askUpstream).changes)(positions, options),
    },
  })
}

async function ask(
  fetch: TestApi['fetch'],
  method: string,
  path: string,
  { token, cookie, body, headers }: RequestOptions,
): Promise<Answer> {
  const response = await fetch(path, {
    method,
    headers: {
      origin: 'http://balcao.test',
      ...headers,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(cookie && { cookie }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    body: text === '' ? {} : JSON.parse(text),
    cookie: response.headers
      .getSetCookie()
      .find((line) => line.startsWith('balcao_refresh='))
      ?.split(';')[0],
    headers: response.headers,
  }
}

/** Asked for a shape a request, as an Electric is. */
export const upstreamOver = (fetch: ShapeUpstream['fetch']): ShapeUpstream => ({
  fetch,
  changes: (positions, options) =>
    electricChanges(
      (query, signal) => fetch(new Request(`http://upstream/v1/shape?${query.toString()}`, { signal })),
      positions,
      options,
    ),
})
