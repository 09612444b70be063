// The people of contact lists over REST: once each, by pages, from spreadsheets; and what the list itself counts.
import { utils, write } from '@e965/xlsx'
import { recordItemChecks, takeUncheckedItems } from 'db/contact-lists/items.ts'
import { contactLists } from 'db/contact-lists/table.ts'
import { newId } from 'db/kit/new-id.ts'
import { defaultSettings, settings } from 'db/settings/table.ts'
import { testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'

let api: TestApi
let company: TestCompany
let token: string
let listId: string

beforeAll(async () => {
  api = await startTestApi()
  company = await testCompany(api.db)
  token = await api.login((await company.user('admin')).email)
})
afterAll(() => api.stop())
beforeEach(async () => {
  await api.db.orm.delete(contactLists)
  listId = await newList('Clientes')
})

const newList = async (name: string) => String((await ask('POST', '/contact-lists', { name })).said['id'])

const ask = async (method: string, path: string, body?: unknown, as = token) => {
  const { status, body: said } = await api.request(method, path, { token: as, ...(body !== undefined && { body }) })
  return { status, said }
}
const add = (name: string, number: string, email?: string) =>
  ask('POST', '/contact-list-items', { name, number, contactListId: listId, ...(email && { email }) })
const list = async () => (await api.db.orm.select().from(contactLists).where(eq(contactLists.id, listId)))[0]
const page = async (query: Record<string, string> = {}) => {
  const params = new URLSearchParams({ contactListId: listId, ...query }).toString()
  const { said } = await ask('GET', `/contact-list-items?${params}`)
  const names = (said['contacts'] as { name: string }[]).map(({ name }) => name)
  return { names, hasMore: said['hasMore'], cursor: said['cursor'], count: said['count'] }
}

async function upload(rows: unknown[][], mapping?: object | 'guessed', id = listId) {
  const book = utils.book_new(utils.aoa_to_sheet(rows), 'Contatos')
  const file = new File([new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer)], 'c.xlsx')
  const body = new FormData()
  body.set('file', file)
  if (!mapping) body.set('preview', 'true')
  else if (mapping !== 'guessed') body.set('mapping', JSON.stringify(mapping))
  const headers = { authorization: `Bearer ${token}`, origin: 'http://balcao.test' }
  const response = await api.fetch(`/contact-lists/${id}/upload`, { method: 'POST', headers, body })
  return { status: response.status, said: (await response.json()) as Record<string, unknown> }
}

test('a number is in a list once, with or without its ninth digit; in another list it may be too', async () => {
  expect(await add('Ana', '(11) 98888-7777')).toMatchObject({ status: 201, said: { number: '5511988887777' } })
  const again = { status: 409, said: { error: 'ERR_DUPLICATED_CONTACT', details: { field: 'number' } } }
  expect(await add('Ana de novo', '551188887777')).toMatchObject(again)
  const bruno = await add('Bruno', '11 97777-6666')
  const id = String(bruno.said['id'])
  expect(await ask('PUT', `/contact-list-items/${id}`, { number: '11 8888-7777' })).toMatchObject(again)
  expect(await list()).toMatchObject({ contactsCount: 2, validCount: 0, invalidCount: 0 })
  listId = await newList('Outra')
  expect((await add('Ana', '11 98888-7777')).status).toBe(201)
})

test('what is typed wrongly is refused at its field', async () => {
  const fieldOf = async (change: object) => {
    const { status, said } = await ask('POST', '/contact-list-items', {
      name: 'Ana',
      number: '11 98888-7777',
      contactListId: listId,
      ...change,
    })
    return [status, ...Object.keys((said['details'] as { fields: object }).fields)]
  }
  expect(await fieldOf({ name: 'A' })).toEqual([400, 'name'])
  expect(await fieldOf({ number: '12' })).toEqual([400, 'number'])
  expect(await fieldOf({ email: 'nada' })).toEqual([400, 'email'])
  expect(
    (await ask('POST', '/contact-list-items', { name: 'Ana', number: '11 98888-7777', contactListId: newId() })).status,
  ).toBe(404)
})

test('it is found by name without accents, by number and by e-mail; pages follow each other', async () => {
  for (const at of Array.from({ length: 45 }).keys())
    await add(`Pessoa ${String(at).padStart(2, '0')}`, `1190000${1000 + at}`)
  await add('Íris Conceição', '21 97777-1234', 'iris@flores.example')
  expect(await page({ searchParam: 'conceicao' })).toMatchObject({ names: ['Íris Conceição'], count: 1 })
  expect(await page({ searchParam: '97777-1234' })).toMatchObject({ names: ['Íris Conceição'] })
  expect(await page({ searchParam: 'FLORES.ex' })).toMatchObject({ names: ['Íris Conceição'] })
  const first = await page()
  expect(first).toMatchObject({ hasMore: true, count: 46 })
  const second = await page({ cursor: String(first.cursor) })
  expect([...first.names, ...second.names].toSorted()).toEqual((await page({ limit: '100' })).names.toSorted())
  expect((await page({ pageNumber: '2' })).names).toEqual(second.names)
})

test('a spreadsheet: looked at first, then taken in; who is there is changed and stays asked for', async () => {
  const { said: ana } = await add('Ana', '11 98888-7777', 'ana@loja.example')
  await recordChecks([{ id: String(ana['id']), asked: '5511988887777', found: '551188887777' }])
  expect(await list()).toMatchObject({ contactsCount: 1, validCount: 1, invalidCount: 0 })
  const rows = [
    ['Nome', 'Número', 'E-mail'],
    ['Ana Souza', '11988887777', ''],
    ['Bruno', '21977776666', 'bruno@loja.example'],
    ['Bruno de novo', '2177776666', ''],
    ['Carla', '12', ''],
  ]
  expect(await upload(rows)).toMatchObject({ status: 200, said: { total: 4, guess: { name: 0, number: 1, email: 2 } } })
  expect(await page()).toMatchObject({ names: ['Ana'] })
  const { said } = await upload(rows, { name: 0, number: 1, email: 2 })
  expect(said).toMatchObject({
    created: 1,
    updated: 1,
    invalid: [
      { row: 4, problem: 'repeated' },
      { row: 5, problem: 'number' },
    ],
  })
  expect(await page()).toMatchObject({ names: ['Ana Souza', 'Bruno'] })
  expect((await ask('GET', `/contact-list-items/${String(ana['id'])}`)).said).toMatchObject({
    number: '551188887777',
    email: 'ana@loja.example',
    isWhatsappValid: true,
  })
  expect(await list()).toMatchObject({ contactsCount: 2, validCount: 1 })
})

const recordChecks = (checks: Parameters<typeof recordItemChecks>[1]) =>
  api.db.orm.transaction((tx) => recordItemChecks(tx, checks, new Date()))

test('what WhatsApp said counts for the number that it was asked for, and another number is asked for anew', async () => {
  const [ana, bruno] = [(await add('Ana', '11 98888-7777')).said, (await add('Bruno', '11 97777-6666')).said]
  const take = (now = new Date()) => api.db.orm.transaction((tx) => takeUncheckedItems(tx, company.id, 10, now))
  expect(await take()).toHaveLength(2)
  expect(await take()).toEqual([])
  // Whoever asked died: somebody else asks.
  expect(await take(new Date(Date.now() + 5 * 60_000))).toHaveLength(2)
  await ask('PUT', `/contact-list-items/${String(bruno['id'])}`, { number: '11 96666-5555' })
  await recordChecks([
    { id: String(ana['id']), asked: '5511988887777', found: null },
    { id: String(bruno['id']), asked: '5511977776666', found: '5511977776666' },
  ])
  expect(await list()).toMatchObject({ contactsCount: 2, validCount: 0, invalidCount: 1 })
  await ask('PUT', `/contact-list-items/${String(ana['id'])}`, { number: '11 95555-4444' })
  expect(await list()).toMatchObject({ invalidCount: 0 })
  await ask('DELETE', `/contact-list-items/${String(ana['id'])}`)
  expect(await list()).toMatchObject({ contactsCount: 1 })
})

test('deleting a list takes its people along; nobody but admins writes', async () => {
  await add('Ana', '11 98888-7777')
  const supervisor = await api.login((await company.user('supervisor')).email)
  expect((await ask('GET', `/contact-list-items?contactListId=${listId}`, undefined, supervisor)).status).toBe(200)
  const body = { name: 'Bruno', number: '11 97777-6666', contactListId: listId }
  expect((await ask('POST', '/contact-list-items', body, supervisor)).status).toBe(403)
  expect((await ask('DELETE', `/contact-lists/${listId}`)).status).toBeLessThan(300)
  const [left] = await api.db.sql`select count(*)::int as n from contact_list_items where contact_list_id = ${listId}`
  expect(left).toEqual({ n: 0 })
})

test('without campaigns in the plan, or switched off, nobody is added', async () => {
  const own = { id: company.id, companyId: company.id, createdAt: new Date(), updatedAt: new Date() }
  await api.db.orm.insert(settings).values({ ...defaultSettings, ...own, campaignsEnabled: 'disabled' })
  expect(await add('Ana', '11 98888-7777')).toMatchObject({ status: 403, said: { error: 'ERR_PLAN_FEATURE' } })
  await api.db.orm.delete(settings)
})
