import { utils, write } from '@e965/xlsx'
import { contacts } from 'db/contacts/table.ts'
import type { UserActor } from 'db/kit/actor.ts'
import { testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'

let api: TestApi
let company: TestCompany
let attendant: UserActor & { email: string }
let token: string

beforeAll(async () => {
  api = await startTestApi()
  company = await testCompany(api.db)
  attendant = await company.user('user')
  token = await api.login(attendant.email)
})
afterAll(() => api.stop())

type BookType = 'xlsx' | 'biff8'

function sheet(rows: unknown[][], bookType: BookType = 'xlsx') {
  const book = utils.book_new(utils.aoa_to_sheet(rows), 'Contatos')
  return new File(
    [new Uint8Array(write(book, { type: 'buffer', bookType }) as Buffer)],
    bookType === 'xlsx' ? 'c.xlsx' : 'c.xls',
  )
}

async function post(file: File, mapping?: object | 'guessed') {
  const body = new FormData()
  body.set('file', file)
  if (!mapping) body.set('preview', 'true')
  else if (mapping !== 'guessed') body.set('mapping', JSON.stringify(mapping))
  const headers = { authorization: `Bearer ${token}`, origin: 'http://balcao.test' }
  const response = await api.fetch('/contacts/import-sheet', { method: 'POST', headers, body })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const rows = [
  ['E-mail', 'NOME', 'Número', 'Cidade'],
  ['ana@loja.example', 'Ana Souza', 5511988887777, 'São Paulo'],
  ['', 'Bruno Lima', '11 98888-1111', ''],
  ['', 'x', '11 98888-2222', ''],
  ['', 'Carla', '12', ''],
]

test.each(['xlsx', 'biff8'] as const)('%s: what is in it and which column seems to be what', async (bookType) => {
  expect(await post(sheet(rows, bookType))).toMatchObject({
    status: 200,
    body: {
      headers: rows[0],
      rows: [['ana@loja.example', 'Ana Souza', '5511988887777', 'São Paulo'], {}, {}, {}],
      total: 4,
      guess: { name: 1, number: 2, email: 0 },
    },
  })
})

test('created, updated and invalid rows are told; numbers are found without the ninth digit too', async () => {
  const known = await company.contact('Bruno')
  await api.db.orm.update(contacts).set({ number: '551188881111', email: 'b@x.example' }).where(eq(contacts.id, known))
  expect(await post(sheet(rows), { name: 1, number: 2, email: 0 })).toEqual({
    status: 200,
    body: {
      created: 1,
      updated: 1,
      invalid: [
        { row: 4, problem: 'name', text: 'x' },
        { row: 5, problem: 'number', text: '12' },
      ],
    },
  })
  const all = await api.db.orm.select().from(contacts).where(eq(contacts.companyId, company.id))
  expect(all.find(({ id }) => id === known)).toMatchObject({ name: 'Bruno Lima', email: 'b@x.example' })
  expect(all.find(({ number }) => number === '5511988887777')).toMatchObject({ name: 'Ana Souza' })
  expect(await post(sheet(rows), { name: 1, number: 2, email: 0 })).toMatchObject({ body: { created: 0, updated: 2 } })
})

test('a file alone is taken in by its headers; where they tell no name or number it is refused', async () => {
  const told = [
    ['E-mail', 'NOME', 'Número'],
    ['elisa@loja.example', 'Elisa Prado', '11 98888-3333'],
    ['', 'Fabio', '12'],
  ]
  expect(await post(sheet(told), 'guessed')).toMatchObject({
    status: 200,
    body: { created: 1, updated: 0, invalid: [{ row: 3, problem: 'number' }] },
  })
  const [elisa] = await api.db.orm.select().from(contacts).where(eq(contacts.email, 'elisa@loja.example'))
  expect(elisa).toMatchObject({ companyId: company.id, name: 'Elisa Prado', number: '5511988883333' })
  const untold = [
    ['Cliente', 'Fone 1'],
    ['Davi', '11 98888-4444'],
  ]
  expect(await post(sheet(untold), 'guessed')).toMatchObject({
    status: 400,
    body: { error: 'ERR_VALIDATION', details: { fields: { mapping: ['Required'] } } },
  })
})

test('another company’s contacts are not found by their number', async () => {
  const other = await testCompany(api.db)
  const theirs = await other.contact('Deles')
  await api.db.orm.update(contacts).set({ number: '5511977776666' }).where(eq(contacts.id, theirs))
  const [header, row] = [
    ['nome', 'numero'],
    ['Nossa', '11 97777-6666'],
  ]
  expect(await post(sheet([header, row]), { name: 0, number: 1, email: null })).toMatchObject({ body: { created: 1 } })
  expect((await api.db.orm.select().from(contacts).where(eq(contacts.id, theirs)))[0]).toMatchObject({ name: 'Deles' })
})

test('what is no spreadsheet, too large or without a sense is refused', async () => {
  const text = new File(['nome;numero\r\n'], 'c.xlsx')
  expect(await post(text)).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
  expect(await post(new File([new Uint8Array(6 * 1024 * 1024)], 'c.xlsx'))).toMatchObject({ status: 413 })
  const many = Array.from({ length: 20_002 }, (_, at) => ['Ana', String(at)])
  expect(await post(sheet(many))).toMatchObject({ status: 400 })
  expect(await post(sheet(rows), { name: 1, number: 'x', email: 0 })).toMatchObject({ status: 400 })
  expect(await post(sheet(rows), { name: 1, number: 2, email: 0, companyId: 'x' })).toMatchObject({ status: 400 })
})
