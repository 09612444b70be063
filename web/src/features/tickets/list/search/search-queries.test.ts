import { messageHits, ticketHits } from 'db/tickets/search-queries.ts'
import { expect, test } from 'vitest'
import { askedQuery } from '../../../../sync/queries/asked-query.ts'
import { testPglite } from '../../../../sync/local/test-pglite.ts'
import { hitsPerPage, type Cursor, type Search } from './search.ts'

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const pg = await testPglite('device')
for (const [n, name, body] of [
  [1, 'Conceição', 'Sua ENCOMENDA, 100% pronta'],
  [2, 'João', 'encomenda às seis, 1000 vezes'],
] as const) {
  await pg.query(`insert into contacts_synced (id, name, number) values ($1, $2, $3)`, [
    id(n),
    name,
    `552198888000${n}`,
  ])
  await pg.query(
    `insert into tickets_synced (id, contact_id, number, user_id, status, last_message_at) values ($1, $1, $2, $1, 'open', $3)`,
    [id(n), n, `2026-01-0${n}`],
  )
  await pg.query(
    `insert into messages_synced (id, ticket_id, body, is_deleted, created_at) values ($1, $1, $2, false, $3)`,
    [id(n), body, `2026-01-0${n}`],
  )
}
await pg.query(`insert into ticket_tags_synced (id, ticket_id, tag_id) values ($1, $1, $1)`, [id(1)])

async function found(
  hits: typeof ticketHits,
  typed: string,
  filters: Partial<Search> = {},
  after: Cursor | null = null,
) {
  const call = hits({ typed, tagIds: [], userIds: [], ...filters, after, limit: hitsPerPage })
  const { text, params } = askedQuery(call)
  const { rows } = await pg.query<{ ticket_id: string }>(text, [...params])
  return rows.map((row) => Number(row.ticket_id.at(-1))).join('')
}

test.each([
  ['ENCOMENDA', '21'],
  ['encomenda as', '2'],
  ['pronta sua', '1'],
  ['100%', '1'],
  ['_', ''],
])('messages with %s', async (typed, expected) => {
  expect(await found(messageHits, typed)).toBe(expected)
})

test.each([
  ['conceicao', '1'],
  ['+55 21 98888-0002', '2'],
  ['#2', '2'],
  ['', '21'],
])('tickets named %s', async (typed, expected) => {
  expect(await found(ticketHits, typed)).toBe(expected)
})

test('filters and pages', async () => {
  const after = { sortKey: '2026-01-02 00:00:00+00', id: id(2) }
  expect(await found(messageHits, 'encomenda', { tagIds: [id(1)] })).toBe('1')
  expect(await found(messageHits, 'encomenda', { userIds: [id(2)] })).toBe('2')
  expect(await found(messageHits, 'encomenda', {}, after)).toBe('1')
  expect(await found(ticketHits, '', { tagIds: [id(1)], userIds: [id(1)] })).toBe('1')
  expect(await found(ticketHits, '', {}, after)).toBe('1')
})
