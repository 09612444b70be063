import { expect, test } from 'vitest'
import { tablesIn } from '../queries/sql-tables.ts'
import { testPglite } from './test-pglite.ts'

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const pg = await testPglite('device')

async function totals(from: string, n: string) {
  const { rows } = await pg.query(
    `select status, user_id, queue_id, ${n}::int as n from ${from} group by 1, 2, 3 having ${n} <> 0 order by 1, 2, 3`,
  )
  return rows
}

/** As a count of the rows themselves has it. */
async function expectRight(count: number) {
  const counted = await totals('counted_tickets', 'sum(n)')
  expect(counted).toEqual(await totals('tickets', 'count(*)'))
  expect(counted).toHaveLength(count)
}

test('the totals are those of the tickets, through what is synced, changed, deleted and pending', async () => {
  await expectRight(0)
  await pg.query(
    `insert into tickets_synced (id, status, user_id, queue_id) select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid,
       case n % 3 when 0 then 'open' when 1 then 'pending' else 'closed' end,
       case n % 3 when 0 then $1::uuid end, case when n > 10 then $2::uuid end from generate_series(1, 30) n`,
    [id(91), id(92)],
  )
  await expectRight(6)
  await pg.query(
    `update tickets_synced set status = 'closed', user_id = null where status = 'open' and queue_id is null`,
  )
  await expectRight(5)
  await pg.query(`update tickets_synced set last_message = 'x'`)
  await expectRight(5)

  await pg.query(`update tickets set status = 'open', user_id = $1 where id = $2`, [id(91), id(1)])
  await pg.query(`insert into tickets (id, status) values ($1, 'pending')`, [id(40)])
  await pg.query('delete from tickets where id = $1', [id(30)])
  await expectRight(6)
  await pg.query('delete from tickets_overlay')
  await pg.query('delete from tickets_synced where status <> $1', ['open'])
  await expectRight(1)
  await pg.query(
    `insert into tickets_synced (id, status) values ($1, 'open') on conflict (id) do update set status = 'pending'`,
    [id(12)],
  )
  await expectRight(2)
})

test('a query of the totals runs again when tickets change', () => {
  expect([...tablesIn('select sum(n) from counted_tickets')]).toEqual(['tickets'])
})
