import type { UserActor } from 'db/kit/actor.ts'
import { newId } from 'db/kit/new-id.ts'
import { testCompany, testPassword, type TestCompany } from 'db/node/testing/test-world.ts'
import { userQueues } from 'db/queues/table.ts'
import { eq } from 'drizzle-orm'
import type { Changes } from 'shapes/engine.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'

let api: TestApi
let company: TestCompany
let user: UserActor & { email: string }
let token: string
beforeAll(async () => {
  api = await startTestApi()
  company = await testCompany(api.db)
  user = await company.user('user', [await company.queue('Vendas')])
  token = await api.login(user.email)
})
afterAll(() => api.stop())
beforeEach(() => {
  api.upstreamRequests.length = 0
})

const upstreamParams = () => api.upstreamRequests.map((r) => Object.fromEntries(new URL(r.url).searchParams))

test('table, columns and rows come from the session, whatever the client says', async () => {
  const evil = 'table=users&columns=password_hash&where=true&params[1]=x&offset=-1&replica=full&subset__limit=1'
  await api.request('GET', `/shapes/tickets?${evil}`, { token })
  expect(upstreamParams()).toEqual([
    {
      table: 'tickets',
      columns: expect.stringContaining('"unread_messages"'),
      where: '("company_id" = $1 and "archived" = $2 and "queue_id" in ($3))',
      'params[1]': company.id,
      'params[2]': 'false',
      'params[3]': user.queueIds[0],
      offset: '-1',
    },
  ])
})

test('password hashes and QR codes are not among the columns', async () => {
  await api.request('GET', '/shapes/users?offset=-1', { token })
  await api.request('GET', '/shapes/connections?offset=-1', { token })
  const columns = upstreamParams().map((params) => params['columns'])
  expect(columns.join()).not.toMatch(/password_hash|token_version|qrcode/)
})

test('the QR shape is empty for those who may not link a connection', async () => {
  await api.request('GET', '/shapes/connection_qr?offset=-1', { token })
  expect(upstreamParams()).toMatchObject([{ where: 'false' }])
})

test('no cache and no other origin gets to keep an answer', async () => {
  api.upstream = async () =>
    new Response('[]', {
      headers: {
        'electric-handle': 'h',
        'cache-control': 'public, max-age=604800',
        'access-control-allow-origin': '*',
      },
    })
  const { headers } = await api.request('GET', '/shapes/queues?offset=-1', { token })
  expect([...headers.keys()]).not.toContain('access-control-allow-origin')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('electric-handle')).toBe('h')
})

test('unknown shapes are not found, and nobody gets one without a session', async () => {
  expect(await api.request('GET', '/shapes/session_keys?offset=-1', { token })).toMatchObject({ status: 404 })
  expect(await api.request('GET', '/shapes/tickets?offset=-1')).toMatchObject({ status: 401 })
  expect(api.upstreamRequests).toEqual([])
})

describe('the first rows of many shapes, in one request', () => {
  const ask = (...shapes: string[]) => api.request('POST', '/shapes/first', { token, body: { shapes } })
  const told = (text: string) =>
    text
      .split('\n\n')
      .filter((line) => line.startsWith('data: '))
      .map((line) => JSON.parse(line.slice('data: '.length)))
  const first = async (...names: string[]) => {
    const response = await api.fetch('/shapes/first', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ shapes: names }),
    })
    return told(await response.text())
  }
  const page = (offset: string, body: unknown, headers: Record<string, string> = {}) =>
    Response.json(body, { headers: { 'electric-handle': 'h', 'electric-offset': offset, ...headers } })
  const row = (id: string) => ({ key: id, value: { id }, headers: { operation: 'insert' } })
  const upToDate = { headers: { control: 'up-to-date', global_last_seen_lsn: '6' } }
  const last = (offset: string) => page(offset, [upToDate], { 'electric-up-to-date': '' })
  const isFirst = (request: Request) => new URL(request.url).searchParams.get('offset') === '-1'

  test('page after page, until each is up to date; table, columns and rows come from the session', async () => {
    api.upstream = async (request) => (isFirst(request) ? page('0_0', [row('a')]) : last('6_0'))
    expect(await first('tickets')).toEqual([
      { name: 'tickets', position: { handle: 'h', offset: '6_0' }, pages: [[row('a')], [upToDate]] },
    ])
    expect(upstreamParams()).toMatchObject([
      { table: 'tickets', where: expect.stringContaining('"company_id" = $1'), 'params[1]': company.id, offset: '-1' },
      { table: 'tickets', 'params[1]': company.id, handle: 'h', offset: '0_0' },
    ])
  })

  test('what is much is read by itself, and holds up nobody; nor does what the engine refuses', async () => {
    api.upstream = async (request) => {
      const table = new URL(request.url).searchParams.get('table')
      if (table === 'contacts') return page('0_0', [row('x'.repeat(40_000))])
      if (table === 'messages') return Response.json({}, { status: 503 })
      return isFirst(request) ? page('0_0', []) : last('6_0')
    }
    const answers = await first('contacts', 'messages', 'tags')
    expect(answers.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
      { name: 'contacts', position: null, pages: [] },
      { name: 'messages', position: null, pages: [] },
      { name: 'tags', position: { handle: 'h', offset: '6_0' }, pages: [[], [upToDate]] },
    ])
  })

  test('what becomes much is gone on with from where it was few, and what does not move on ends', async () => {
    const much = [row('x'.repeat(40_000))]
    api.upstream = async (request) => page('0_0', isFirst(request) ? [row('a')] : much)
    expect(await first('tickets')).toEqual([
      { name: 'tickets', position: { handle: 'h', offset: '0_0' }, pages: [[row('a')]] },
    ])
    api.upstream = async () => page('0_0', [])
    expect(await first('tickets')).toMatchObject([{ position: { offset: '0_0' }, pages: [[]] }])
  })

  test('unknown shapes are not found, and nobody gets one without a session', async () => {
    expect(await ask('tickets', 'session_keys')).toMatchObject({ status: 404 })
    expect(await api.request('POST', '/shapes/first', { body: { shapes: ['tickets'] } })).toMatchObject({ status: 401 })
    expect(await ask()).toMatchObject({ status: 400 })
    expect(api.upstreamRequests).toEqual([])
  })

  test('a login that ends is told nothing more', async () => {
    const other = await company.user('user')
    const { body, cookie } = await api.request('POST', '/auth/login', {
      body: { email: other.email, password: testPassword },
    })
    const { promise: asked, resolve } = Promise.withResolvers<void>()
    api.upstream = (request) => {
      resolve()
      return new Promise((_, reject) => request.signal.addEventListener('abort', () => reject(new Error('left'))))
    }
    const answer = api.fetch('/shapes/first', {
      method: 'POST',
      headers: { authorization: `Bearer ${String(body['token'])}`, 'content-type': 'application/json' },
      body: JSON.stringify({ shapes: ['tickets'] }),
    })
    await asked
    await api.request('DELETE', '/auth/logout', { cookie })
    expect(told(await (await answer).text())).toEqual([])
  })
})

describe('what is new in all shapes, in one request', () => {
  const changes = (wait: boolean, ...names: string[]) =>
    api.request('POST', '/shapes/changes', {
      token,
      body: { wait, shapes: names.map((name) => ({ name, handle: 'h', offset: '5_0' })) },
    })
  const nameOf = (request: Request) => new URL(request.url).searchParams.get('table') ?? ''
  const isLive = (request: Request) => new URL(request.url).searchParams.get('live') === 'true'
  const change = (lsn: number) => ({
    key: 'k',
    value: { id: 'a' },
    headers: { operation: 'insert', lsn: `${lsn}`, op_position: 0 },
  })
  const upToDate = (lsn: number) => ({ headers: { control: 'up-to-date', global_last_seen_lsn: `${lsn}` } })
  const answer = (offset: string, ...messages: object[]) =>
    Response.json(messages, { headers: { 'electric-handle': 'h', 'electric-offset': offset } })
  const waiting = (request: Request) =>
    new Promise<Response>((_, reject) => {
      request.signal.addEventListener('abort', () => reject(new Error('aborted')))
    })

  test('a transaction’s rows come from all shapes, although one was first', async () => {
    api.upstream = async (request) => {
      if (nameOf(request) === 'tickets') return answer('6_0', change(6), upToDate(6))
      if (isLive(request)) return waiting(request)
      return nameOf(request) === 'messages' ? answer('6_2', change(6), upToDate(6)) : answer('5_0', upToDate(6))
    }
    const { body } = await changes(true, 'tickets', 'contacts', 'messages')
    expect(body).toEqual({
      upTo: '6',
      whole: true,
      changes: [
        { name: 'tickets', refetch: false, handle: 'h', offset: '6_0', messages: [change(6)] },
        { name: 'messages', refetch: false, handle: 'h', offset: '6_2', messages: [change(6)] },
      ],
    })
  })

  test('nothing is told past what every shape was told of', async () => {
    api.upstream = async (request) =>
      nameOf(request) === 'tickets'
        ? answer('9_0', change(6), change(9), upToDate(9))
        : // Behind at first, and never as far as the other.
          answer('5_0', upToDate(api.upstreamRequests.length > 4 ? 9 : 7))
    const { body } = await changes(false, 'tickets', 'messages')
    expect(body).toMatchObject({ upTo: '9', changes: [{ name: 'tickets', offset: '9_0' }] })
  })

  test('a page that ends within a transaction is cut before it', async () => {
    api.upstream = async (request) =>
      nameOf(request) === 'tickets' ? answer('8_3', change(6), change(8)) : answer('5_0', upToDate(9))
    const { body } = await changes(false, 'tickets', 'messages')
    expect(body).toMatchObject({ upTo: null, whole: true, changes: [{ offset: '6_0', messages: [change(6)] }] })
  })

  test('catching up waits for nobody', async () => {
    api.upstream = async () => answer('5_0', upToDate(5))
    expect((await changes(false, 'tickets', 'contacts')).body).toEqual({ upTo: '5', whole: true, changes: [] })
    expect(api.upstreamRequests.map(isLive)).toEqual([false, false])
  })

  test('a shape that starts anew is said to', async () => {
    api.upstream = async () => new Response('[{"headers":{"control":"must-refetch"}}]', { status: 409 })
    expect((await changes(true, 'tickets')).body['changes']).toEqual([{ name: 'tickets', refetch: true }])
  })
})

describe('answers that go on', () => {
  type Asked = Parameters<NonNullable<TestApi['changes']>>[0]
  let asked: Asked[]
  let answers: (Changes | Response)[]
  beforeEach(() => {
    ;[asked, answers] = [[], []]
    api.changes = async (positions, { signal }) => {
      asked.push(positions)
      return (
        answers.shift() ?? new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('left'))))
      )
    }
  })
  afterEach(() => {
    delete api.changes
  })

  const follow = (client: AbortController, ...names: string[]) => followAs(token, client, ...names)
  const followAs = (bearer: string, client: AbortController, ...names: string[]) =>
    followOn(api, bearer, client, ...names)
  const followOn = (at: TestApi, bearer: string, client: AbortController, ...names: string[]) =>
    at.fetch('/shapes/changes', {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        wait: true,
        stream: true,
        shapes: names.map((name) => ({ name, handle: 'h', offset: '5_0' })),
      }),
      signal: client.signal,
    })
  const at = (offset: string) => ({ handle: 'h', offset, messages: [`{"at":"${offset}"}`] })
  const positions = () =>
    asked.map((all) => all.map(({ source, handle, offset }) => [source.name, handle, offset].join(' ')))
  const told = (text: string) => text.split('\n\n').filter((line) => line.startsWith('data: '))
  const sent = (upTo: string, ...changes: object[]) => `data: ${JSON.stringify({ upTo, whole: true, changes })}`

  test('each begins where the one before ended, without what is to be read anew, until there is a refusal', async () => {
    answers = [
      { shapes: [at('6_0'), null, null], upTo: '6', whole: true },
      { shapes: [null, 'refetch', at('7_2')], upTo: '7', whole: true },
      Response.json({}, { status: 503 }),
    ]
    const response = await follow(new AbortController(), 'tickets', 'contacts', 'messages')
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(told(await response.text())).toEqual([
      sent('6', { name: 'tickets', refetch: false, handle: 'h', offset: '6_0', messages: [{ at: '6_0' }] }),
      sent(
        '7',
        { name: 'contacts', refetch: true },
        { name: 'messages', refetch: false, handle: 'h', offset: '7_2', messages: [{ at: '7_2' }] },
      ),
    ])
    expect(positions()).toEqual([
      ['tickets h 5_0', 'contacts h 5_0', 'messages h 5_0'],
      ['tickets h 6_0', 'contacts h 5_0', 'messages h 5_0'],
      ['tickets h 6_0', 'messages h 7_2'],
    ])
  })

  test('what comes soon after an answer is gathered for the next', async () => {
    const times: number[] = []
    api.changes = async () => {
      times.push(performance.now())
      return times.length < 3 ? { shapes: [null], upTo: '6', whole: true } : Response.json({}, { status: 503 })
    }
    await (await follow(new AbortController(), 'tickets')).text()
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
    // A timer may be a millisecond early.
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(14)
  })

  test('those that began together do not end together', async () => {
    // In the others nothing is to end by its time, however busy the machine is.
    const brief = await startTestApi({ LONG_POLL_MS: '200' })
    brief.changes = async () => ({ shapes: [null], upTo: '6', whole: true })
    const { email } = await (await testCompany(brief.db)).user('admin')
    const bearer = await brief.login(email)
    const began = performance.now()
    const ends = await Promise.all(
      Array.from({ length: 8 }, async () => {
        await (await followOn(brief, bearer, new AbortController(), 'tickets')).text()
        return performance.now() - began
      }),
    )
    await brief.stop()
    expect(Math.min(...ends)).toBeGreaterThanOrEqual(199)
    expect(Math.max(...ends) - Math.min(...ends)).toBeGreaterThan(15)
  })

  test('what somebody may see is as of now in each', async () => {
    const queueId = await company.queue('Financeiro')
    const own = { id: newId(), companyId: company.id, userId: user.userId, queueId }
    api.changes = async (all) => {
      asked.push(all)
      if (asked.length === 1) await api.db.orm.insert(userQueues).values(own)
      return asked.length < 3 ? { shapes: [at('6_0')], upTo: '6', whole: true } : Response.json({}, { status: 503 })
    }
    await (await follow(new AbortController(), 'tickets')).text()
    expect(asked.map(([first]) => first?.source.params?.includes(queueId))).toEqual([false, true, true])
    await api.db.orm.delete(userQueues).where(eq(userQueues.id, own.id))
  })

  test('it begins before anything is new, and ends with the client', async () => {
    const client = new AbortController()
    const reader = (await follow(client, 'tickets')).body?.getReader()
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(':\n\n')
    client.abort()
    expect(await reader?.read()).toMatchObject({ done: true })
  })

  test('it ends with the session, and says nothing more', async () => {
    const other = await company.user('user')
    const { body, cookie } = await api.request('POST', '/auth/login', {
      body: { email: other.email, password: testPassword },
    })
    const response = await followAs(String(body['token']), new AbortController(), 'tickets')
    const text = response.text()
    await api.request('DELETE', '/auth/logout', { cookie })
    expect(told(await text)).toEqual([])
  })

  test('of one person only so many go on at a time', async () => {
    const clients = Array.from({ length: 120 }, () => new AbortController())
    for (const client of clients) expect((await follow(client, 'tickets')).status).toBe(200)
    const [first, second] = [new AbortController(), new AbortController()]
    expect((await follow(first, 'tickets')).status).toBe(429)
    clients[0]?.abort()
    await vi.waitUntil(async () => (await follow(second, 'tickets')).status === 200)
    for (const client of [...clients, second]) client.abort()
  })
})

test('an app that is too old is told to update; its outbox is taken all the same', async () => {
  const old = { headers: { 'x-client-protocol': '0' }, token }
  expect(await api.request('GET', '/shapes/tickets?offset=-1', old)).toMatchObject({
    status: 426,
    body: { error: 'ERR_UPDATE_REQUIRED' },
  })
  const call = { id: newId(), name: 'ticket.close', args: { id: newId() } }
  const pushed = await api.request('POST', '/mutations', { ...old, body: { mutations: [call] } })
  expect(pushed).toMatchObject({ status: 200, body: { results: [{ code: 'ERR_NO_TICKET_FOUND' }] } })
})
