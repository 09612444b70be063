// Shapes whose clauses have subqueries, as their clients see them: rows that move in and out as other tables' rows change.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createShapeEngine, parsePosition } from '../engine.ts'
import { startTestEngine, type Message, type Position, type TestEngine } from '../test-engine.ts'

let world: TestEngine
beforeAll(async () => {
  world = await startTestEngine(
    `create table parents (id int primary key, active bool, region int, name text, price numeric);
     create table children (id int primary key, parent_id int, region int, name text);
     create table regions (id int primary key, open bool);
     create table "Odd name" ("a ""b" int primary key, "In" int);
     create table unfollowed (id int primary key);
     ${['parents', 'children', 'regions', '"Odd name"'].map((name) => `alter table ${name} replica identity full;`).join('')}
     alter publication balcao add table parents, children, regions, "Odd name"`,
    { longPollMs: 1000, watchMs: 200 },
  )
})
afterAll(() => world.stop())

const queryOf = (where: string, table = 'children') => `table=${table}&where=${encodeURIComponent(where)}`
const told = (messages: readonly Message[]) =>
  messages.flatMap(({ key, headers }) => (key ? [`${String(headers['operation'])} ${key.split('"').at(-2)}`] : []))

/** What a client is told of a transaction. */
async function toldOf(query: string, at: Position, ...statements: string[]) {
  const poll = world.poll(query, at)
  await world.sql.begin(async (tx) => {
    for (const text of statements) await tx.unsafe(text)
  })
  const { messages, ...next } = await poll
  return { told: told(messages), messages, next }
}

beforeAll(async () => {
  await world.sql`insert into regions values (1, true), (2, false), (3, true)`
  await world.sql`insert into parents values (1, true, 1), (2, false, 1), (3, true, 2)`
  await world.sql`insert into children values (10, 1, 1, 'a'), (11, 1, 1, 'b'), (20, 2, 1, 'c'), (30, 3, 2, 'd'), (40, null, 2, 'e')`
})

describe('rows of a subquery', () => {
  const query = queryOf('parent_id in (select id from parents where active)')

  test('are the snapshot, then move in and out with the rows that it asks', async () => {
    const at = await world.catchUp(query)
    expect(told(at.messages)).toEqual(['insert 10', 'insert 11', 'insert 30'])
    expect(at.messages[0]).toMatchObject({
      key: '"public"."children"/"10"',
      value: { id: '10', parent_id: '1', region: '1', name: 'a' },
      headers: { operation: 'insert', relation: ['public', 'children'] },
    })
    expect(at.messages.at(-2)?.headers).toMatchObject({ control: 'snapshot-end', xip_list: expect.any(Array) })
    const moved = await toldOf(query, at, 'update parents set active = not active where id in (1, 2)')
    expect(moved.told).toEqual(['delete 10', 'delete 11', 'insert 20'])
    expect(moved.messages.map(({ headers }) => headers['op_position'] ?? headers['control'])).toEqual([
      0,
      1,
      2,
      'up-to-date',
    ])
    expect(moved.messages[2]).toMatchObject({
      value: { id: '20', parent_id: '2', name: 'c' },
      headers: { lsn: expect.any(String), txids: [expect.any(Number)], last: true },
    })
    const changed = await toldOf(query, moved.next, `update children set name = 'other' where id in (10, 20)`)
    expect(changed.told).toEqual(['update 20'])
    const back = await toldOf(query, changed.next, 'update parents set active = not active where id in (1, 2)')
    expect(back.told).toEqual(['delete 20', 'insert 10', 'insert 11'])
    // Who begins now gets the same, in the snapshot or after it.
    const rows = new Set<string>()
    for (const line of told((await world.catchUp(query)).messages)) {
      const [operation, id = ''] = line.split(' ')
      if (operation === 'delete') rows.delete(id)
      else rows.add(id)
    }
    expect([...rows].toSorted()).toEqual(['10', '11', '30'])
  })

  test('leave, change and enter in one transaction in that order', async () => {
    const at = await world.catchUp(query)
    const one = await toldOf(
      query,
      at,
      `update children set name = 'changed' where id = 30`,
      'update parents set active = true where id = 2',
      'update children set parent_id = 3 where id = 10',
      'update parents set active = false where id = 1',
    )
    expect(one.told).toEqual(['delete 11', 'update 30', 'update 10', 'insert 20'])
    const back = await toldOf(
      query,
      one.next,
      'update parents set active = id <> 2 where id < 3',
      'update children set parent_id = 1 where id = 10',
    )
    expect(back.told).toEqual(['delete 20', 'update 10', 'insert 11'])
  })

  test('are told nothing of what comes and goes in one transaction', async () => {
    const at = await world.catchUp(query)
    const { told: of } = await toldOf(
      query,
      at,
      'update parents set active = false where id = 1',
      'update parents set active = true where id = 1',
      `update children set name = 'once' where id = 10`,
    )
    expect(of).toEqual(['update 10'])
  })

  test('stay when they are in for another reason', async () => {
    const either = queryOf(
      'parent_id in (select id from parents where active) or region in (select id from regions where open)',
    )
    const at = await world.catchUp(either)
    expect(told(at.messages)).toEqual(['insert 10', 'insert 11', 'insert 20', 'insert 30'])
    const { told: of } = await toldOf(
      either,
      at,
      'update parents set active = false where id in (1, 3)',
      `update children set name = 'seen' where id = 11`,
    )
    expect(of).toEqual(['delete 30', 'update 11'])
    await world.sql`update parents set active = true where id in (1, 3)`
  })

  test('of NOT IN leave with a value that comes, and all with NULL', async () => {
    const others = queryOf('region not in (select region from parents where active)')
    await world.sql`update children set region = 3 where id = 20`
    await vi.waitFor(async () => expect(told((await world.catchUp(others)).messages)).toEqual(['insert 20']))
    const at = await world.catchUp(others)
    const filled = await toldOf(others, at, 'insert into parents values (9, true, null)')
    expect(filled.told).toEqual(['delete 20'])
    const freed = await toldOf(others, filled.next, 'delete from parents where id = 9')
    expect(freed.told).toEqual(['insert 20'])
    const taken = await toldOf(others, freed.next, 'update parents set region = 3 where id = 3')
    expect(taken.told).toEqual(['delete 20', 'insert 30', 'insert 40'])
    await world.sql`update parents set region = 2 where id = 3`
    await world.sql`update children set region = 1 where id = 20`
  })

  test('of several levels, of rows and of names in quotes', async () => {
    await world.sql`insert into "Odd name" values (1, 1), (3, 2)`
    const deep = queryOf(
      `parent_id in (select id from parents where region in (select id from regions where open and id in (select "a ""b" from "Odd name")))
       and (parent_id, region) in (select id, region from public.parents where children.id < $1)`.replace(
        'children.id',
        'id',
      ),
    )
    const at = await world.catchUp(`${deep}&params[1]=100`)
    expect(told(at.messages)).toEqual(['insert 10', 'insert 11', 'insert 20'])
    const moved = await toldOf(`${deep}&params[1]=100`, at, 'delete from "Odd name"')
    expect(moved.told).toEqual(['delete 10', 'delete 11', 'delete 20'])
  })

  test('are asked for with columns, as a full replica, and from now on', async () => {
    const narrow = `${query}&columns=id,name&replica=full`
    const at = await world.catchUp(narrow)
    expect(at.messages[0]?.value).toEqual({ id: '10', name: expect.any(String) })
    const { messages } = await toldOf(
      narrow,
      at,
      'update parents set active = false where id = 1',
      `update children set name = 'full' where id = 30`,
    )
    expect(messages).toMatchObject([
      { value: { id: '10' }, headers: { operation: 'delete' } },
      { value: { id: '11' }, headers: { operation: 'delete' } },
      { value: { id: '30', name: 'full' }, old_value: { name: expect.any(String) }, headers: { operation: 'update' } },
      {},
    ])
    expect(messages[0]?.value).toHaveProperty('name')
    const changes = await world.catchUp(`${query}&log=changes_only`)
    expect(told(changes.messages)).toEqual([])
    const now = await world.get(`${query}&offset=now`)
    const from = (name: string) => now.headers.get(name) ?? ''
    const position = { handle: from('electric-handle'), offset: from('electric-offset') }
    expect((await toldOf(query, position, 'update parents set active = true where id = 1')).told).toEqual([
      'insert 10',
      'insert 11',
    ])
    const subset = await world.get(`${query}&offset=-1&subset__where=${encodeURIComponent('id > 10 or false')}`)
    const { data } = (await subset.json()) as { data: Message[] }
    expect(told(data)).toEqual(['insert 11', 'insert 30'])
  })
})

test.each([false, true])("rows are followed by Electric's client, with server-sent events: %s", async (liveSse) => {
  const clause = `parent_id in (select id from parents where active and region = $1)`
  const { shape, stop } = world.follow('children', clause, ['1'], { liveSse })
  const ids = () => shape.currentRows.map(({ id }) => id).toSorted((a, b) => Number(a) - Number(b))
  await shape.rows
  expect(ids()).toEqual([10, 11])
  await world.sql`update parents set active = not active where id in (1, 2)`
  await vi.waitFor(() => expect(ids()).toEqual([20]))
  await world.sql`update parents set active = not active where id in (1, 2)`
  await vi.waitFor(() => expect(ids()).toEqual([10, 11]))
  stop()
})

test('one transaction reaches shapes with and without subqueries together', async () => {
  const queries = [queryOf('parent_id in (select id from parents where active)'), queryOf('id > 0', 'parents')]
  const asked = await Promise.all(
    queries.map(async (query) => {
      const { handle, offset } = await world.catchUp(query)
      return parsePosition(new URLSearchParams(`${query}&handle=${handle}&offset=${offset}`))
    }),
  )
  const news = world.engine.changes(asked, { wait: true, signal: new AbortController().signal })
  await world.sql`update parents set active = false where id = 1`
  const changes = await news
  if (changes instanceof Response) throw new Error(await changes.text())
  const [children, parents] = changes.shapes.map((one) =>
    told((one && one !== 'refetch' ? one.messages : []).map((text) => JSON.parse(text) as Message)),
  )
  expect([children, parents, changes.whole]).toEqual([['delete 10', 'delete 11'], ['update 1'], true])
  expect(changes.upTo).toMatch(/^\d+$/)
  await world.sql`update parents set active = true where id = 1`
})

test('a client goes on after a restart, with what it missed', async () => {
  const settings = world.settings()
  const query = queryOf('parent_id in (select id from parents where active)')
  const ask = async (engine: ReturnType<typeof createShapeEngine>, at: string) => {
    const response = await engine.fetch(new Request(`http://shapes.test/v1/shape?${query}&${at}`))
    const text = await response.text()
    expect([response.status, text]).toEqual([200, expect.any(String)])
    const of = (name: string) => response.headers.get(name) ?? ''
    return {
      next: `handle=${of('electric-handle')}&offset=${of('electric-offset')}`,
      told: told(JSON.parse(text) as Message[]),
    }
  }
  const before = createShapeEngine(settings)
  await before.start()
  const { next } = await ask(before, (await ask(before, 'offset=-1')).next)
  await before.stop()
  await world.sql`update parents set active = false where id = 3`
  const after = createShapeEngine(settings)
  await after.start()
  expect((await ask(after, next)).told).toEqual(['delete 30'])
  expect((await ask(after, 'offset=-1')).told).toEqual(['insert 10', 'insert 11', 'insert 30'])
  await after.stop()
  await world.sql`update parents set active = true where id = 3`
})

test('logs stay within their limit: who is near the end goes on, who is behind starts again', async () => {
  const engine = createShapeEngine(world.settings({ logBytes: 20_000, watchMs: 20 }))
  await engine.start()
  const ask = async (at: string) => {
    const query = queryOf('region in (select id from regions where open)')
    const response = await engine.fetch(new Request(`http://shapes.test/v1/shape?${query}&${at}`))
    const of = (name: string) => response.headers.get(name) ?? ''
    return {
      status: response.status,
      offset: of('electric-offset'),
      handle: of('electric-handle'),
      text: await response.text(),
    }
  }
  const { handle } = await ask('offset=-1')
  let offset = '0_inf'
  let first = ''
  for (let n = 0; n < 60; n++) {
    const poll = ask(`handle=${handle}&offset=${offset}&live=true`)
    await world.sql`update children set name = ${`${n} `.repeat(100)} where id = 10`
    const answer = await poll
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining(`"${n} `)])
    offset = answer.offset
    first ||= offset
  }
  await vi.waitFor(async () => expect((await ask(`handle=${handle}&offset=${first}`)).status).toBe(409))
  expect((await ask(`handle=${handle}&offset=${offset}`)).status).toBe(200)
  await engine.stop()
})

test.each([
  ['emptied', 'truncate regions', 'insert into regions values (1, true), (2, false), (3, true)'],
  ['altered', 'alter table regions add column more int', 'alter table regions drop column more'],
])('clients start again when a table that is asked is %s', async (_, statement, undo) => {
  const query = queryOf('region in (select id from regions where open)')
  const at = await vi.waitFor(() => world.catchUp(query))
  const poll = world.poll(query, at)
  await world.sql.unsafe(statement)
  expect(await poll).toMatchObject({ status: 409 })
  await world.sql.unsafe(undo)
  // With what that brings back: a shape may have been made before it, and is told of it later.
  await vi.waitFor(async () => {
    const again = await world.catchUp(query)
    expect(told(again.messages)).toEqual(told(at.messages))
  })
})

test.each([
  ['exists (select 1 from parents)', 0],
  ['parent_id = any (select id from parents)', 10],
  ['parent_id = (select 1)', 12],
  ['parent_id + 1 in (select id from parents)', 10],
  ['parent_id::bigint in (select id from parents)', 0],
  ['parent_id in (select * from parents)', 21],
  ['parent_id in (select parents.id from parents)', 21],
  ['parent_id in (select id + 1 from parents)', 21],
  ['parent_id in (select id from parents p)', 29],
  ['parent_id in (select id from parents, regions)', 29],
  ['parent_id in (select id from parents join regions on true)', 37],
  ['parent_id in (select distinct id from parents)', 10],
  ['parent_id in (select id from parents limit 1)', 10],
  ['parent_id in (select id from parents order by id)', 10],
  ['parent_id in (select max(id) from parents group by name)', 10],
  ['parent_id in (select id from parents union select 1)', 37],
  ['parent_id in (select id from parents where children.id = 1)', 43],
  ['parent_id in (select id from parents where parent_id = 1)', 43],
  ['parent_id in (select name from parents)', 10],
  ['parent_id in (select price from parents)', 0],
  ['(parent_id in (select id from parents)) is true', 1],
  ['coalesce(parent_id in (select id from parents), true)', 9],
  ['(parent_id, region) not in (select id, region from parents)', 1],
  ['(parent_id, region) in (select id from parents)', 20],
  ['parent_id in (select id from nothing)', null],
  ['parent_id in (select id from unfollowed)', null],
])('%s is refused, with its place', async (clause, location) => {
  const response = await world.get(`${queryOf(clause)}&offset=-1`)
  const { errors } = (await response.json()) as { errors: { where: string[] } }
  expect([response.status, errors.where[0]]).toEqual([400, expect.any(String)])
  if (location !== null) expect(errors.where[0]).toMatch(new RegExp(`^At location ${location}: `))
})
