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
     create table accounts (id int primary key, name text, secret_token text);
     alter table accounts replica identity full;
     create table keyless (a int, b int);
     alter table keyless replica identity full;
     create table "caÉ" (id int primary key, "Àb" text);
     alter table "caÉ" replica identity full;
     alter publication balcao add table items, "Odd ""name""", accounts, keyless, "caÉ"`,
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
    const clause = where(`company_id = 'another'`)
    const [whole, part] = await Promise.all(
      ['table=items', `table=items&${clause}`].map((query) => world.catchUp(query)),
    )
    expect(await remove('handle=1-1')).toBe(404)
    expect(await remove(`table=items&${where(`company_id = 'never'`)}`)).toBe(404)
    // The definition decides: nothing lives under this one, whatever the handle is of.
    expect(await remove(`table=items&${where(`company_id = 'never'`)}&handle=${whole?.handle}`)).toBe(404)
    expect(await remove(`table=accounts&handle=${whole?.handle}`)).toBe(404)
    // Under these something does, and it has another handle.
    expect(await remove('table=items&handle=1-1')).toBe(400)
    expect(await remove(`table=items&handle=${part?.handle}`)).toBe(400)
    expect(await remove('')).toBe(400)
    expect((await world.catchUp('table=items')).handle).toBe(whole?.handle)
  })

  test('is told in the words of Electric, for no cache', async () => {
    const answer = async (query: string) => {
      const response = await world.get(query, { method: 'DELETE' })
      return [response.headers.get('cache-control'), await response.text()]
    }
    await world.catchUp('table=items')
    expect(await answer('handle=1-1')).toEqual(['no-cache', '{"message":"No existing shape found"}'])
    expect(await answer('table=items&handle=1-1')).toEqual(['no-cache', expect.stringContaining('do not match')])
    expect(await answer('table=items')).toEqual(['no-cache', ''])
    expect(await answer('')).toEqual(['no-cache', expect.stringContaining('"handle"')])
  })
})

test('a live client whose shape is deleted and its table dropped forgets its rows and gets the reason', async () => {
  await world.sql.unsafe(`create table doomed (id int primary key); alter table doomed replica identity full;
    alter publication balcao add table doomed; insert into doomed values (1)`)
  const errors: unknown[] = []
  const { shape, stream, stop } = world.follow('doomed', 'true', [], {
    onError: (error: unknown) => void errors.push(error),
  })
  expect(await shape.rows).toEqual([{ id: 1 }])
  const controls: unknown[] = []
  stream.subscribe((messages) => {
    controls.push(...messages.map(({ headers }) => 'control' in headers && headers.control))
  })
  await world.sql`drop table doomed`
  await world.get(`handle=${stream.shapeHandle}`, { method: 'DELETE' })
  await vi.waitFor(() =>
    expect(errors).toMatchObject([{ status: 400, message: expect.stringContaining('does not exist') }]),
  )
  expect([controls.includes('must-refetch'), shape.currentRows]).toEqual([true, []])
  stop()
})

describe('queryable_columns', () => {
  const columnsOf = async (response: Response) =>
    Object.keys(JSON.parse(response.headers.get('electric-schema') ?? '{}') as object)
  const ask = (query: string) => world.get(`table=accounts&offset=-1&queryable_columns=id,name&${query}`)
  const subset = (name: string, value: string) => `subset__${name}=${encodeURIComponent(value)}`
  beforeAll(() => world.sql`insert into accounts values (1, 'Ana', 's3cret')`)

  test('are what is selected unless fewer are asked for', async () => {
    const all = await ask('')
    expect([all.status, await columnsOf(all)]).toEqual([200, ['id', 'name']])
    expect(await all.text()).not.toContain('s3cret')
    expect(await columnsOf(await ask('columns=id'))).toEqual(['id'])
  })

  test('leave the clause free, which the proxy sets', async () => {
    const { messages } = await world.catchUp(
      `table=accounts&queryable_columns=id,name&${where(`secret_token = 's3cret'`)}`,
    )
    expect(messages[0]?.value).toEqual({ id: '1', name: 'Ana' })
  })

  test.each([
    ['columns=id,secret_token', { columns: [expect.stringContaining('secret_token')] }],
    [subset('where', `secret_token = 's3cret'`), { subset: { where: [expect.stringContaining('secret_token')] } }],
    [
      subset('where', `accounts.secret_token is null`),
      { subset: { where: [expect.stringContaining('secret_token')] } },
    ],
    [subset('order_by', 'secret_token'), { subset: { order_by: [expect.stringContaining('secret_token')] } }],
    [subset('order_by', 'name, "secret_token" desc'), { subset: { order_by: [expect.any(String)] } }],
  ])('refuse %s', async (query, errors) => {
    const response = await ask(query)
    expect([response.status, await response.json()]).toEqual([400, { message: 'Invalid request', errors }])
  })

  test('tell of a column that may not be asked by no more than of one that is not there', async () => {
    const answers = ['secret_token = 1', 'no_such_column = 1'].map(async (clause) =>
      (await (await ask(subset('where', clause))).text()).replace(/secret_token|no_such_column/, 'it'),
    )
    const [hidden, missing] = await Promise.all(answers)
    expect(hidden).toBe(missing)
  })

  test('hold for a POST and for a shape that is known by its handle', async () => {
    const base = 'table=accounts&queryable_columns=id,name'
    const { handle, offset } = await world.catchUp(base)
    const query = `${base}&handle=${handle}&offset=${offset}`
    const post = (body: object) => world.get(query, { method: 'POST', body: JSON.stringify(body) })
    expect((await post({ where: `name = 'Ana'`, order_by: 'name' })).status).toBe(200)
    expect((await post({ where: `secret_token = 's3cret'` })).status).toBe(400)
    expect((await post({ order_by: 'secret_token' })).status).toBe(400)
  })

  test.each([
    ['table=accounts&queryable_columns=', 'of none, which must not mean all'],
    ['table=accounts&queryable_columns=name', 'without the primary key'],
    ['table=accounts&queryable_columns=id,nope', 'that are not there'],
    ['table=keyless&queryable_columns=a', 'of a table without a key, whose rows are known by all their columns'],
  ])('are refused for %s: %s', async (query) => {
    const response = await world.get(`${query}&offset=-1`)
    expect([response.status, await response.json()]).toEqual([
      400,
      { message: 'Invalid request', errors: { queryable_columns: [expect.any(String)] } },
    ])
  })
})

describe('names', () => {
  test('of every kind can be asked for', async () => {
    await world.sql.unsafe(`insert into "Odd ""name""" values (1, 'k', 'v')`)
    const query = `table=${encodeURIComponent('"Odd ""name"""')}&columns=${encodeURIComponent('"a,b","0 key",v')}`
    const { messages } = await world.catchUp(query)
    expect(messages[0]).toMatchObject({ key: '"public"."Odd "name""/"1"', value: { 'a,b': '1', '0 key': 'k', v: 'v' } })
  })

  test('without quotes are folded as Postgres does it: letters of ASCII', async () => {
    await world.sql.unsafe(`insert into "caÉ" values (1, 'x')`)
    const { messages } = await world.catchUp(`table=CAÉ&columns=ID,ÀB&${where(`ÀB = 'x'`)}`)
    expect(messages[0]?.value).toEqual({ id: '1', Àb: 'x' })
  })

  test.each([
    'table=.items',
    'table=items.',
    'table=public..items',
    'table=a.b.items',
    'table="items',
    'table=items"',
    'table=""',
    'table=items&columns=id,',
    'table=items&columns=,id',
    'table=items&columns=id,,n',
    'table=items&columns="id,n',
  ])('as in %s are refused', async (query) => {
    expect((await world.get(`${query}&offset=-1`)).status).toBe(400)
  })
})

describe('parameters without a value', () => {
  test.each(['where', 'columns', 'replica', 'log', 'handle', 'cursor', 'subset__where', 'subset__limit'])(
    'mean the default: %s',
    async (name) => {
      const { handle, offset } = await world.catchUp('table=items')
      const query = name === 'handle' ? 'offset=-1' : `handle=${handle}&offset=${offset}`
      expect((await world.get(`table=items&${query}&${name}=`)).status).toBe(200)
      expect((await world.get(`table=items&${query}&${name}=%20`)).status).toBe(200)
    },
  )

  test('mean true for live, as everything does but false', async () => {
    const { handle, offset } = await world.catchUp('table=items')
    const isLive = async (flags: string) =>
      (await world.get(`table=items&handle=${handle}&offset=${offset}&${flags}`)).headers.has('electric-cursor')
    const flags = ['live', 'live=', 'live=1', 'live=yes', 'live=0', 'live=false&live_sse=false']
    expect(await Promise.all(flags.map(isLive))).toEqual([true, true, true, true, true, false])
  })
})

test('an engine with a secret serves who knows it', async () => {
  const engine = createShapeEngine(world.settings({ secret: 's3cret' }))
  await engine.start()
  const status = async (query: string, path = '/v1/shape') =>
    (await engine.fetch(new Request(`http://shapes.test${path}?table=items&offset=-1${query}`))).status
  expect([await status(''), await status('&secret=wrong'), await status('&secret=s3cret')]).toEqual([401, 401, 200])
  // Nor is there a way around it.
  for (const path of ['/v1/shape/', '/v1//shape', '/v1/%73hape']) {
    expect([await status('', path), await status('&secret=s3cret', path)]).toEqual([401, 200])
  }
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

describe('an engine that publishes tables itself', () => {
  let engine: TestEngine['engine']
  const ask = (query: string) => engine.fetch(new Request(`${url}?${query}`))
  beforeAll(async () => {
    // An older engine made it.
    await world.sql`create publication older`
    engine = createShapeEngine(world.settings({ publication: 'older', managePublication: true }))
    await engine.start()
  })
  afterAll(() => engine.stop())

  test('publishes what is generated and stored, so that its changes are seen', async () => {
    await world.sql.unsafe('create table doubled (id int primary key, n int, g int generated always as (n * 2) stored)')
    await world.sql`insert into doubled values (1, 1)`
    const snapshot = await ask(`table=doubled&offset=-1&${where('g < 10')}`)
    expect(await snapshot.json()).toMatchObject([{ value: { id: '1', n: '1', g: '2' } }, { headers: {} }])
    const handle = snapshot.headers.get('electric-handle')
    const poll = ask(`table=doubled&${where('g < 10')}&handle=${handle}&offset=0_inf&live=true`)
    await world.sql`update doubled set n = 3`
    expect(await (await poll).json()).toMatchObject([{ value: { id: '1', n: '3', g: '6' } }, { headers: {} }])
  })

  test('leaves a table alone whose updates Postgres would refuse then', async () => {
    await world.sql.unsafe(
      'create table virtual (id int primary key, n int, g int generated always as (n * 2) virtual)',
    )
    await world.sql`insert into virtual values (1, 1)`
    const response = await ask('table=virtual&columns=id,n&offset=-1')
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('virtual')])
    await world.sql`update virtual set n = 2`
  })
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

test('what is new at many positions is told to who asks well, and knows the secret', async () => {
  const engine = createShapeEngine(world.settings({ secret: 'geheim' }))
  await engine.start()
  const ask = async (path: string, init: RequestInit) =>
    (await engine.fetch(new Request(`http://shapes.test/v1/changes${path}`, init))).status
  const body = JSON.stringify({ queries: [], wait: false })
  expect(await ask('', { method: 'POST', body })).toBe(401)
  expect(await ask('?secret=geheim', { method: 'GET' })).toBe(404)
  expect(await ask('?secret=geheim', { method: 'POST', body: '{"queries":"all"}' })).toBe(400)
  expect(await ask('?secret=geheim', { method: 'POST', body: '[' })).toBe(400)
  expect(await ask('?secret=geheim', { method: 'POST', body })).toBe(200)
  await engine.stop()
})
