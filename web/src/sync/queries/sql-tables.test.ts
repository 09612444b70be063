import { pageOf } from 'db/kit/sql/page-of.ts'
import { sql } from 'db/kit/sql/sql-text.ts'
import { syncedTickets } from 'db/tickets/table.ts'
import { describe, expect, test } from 'vitest'
import { changedColumns, rowsOf, together, type TableChange } from './changes.ts'
import { mentionsIn, touching, tablesIn, writtenIn } from './sql-tables.ts'

test('tables by text', () => {
  expect([...tablesIn('select * from tickets t join contacts_overlay c on true')]).toEqual(['tickets', 'contacts'])
  expect([...tablesIn('select from counted_tickets, "searched_messages"')]).toEqual(['tickets', 'messages'])
})

const came = (ids: TableChange['ids'] = 'any') => [...rowsOf(['tickets'], ids)][0]
const one = new Set(['one'])

test.each<[string, readonly [string, TableChange] | undefined]>([
  ['update "tickets" set "x" = (select 1 from contacts)', changedColumns('tickets', ['x'])],
  ['update tickets set status = $1, "user_id"=$2 where id = $3', changedColumns('tickets', ['status', 'user_id'])],
  [
    'update "tickets" set "x" = (select 1 where a = 1), "y" = 2 where b in (select 1)',
    changedColumns('tickets', ['x', 'a', 'y']),
  ],
  ['insert into "tickets" ("id") values ($1)', came()],
  ['insert into "tickets" ("id") values ($1) on conflict do nothing', came()],
  ['insert into "tickets" ("id", "x") values ($2, $1) on conflict do nothing', came()],
  ['delete from tickets where id = $1', came()],
  ['select * from tickets', undefined],
  // One row, where the text says so.
  ['update "tickets" set "x" = $1 where "tickets"."id" = $2', changedColumns('tickets', ['x'], one)],
  ['update "tickets" set "x" = $1 where ("tickets"."id" = $2 and "y" = $3)', changedColumns('tickets', ['x'], one)],
  ['update "tickets" set "x" = $1 where ("tickets"."id" = $2 or "y" = $3)', changedColumns('tickets', ['x'])],
  ['update "tickets" set "x" = (select 1 where "id" = $2)', changedColumns('tickets', ['x'])],
  ['update "tickets" set "x" = (select 1 where "id" = $2) where "y" = $1', changedColumns('tickets', ['x', 'id'])],
  ['update "tickets" set "x" = 1 where "queue_id" = $2', changedColumns('tickets', ['x'])],
  [
    'update "tickets" set "x" = (select 1 where ("y" = $1)) where "tickets"."id" = $2',
    changedColumns('tickets', ['x', 'y'], one),
  ],
  ['update "tickets" set "x" = $1 where not ("tickets"."id" = $2)', changedColumns('tickets', ['x'])],
  ['delete from "tickets" where "y" in (select 1 where "id" = $2)', came()],
  ['insert into "tickets" ("id", "x", "y") values ($2, default, $1)', came(one)],
  ['insert into "tickets" ("id", "x") values ($2, $1) returning "id"', came(one)],
  ['insert into "tickets" ("id", "x") values ($2, $1), ($1, $2)', came()],
  ['insert into "tickets" ("x", "id") values ($2, $1)', came()],
  ['delete from "tickets" where "tickets"."id" = $2', came(one)],
])('what is written: %s', (text, written) => {
  expect(writtenIn(text, ['other', 'one', 'third'])).toEqual(written)
})

test('changes add up: rows are more than columns, and any of them more than some', () => {
  const columns = (...names: string[]) => new Map([changedColumns('tickets', names)])
  const [a, b] = [new Set(['a']), new Set(['b'])]
  expect(together(rowsOf(['tags'], a), rowsOf(['tags'], b))).toEqual(rowsOf(['tags'], new Set(['a', 'b'])))
  expect(together(rowsOf(['tags'], a), rowsOf(['tags']))).toEqual(rowsOf(['tags']))
  expect(together(columns('status'), columns('user_id'))).toEqual(columns('status', 'user_id'))
  expect(together(columns('status'), rowsOf(['tickets', 'tags']))).toEqual(rowsOf(['tickets', 'tags']))
  expect(together(rowsOf(['tickets']), columns('status'))).toEqual(rowsOf(['tickets']))
})

describe('what a change touches', () => {
  const touched = (text: string, columns: TableChange['columns'], table = 'tickets') =>
    touching(mentionsIn(text), new Map([[table, { columns, ids: 'any' }]])).has(table)
  const unread = new Set(['id', 'unread_messages', 'updated_at'])

  test('queries that name one of its columns, whatever for', () => {
    expect(touched('select id from tickets where unread_messages > 0', unread)).toBe(true)
    expect(touched('select t."unread_messages" from (select * from tickets) t', unread)).toBe(true)
    expect(touched('select id from tickets order by last_message_at', unread)).toBe(false)
    expect(touched('select unread_messages from contacts', unread)).toBe(false)
  })
  test('not pages of whole rows, of which only some columns are shown', () => {
    const page = pageOf(syncedTickets, { where: sql`status = 'open'`, orderBy: sql`id`, limit: 9 }, 'device')
    const text = sql`select t.last_message from (${page}) t`.text
    expect(touched(text, unread)).toBe(false)
    expect(touched(text, new Set(['last_message']))).toBe(true)
  })
  test('all of its table, when rows came or went', () => {
    expect(touched('select count(*) from tickets', 'all')).toBe(true)
    expect(touched('select count(*) from contacts', 'all')).toBe(false)
  })
  test('searches, whose text is made of other columns', () => {
    expect(touched("select id from searched_messages where text like '%a%'", new Set(['body']), 'messages')).toBe(true)
  })
})
