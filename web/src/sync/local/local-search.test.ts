import { foldText } from 'db/kit/sql/search-text.ts'
import { expect, test } from 'vitest'
import { pageOf } from 'db/kit/sql/page-of.ts'
import { sql } from 'db/kit/sql/sql-text.ts'
import { deviceTables } from 'db/tables.ts'
import { testPglite } from './test-pglite.ts'

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

async function search(text: string, view = 'messages') {
  const { rows } = await pg.query<{ id: string }>(`select id from searched_${view} where text like $1 order by id`, [
    `%${text}%`,
  ])
  return rows.map((row) => Number(row.id.slice(-4)))
}

const pg = await testPglite('device')

const insert = (n: number, body: string) =>
  pg.query(
    `insert into messages_synced (id, ticket_id, body, is_deleted, created_at) values ($1, $2, $3, false, now())
     on conflict (id) do update set body = excluded.body`,
    [id(n), id(1), body],
  )

test('messages are found by their folded words, through insert, change, deletion and what is pending', async () => {
  await insert(1, 'Amanhã às ÓTIMAS seis')
  await insert(2, 'plain text')
  await insert(3, '')
  expect(await search('amanha as otimas')).toEqual([1])
  expect(await search('')).toEqual([1, 2])

  await insert(2, 'Pão de açúcar')
  expect(await search('plain')).toEqual([])
  expect(await search('acucar')).toEqual([2])
  await pg.query('update messages_synced set is_deleted = true where id = $1', [id(1)])
  expect(await search('amanha')).toEqual([])
  await pg.query('update messages_synced set ack = 3 where id = $1', [id(2)])
  expect(await search('pao')).toEqual([2])

  await pg.query(
    `insert into messages (id, ticket_id, body, is_deleted, created_at) values ($1, $2, 'Pendente já', false, now())`,
    [id(4), id(1)],
  )
  await pg.query(`update messages set body = 'Outra coisa' where id = $1`, [id(2)])
  expect(await search('pendente ja')).toEqual([4])
  expect(await search('pao')).toEqual([])
  await pg.query('delete from messages_overlay')
  expect(await search('pao')).toEqual([2])
  await pg.query('delete from messages_synced where id = $1', [id(2)])
  expect(await search('')).toEqual([])
})

test('contacts are found by name and number', async () => {
  await pg.query(`insert into contacts_synced (id, name, number) values ($1, 'José Araújo', '5521988887777')`, [id(9)])
  expect(await search('jose ara', 'contacts')).toEqual([9])
  expect(await search('88887', 'contacts')).toEqual([9])
})

test('a page has what the view has, whatever is pending', async () => {
  await pg.query(
    `insert into tickets_synced (id, status, last_message_at) select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid,
       'open', timestamptz '2026-01-01' + n * interval '1 minute' from generate_series(1, 20) n`,
  )
  await pg.query(`update tickets set last_message_at = '2026-02-01' where id = $1`, [id(3)])
  await pg.query('delete from tickets where id = $1', [id(20)])
  const tickets = deviceTables.find(({ name }) => name === 'tickets')
  if (!tickets) throw new Error('tickets')
  const wanted = { where: sql`status = ${'open'}`, orderBy: sql`last_message_at desc, id desc`, limit: 5 }
  const read = async (side: 'device' | 'server') => {
    const { text, params } = pageOf(tickets, wanted, side)
    return (await pg.query<{ id: string }>(text, [...params])).rows.map((row) => Number(row.id.slice(-2)))
  }
  expect(await read('device')).toEqual([3, 19, 18, 17, 16])
  expect(await read('device')).toEqual(await read('server'))
})

test('what strangers write is folded on the device about as fast as its length asks for', async () => {
  // Before rows of marks had an end it was 15 s and more for each.
  for (const body of [`a${'\u0301\u0316'.repeat(32_767)}x`, `${'\u05B0\u0591'.repeat(32_767)}x`]) {
    await insert(7, body)
    expect(await search(foldText(body))).toEqual([7])
  }
})
