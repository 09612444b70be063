// Shapes whose clauses have subqueries, as their clients see them: rows that move in and out as other tables' rows change.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createShapeEngine, type ShapeEngine } from '../engine.ts'
import { startTestEngine, type Message, type TestEngine } from '../test-engine.ts'

let world: TestEngine
beforeAll(async () => {
  world = await startTestEngine(
    `create table parents (id int primary key, company_id text, active bool, region int, name text);
     create table children (id int primary key, parent_id int, region int, name text);
     create table regions (id int primary key, open bool);
     create table loose (a int, b text);
     alter table parents replica identity full; alter table children replica identity full;
     alter table regions replica identity full; alter table loose replica identity full;
     alter publication balcao add table parents, children, regions, loose`,
    { longPollMs: 1000, watchMs: 200 },
  )
})
afterAll(() => world.stop())

const queryOf = (where: string, table = 'children') => `table=${table}&where=${encodeURIComponent(where)}`
const told = (messages: readonly Message[]) =>
  messages.flatMap(({ key, headers }) => (key ? [`${String(headers['operation'])} ${key.split('"').at(-2)}`] : []))

describe('rows of a subquery', () => {
  beforeAll(async () => {
    await world.sql`insert into parents values (1, 'c', true, 1), (2, 'c', false, 1), (3, 'c', true, 2)`
    await world.sql`insert into children values (10, 1, 1, 'a'), (11, 1, 1, 'b'), (20, 2, 1, 'c'), (30, 3, 2, 'd'), (40, null, 2, 'e')`
  })
  const query = queryOf('parent_id in (select id from parents where active)')

  test('are its snapshot', async () => {
    const { messages } = await world.catchUp(query)
    expect(told(messages)).toEqual(['insert 10', 'insert 11', 'insert 30'])
    expect(messages[0]).toMatchObject({
      key: '"public"."children"/"10"',
      value: { id: '10', parent_id: '1', region: '1', name: 'a' },
      headers: { operation: 'insert', relation: ['public', 'children'] },
    })
  })

  test('move in and out with the rows that it asks, after one another', async () => {
    const poll = world.poll(query, await world.catchUp(query))
    await world.sql`update parents set active = not active where id in (1, 2)`
    const { messages, ...at } = await poll
    expect(told(messages)).toEqual(['delete 10', 'delete 11', 'insert 20'])
    expect(messages.map(({ headers }) => headers['op_position'] ?? headers['control'])).toEqual([0, 1, 2, 'up-to-date'])
    expect(messages[2]).toMatchObject({
      value: { id: '20', name: 'c' },
      headers: { lsn: expect.any(String), last: true },
    })
    const next = world.poll(query, at)
    await world.sql`update children set name = 'other' where id in (10, 20)`
    expect(told((await next).messages)).toEqual(['update 20'])
    expect(told((await world.catchUp(query)).messages)).toContain('delete 10')
    await world.sql`update parents set active = not active where id in (1, 2)`
  })

  test('leave, change and enter in one transaction in that order', async () => {
    const poll = world.poll(query, await world.catchUp(query))
    await world.sql.begin(async (tx) => {
      await tx`update children set name = 'changed' where id = 30`
      await tx`update parents set active = true where id = 2`
      await tx`update children set parent_id = 3 where id = 10`
      await tx`update parents set active = false where id = 1`
    })
    expect(told((await poll).messages)).toEqual(['delete 11', 'update 30', 'update 10', 'insert 20'])
  })
})

export type { ShapeEngine, vi, createShapeEngine }
