import { newId } from 'db/kit/new-id.ts'
import { testCompany, type TestCompany } from 'db/node/test-world.ts'
import { deviceTables } from 'db/tables.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'
import { assertReadable } from './readable.ts'

let api: TestApi
let ours: TestCompany
let theirs: TestCompany
let admin: string
let attendant: string
beforeAll(async () => {
  api = await startTestApi()
  ours = await testCompany(api.db)
  theirs = await testCompany(api.db)
  const [sales, finance] = [await ours.queue('Vendas'), await ours.queue('Financeiro')]
  await ours.ticket({ queueId: sales })
  await ours.ticket({ queueId: finance })
  await theirs.ticket({ queueId: await theirs.queue('Deles') })
  admin = await api.login((await ours.user('admin')).email)
  attendant = await api.login((await ours.user('user', [sales])).email)
})
afterAll(() => api.stop())

const ask = (token: string, text: string, params: unknown[] = []) =>
  api.request('POST', '/query', { token, body: { text, params } })

test('answers the rows in scope as text with their types', async () => {
  const { status, body } = await ask(attendant, 'select count(*)::int as n, bool_or(is_group) as g from tickets')
  expect(status).toBe(200)
  expect(body).toEqual({
    fields: [
      { name: 'n', type: 23 },
      { name: 'g', type: 16 },
    ],
    rows: [['1', 'f']],
  })
  expect((await ask(admin, 'select id from tickets')).body['rows']).toHaveLength(2)
})

test('takes parameters, joins, own parts, order and limits', async () => {
  const text = `with named as (select id, name from queues where name = any($1::text[]))
    select q.name from tickets t join named q on q.id = t.queue_id order by q.name desc limit $2`
  expect((await ask(admin, text, [['Vendas', 'Financeiro', 'Deles'], 5])).body['rows']).toEqual([
    ['Vendas'],
    ['Financeiro'],
  ])
  expect((await ask(admin, 'select name from queues where name = $1 -- ', ["x' or true --"])).body['rows']).toEqual([])
})

test('rows within rows come as JSON', async () => {
  const text = `select jsonb_build_object('name', name) as q from queues where name = 'Vendas'`
  expect((await ask(admin, text)).body['rows']).toEqual([['{"name": "Vendas"}']])
})

test('hidden columns are not there', async () => {
  expect(await ask(admin, 'select password_hash from users')).toMatchObject({ status: 400 })
  expect((await ask(admin, 'select * from users')).body['fields']).not.toContainEqual(
    expect.objectContaining({ name: 'password_hash' }),
  )
})

test('without a session nothing is answered', async () => {
  expect(await api.request('POST', '/query', { body: { text: 'select 1', params: [] } })).toMatchObject({ status: 401 })
})

describe('what is not a query of the device is refused', () => {
  test.each([
    'select * from public.tickets',
    'select * from sessions',
    'select * from pg_catalog.pg_authid',
    'select * from pg_authid',
    'table pg_shadow',
    "select set_config('search_path', 'public', true)",
    'select pg_sleep(10)',
    "select pg_read_file('/etc/passwd')",
    "select current_setting('data_directory')",
    "select query_to_xml('select * from sessions', true, true, '')",
    "select 'sessions'::regclass",
    'delete from tickets',
    'with gone as (delete from tickets returning *) select * from gone',
    'with recursive r as (select 1 as n union all select n + 1 from r) select * from r',
    'select * into stolen from tickets',
    'select * from tickets for update',
    'select 1; select 2',
    'select 1) as query; drop table tickets; --',
    'select * from generate_series(1, 1000000000)',
    'explain select * from tickets',
    'select * from xmltable(1)',
    'select * from tickets tablesample system (1)',
    '',
  ])('%s', async (text) => {
    expect(await ask(admin, text)).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
  })
})

test('another company’s row is not there, by whatever name it is asked for', async () => {
  const [row] = await api.db.sql`select id from tickets where company_id = ${theirs.id}`
  expect((await ask(admin, 'select * from tickets where id = $1', [String(row?.['id'])])).body['rows']).toEqual([])
  expect((await ask(admin, `select * from companies where id <> $1`, [ours.id])).body['rows']).toEqual([])
  expect((await ask(admin, `select $1::uuid`, [newId()])).status).toBe(200)
})

test('names of columns that need quotes do not escape', () => {
  const tables = new Set(deviceTables.map(({ name }) => name))
  expect(() => assertReadable('select "a""b" from "tickets"', tables)).not.toThrow()
  expect(() => assertReadable('select 1 from "Tickets"', tables)).toThrow('ERR_VALIDATION')
})
