// The rest of Electric's interface: event streams, subsets, deletion, the secret, tables that the engine publishes itself.
import { ShapeStream } from '@electric-sql/client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createShapeEngine } from './engine.ts'
import { startTestEngine, type Message, type TestEngine } from './test-engine.ts'

let world: TestEngine
beforeAll(async () => {
  world = await startTestEngine(
    `create table items (id int primary key, company_id text not null, n int, note text);
     alter table items replica identity full;
     create table "Odd ""name""" ("a,b" int primary key, "0 key" text, v text);
     alter table "Odd ""name""" replica identity full;
     create schema other; create table other.things (id int primary key, name text);
     create table fresh (id int primary key, name text);
     alter publication balcao add table items, "Odd ""name"""`,
    { longPollMs: 1000, sseMs: 700, allowDeletion: true },
  )
})
afterAll(() => world.stop())

const where = (clause: string) => `where=${encodeURIComponent(clause)}`
const url = 'http://shapes.test/v1/shape'

describe('an event stream', () => {
  const eventsOf = (text: string) => text.split('\n\n').filter(Boolean)
  const messageOf = (event: string) => JSON.parse(event.replace(/^data: /, '')) as Message

  test('brings what is there, then what happens, and ends in time', async () => {
    await world.sql`insert into items values (1, 'sse', 1)`
    const query = `table=items&${where(`company_id = 'sse'`)}`
    const { handle, offset } = await world.catchUp(query)
    await world.sql`insert into items values (2, 'sse', 2)`
    await vi.waitFor(async () => expect((await world.catchUp(query)).messages.length).toBeGreaterThan(3))
    const response = await world.get(`${query}&handle=${handle}&offset=${offset}&live=true&live_sse=true`)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'electric-cursor': expect.stringMatching(/^\d+$/),
    })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    const until = async (part: string) => {
      while (!text.includes(part)) text += (await reader?.read())?.value ?? `${part} (ended)`
    }
    await until('up-to-date')
    await world.sql`insert into items values (3, 'sse', 3)`
    await until('"id":"3"')
    for (let end = await reader?.read(); !end?.done;) end = await reader?.read()
    expect(eventsOf(text).slice(0, 2).map(messageOf)).toMatchObject([
      { value: { id: '2' } },
      { headers: { control: 'up-to-date' } },
    ])
  })

  test('says nothing while nothing happens', async () => {
    const query = `table=items&${where(`company_id = 'sse idle'`)}`
    const { handle, offset } = await world.catchUp(query)
    const response = await world.get(`${query}&handle=${handle}&offset=${offset}&live=true&live_sse=true`)
    expect([response.status, await response.text()]).toEqual([200, ''])
  })

  test('ends when its shape does, however early: who asks again is told to start again', async () => {
    const query = `table=items&${where(`company_id = 'sse gone'`)}`
    const { handle, offset } = await world.catchUp(query)
    const next = `${query}&handle=${handle}&offset=${offset}&live=true&live_sse=true`
    const ended = (await world.get(next)).text().then((text) => `ended: ${text}`)
    await world.get(`handle=${handle}`, { method: 'DELETE' })
    // What follows is answered before the stream's time is over.
    const answered = world.get(`${query}&offset=now`).then(({ status }) => status)
    expect(await Promise.race([ended, answered])).toBe('ended: ')
    expect((await world.get(next)).status).toBe(409)
  })

  test('ends when the engine does', async () => {
    const engine = createShapeEngine(world.settings({ sseMs: 60_000 }))
    await engine.start()
    const ask = (query: string) => engine.fetch(new Request(`${url}?table=items&${query}`))
    const handle = (await ask('offset=-1')).headers.get('electric-handle')
    const text = (await ask(`offset=0_inf&handle=${handle}&live=true&live_sse=true`)).text()
    await engine.stop()
    expect(await text).toBe('')
  })

  test('is followed by the client', async () => {
    const { stream, shape, stop } = world.follow('items', `company_id = 'client'`, [], { liveSse: true })
    await shape.rows
    await world.sql`insert into items values (70, 'client')`
    await vi.waitFor(() => expect(shape.currentRows).toMatchObject([{ id: 70 }]))
    expect(stream.isUpToDate).toBe(true)
    stop()
  })
})

describe('a subset', () => {
  const base = `table=items&log=changes_only&${where(`company_id = 'sub'`)}`
  beforeAll(async () => {
    await world.sql`insert into items select 200 + n, 'sub', n, 'note ' || n from generate_series(1, 20) n`
    await world.sql`insert into items values (300, 'theirs', 1)`
  })
  const rowsOf = async (response: Response) =>
    ((await response.json()) as { data: Message[] }).data.map(({ value }) => Number(value?.['n']))

  test('is ordered by values, limited, and within its shape', async () => {
    const order = `subset__order_by=${encodeURIComponent('n DESC NULLS LAST, "id"')}&subset__limit=3&subset__offset=1`
    const response = await world.get(`${base}&offset=-1&${order}`)
    expect([response.status, response.headers.get('electric-snapshot')]).toEqual([200, 'true'])
    expect(response.headers.get('electric-schema')).toContain('"int4"')
    expect(await rowsOf(response)).toEqual([19, 18, 17])
  })

  test('by POST, with parameters of its own', async () => {
    const body = JSON.stringify({ where: 'n > $1 and n < $2', params: { 1: '5', 2: 8 }, order_by: 'n', limit: 10 })
    expect(await rowsOf(await world.get(`${base}&offset=-1`, { method: 'POST', body }))).toEqual([6, 7])
    const everything = await world.get(`${base}&offset=-1`, { method: 'POST', body: '{}' })
    expect(await rowsOf(everything)).toHaveLength(20)
  })

  test('tells which changes it contains', async () => {
    const response = await world.get(`${base}&offset=-1&subset__where=${encodeURIComponent('n = 1')}`)
    expect(await response.json()).toEqual({
      metadata: {
        snapshot_mark: expect.any(Number),
        database_lsn: expect.stringMatching(/^\d+$/),
        xmin: expect.any(String),
        xmax: expect.any(String),
        xip_list: expect.any(Array),
      },
      data: [
        {
          key: '"public"."items"/"201"',
          value: { id: '201', company_id: 'sub', n: '1', note: 'note 1' },
          headers: { operation: 'insert', relation: ['public', 'items'], snapshot_mark: expect.any(Number) },
        },
      ],
    })
  })

  test.each([
    ['GET', 4],
    ['POST', 5],
  ] as const)('is what the client asks for by %s, and then follows', async (method, n) => {
    const seen: string[] = []
    const abort = new AbortController()
    const stream = new ShapeStream({
      url,
      log: 'changes_only',
      subsetMethod: method,
      params: { table: 'items', where: `company_id = 'sub'` },
      signal: abort.signal,
      fetchClient: (input, init) => world.engine.fetch(new Request(input, init)),
    })
    stream.subscribe((messages) => {
      for (const message of messages) if ('value' in message) seen.push(`${message.headers.operation} ${message.key}`)
    })
    await vi.waitFor(() => expect(stream.isUpToDate).toBe(true))
    await stream.requestSnapshot({ where: 'n = $1', params: { 1: String(n) }, orderBy: 'n', limit: 5 })
    await world.sql`update items set note = 'changed' where company_id = 'sub' and n = ${n}`
    const key = `"public"."items"/"${200 + n}"`
    await vi.waitFor(() => expect(seen.slice(-2)).toEqual([`insert ${key}`, `update ${key}`]))
    abort.abort()
  })

  test.each([
    ['subset__limit=3', 'order_by'],
    ['subset__order_by=nope', 'unknown column'],
    ['subset__order_by=n;drop', 'subset'],
    [`subset__where=${encodeURIComponent('n ~ 1')}`, 'subset'],
    ['subset__order_by=n&subset__limit=-1', 'limit'],
    ['subset__where=true&subset__params={', 'JSON'],
  ])('with %s is refused: %s', async (query, message) => {
    const response = await world.get(`${base}&offset=-1&${query}`)
    expect([response.status, JSON.stringify(await response.json())]).toEqual([400, expect.stringContaining(message)])
  })

  test('of a body that is none, or too large, is refused', async () => {
    const post = async (body: string) => (await world.get(`${base}&offset=-1`, { method: 'POST', body })).status
    expect(await post('[')).toBe(400)
    expect(await post('7')).toBe(400)
    expect(await post(`{"where":"${'x'.repeat(9_000_000)}"}`)).toBe(413)
  })
})

describe('deletion', () => {
  const remove = async (query: string) => (await world.get(query, { method: 'DELETE' })).status

  test('by definition, by handle, by both', async () => {
    const query = `table=items&${where(`company_id = 'del'`)}`
    for (const ask of [
      () => query,
      (handle: string) => `handle=${handle}`,
      (handle: string) => `${query}&handle=${handle}`,
    ]) {
      const { handle, offset } = await world.catchUp(query)
      expect(await remove(ask(handle))).toBe(202)
      expect((await world.get(`${query}&handle=${handle}&offset=${offset}`)).status).toBe(409)
    }
  })

  test('of what is not there, or not what it is said to be', async () => {
    const { handle } = await world.catchUp('table=items')
    expect(await remove('handle=1-1')).toBe(404)
    expect(await remove(`table=items&${where(`company_id = 'never'`)}`)).toBe(404)
    expect(await remove(`table=items&${where(`company_id = 'other'`)}&handle=${handle}`)).toBe(400)
    expect(await remove('')).toBe(400)
  })
})

test('columns that may not be asked by are not', async () => {
  const query = `table=items&offset=-1&queryable_columns=id,company_id&columns=id,n`
  expect((await world.get(`${query}&${where(`company_id = 'q'`)}`)).status).toBe(200)
  const refused = await world.get(`${query}&${where('n = 1')}`)
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { errors: { where: [expect.stringContaining('n')] } },
  ])
})

test('names of every kind can be asked for', async () => {
  await world.sql.unsafe(`insert into "Odd ""name""" values (1, 'k', 'v')`)
  const query = `table=${encodeURIComponent('"Odd ""name"""')}&columns=${encodeURIComponent('"a,b","0 key",v')}`
  const { messages } = await world.catchUp(query)
  expect(messages[0]).toMatchObject({ key: '"public"."Odd "name""/"1"', value: { 'a,b': '1', '0 key': 'k', v: 'v' } })
})

test('an engine with a secret serves who knows it', async () => {
  const engine = createShapeEngine(world.settings({ secret: 's3cret' }))
  await engine.start()
  const status = async (query: string) =>
    (await engine.fetch(new Request(`${url}?table=items&offset=-1${query}`))).status
  expect([await status(''), await status('&secret=wrong'), await status('&secret=s3cret')]).toEqual([401, 401, 200])
  await engine.stop()
})

test('an engine may publish tables itself, and misses nobody who is writing to them', async () => {
  const engine = createShapeEngine(world.settings({ publication: 'own', managePublication: true }))
  await engine.start()
  const ask = (query: string) => engine.fetch(new Request(`${url}?${query}`))
  let first: Promise<Response> | undefined
  await world.sql.begin(async (tx) => {
    await tx`insert into fresh values (1, 'before')`
    first = ask('table=fresh&offset=-1')
    await vi.waitFor(async () => {
      const waiting =
        await world.sql`select 1 from pg_stat_activity where query ilike 'alter table%fresh%' and wait_event_type = 'Lock'`
      expect(waiting).toHaveLength(1)
    })
  })
  const snapshot = await first
  expect(JSON.stringify(await snapshot?.json())).toContain('before')
  const handle = snapshot?.headers.get('electric-handle')
  const poll = ask(`table=fresh&handle=${handle}&offset=0_inf&live=true`)
  await world.sql`update fresh set name = 'after'`
  expect(JSON.stringify(await (await poll).json())).toContain('after')
  expect((await ask('table=other.things&offset=-1')).status).toBe(200)
  await engine.stop()
})

test('more requests than it can take are told to come back', async () => {
  const engine = createShapeEngine(world.settings({ maxLiveRequests: 1, longPollMs: 200 }))
  await engine.start()
  const ask = (query: string) =>
    engine.fetch(new Request(`${url}?table=items&${where(`company_id = 'many'`)}&${query}`))
  const handle = (await ask('offset=-1')).headers.get('electric-handle')
  const live = `offset=0_inf&handle=${handle}&live=true`
  const [one, two] = await Promise.all([ask(live), ask(live)])
  expect([one.status, two.status, two.headers.get('retry-after')]).toEqual([200, 503, '5'])
  expect((await ask(live)).status).toBe(200)
  await engine.stop()
})
