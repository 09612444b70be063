// The engine's answers as a client's library or a cache reads them: statuses, headers, messages.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createShapeEngine } from './engine.ts'
import { asking, startTestEngine, type Message, type TestEngine } from './test-engine.ts'

let world: TestEngine
beforeAll(async () => {
  world = await startTestEngine(
    `create type mood as enum ('good', 'bad'); create domain flag as bool; create domain code as char(5);
     create table items (id int primary key, company_id text not null, n int, note text);
     alter table items replica identity full;
     create table notes (id int primary key, company_id text not null, body text);
     alter table notes replica identity full;
     create table kinds (id int primary key, company_id text, b bool, f4 real, f8 float8, num numeric(10, 3), v varchar(9), c char(5),
       by bytea, ts timestamptz, d date, i interval, j jsonb, bs bool[], m mood, fl flag, co code);
     alter table kinds replica identity full;
     create table doubled (id int primary key, n int, g int generated always as (n * 2) stored);
     alter table doubled replica identity full;
     create table described (id int primary key, n int not null, name varchar(5));
     alter table described replica identity full;
     create table loose (a int, b text);
     alter table loose replica identity full;
     create table unfollowed (id int primary key);
     alter publication balcao add table items, notes, kinds, loose, doubled, described`,
    { longPollMs: 1000, chunkBytes: 3000, watchMs: 200 },
  )
})
afterAll(() => world.stop())

const where = (clause: string) => `where=${encodeURIComponent(clause)}`
const operations = (messages: readonly Message[]) => messages.filter(({ value }) => value)
const isUpToDate = { headers: { control: 'up-to-date', global_last_seen_lsn: expect.stringMatching(/^\d+$/) } }

describe('one transaction', () => {
  test('reaches all its shapes together, whole', async () => {
    // Nobody's question ends before there is news.
    const engine = createShapeEngine(world.settings())
    await engine.start()
    const { catchUp, poll } = asking(engine)
    const queries = [`table=items&${where(`company_id = 'tx'`)}`, `table=notes&${where(`company_id = 'tx'`)}`]
    const settled: string[] = []
    const polls: Promise<Message[]>[] = []
    for (const query of queries) {
      const at = await catchUp(query)
      polls.push(
        poll(query, at).then(({ messages }) => {
          settled.push(query)
          return messages
        }),
      )
    }
    await world.sql.begin(async (tx) => {
      await tx`insert into items select n, 'tx' from generate_series(1, 3) n`
      await tx`insert into notes values (77, 'tx', 'b')`
    })
    await Promise.race(polls)
    await new Promise((resolve) => setImmediate(resolve))
    expect(settled).toHaveLength(2)
    const [ofItems] = await Promise.all(polls)
    expect(ofItems?.map(({ headers }) => headers['op_position'] ?? headers['control'])).toEqual([0, 2, 4, 'up-to-date'])
    expect(ofItems?.map(({ headers }) => headers['last'])).toEqual([undefined, undefined, true, undefined])
    await engine.stop()
  })

  test('is up to date with its own position', async () => {
    const query = `table=items&${where(`company_id = 'lsn'`)}`
    const at = await world.catchUp(query)
    const poll = world.poll(query, at)
    await world.sql`insert into items values (20, 'lsn')`
    const { messages, offset } = await poll
    expect(messages).toMatchObject([{ headers: { lsn: expect.any(String), txids: [expect.any(Number)] } }, isUpToDate])
    const [lsn, reached] = [messages[0]?.headers['lsn'], messages[1]?.headers['global_last_seen_lsn']].map(String)
    expect(offset).toBe(`${lsn}_0`)
    expect(BigInt(reached ?? 0)).toBeGreaterThanOrEqual(BigInt(lsn ?? 0))
    expect(BigInt(world.engine.lastLsn())).toBeGreaterThanOrEqual(BigInt(lsn ?? 0))
  })
})

describe('messages', () => {
  test('of an update: key and changed columns, or with replica=full the row and what it was', async () => {
    await world.sql`insert into items values (30, 'upd', 1, 'a')`
    const base = `table=items&${where(`company_id = 'upd'`)}`
    const queries = [base, `${base}&replica=full`, `${base}&columns=id,company_id`]
    const [at, full, narrow] = await Promise.all(queries.map((query) => world.catchUp(query)))
    if (!at || !full || !narrow) throw new Error('three were asked for')
    const polls = [world.poll(base, at), world.poll(`${base}&replica=full`, full)]
    await world.sql`update items set n = 2 where id = 30`
    const [short, whole] = await Promise.all(polls)
    expect(operations(short?.messages ?? [])).toMatchObject([
      { key: '"public"."items"/"30"', value: { id: '30', n: '2' }, headers: { operation: 'update', last: true } },
    ])
    expect(short?.messages[0]?.value).toEqual({ id: '30', n: '2' })
    expect(whole?.messages[0]).toMatchObject({ value: { note: 'a', n: '2' }, old_value: { n: '1' } })
    const gone = world.poll(queries[2] ?? '', narrow)
    await world.sql`delete from items where id = 30`
    // The update of a column that it does not select was nothing to this one.
    expect(operations((await gone).messages)).toMatchObject([{ value: { id: '30' }, headers: { operation: 'delete' } }])
  })

  test('of a changed key name each other', async () => {
    await world.sql`insert into notes values (40, 'key', 'x')`
    const query = `table=notes&${where(`company_id = 'key'`)}`
    const poll = world.poll(query, await world.catchUp(query))
    await world.sql`update notes set id = 41 where id = 40`
    expect(operations((await poll).messages)).toMatchObject([
      { headers: { operation: 'delete', key_change_to: '"public"."notes"/"41"' } },
      { value: { body: 'x' }, headers: { operation: 'insert', key_change_from: '"public"."notes"/"40"' } },
    ])
  })

  test('of a table without a key have all columns in it', async () => {
    const query = `table=loose`
    const poll = world.poll(query, await world.catchUp(query))
    await world.sql`insert into loose values (1, 'a/b'), (2, null)`
    expect(operations((await poll).messages).map(({ key }) => key)).toEqual([
      '"public"."loose"/"1"/"a//b"',
      '"public"."loose"/"2"/_',
    ])
  })

  test('carry the same texts from the snapshot and from the stream', async () => {
    const query = `table=kinds&${where(`company_id = 'k'`)}`
    const poll = world.poll(query, await world.catchUp(query))
    await world.sql`insert into kinds values
      (1, 'k', true, 0.1, 1e300, 1.50, 'ab', 'ab', '\\xdead', '2024-05-06 07:08:09.5-03', '2024-01-31',
        '1 year 2 days 03:04:05', '{"b": [1, null], "a": "\\u00e9"}', '{t,f,null}', 'bad', true, 'ab'),
      (2, 'k', ${null}, null, null, null, null, null, null, null, null, null, null, null, null, null, null)`
    const streamed = operations((await poll).messages).map(({ value }) => value)
    const read = operations((await world.catchUp(`${query}&replica=full`)).messages).map(({ value }) => value)
    expect(read).toEqual(streamed)
    expect(read[0]).toMatchObject({ b: 'true', c: 'ab   ', ts: '2024-05-06 10:08:09.5+00', bs: '{t,f,NULL}', m: 'bad' })
    expect(read[0]).toMatchObject({ fl: 'true', co: 'ab   ' })
  })

  test('of an update print booleans as the snapshot does, those of domains too', async () => {
    await world.sql`insert into kinds (id, company_id, b, fl) values (3, 'bools', true, true)`
    const query = `table=kinds&columns=id,b,fl&${where(`company_id = 'bools'`)}`
    const poll = world.poll(query, await world.catchUp(query))
    await world.sql`update kinds set b = false, fl = false where id = 3`
    expect(operations((await poll).messages)[0]?.value).toEqual({ id: '3', b: 'false', fl: 'false' })
  })
})

describe('answers', () => {
  test('of the snapshot come in chunks and end with its moment; then the client is up to date', async () => {
    await world.sql`insert into items select n, 'chunks', n from generate_series(1000, 1099) n`
    const query = `table=items&${where(`company_id = 'chunks'`)}`
    const first = await world.get(`${query}&offset=-1`)
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'electric-offset': '0_0',
      'electric-has-data': 'true',
      'cache-control': 'public, max-age=604800, s-maxage=3600, stale-while-revalidate=2629746',
      'electric-schema': JSON.stringify({
        id: { type: 'int4', not_null: true, pk_index: 0 },
        company_id: { type: 'text', not_null: true },
        n: { type: 'int4' },
        note: { type: 'text' },
      }),
    })
    expect([...first.headers.keys()]).not.toContain('electric-up-to-date')
    expect([...first.headers.keys()]).not.toContain('electric-cursor')
    const { messages, requests, offset } = await world.catchUp(query)
    expect(operations(messages)).toHaveLength(100)
    expect(requests).toBeGreaterThan(3)
    expect(messages.at(-2)?.headers).toEqual({
      control: 'snapshot-end',
      xmin: expect.any(String),
      xmax: expect.any(String),
      xip_list: expect.any(Array),
    })
    expect(messages.at(-1)).toEqual(isUpToDate)
    expect(offset).toBe('0_inf')
  })

  test('describe columns', async () => {
    const response = await world.get('table=kinds&offset=-1')
    expect(JSON.parse(response.headers.get('electric-schema') ?? '')).toMatchObject({
      num: { type: 'numeric', precision: 10, scale: 3 },
      v: { type: 'varchar', max_length: 9 },
      c: { type: 'bpchar', length: 5 },
      bs: { type: 'bool', dims: 1 },
      m: { type: 'mood' },
    })
  })

  test('describe columns as they are after an alteration that leaves rows as they were', async () => {
    const schemaOf = async ({ handle, offset }: { handle: string; offset: string }) => {
      const response = await world.get(`table=described&handle=${handle}&offset=${offset}`)
      expect(response.status).toBe(200)
      return JSON.parse(response.headers.get('electric-schema') ?? '') as Record<string, object>
    }
    const at = await world.catchUp('table=described')
    expect(await schemaOf(at)).toMatchObject({ n: { type: 'int4', not_null: true } })
    const poll = world.poll('table=described', at)
    await world.sql`alter table described alter column n drop not null`
    await world.sql`insert into described values (1, null, 'x')`
    expect(operations((await poll).messages)).toMatchObject([{ value: { id: '1', n: null } }])
    expect((await schemaOf(at))['n']).toEqual({ type: 'int4' })
    // The handle is the same: nothing has to be fetched again. Without a change the catalog is looked at now and then.
    await world.sql`alter table described alter column name set not null`
    await vi.waitFor(async () => expect((await schemaOf(at))['name']).toMatchObject({ not_null: true }))
  })

  test('refuse generated columns that are not published, unless others are listed', async () => {
    const refused = await world.get('table=doubled&offset=-1')
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { message: 'Invalid request', errors: { columns: [expect.stringMatching(/generated.*: g$/)] } },
    ])
    expect((await world.get('table=doubled&offset=-1&columns=id,g')).status).toBe(400)
    expect((await world.get('table=doubled&offset=-1&columns=id,n')).status).toBe(200)
    const clause = await world.get(`table=doubled&offset=-1&columns=id,n&${where('g = 2')}`)
    expect(await clause.text()).toContain('At location 0: column g is not published')
  })

  test('at offset now skip everything so far', async () => {
    await world.sql`insert into items values (50, 'now')`
    const query = `table=items&${where(`company_id = 'now'`)}`
    const response = await world.get(`${query}&offset=now`)
    expect(response.headers.get('electric-up-to-date')).toBe('')
    expect(await response.json()).toEqual([isUpToDate])
    const [handle, offset] = ['electric-handle', 'electric-offset'].map((name) => response.headers.get(name) ?? '')
    const poll = world.poll(query, { handle: handle ?? '', offset: offset ?? '' })
    await world.sql`insert into items values (51, 'now')`
    expect(operations((await poll).messages)).toMatchObject([{ value: { id: '51' } }])
  })

  test('to a long-poll without news are up to date, with a cursor that rises', async () => {
    const query = `table=notes&${where(`company_id = 'idle'`)}`
    const { handle, offset } = await world.catchUp(query)
    const next = `${query}&handle=${handle}&offset=${offset}&live=true`
    const one = await world.get(next)
    expect(Object.fromEntries(one.headers)).toMatchObject({ 'electric-up-to-date': '', 'electric-has-data': 'false' })
    expect(one.headers.get('cache-control')).toBe('public, max-age=5, stale-while-revalidate=5')
    expect([...one.headers.keys()]).not.toContain('electric-schema')
    const cursor = one.headers.get('electric-cursor')
    const two = world.get(`${next}&cursor=${cursor}`)
    await world.sql`insert into notes values (60, 'idle')`
    expect(Number((await two).headers.get('electric-cursor'))).toBeGreaterThan(Number(cursor))
  })

  test('are 304 to who has the same, and without a body to HEAD', async () => {
    const first = await world.get('table=notes&offset=-1')
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toContain(`${first.headers.get('electric-handle')}:-1:0_0`)
    expect((await world.get('table=notes&offset=-1', { headers: { 'if-none-match': etag } })).status).toBe(304)
    const head = await world.get('table=notes&offset=-1', { method: 'HEAD' })
    expect([head.headers.get('etag'), await head.text()]).toEqual([etag, ''])
  })

  test('to other methods and paths', async () => {
    const status = async (path: string, method: string) =>
      (await world.engine.fetch(new Request(`http://shapes.test${path}`, { method }))).status
    expect(await status('/v1/shape?table=items', 'DELETE')).toBe(405)
    expect(await status('/v1/shape', 'OPTIONS')).toBe(204)
    expect(await status('/v1/health', 'GET')).toBe(200)
    for (const path of ['/v2', '/v1/shape/items', '/v1%2Fshape', '/v1/shap%', '/'])
      expect(await status(path, 'GET')).toBe(404)
    expect(await status('/v1/shape?table=items', 'PUT')).toBe(404)
  })

  test.each(['/v1/shape/', '/v1//shape', '//v1/shape', '/v1/%73hape', '/v1/./shape'])('to %s too', async (path) => {
    const response = await world.engine.fetch(new Request(`http://shapes.test${path}?table=items&offset=-1`))
    expect([response.status, response.headers.get('electric-offset')]).toEqual([200, '0_0'])
  })

  test('end early when the client goes', async () => {
    const query = `table=notes&${where(`company_id = 'abort'`)}`
    const at = await world.catchUp(query)
    const abort = new AbortController()
    let ended = false
    const poll = world.poll(query, at, { signal: abort.signal }).then(() => (ended = true))
    abort.abort()
    await poll
    expect(ended).toBe(true)
  })
})

test.each([
  ['table=nothing&offset=-1', 'table'],
  ['table=unfollowed&offset=-1', 'table'],
  ['offset=-1', 'table'],
  ['table=items', 'offset'],
  ['table=items&offset=x', 'offset'],
  ['table=items&offset=5_0', 'handle'],
  ['table=items&offset=-1&live=true', 'live'],
  ['table=items&offset=-1&columns=id,nope', 'columns'],
  ['table=items&offset=-1&columns=company_id', 'columns'],
  ['table=items&offset=-1&replica=some', 'replica'],
  [`table=items&offset=-1&${where(`company_id ~ 'x'`)}`, 'where'],
  [`table=items&offset=-1&${where('reverse(company_id, 1) = $1')}&params[1]=x`, 'where'],
  [`table=items&offset=-1&${where('n = $1')}&params[1]=abc`, 'where'],
  [`table=items&offset=-1&${where('n = $2')}&params[2]=1`, 'params'],
])('%s is refused, naming %s', async (query, field) => {
  const response = await world.get(query)
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ message: 'Invalid request', errors: { [field]: [expect.any(String)] } })
})

test.each([
  ['company_id ~ 1', 11],
  [`nope = 'é'`, 0],
  [`n = 1 and nope = 'é'`, 10],
  ['n = ', 4],
])('where an error in %s is, is told from 0', async (clause, location) => {
  const response = await world.get(`table=items&offset=-1&${where(clause)}`)
  const { errors } = (await response.json()) as { errors: { where: string[] } }
  expect(errors.where[0]).toMatch(new RegExp(`^At location ${location}: .`))
})

describe('a client is sent back to the start', () => {
  const refetch = [{ headers: { control: 'must-refetch' } }]

  test('with an unknown handle, or another definition’s', async () => {
    const { handle } = await world.catchUp('table=items')
    const unknown = await world.get('table=items&offset=0_0&handle=1-1')
    expect([unknown.status, unknown.headers.get('electric-handle')]).toEqual([409, handle])
    expect(await unknown.json()).toEqual(refetch)
    expect((await world.get(`table=notes&offset=0_0&handle=${handle}`)).status).toBe(409)
  })

  test('in a snapshot that does not reach there', async () => {
    const { handle } = await world.catchUp('table=notes')
    expect((await world.get(`table=notes&offset=0_99&handle=${handle}`)).status).toBe(409)
  })

  test.each(['', '&live=true', '&live=true&live_sse=true', '&subset__where=true'])(
    'not at a position that Postgres itself has not reached, which nobody was ever given: %s',
    async (flags) => {
      const { handle } = await world.catchUp('table=notes')
      const response = await world.get(`table=notes&offset=${2n ** 62n}_0&handle=${handle}${flags}`)
      expect([response.status, await response.json()]).toEqual([
        400,
        { message: 'Invalid request', errors: { offset: ['out of bounds for this shape'] } },
      ])
    },
  )

  test('not at a position that Postgres has and the change stream is just bringing', async () => {
    const { handle } = await world.catchUp('table=notes')
    // No table that is followed, so nothing of it comes by itself.
    await world.sql`insert into unfollowed values (1)`
    const [row] = await world.sql<{ lsn: string }[]>`select (pg_current_wal_flush_lsn() - '0/1')::text as lsn`
    const next = `table=notes&handle=${handle}&offset=${row?.lsn}_0`
    const [ahead, live] = await Promise.all([world.get(next), world.get(`${next}&live=true`)])
    expect([ahead.status, live.status]).toEqual([200, 200])
    expect([ahead, live].map(({ headers }) => headers.get('electric-offset'))).toEqual([
      `${row?.lsn}_0`,
      `${row?.lsn}_0`,
    ])
  })

  test('from within a long-poll, with the handle to go on with, when its table is emptied', async () => {
    const query = `table=notes&${where(`company_id = 'trunc'`)}`
    const at = await world.catchUp(query)
    const poll = world.poll(query, at)
    await world.sql`truncate notes`
    const { status, messages, handle } = await poll
    expect([status, messages]).toEqual([409, refetch])
    expect(handle).not.toBe(at.handle)
    await vi.waitFor(async () => expect((await world.catchUp(query)).handle).toBe(handle))
  })
})

describe('a table that is made anew', () => {
  const remake = (columns: string) =>
    world.sql.unsafe(`drop table if exists remade; create table remade (id int primary key, ${columns});
      alter table remade replica identity full; alter publication balcao add table remade`)
  const codes = async (query: string) => {
    const { status, headers } = await world.get(query)
    return [status, headers.get('electric-handle')]
  }

  test('with other columns sends everyone back to the start, also who asks as the first one', async () => {
    // Nothing tells it but the requests.
    const engine = createShapeEngine(world.settings({ watchMs: 60_000 }))
    await engine.start()
    const ask = async (query: string) => {
      const response = await engine.fetch(new Request(`http://shapes.test/v1/shape?table=remade&${query}`))
      return { status: response.status, handle: response.headers.get('electric-handle'), text: await response.text() }
    }
    await remake('a text')
    const { handle } = await ask('offset=-1')
    const poll = ask(`handle=${handle}&offset=0_inf&live=true`)
    await remake('b text')
    const first = await ask(`${where('id > 0')}&offset=-1`)
    expect(first).toMatchObject({ status: 409, handle: expect.stringMatching(/^\d+-\d+$/) })
    expect((await poll).status).toBe(409)
    expect((await ask(`handle=${handle}&offset=0_inf`)).status).toBe(409)
    expect(await ask(`${where('id > 0')}&offset=-1`)).toMatchObject({ status: 200, handle: first.handle })
    await world.sql`insert into remade values (1, 'new')`
    const live = await ask(`${where('id > 0')}&handle=${first.handle}&offset=0_inf&live=true`)
    expect([live.status, live.text]).toEqual([200, expect.stringContaining('"b":"new"')])
    await remake('c text')
    const subset = await ask(`${where('id > 0')}&handle=${first.handle}&offset=0_inf&subset__where=true`)
    expect([subset.status, subset.handle === first.handle]).toEqual([409, false])
    await engine.stop()
  })

  test.each(['columns=id,a', where('a is not null')])(
    'without what %s names: who has rows is told to forget them, and at the start why there are none',
    async (asked) => {
      await remake('a text')
      const query = `table=remade&${asked}`
      const at = await vi.waitFor(() => world.catchUp(query))
      const poll = world.poll(query, at)
      await remake('b text')
      expect(await poll).toMatchObject({ status: 409, handle: '' })
      expect(await codes(`${query}&handle=${at.handle}&offset=${at.offset}`)).toEqual([409, null])
      expect(await codes(`${query}&offset=-1`)).toEqual([400, null])
    },
  )

  test('or is not: the same', async () => {
    await remake('c text')
    const at = await vi.waitFor(() => world.catchUp('table=remade&columns=id,c'))
    const poll = world.poll('table=remade&columns=id,c', at)
    await world.sql`drop table remade`
    expect(await poll).toMatchObject({ status: 409, handle: '' })
    const refused = await world.get('table=remade&offset=-1')
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('does not exist')])
  })
})
