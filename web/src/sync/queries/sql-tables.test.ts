import { pageOf } from 'db/kit/sql/page-of.ts'
import { sql } from 'db/kit/sql/sql-text.ts'
import { syncedTickets } from 'db/tickets/table.ts'
import { describe, expect, test } from 'vitest'
import { rowsOf, together, type TableChange } from './changes.ts'
import { isTouched, mentionsIn, tablesIn, writtenIn } from './sql-tables.ts'

test('tables by text', () => {
  expect([...tablesIn('select * from tickets t join contacts_overlay c on true')]).toEqual(['tickets', 'contacts'])
  expect([...tablesIn('select from counted_tickets, "searched_messages"')]).toEqual(['tickets', 'messages'])
})

test.each<[string, readonly [string, TableChange] | undefined]>([
  ['update "tickets" set "x" = (select 1 from contacts)', ['tickets', new Set(['x'])]],
  ['update tickets set status = $1, "user_id"=$2 where id = $3', ['tickets', new Set(['status', 'user_id'])]],
  [
    'update "tickets" set "x" = (select 1 where a = 1), "y" = 2 where b in (select 1)',
    ['tickets', new Set(['x', 'a', 'y'])],
  ],
  ['insert into "tickets" ("id") values ($1)', ['tickets', 'rows']],
  ['delete from tickets where id = $1', ['tickets', 'rows']],
  ['select * from tickets', undefined],
])('what is written: %s', (text, written) => {
  expect(writtenIn(text)).toEqual(written)
})

test('changes add up: rows are more than columns', () => {
  const columns = (...names: string[]) => new Map([['tickets', new Set(names)]])
  expect(together(columns('status'), columns('user_id'))).toEqual(columns('status', 'user_id'))
  expect(together(columns('status'), rowsOf(['tickets', 'tags']))).toEqual(rowsOf(['tickets', 'tags']))
  expect(together(rowsOf(['tickets']), columns('status'))).toEqual(rowsOf(['tickets']))
})

describe('what a change touches', () => {
  const touched = (text: string, change: TableChange, table = 'tickets') =>
    isTouched(mentionsIn(text), new Map([[table, change]]))
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
    expect(touched('select count(*) from tickets', 'rows')).toBe(true)
    expect(touched('select count(*) from contacts', 'rows')).toBe(false)
  })
  test('searches, whose text is made of other columns', () => {
    expect(touched("select id from searched_messages where text like '%a%'", new Set(['body']), 'messages')).toBe(true)
  })
})
