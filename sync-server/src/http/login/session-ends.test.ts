// A request that waits when its login ends delivers nothing more: joined shapes, one shape, an answer that is half sent; whoever ended it,
// on whichever server.
import type { UserActor } from 'db/kit/actor.ts'
import { connect, type Database } from 'db/node/connect.ts'
import { openMediaStore } from 'db/node/media/media-store.ts'
import { createOutgoing } from 'db/node/outgoing/outgoing.ts'
import { runFor, testCompany, testPassword, type TestCompany } from 'db/node/testing/test-world.ts'
import { updateSettings } from 'db/settings/mutations.ts'
import { deleteUser } from 'db/users/mutations.ts'
import { pino } from 'pino'
import postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createApp } from '../../app.ts'
import { parseEnv } from '../../env.ts'
import { createAdmission } from '../../limits/admission.ts'
import { startTestApi, upstreamOver, type TestApi } from '../../test-api.ts'
import { watchSessionEnds, type SessionEnds } from './session-ends.ts'

let api: TestApi
/** Another server of the same database. */
let other: { db: Database; ends: SessionEnds; serve(ends?: SessionEnds): (request: Request) => Promise<Response> }
let company: TestCompany
let admin: UserActor
let user: UserActor & { email: string }
/** What the shape engine was asked, and its answer when there is one. */
let waiting: { request: Request; answer(response: Response): void }[]

const upstream = (request: Request) => {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  waiting.push({ request, answer: resolve })
  request.signal.addEventListener('abort', () => reject(new Error('aborted')))
  return promise
}

beforeAll(async () => {
  api = await startTestApi()
  api.upstream = upstream
  company = await testCompany(api.db)
  admin = await company.user('admin')
  const changes = { devicesPerUser: { to: 2 } }
  await runFor(api.db, admin, updateSettings, { id: company.id, changes })
  const db = connect(api.databaseUrl)
  const env = parseEnv({ DATABASE_URL: api.databaseUrl, JWT_SECRET: 'x'.repeat(32), MEDIA_DIR: `${api.folder}/media` })
  const media = await openMediaStore(env)
  const own = await watchSessionEnds(db)
  other = {
    db,
    ends: own,
    serve(sessionEnds = own) {
      const logger = pino({ level: 'silent' })
      const app = createApp({
        db,
        reads: db,
        jobs: api.jobs,
        media,
        outgoing: createOutgoing({ allowLoopback: true }),
        env,
        logger,
        sessionEnds,
        standings: api.standings,
        admission: createAdmission(),
        shapeUpstream: upstreamOver(upstream),
        traces: null,
      })
      return async (request) => app.fetch(request)
    },
  }
})
afterAll(async () => {
  await other.ends.stop()
  await other.db.end()
  await api.stop()
})
beforeEach(async () => {
  waiting = []
  user = await company.user('user')
})

async function logIn() {
  const { body, cookie } = await api.request('POST', '/auth/login', {
    body: { email: user.email, password: testPassword },
  })
  return { token: String(body['token']), cookie }
}

type Serve = (request: Request) => Response | Promise<Response>

const asks = {
  'joined shapes': (serve: Serve, token: string) =>
    serve(
      new Request('http://balcao.test/api/shapes/changes', {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          wait: true,
          shapes: ['tickets', 'contacts'].map((name) => ({ name, handle: 'h', offset: '5_0' })),
        }),
      }),
    ),
  'one shape': (serve: Serve, token: string) =>
    serve(
      new Request('http://balcao.test/api/shapes/tickets?live=true&handle=h&offset=5_0', {
        headers: { authorization: `Bearer ${token}` },
      }),
    ),
}

async function ask(token: string, how: keyof typeof asks = 'joined shapes', serve: Serve = (r) => api.handle(r)) {
  const before = waiting.length
  const answer = Promise.resolve(asks[how](serve, token))
  await vi.waitUntil(() => waiting.length > before)
  return answer
}

const told = async (answer: Promise<Response>) => {
  const response = await answer
  return { status: response.status, text: await response.text() }
}
const gone = (error: string) => ({ status: 401, text: JSON.stringify({ error }) })
const news = () =>
  Response.json(
    [
      { value: { body: 'o que veio depois' }, headers: { operation: 'insert', lsn: '6', op_position: 0 } },
      { headers: { control: 'up-to-date', global_last_seen_lsn: '6' } },
    ],
    { headers: { 'electric-handle': 'h', 'electric-offset': '6_0' } },
  )

describe.each(Object.keys(asks) as (keyof typeof asks)[])('%s', (how) => {
  test('end with a logout, and the engine is let go', async () => {
    const { token, cookie } = await logIn()
    const answer = ask(token, how)
    await vi.waitUntil(() => waiting.length > 0)
    await api.request('DELETE', '/auth/logout', { cookie })
    expect(await told(answer)).toEqual(gone('ERR_SESSION_REVOKED'))
    expect(waiting.map(({ request }) => request.signal.aborted)).not.toContain(false)
  })

  test('end on another server, too', async () => {
    const { token, cookie } = await logIn()
    const answer = ask(token, how, other.serve())
    await vi.waitUntil(() => waiting.length > 0)
    await api.request('DELETE', '/auth/logout', { cookie })
    expect(await told(answer)).toEqual(gone('ERR_SESSION_REVOKED'))
  })

  test('deliver no news that came before the word of the end', async () => {
    const deaf: SessionEnds = {
      ...other.ends,
      follow: () => ({ ended: new AbortController().signal, release() {} }),
    }
    const { token, cookie } = await logIn()
    const answer = ask(token, how, other.serve(deaf))
    await vi.waitUntil(() => waiting.length > 0)
    await api.request('DELETE', '/auth/logout', { cookie })
    for (const one of waiting) one.answer(news())
    expect(await told(answer)).toEqual(gone('ERR_SESSION_REVOKED'))
  })

  test('go on when another device of the person logs out', async () => {
    const [desk, phone] = [await logIn(), await logIn()]
    const answer = ask(desk.token, how)
    await vi.waitUntil(() => waiting.length > 0)
    await api.request('DELETE', '/auth/logout', { cookie: phone.cookie })
    for (const one of waiting) one.answer(news())
    const { status, text } = await told(answer)
    expect([status, text.includes('o que veio depois')]).toEqual([200, true])
  })
})

test('each end is told as what it was', async () => {
  const first = await logIn()
  const replaced = ask(first.token)
  await vi.waitUntil(() => waiting.length > 0)
  await logIn()
  await logIn()
  expect(await told(replaced)).toEqual(gone('ERR_SESSION_REPLACED'))

  const { token } = await logIn()
  const deleted = ask(token)
  await vi.waitUntil(() => waiting.length > 2)
  await runFor(api.db, admin, deleteUser, { id: user.userId })
  expect(await told(deleted)).toEqual(gone('ERR_SESSION_REVOKED'))
})

test('an answer that is half sent is cut off', async () => {
  const { token, cookie } = await logIn()
  const answer = ask(token, 'one shape')
  await vi.waitUntil(() => waiting.length > 0)
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  waiting[0]?.answer(new Response(readable))
  const reader = (await answer).body?.getReader()
  void writer.write(new TextEncoder().encode('["antes"'))
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('["antes"')
  const rest = expect(reader?.read()).rejects.toThrow()
  await api.request('DELETE', '/auth/logout', { cookie })
  await rest
})

test('an end that was told while the connection was lost is found', async () => {
  const { token } = await logIn()
  const answer = ask(token, 'joined shapes', other.serve())
  await vi.waitUntil(() => waiting.length > 0)
  const superuser = postgres(api.superuserUrl, { max: 1 })
  await superuser.begin(async (tx) => {
    await tx`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'`
    await tx`update logins set ended_at = now(), end_reason = 'ended' where user_id = ${user.userId}`
  })
  await superuser.end()
  expect(await told(answer)).toEqual(gone('ERR_SESSION_REVOKED'))
})
