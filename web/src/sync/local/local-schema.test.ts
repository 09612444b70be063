import type { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { clearOverlays } from './replay.ts'
import { testPglite } from './test-pglite.ts'

const [a, b] = ['01900000-0000-7000-8000-00000000000a', '01900000-0000-7000-8000-00000000000b']

let pg: PGlite
beforeAll(async () => {
  pg = await testPglite('device')
})
afterAll(() => pg.close())
beforeEach(async () => {
  await pg.transaction(clearOverlays)
  await pg.exec('delete from queues_synced')
  await pg.query('insert into queues_synced (id, name, order_queue) values ($1, $2, 1)', [a, 'Vendas'])
})

const names = async () =>
  (await pg.query<{ name: string }>('select name from queues order by id')).rows.map((r) => r.name)
const synced = async () => (await pg.query<{ name: string }>('select name from queues_synced')).rows.map((r) => r.name)

test('an insert through the view is in the overlay only', async () => {
  await pg.query('insert into queues (id, name) values ($1, $2)', [b, 'Caixa'])
  expect(await names()).toEqual(['Vendas', 'Caixa'])
  expect(await synced()).toEqual(['Vendas'])
})

test('an update wins over the synced row and over what syncs later', async () => {
  await pg.query('update queues set name = $1 where id = $2', ['Loja', a])
  expect(await names()).toEqual(['Loja'])
  await pg.query('update queues_synced set name = $1 where id = $2', ['Outro', a])
  expect(await names()).toEqual(['Loja'])
  await pg.transaction(clearOverlays)
  expect(await names()).toEqual(['Outro'])
})

test('an update keeps the columns it does not name', async () => {
  await pg.query('update queues set name = $1 where id = $2', ['Loja', a])
  expect((await pg.query('select order_queue from queues')).rows).toEqual([{ order_queue: 1 }])
})

test('a deleted row is hidden, also when it syncs again, and can be inserted anew', async () => {
  await pg.query('delete from queues where id = $1', [a])
  expect(await names()).toEqual([])
  await pg.query('update queues_synced set name = $1', ['Outro'])
  expect(await names()).toEqual([])
  await pg.query('insert into queues (id, name) values ($1, $2)', [a, 'Nova'])
  expect(await names()).toEqual(['Nova'])
})

test('a row that is only in the overlay can be changed and deleted', async () => {
  await pg.query('insert into queues (id, name) values ($1, $2)', [b, 'Caixa'])
  await pg.query('update queues set name = $1 where id = $2', ['Caixa 2', b])
  expect(await names()).toEqual(['Vendas', 'Caixa 2'])
  await pg.query('delete from queues where id = $1', [b])
  expect(await names()).toEqual(['Vendas'])
})

test('a second insert of an id is refused', async () => {
  await pg.query('insert into queues (id, name) values ($1, $2)', [b, 'Caixa'])
  await expect(pg.query('insert into queues (id, name) values ($1, $2)', [b, 'Caixa'])).rejects.toThrow(
    /already has a row/,
  )
})
