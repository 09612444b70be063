// Several engines on one database, each with a slot and a folder of its own: a client goes from one to the other and back.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createShapeEngine, type ShapeEngine, type ShapeEngineOptions } from './engine.ts'
import { startTestEngine, type Message, type Position, type TestEngine } from './test-engine.ts'

let world: TestEngine
let other: ShapeEngine
let otherSettings: ShapeEngineOptions
beforeAll(async () => {
  world = await startTestEngine(
    `create table items (id int primary key, company_id text not null, note text);
     alter table items replica identity full;
     create table members (company_id text primary key);
     alter table members replica identity full;
     alter publication balcao add table items, members`,
    { peers: true, longPollMs: 5000, allowDeletion: true },
  )
  otherSettings = world.settings({ peers: true, longPollMs: 5000, allowDeletion: true })
  other = createShapeEngine(otherSettings)
  await other.start()
})
afterAll(async () => {
  await other.stop()
  await world.stop()
})

const query = (company: string) => `table=items&where=company_id='${company}'`
const ask = (engine: ShapeEngine, text: string, init?: RequestInit) =>
  engine.fetch(new Request(`http://shapes.test/v1/shape?${text}`, init))
const insert = (id: number, company: string, note = '') =>
  world.sql`insert into items values (${id}, ${company}, ${note})`

/** Goes on until it is up to date; null when it has to start again. */
async function read(engine: ShapeEngine, text: string, at: Position = { handle: '', offset: '-1' }) {
  const ids: string[] = []
  for (let { handle, offset } = at; ;) {
    const response = await ask(engine, `${text}&handle=${handle}&offset=${offset}`)
    if (response.status !== 200) return { status: response.status, handle, offset, ids }
    handle = response.headers.get('electric-handle') ?? ''
    offset = response.headers.get('electric-offset') ?? ''
    ids.push(...((await response.json()) as Message[]).flatMap(({ value }) => value?.['id'] ?? []))
    if (response.headers.has('electric-up-to-date')) return { status: 200, handle, offset, ids }
  }
}

/** Live, until that many changes came. */
async function follow(engine: ShapeEngine, text: string, from: Position, count: number) {
  const ids: string[] = []
  for (let at = from; ;) {
    const response = await ask(engine, `${text}&handle=${at.handle}&offset=${at.offset}&live=true`)
    expect(response.status).toBe(200)
    at = {
      handle: response.headers.get('electric-handle') ?? '',
      offset: response.headers.get('electric-offset') ?? '',
    }
    ids.push(...((await response.json()) as Message[]).flatMap(({ value }) => value?.['id'] ?? []))
    if (ids.length >= count) return { ...at, ids }
  }
}

test('a client goes on at the other engine, and back, under the same handle and with every change once', async () => {
  await insert(1, 'go')
  const begun = await read(world.engine, query('go'))
  expect(begun.ids).toEqual(['1'])
  // It has its snapshot and nothing else.
  await insert(2, 'go')
  const second = await follow(other, query('go'), begun, 1)
  expect([second.handle, second.ids]).toEqual([begun.handle, ['2']])
  await world.sql.begin(async (sql) => {
    await sql`insert into items values (3, 'go', ''), (4, 'away', ''), (5, 'go', '')`
  })
  const third = await follow(world.engine, query('go'), second, 2)
  expect(third.ids).toEqual(['3', '5'])
  // The other engine was there all the time: the same offsets, from any of them on.
  const here = await read(world.engine, query('go'), second)
  await vi.waitFor(async () => expect(await read(other, query('go'), second)).toEqual(here))
  expect((await read(other, query('go'), begun)).ids).toEqual(['2', '3', '5'])
})

test('clients of an engine that is killed go on, also those that were given something the moment before', async () => {
  const settings = world.settings({ peers: true, longPollMs: 5000 })
  const mortal = createShapeEngine(settings)
  await mortal.start()
  const companies = Array.from({ length: 30 }, (_, index) => `mortal ${index}`)
  for (const [index, company] of companies.entries()) await insert(100 + index, company)
  const begun = await Promise.all(companies.map((company) => read(mortal, query(company))))
  await mortal.stop()
  for (const [index, company] of companies.entries()) await insert(200 + index, company)
  for (const [index, company] of companies.entries()) {
    const from = begun[index] ?? { handle: '', offset: '' }
    const after = await follow(other, query(company), from, 1)
    expect([after.handle, after.ids]).toEqual([from.handle, [String(200 + index)]])
  }
})

test('while shapes are made and rows written, both engines tell the same from every position on', async () => {
  const companies = Array.from({ length: 12 }, (_, index) => `busy ${index}`)
  let id = 1000
  let over = false
  const writing = Promise.all(
    companies.map(async (company) => {
      while (!over) await insert(id++, company)
    }),
  )
  const begun = await Promise.all(
    companies.map(async (company, index) => read(index % 2 === 0 ? world.engine : other, query(company))),
  )
  const moved = await Promise.all(
    companies.map((company, index) =>
      follow(index % 2 === 0 ? other : world.engine, query(company), begun[index] ?? { handle: '', offset: '' }, 5),
    ),
  )
  over = true
  await writing
  for (const [index, company] of companies.entries()) {
    const rows = await world.sql<{ id: number }[]>`select id from items where company_id = ${company}`
    const [first, second] = [begun[index], moved[index]]
    const rest = await vi.waitFor(async () => {
      const last = await read(other, query(company), second)
      expect([...(first?.ids ?? []), ...(second?.ids ?? []), ...last.ids].length).toBe(rows.length)
      return last
    })
    const all = [...(first?.ids ?? []), ...(second?.ids ?? []), ...rest.ids].map(Number)
    expect(all.toSorted((a, b) => a - b)).toEqual(rows.map((row) => row.id).toSorted((a, b) => a - b))
  }
})

test('an engine that begins later is told what shapes there are: who has their last change goes on, who lacks some starts again', async () => {
  await insert(300, 'quiet')
  const quiet = await read(world.engine, query('quiet'))
  await insert(301, 'late')
  const behind = await read(world.engine, query('late'))
  await insert(302, 'late')
  const current = await follow(world.engine, query('late'), behind, 1)
  const settings = world.settings({ peers: true, longPollMs: 5000 })
  const later = createShapeEngine(settings)
  await later.start()
  try {
    await vi.waitFor(async () => {
      expect((await read(later, query('late'), current)).status).toBe(200)
      expect((await read(later, query('quiet'), quiet)).status).toBe(200)
    })
    await insert(303, 'late')
    await insert(304, 'quiet')
    expect((await follow(later, query('late'), current, 1)).ids).toEqual(['303'])
    expect((await follow(later, query('quiet'), quiet, 1)).ids).toEqual(['304'])
    expect((await read(later, query('late'), behind)).status).toBe(409)
    // It may not have read as far as the one that has just begun.
    expect((await follow(world.engine, query('late'), behind, 2)).ids).toEqual(['302', '303'])
  } finally {
    await later.stop()
  }
  // What it learned outlives it.
  const again = createShapeEngine(settings)
  await again.start()
  try {
    expect((await read(again, query('quiet'), quiet)).ids).toEqual(['304'])
    expect((await read(again, query('late'), behind)).status).toBe(409)
  } finally {
    await again.stop()
  }
})

test('what is deleted, or whose table is another now, is so at each of them', async () => {
  await insert(400, 'gone')
  const begun = await read(world.engine, query('gone'))
  expect((await read(other, query('gone'), begun)).status).toBe(200)
  const deleted = await ask(world.engine, `${query('gone')}&handle=${begun.handle}`, { method: 'DELETE' })
  expect(deleted.status).toBe(202)
  await vi.waitFor(async () => expect((await read(other, query('gone'), begun)).status).toBe(409))

  const before = await read(world.engine, `table=members`)
  expect((await read(other, `table=members`, before)).status).toBe(200)
  await world.sql`alter table members add column more text`
  await world.sql`insert into members values ('c', 'd')`
  for (const engine of [world.engine, other]) {
    await vi.waitFor(async () => expect((await read(engine, `table=members`, before)).status).toBe(409))
  }
})

test('a letter that no engine wrote changes nothing', async () => {
  const at = await read(world.engine, query('letters'))
  for (const text of ['', '{', '{"from":"x","seq":0,"items":[{"kind":"ready","handle":1}]}', '[]']) {
    await world.sql`select pg_logical_emit_message(true, 'balcao_shapes', ${text})`
  }
  await insert(500, 'letters')
  expect((await follow(world.engine, query('letters'), at, 1)).ids).toEqual(['500'])
})
