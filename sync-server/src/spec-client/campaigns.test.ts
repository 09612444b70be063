// Campaigns as the specification's client knows them: its names, and the people and their fate within the campaign.
import { newId } from 'db/kit/new-id.ts'
import { testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSpecApi, type Json, type SpecApi, type SpecClient } from './client.ts'

let api: SpecApi
let company: TestCompany
let admin: SpecClient

beforeAll(async () => {
  api = await startSpecApi()
  company = await testCompany(api.db)
  admin = await api.client((await company.user('admin')).email)
})
afterAll(() => api.stop())

const blankTexts = Object.fromEntries(
  [1, 2, 3, 4, 5].flatMap((at) => [
    [`message${at}`, null],
    [`confirmationMessage${at}`, null],
  ]),
)
/** As its dialog sends them: every field, those that nobody filled in as null or ''. */
const form = {
  ...blankTexts,
  name: 'Natal',
  status: 'INATIVA',
  confirmation: false,
  scheduledAt: '',
  whatsappId: '',
  contactListId: '',
  tagListId: '',
  fileListId: null,
}

test('one is written and read under the specification’s names, and with its people when asked for alone', async () => {
  const { body: list } = await admin.post('/contact-lists', { name: 'Clientes' })
  const listId = String(list['id'])
  await admin.post('/contact-list-items', { name: 'Ana', number: '5511977710001', email: '', contactListId: listId })
  await api.db.sql`update contact_list_items set is_whatsapp_valid = true`
  const { status, body } = await admin.post('/campaigns', {
    ...form,
    whatsappId: company.connectionId,
    contactListId: listId,
    message1: 'Olá, {nome}',
  })
  expect(status).toBe(201)
  const id = String(body['id'])
  expect(body).toMatchObject({
    whatsappId: company.connectionId,
    whatsapp: { id: company.connectionId },
    tagListId: null,
    contactList: { name: 'Clientes', contacts: [{ name: 'Ana', isWhatsappValid: true }] },
    message2: '',
    shipping: [],
  })
  await admin.post(`/campaigns/${id}/start`)
  const { body: started } = await admin.get(`/campaigns/${id}`)
  expect(started).toMatchObject({
    status: 'EM_ANDAMENTO',
    shipping: [{ name: 'Ana', number: '5511977710001', deliveredAt: null, confirmationRequestedAt: null }],
  })
  const { body: page } = await admin.get<{ records: Json[] }>('/campaigns/', { searchParam: 'nat', pageNumber: '1' })
  expect(page.records).toMatchObject([{ id, contactList: { name: 'Clientes' } }])
  expect(page.records[0]).not.toHaveProperty('shipping')
})

test('an edit sends the row back as it was read; a time without a zone is the company’s', async () => {
  await api.db.sql`update companies set time_zone = 'America/Sao_Paulo' where id = ${company.id}`
  const { body } = await admin.post('/campaigns', { ...form, name: 'Ano novo' })
  const path = `/campaigns/${String(body['id'])}`
  const { body: read } = await admin.get(path)
  const whatsappId = company.connectionId
  const { status, body: changed } = await admin.put(path, { ...read, whatsappId, message1: 'Feliz 2031' })
  expect({ status, ...changed }).toMatchObject({ status: 'INATIVA', whatsappId, message1: 'Feliz 2031' })
  const { body: list } = await admin.post('/contact-lists', { name: 'Todos' })
  const scheduled = { scheduledAt: '2031-01-01T00:00', contactListId: list['id'] }
  expect((await admin.put(path, { ...changed, ...scheduled })).body).toMatchObject({
    status: 'PROGRAMADA',
    scheduledAt: '2031-01-01T03:00:00.000Z',
  })
})

test('another company’s connection, list, tag and campaign are not found', async () => {
  const other = await testCompany(api.db)
  const stranger = await api.client((await other.user('admin')).email)
  const { body: theirs } = await stranger.post('/contact-lists', { name: 'Deles' })
  const mine = form
  for (const forged of [
    { whatsappId: other.connectionId },
    { contactListId: theirs['id'] },
    { tagListId: newId() },
    { fileListId: newId() },
  ]) {
    expect((await admin.post('/campaigns', { ...mine, ...forged })).status, JSON.stringify(forged)).toBe(404)
  }
  const { body } = await admin.post('/campaigns', mine)
  expect((await stranger.get(`/campaigns/${String(body['id'])}`)).status).toBe(404)
})
