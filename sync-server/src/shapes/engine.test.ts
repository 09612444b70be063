import { ShapeStream, Shape, type Message, type Row } from '@electric-sql/client'
import { newId } from 'db/kit/new-id.ts'
import { testDatabase, type TestDatabase } from 'db/node/test-database.ts'
import { pino } from 'pino'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createShapeEngine, type ShapeEngine } from './engine.ts'

let database: TestDatabase
let sql: postgres.Sql
let engine: ShapeEngine
beforeAll(async () => {
  database = await testDatabase()
  sql = postgres(database.url, { max: 8, onnotice: () => {} })
  await sql.unsafe(`
    create table items (id uuid primary key, company_id text not null, queue text, n int, done bool not null default false, note text);
    alter table items replica identity full;
    create table notes (id int primary key, company_id text not null, body text);
    alter table notes replica identity full;
    create table unfollowed (id int primary key);
    alter publication balcao add table items, notes;`)
  engine = createShapeEngine({ ...settings(), longPollMs: 1500 })
  await engine.start()
})
afterAll(async () => {
  await engine.stop()
  await sql.end()
  await database.drop()
})

const settings = () => ({
  databaseUrl: database.url,
  slot: `t_${newId().slice(-8)}`,
  logger: pino({ level: 'silent' }),
})
const base = 'http://shapes.test/v1/shape'
const get = (query: string, init?: RequestInit) => engine.fetch(new Request(`${base}?${query}`, init))

function follow(table: string, where: string, params: string[] = [], change: object = {}) {
  const abort = new AbortController()
  const stream = new ShapeStream({
    url: base,
    params: { table, where, params: params as never },
    signal: abort.signal,
    fetchClient: (input, init) => engine.fetch(new Request(input, init)),
    onError: () => {},
    ...change,
  })
  return { stream, shape: new Shape(stream), stop: () => abort.abort() }
}

const insert = (company: string, change: { queue?: string; n?: number } = {}) => {
  const id = newId()
  return sql`insert into items (id, company_id, queue, n) values (${id}, ${company}, ${change.queue ?? null}, ${change.n ?? 0})`.then(
    () => id,
  )
}
const idsOf = (rows: readonly Row[]) => rows.map((row) => String(row['id'])).toSorted()

describe('the client sees', () => {
  test('the snapshot, then inserts, updates and deletes', async () => {
    const first = await insert('a')
    const { shape, stop } = follow('items', `company_id = 'a'`)
    expect(idsOf(await shape.rows)).toEqual([first])
    const second = await insert('a', { n: 1 })
    await vi.waitFor(() => expect(idsOf(shape.currentRows)).toEqual([first, second].toSorted()))
    await sql`update items set n = 7, note = 'x' where id = ${second}`
    await vi.waitFor(() =>
      expect(shape.currentRows.find((row) => row['id'] === second)).toMatchObject({ n: 7, note: 'x' }),
    )
    await sql`delete from items where id = ${first}`
    await vi.waitFor(() => expect(idsOf(shape.currentRows)).toEqual([second]))
    stop()
  })

  test('rows that move in and out of the shape', async () => {
    const id = await insert('b', { queue: 'sales' })
    const sales = follow('items', `company_id = $1 and queue in ($2)`, ['b', 'sales'])
    const finance = follow('items', `company_id = $1 and queue in ($2, $3)`, ['b', 'finance', 'other'])
    expect([await sales.shape.rows, await finance.shape.rows].map(idsOf)).toEqual([[id], []])
    await sql`update items set queue = 'finance' where id = ${id}`
    await vi.waitFor(() => expect([sales, finance].map(({ shape }) => idsOf(shape.currentRows))).toEqual([[], [id]]))
    expect(finance.shape.currentRows[0]).toMatchObject({ company_id: 'b', n: 0, done: false, note: null })
    sales.stop()
    finance.stop()
  })

  test('a changed primary key as a delete and an insert', async () => {
    await sql`insert into notes values (1, 'k', 'x')`
    const { shape, stop } = follow('notes', `company_id = 'k'`)
    await shape.rows
    await sql`update notes set id = 2 where id = 1`
    await vi.waitFor(() => expect(shape.currentRows).toEqual([{ id: 2, company_id: 'k', body: 'x' }]))
    stop()
  })

  test('large values that an update did not touch, when the row moves in', async () => {
    const body = 'grande '.repeat(5000)
    await sql`insert into notes values (10, 'toast', ${body})`
    const { shape, stop } = follow('notes', `company_id = 'toasted'`)
    await shape.rows
    await sql`update notes set company_id = 'toasted' where id = 10`
    await vi.waitFor(() => expect(shape.currentRows).toEqual([{ id: 10, company_id: 'toasted', body }]))
    stop()
  })

  test('with log=changes_only, only what happens after', async () => {
    await insert('log')
    const messages: Message[] = []
    const { stream, stop } = follow('items', `company_id = 'log'`, [], { log: 'changes_only' })
    stream.subscribe((batch) => {
      messages.push(...batch)
    })
    await vi.waitFor(() => expect(stream.isUpToDate).toBe(true))
    const id = await insert('log')
    await vi.waitFor(() => expect(messages.filter((m) => 'value' in m)).toMatchObject([{ value: { id } }]))
    stop()
  })

  test('a snapshot in many chunks', async () => {
    await sql`insert into items (id, company_id, n) select gen_random_uuid(), 'chunks', n from generate_series(1, 3000) n`
    const small = createShapeEngine({ ...settings(), chunkBytes: 20_000 })
    // One engine follows a database by its slot's name; this one has its own.
    await small.start()
    const stream = new ShapeStream({
      url: base,
      params: { table: 'items', where: `company_id = 'chunks'` },
      fetchClient: (input, init) => small.fetch(new Request(input, init)),
    })
    const shape = new Shape(stream)
    expect(await shape.rows).toHaveLength(3000)
    stream.unsubscribeAll()
    await small.stop()
  })
})

test('while many write, every client ends with what its SELECT gives', async () => {
  const queues = ['q1', 'q2', 'q3']
  let writing = true
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    for (let i = 0; i < 150; i++) {
      const queue = queues[(i + writer) % 3] ?? 'q1'
      await sql
        .begin(async (tx) => {
          await tx`insert into items (id, company_id, queue, n) values (${newId()}, 'hammer', ${queue}, ${i})`
          await tx`update items set queue = ${queues[i % 3] ?? 'q1'}, n = n + 1 where id in (select id from items where company_id = 'hammer' and n % 5 = ${i % 5} limit 3)`
          if (i % 7 === 0)
            await tx`delete from items where id in (select id from items where company_id = 'hammer' order by id limit 1)`
        })
        .catch((error: { code?: string }) => {
          // Two writers may meet on the same rows; the loser's transaction simply did not happen.
          if (error.code !== '40P01') throw error
        })
    }
  })
  const clients: { where: string; client: ReturnType<typeof follow> }[] = []
  const joining = (async () => {
    for (let i = 0; writing && i < 20; i++) {
      const where =
        i % 4 === 3 ? `company_id = 'hammer' and n > ${i}` : `company_id = 'hammer' and queue = 'q${(i % 3) + 1}'`
      const client = follow('items', where)
      clients.push({ where, client })
      await client.shape.rows
    }
  })()
  await Promise.all(writers)
  writing = false
  await joining
  for (const { where, client } of clients) {
    const expected = await sql.unsafe(`select id, queue, n from items where ${where} order by id`)
    await vi.waitFor(() => {
      const rows = client.shape.currentRows.map(({ id, queue, n }) => ({ id, queue, n }))
      expect(rows.toSorted((a, b) => (String(a.id) < String(b.id) ? -1 : 1))).toEqual([...expected])
    })
    client.stop()
  }
})

describe('one transaction', () => {
  const live = async (query: string) => {
    const first = await get(`${query}&offset=-1`)
    const handle = first.headers.get('electric-handle')
    const caughtUp = await get(`${query}&offset=${first.headers.get('electric-offset')}&handle=${handle}`)
    const next = `${query}&offset=${caughtUp.headers.get('electric-offset')}&handle=${handle}&live=true`
    return { next, handle }
  }

  test('reaches all its shapes together, whole', async () => {
    const [items, notes] = [
      await live('table=items&where=company_id=%27tx%27'),
      await live('table=notes&where=company_id=%27tx%27'),
    ]
    const settled: string[] = []
    const polls = [items, notes].map(async ({ next }, index) => {
      const response = await get(next)
      settled.push(String(index))
      return response.json() as Promise<{ headers: Record<string, unknown> }[]>
    })
    await sql.begin(async (tx) => {
      for (let i = 0; i < 3; i++) await tx`insert into items (id, company_id) values (${newId()}, 'tx')`
      await tx`insert into notes values (77, 'tx', 'b')`
    })
    await Promise.race(polls)
    await new Promise((resolve) => setImmediate(resolve))
    expect(settled).toHaveLength(2)
    const [ofItems] = await Promise.all(polls)
    expect(ofItems?.map(({ headers }) => headers['op_position'] ?? headers['control'])).toEqual([0, 2, 4, 'up-to-date'])
    expect(ofItems?.map(({ headers }) => headers['last'])).toEqual([undefined, undefined, true, undefined])
  })

  test('two adjacent commits are both delivered', async () => {
    const { shape, stop } = follow('items', `company_id = 'adjacent'`)
    await shape.rows
    for (let i = 0; i < 40; i++) {
      await Promise.all([insert('adjacent'), insert('adjacent')])
    }
    await vi.waitFor(() => expect(shape.currentRows).toHaveLength(80))
    stop()
  })
})

describe('the protocol', () => {
  test('refuses what it can’t answer, naming it', async () => {
    const errorsOf = async (query: string) => {
      const response = await get(query)
      expect(response.status).toBe(400)
      return ((await response.json()) as { errors: object }).errors
    }
    expect(await errorsOf('table=nothing&offset=-1')).toHaveProperty('table')
    expect(await errorsOf('table=unfollowed&offset=-1')).toHaveProperty('table')
    expect(await errorsOf('table=items')).toHaveProperty('offset')
    expect(await errorsOf('table=items&offset=5_0')).toHaveProperty('handle')
    expect(await errorsOf('table=items&offset=-1&live=true')).toHaveProperty('live')
    expect(await errorsOf('table=items&offset=-1&columns=id,nope')).toHaveProperty('columns')
    expect(await errorsOf('table=items&offset=-1&where=company_id%20~%20%27x%27')).toEqual({
      where: [expect.stringContaining('position')],
    })
    expect(
      await errorsOf(`table=items&offset=-1&where=${encodeURIComponent('lower(company_id) = $1')}&params[1]=x`),
    ).toHaveProperty('where')
  })

  test('sends a client with an unknown handle, or with another definition’s, back to the start', async () => {
    const first = await get('table=items&offset=-1')
    const unknown = await get('table=items&offset=0_0&handle=1-1')
    expect(unknown.status).toBe(409)
    expect(unknown.headers.get('electric-handle')).toBe(first.headers.get('electric-handle'))
    expect(await unknown.json()).toEqual([{ headers: { control: 'must-refetch' } }])
    const other = await get(`table=notes&offset=0_0&handle=${first.headers.get('electric-handle')}`)
    expect(other.status).toBe(409)
  })

  test('sends a client that is past the end back to the start', async () => {
    const first = await get('table=items&offset=-1')
    const past = await get(`table=items&offset=${2n ** 62n}_0&handle=${first.headers.get('electric-handle')}`)
    expect(past.status).toBe(409)
  })

  test('answers 304 to who has the same answer, and headers without a body to HEAD', async () => {
    const first = await get('table=notes&offset=-1')
    const etag = first.headers.get('etag') ?? ''
    expect((await get('table=notes&offset=-1', { headers: { 'if-none-match': etag } })).status).toBe(304)
    const head = await get('table=notes&offset=-1', { method: 'HEAD' })
    expect([head.headers.get('etag'), await head.text()]).toEqual([etag, ''])
  })

  test('a long-poll without news ends up to date, with a cursor that rises', async () => {
    const first = await get('table=notes&offset=-1&where=company_id=%27idle%27')
    const next = `table=notes&where=company_id=%27idle%27&handle=${first.headers.get('electric-handle')}&live=true&offset=0_inf`
    const one = await get(next)
    expect(one.headers.get('electric-up-to-date')).toBe('')
    const cursor = one.headers.get('electric-cursor')
    const two = await get(`${next}&cursor=${cursor}`)
    expect(Number(two.headers.get('electric-cursor'))).toBeGreaterThan(Number(cursor))
  })

  test('a changed column set sends clients back; then they see the new column', async () => {
    await sql`create table shifting (id int primary key, company_id text)`
    await sql`alter table shifting replica identity full`
    await sql`alter publication balcao add table shifting`
    const { shape, stop } = follow('shifting', `company_id = 'x'`)
    await shape.rows
    await sql`alter table shifting add column extra text default 'neu'`
    await sql`insert into shifting values (1, 'x', 'y')`
    await vi.waitFor(() => expect(shape.currentRows).toEqual([{ id: 1, company_id: 'x', extra: 'y' }]))
    stop()
  })

  test('after the change stream was cut, clients have what happened meanwhile', async () => {
    const { shape, stop } = follow('items', `company_id = 'cut'`)
    await shape.rows
    await sql`select pg_terminate_backend(pid) from pg_stat_replication where application_name = 'balcao-shapes'`
    const ids = await Promise.all([insert('cut'), insert('cut')])
    await vi.waitFor(() => expect(idsOf(shape.currentRows)).toEqual(ids.toSorted()), { timeout: 10_000 })
    stop()
  })
})
