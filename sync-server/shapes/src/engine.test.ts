// What Electric's own client sees of a changing database.
import type { Message, Row } from '@electric-sql/client'
import { newId } from 'db/kit/new-id.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestEngine, type TestEngine } from './test-engine.ts'

let world: TestEngine
beforeAll(async () => {
  world = await startTestEngine(
    `create table items (id uuid primary key, company_id text not null, queue text, n int, done bool not null default false, note text);
     alter table items replica identity full;
     create table notes (id int primary key, company_id text not null, body text);
     alter table notes replica identity full;
     create table shifting (id int primary key, company_id text);
     alter table shifting replica identity full;
     alter publication balcao add table items, notes, shifting`,
    { chunkBytes: 20_000 },
  )
})
afterAll(() => world.stop())

const insert = async (company: string, change: { queue?: string; n?: number } = {}) => {
  const id = newId()
  await world.sql`insert into items (id, company_id, queue, n) values (${id}, ${company}, ${change.queue ?? null}, ${change.n ?? 0})`
  return id
}
const idsOf = (rows: readonly Row[]) => rows.map((row) => String(row['id'])).toSorted()

describe('the client sees', () => {
  test('the snapshot, then inserts, updates and deletes', async () => {
    const first = await insert('a')
    const { shape, stop } = world.follow('items', `company_id = 'a'`)
    expect(idsOf(await shape.rows)).toEqual([first])
    const second = await insert('a', { n: 1 })
    await vi.waitFor(() => expect(idsOf(shape.currentRows)).toEqual([first, second].toSorted()))
    await world.sql`update items set n = 7, note = 'x' where id = ${second}`
    await vi.waitFor(() =>
      expect(shape.currentRows.find((row) => row['id'] === second)).toMatchObject({ n: 7, note: 'x' }),
    )
    await world.sql`delete from items where id = ${first}`
    await vi.waitFor(() => expect(idsOf(shape.currentRows)).toEqual([second]))
    stop()
  })

  test('rows that move in and out of the shape', async () => {
    const id = await insert('b', { queue: 'sales' })
    const sales = world.follow('items', `company_id = $1 and queue in ($2)`, ['b', 'sales'])
    const finance = world.follow('items', `company_id = $1 and queue in ($2, $3)`, ['b', 'finance', 'other'])
    expect([await sales.shape.rows, await finance.shape.rows].map(idsOf)).toEqual([[id], []])
    await world.sql`update items set queue = 'finance' where id = ${id}`
    await vi.waitFor(() => expect([sales, finance].map(({ shape }) => idsOf(shape.currentRows))).toEqual([[], [id]]))
    expect(finance.shape.currentRows[0]).toMatchObject({ company_id: 'b', n: 0, done: false, note: null })
    sales.stop()
    finance.stop()
  })

  test('a changed primary key as a delete and an insert', async () => {
    await world.sql`insert into notes values (1, 'k', 'x')`
    const { shape, stop } = world.follow('notes', `company_id = 'k'`)
    await shape.rows
    await world.sql`update notes set id = 2 where id = 1`
    await vi.waitFor(() => expect(shape.currentRows).toEqual([{ id: 2, company_id: 'k', body: 'x' }]))
    stop()
  })

  test('large values that an update did not touch, when the row moves in', async () => {
    const body = 'grande '.repeat(5000)
    await world.sql`insert into notes values (10, 'toast', ${body})`
    const { shape, stop } = world.follow('notes', `company_id = 'toasted'`)
    await shape.rows
    await world.sql`update notes set company_id = 'toasted' where id = 10`
    await vi.waitFor(() => expect(shape.currentRows).toEqual([{ id: 10, company_id: 'toasted', body }]))
    stop()
  })

  test('with log=changes_only, only what happens after', async () => {
    await insert('log')
    const messages: Message[] = []
    const { stream, stop } = world.follow('items', `company_id = 'log'`, [], { log: 'changes_only' })
    stream.subscribe((batch) => {
      messages.push(...batch)
    })
    await vi.waitFor(() => expect(stream.isUpToDate).toBe(true))
    const id = await insert('log')
    await vi.waitFor(() => expect(messages.filter((m) => 'value' in m)).toMatchObject([{ value: { id } }]))
    stop()
  })

  test('a snapshot in many chunks, and after it a transaction larger than a chunk', async () => {
    await world.sql`insert into items (id, company_id, n) select gen_random_uuid(), 'chunks', n from generate_series(1, 1500) n`
    const { shape, stop } = world.follow('items', `company_id = 'chunks'`)
    expect(await shape.rows).toHaveLength(1500)
    await world.sql`insert into items (id, company_id, n) select gen_random_uuid(), 'chunks', n from generate_series(1, 1500) n`
    await vi.waitFor(() => expect(shape.currentRows).toHaveLength(3000))
    stop()
  })

  test('two adjacent commits', async () => {
    const { shape, stop } = world.follow('items', `company_id = 'adjacent'`)
    await shape.rows
    for (let i = 0; i < 40; i++) await Promise.all([insert('adjacent'), insert('adjacent')])
    await vi.waitFor(() => expect(shape.currentRows).toHaveLength(80))
    stop()
  })

  test('an emptied table as empty', async () => {
    await world.sql`insert into shifting values (5, 'x')`
    const { shape, stop } = world.follow('shifting', `company_id = 'x'`)
    expect(await shape.rows).toHaveLength(1)
    await world.sql`truncate shifting`
    await vi.waitFor(() => expect(shape.currentRows).toEqual([]))
    stop()
  })

  test('the columns that a table has now', async () => {
    const { shape, stop } = world.follow('shifting', `company_id = 'x'`)
    await shape.rows
    await world.sql`alter table shifting add column extra text default 'neu'`
    await world.sql`insert into shifting values (1, 'x', 'y')`
    await vi.waitFor(() => expect(shape.currentRows).toEqual([{ id: 1, company_id: 'x', extra: 'y' }]))
    stop()
    await world.sql`alter table shifting drop column extra`
    const later = world.follow('shifting', `company_id = 'x' and id = 1`)
    expect(await later.shape.rows).toEqual([{ id: 1, company_id: 'x' }])
    later.stop()
  })

  test('what happened while the change stream was cut', async () => {
    const { shape, stop } = world.follow('items', `company_id = 'cut'`)
    await shape.rows
    await world.sql`select pg_terminate_backend(pid) from pg_stat_replication
      where application_name = 'balcao-shapes' and pid in (select active_pid from pg_replication_slots where database = current_database())`
    const ids = await Promise.all([insert('cut'), insert('cut')])
    await vi.waitFor(() => expect(idsOf(shape.currentRows)).toEqual(ids.toSorted()))
    stop()
  })
})

test.each([1, 2, 3])('while many write, every client ends with what its SELECT gives (%i)', async (round) => {
  const company = `hammer${round}`
  const queues = ['q1', 'q2', 'q3']
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    for (let i = 0; i < 70; i++) {
      const queue = queues[(i + writer) % 3] ?? 'q1'
      await world.sql
        .begin(async (tx) => {
          await tx`insert into items (id, company_id, queue, n) values (${newId()}, ${company}, ${queue}, ${i})`
          await tx`update items set queue = ${queues[i % 3] ?? 'q1'}, n = n + 1 where id in (select id from items where company_id = ${company} and n % 5 = ${i % 5} limit 3)`
          if (i % 7 === 0)
            await tx`delete from items where id in (select id from items where company_id = ${company} order by id limit 1)`
        })
        .catch((error: { code?: string }) => {
          // Two writers may meet on the same rows; the loser's transaction simply did not happen.
          if (error.code !== '40P01') throw error
        })
    }
  })
  let writing = true
  const clients: { where: string; client: ReturnType<TestEngine['follow']> }[] = []
  const joining = (async () => {
    for (let i = 0; i < 6 || (writing && i < 25); i++) {
      const where = `company_id = '${company}' and ${i % 2 ? `n > ${i}` : `queue = 'q${(i % 3) + 1}'`} and n <> ${-i}`
      const client = world.follow('items', where, [], {
        params: { table: 'items', where, replica: i % 3 ? 'default' : 'full' },
      })
      clients.push({ where, client })
      await client.shape.rows
    }
  })()
  await Promise.all(writers)
  writing = false
  await joining
  for (const { where, client } of clients) {
    const expected = await world.sql.unsafe(`select id, queue, n from items where ${where} order by id`)
    await vi.waitFor(() => {
      const rows = client.shape.currentRows.map(({ id, queue, n }) => ({ id, queue, n }))
      expect(rows.toSorted((a, b) => (String(a.id) < String(b.id) ? -1 : 1))).toEqual([...expected])
    })
    client.stop()
  }
})

test('nothing of another company is ever in a message', async () => {
  const batches: Message[] = []
  const { stream, stop } = world.follow('items', `company_id = $1`, ['mine'], {
    params: { table: 'items', where: 'company_id = $1', params: ['mine'], replica: 'full' },
  })
  stream.subscribe((batch) => {
    batches.push(...batch)
  })
  await vi.waitFor(() => expect(stream.isUpToDate).toBe(true))
  const [mine, theirs] = [await insert('mine'), await insert('theirs')]
  await world.sql`update items set note = 'secret' where id = ${theirs}`
  await world.sql`update items set company_id = 'theirs', note = 'secret' where id = ${mine}`
  await world.sql`delete from items where id = ${theirs}`
  const last = await insert('mine')
  await vi.waitFor(() => expect(JSON.stringify(batches)).toContain(last))
  expect(JSON.stringify(batches)).not.toMatch(/theirs|secret/)
  expect(batches.filter((m) => 'value' in m).map((m) => m.headers['operation'])).toEqual(['insert', 'delete', 'insert'])
  stop()
})
