// What goes over the wire to Electric and back: browser ──HTTP──► our server ──HTTP──► a stub in Electric's place.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { UserActor } from 'db/kit/actor.ts'
import { testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { shapes } from 'db/tables.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'
import { serveApp } from '../test-served-app.ts'

interface Received {
  request: IncomingMessage
  response: ServerResponse
  /** Whether it ended without our answer, because the other side left. */
  abandoned: boolean
}

const ready = { 'content-type': 'application/json', 'electric-handle': 'h-1', 'electric-offset': '0_0' }
const empty: RequestListener = (_, response) => response.writeHead(200, ready).end('[]')
const upToDate: RequestListener = (_, response) =>
  response.writeHead(200, ready).end('[{"headers":{"control":"up-to-date","global_last_seen_lsn":"9"}}]')
const silent: RequestListener = () => {}

let received: Received[] = []
let answer: RequestListener = empty
const electric = createServer((request, response) => {
  // What only our engines have.
  if (request.url?.startsWith('/v1/changes')) return response.writeHead(404).end('Not found')
  const one: Received = { request, response, abandoned: false }
  received.push(one)
  response.on('close', () => (one.abandoned = !response.writableEnded))
  answer(request, response)
})

let api: TestApi
let company: TestCompany
let user: UserActor & { email: string }
let token: string
let server: Awaited<ReturnType<typeof serveApp>>
beforeAll(async () => {
  await once(electric.listen(0, '127.0.0.1'), 'listening')
  api = await startTestApi()
  company = await testCompany(api.db)
  user = await company.user('user', [await company.queue('Vendas')])
  token = await api.login(user.email)
  const upstream = { url: `http://127.0.0.1:${(electric.address() as AddressInfo).port}`, secret: 'between-us' }
  server = await serveApp(api, upstream, pino({ level: 'silent' }))
})
afterAll(async () => {
  server.close()
  electric.closeAllConnections()
  electric.close()
  await api.stop()
})
beforeEach(() => {
  received = []
  answer = empty
})

interface Call {
  method?: string
  body?: string
  headers?: Record<string, string>
  signal?: AbortSignal
}
const call = (path: string, init: Call = {}) =>
  fetch(server.origin + path, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } })
const changes = (positions: unknown[], init: Call = {}, rest: object = {}) =>
  call('/shapes/changes', {
    method: 'POST',
    body: JSON.stringify({ wait: true, shapes: positions, ...rest }),
    ...init,
    headers: { 'content-type': 'application/json' },
  })
const changesOf = async (response: Response) => ((await response.json()) as { changes: unknown[] }).changes
const position = (name: string) => ({ name, handle: `h-${name}`, offset: '5_0' })

const urlOf = ({ request }: Received) => new URL(request.url ?? '', 'http://electric.test')
/** All pairs, so that a name that comes twice is seen. */
const paramsOf = (one: Received) => [...urlOf(one).searchParams]
const linesOf = () => received.map((one) => `${one.request.method} ${urlOf(one).pathname}`)
/** What the session alone says of a shape that is its company's. */
const definition = (name: string) => [
  ['table', name],
  [
    'columns',
    shapes
      .get(name)
      ?.columns.map((column) => `"${column}"`)
      .join(','),
  ],
  ['where', '"company_id" = $1'],
  ['params[1]', company.id],
]
/** What our server adds last, whatever the client says. */
const secret = ['secret', 'between-us']

describe('what reaches Electric', () => {
  test('the shape of the session, the position of the client, and nothing else', async () => {
    await call('/shapes/queues?offset=-1')
    expect(linesOf()).toEqual(['GET /v1/shape'])
    expect(received.map(paramsOf)).toEqual([[...definition('queues'), ['offset', '-1'], secret]])
  })

  test('each word about the position', async () => {
    await call('/shapes/queues?live=true&handle=h&offset=3_1&cursor=9&expired_handle=old&cache-buster=42')
    expect(received.map(paramsOf)).toEqual([
      [
        ...definition('queues'),
        ['live', 'true'],
        ['handle', 'h'],
        ['offset', '3_1'],
        ['cursor', '9'],
        ['expired_handle', 'old'],
        ['cache-buster', '42'],
        secret,
      ],
    ])
  })

  test('changes only, where the table says so', async () => {
    await call('/shapes/applied_mutations?offset=-1&log=full')
    expect(received.map(paramsOf)).toEqual([
      [
        ['table', 'applied_mutations'],
        ['columns', expect.any(String)],
        ['where', '("company_id" = $1 and "user_id" = $2)'],
        ['params[1]', company.id],
        ['params[2]', user.userId],
        ['log', 'changes_only'],
        ['offset', '-1'],
        secret,
      ],
    ])
  })

  test('no header of the client', async () => {
    await call('/shapes/queues?offset=-1', {
      headers: {
        cookie: 'refresh=1',
        origin: 'http://elsewhere.test',
        'if-none-match': '"1"',
        'x-forwarded-for': '10.0.0.1',
      },
    })
    const own = ['accept', 'accept-encoding', 'accept-language', 'connection', 'host', 'sec-fetch-mode', 'user-agent']
    expect(received.flatMap(({ request }) => Object.keys(request.headers)).toSorted()).toEqual(own)
  })

  test.each([
    ['another shape', 'table=users&where=true&columns=password_hash&params[1]=1&params[2]=2'],
    ['a secret', 'secret=guess&api_secret=guess'],
    ['a subset', 'subset__where=true&subset__params={}&subset__limit=1&subset__offset=0&subset__order_by=id'],
    ['another kind of log', 'log=changes_only&replica=full&queryable_columns=id'],
    ['a stream', 'live_sse=true&experimental_live_sse=true'],
    ['a second position', 'offset=9_9&offset=now'],
    ['names in disguise', '%74able=users&TABLE=users&table[]=users&%77here=true'],
  ])('not %s', async (_, smuggled) => {
    await call(`/shapes/queues?offset=-1&${smuggled}`)
    expect(received.map(paramsOf)).toEqual([[...definition('queues'), ['offset', '-1'], secret]])
  })

  test('a value stays one value', async () => {
    const value = '-1&table=users#?where=true'
    await call(`/shapes/queues?offset=${encodeURIComponent(value)}`)
    expect(received.map(paramsOf)).toEqual([[...definition('queues'), ['offset', value], secret]])
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('nothing for %s', async (method) => {
    const init = ['POST', 'PUT', 'PATCH'].includes(method) ? { method, body: '{"where":"true"}' } : { method }
    expect((await call('/shapes/queues?offset=-1&handle=h', init)).status).toBe(404)
    expect(received).toEqual([])
  })

  test.each([
    '/shapes/queues/..%2fhealth',
    '/shapes/queues%3Ftable=users',
    '/shapes/..%2f..%2fv1%2fhealth',
    '/shapes/',
  ])('nothing for %s', async (path) => {
    expect((await call(`${path}?offset=-1`)).status).toBe(404)
    expect(received).toEqual([])
  })
})

describe('what is new in all shapes', () => {
  test('is one request each to an Electric, with the position of each', async () => {
    answer = upToDate
    await changes([position('queues'), { name: 'users', handle: 'h-users', offset: '6_0' }])
    const live = received.slice(0, 2)
    const byTable = live.map(paramsOf).toSorted(([a], [b]) => String(a).localeCompare(String(b)))
    expect(byTable).toEqual([
      [...definition('queues'), ['handle', 'h-queues'], ['offset', '5_0'], ['live', 'true'], secret],
      [...definition('users'), ['handle', 'h-users'], ['offset', '6_0'], ['live', 'true'], secret],
    ])
  })

  test.each([
    ['table', [{ ...position('queues'), table: 'users' }], {}],
    ['where for all', [position('queues')], { where: 'true' }],
    ['list for an offset', [{ ...position('queues'), offset: ['1', '2'] }], {}],
    ['shape of nobody', [position('queues'), position('session_keys')], {}],
  ])('reaches nobody with a %s', async (_, positions, rest) => {
    expect([400, 404]).toContain((await changes(positions, {}, rest)).status)
    expect(received).toEqual([])
  })

  test('a 409 is said, and what waited for the others is let go at Electric too', async () => {
    answer = (request, response) => {
      if (request.url?.includes('table=queues')) {
        response.writeHead(409, { ...ready, 'electric-handle': 'h-2' }).end('[{"headers":{"control":"must-refetch"}}]')
      } else if (!request.url?.includes('live=true')) upToDate(request, response)
    }
    const told = await changesOf(await changes([position('queues'), position('users')]))
    expect(told).toContainEqual({ name: 'queues', refetch: true })
    await vi.waitFor(() => {
      const left = received.filter(({ abandoned }) => abandoned).map((one) => urlOf(one).searchParams.get('table'))
      expect(left).toEqual(['users'])
    })
  })
})

describe('a client that leaves', () => {
  test.each([
    ['one shape', 1, (signal: AbortSignal) => call('/shapes/queues?live=true&handle=h&offset=5_0', { signal })],
    ['all shapes', 2, (signal: AbortSignal) => changes([position('queues'), position('users')], { signal })],
  ])('closes what waits at Electric: %s', async (_, count, ask) => {
    answer = silent
    const leaving = new AbortController()
    const left = expect(ask(leaving.signal)).rejects.toThrow('aborted')
    await vi.waitFor(() => expect(received).toHaveLength(count))
    leaving.abort()
    await left
    await vi.waitFor(() => expect(received.filter(({ abandoned }) => abandoned)).toHaveLength(count))
  })

  test('in the middle of an answer, too', async () => {
    answer = (_, response) => response.writeHead(200, ready).write('[1')
    const leaving = new AbortController()
    const { body } = await call('/shapes/queues?offset=-1', { signal: leaving.signal })
    await body?.getReader().read()
    leaving.abort()
    await vi.waitFor(() => expect(received.map(({ abandoned }) => abandoned)).toEqual([true]))
  })
})

describe('what comes back', () => {
  test.each([
    ['409', 409, { ...ready, 'electric-handle': 'h-2' }, '[{"headers":{"control":"must-refetch"}}]'],
    ['400', 400, { 'content-type': 'application/json' }, '{"message":"Invalid request","errors":{"offset":["bad"]}}'],
    ['503', 503, { 'content-type': 'application/json', 'retry-after': '9' }, '{"message":"overloaded"}'],
    ['garbage', 200, { 'content-type': 'text/html' }, '<h1>\u0000 not JSON'],
    ['an empty answer', 200, ready, ''],
  ])('%s is passed on as it is', async (_, status, headers, body) => {
    answer = (_request, response) => response.writeHead(status, headers).end(body)
    const response = await call('/shapes/queues?offset=5_0&handle=h')
    expect([response.status, await response.text()]).toEqual([status, body])
    expect(Object.fromEntries(response.headers)).toMatchObject(headers)
  })

  test('what Electric tells caches, other origins and browsers is not', async () => {
    answer = (_, response) =>
      response
        .writeHead(200, {
          ...ready,
          'electric-schema': '{}',
          'electric-up-to-date': '',
          'cache-control': 'public, max-age=604800',
          'access-control-allow-origin': '*',
          'set-cookie': 'a=1',
          etag: '"h:-1:0_0"',
          server: 'Electric',
          vary: 'Origin',
        })
        .end('[]')
    const { headers } = await call('/shapes/queues?offset=-1')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('vary')).toBe('Cookie, Authorization')
    for (const name of ['access-control-allow-origin', 'set-cookie', 'etag', 'server']) {
      expect([name, headers.get(name)]).toEqual([name, null])
    }
    expect([...headers.keys()].filter((name) => name.startsWith('electric-'))).toEqual([
      'electric-handle',
      'electric-offset',
      'electric-schema',
      'electric-up-to-date',
    ])
  })

  test('an answer that was compressed on the way to us is plain, and says so', async () => {
    const body = JSON.stringify([{ value: { name: 'ção'.repeat(1000) } }])
    const packed = gzipSync(body)
    answer = (_, response) =>
      response.writeHead(200, { ...ready, 'content-encoding': 'gzip', 'content-length': packed.length }).end(packed)
    const response = await call('/shapes/queues?offset=-1')
    expect(response.headers.get('content-encoding')).toBe(null)
    expect(response.headers.get('content-length')).not.toBe(String(packed.length))
    expect(await response.text()).toBe(body)
  })

  test('the first rows arrive before Electric has sent the last', async () => {
    answer = (_, response) => response.writeHead(200, ready).write('["first"')
    const reader = (await call('/shapes/queues?offset=-1')).body?.pipeThrough(new TextDecoderStream()).getReader()
    expect(await reader?.read()).toEqual({ done: false, value: '["first"' })
    received[0]?.response.end(',"last"]')
    expect(await reader?.read()).toEqual({ done: false, value: ',"last"]' })
    expect(await reader?.read()).toMatchObject({ done: true })
  })
})

describe('an Electric that fails', () => {
  test('by sending us elsewhere is not followed', async () => {
    answer = (_, response) => response.writeHead(307, { location: '/v1/shape?table=users' }).end()
    expect((await call('/shapes/queues?offset=-1')).status).toBe(503)
    expect(received).toHaveLength(1)
  })

  const hangUp = (socket: Socket | null) => socket?.destroy()

  test('before its answer is a failure of the server, which says nothing of it', async () => {
    answer = (request) => hangUp(request.socket)
    const response = await call('/shapes/queues?offset=-1')
    expect(response.status).toBeGreaterThanOrEqual(500)
    expect(await response.text()).not.toMatch(/127\.0\.0\.1|socket|fetch/)
  })

  test('in the middle of its answer never looks like a whole one', async () => {
    answer = (_, response) => response.writeHead(200, ready).write('[1')
    const response = await call('/shapes/queues?offset=-1')
    const body = expect(response.text()).rejects.toThrow()
    hangUp(received[0]?.response.socket ?? null)
    await body
  })

  test('and does not speak HTTP is a failure, too', async () => {
    answer = (request) => request.socket.end('SSH-2.0-nothing\r\n')
    expect((await call('/shapes/queues?offset=-1')).status).toBeGreaterThanOrEqual(500)
  })

  test('is a failure for all shapes, and the next request is answered', async () => {
    answer = (request) => hangUp(request.socket)
    expect((await changes([position('queues')])).status).toBeGreaterThanOrEqual(500)
    answer = upToDate
    expect((await changes([position('queues')])).status).toBe(200)
  })

  test('by answering with something else fails, too', async () => {
    answer = (_, response) => response.writeHead(200, ready).end('<h1>')
    expect((await changes([position('queues')])).status).toBeGreaterThanOrEqual(500)
  })
})
