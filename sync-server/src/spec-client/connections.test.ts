// A connection that is deleted over REST, and what goes on over another one.
import { newId } from 'db/kit/new-id.ts'
import { testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startSpecApi, type Json, type SpecApi, type SpecClient } from './client.ts'

let api: SpecApi
let company: TestCompany
let admin: SpecClient
let first: string
let branch: string

beforeAll(async () => {
  api = await startSpecApi()
})
afterAll(() => api.stop())
beforeEach(async () => {
  company = await testCompany(api.db)
  admin = await api.client((await company.user('admin')).email)
  first = company.connectionId
  branch = String((await admin.post('/whatsapp', { name: 'Filial' })).body['id'])
})

const ticket = async (id: string) => (await admin.get(`/tickets/${id}`)).body
const connections = async () => (await admin.get('/whatsapp')).body as unknown as Json[]

test('the default one is not deleted as long as nothing else is to be it', async () => {
  expect(await admin.delete(`/whatsapp/${first}`)).toMatchObject({
    status: 409,
    body: { error: 'ERR_NO_OTHER_WHATSAPP' },
  })
  expect(await connections()).toHaveLength(2)
  expect(await admin.delete(`/whatsapp/${first}?defaultId=${branch}`)).toMatchObject({ status: 200 })
  expect(await connections()).toMatchObject([{ id: branch, isDefault: true }])
  expect(await admin.delete(`/whatsapp/${branch}`)).toMatchObject({ body: { error: 'ERR_NO_OTHER_WHATSAPP' } })
})

test('its conversations move where that is said; nothing that is named may be misspelt', async () => {
  const id = await company.ticket({ status: 'open' })
  expect(await admin.delete(`/whatsapp/${first}?moveTo=${newId()}`)).toMatchObject({
    status: 404,
    body: { error: 'ERR_NO_WAPP_FOUND' },
  })
  expect(await admin.delete(`/whatsapp/${first}?whatsappId=${branch}`)).toMatchObject({ status: 400 })
  expect(await admin.delete(`/whatsapp/${first}?moveTo=${branch}`)).toMatchObject({ status: 200 })
  expect(await ticket(id)).toMatchObject({ status: 'open', whatsappId: branch, whatsapp: { name: 'Filial' } })
})

test('one that was closed with its connection is reopened over another one', async () => {
  const id = await company.ticket({ status: 'open' })
  await admin.delete(`/whatsapp/${first}?defaultId=${branch}`)
  expect(await ticket(id)).toMatchObject({ status: 'closed', whatsapp: { name: 'Principal' } })
  const put = (body: object) => admin.put(`/tickets/${id}`, body)
  expect(await put({ status: 'open' })).toMatchObject({ status: 404, body: { error: 'ERR_NO_WAPP_FOUND' } })
  expect(await put({ status: 'open', whatsappId: first })).toMatchObject({ status: 404 })
  expect(await put({ status: 'open', userId: admin.user['id'], whatsappId: branch })).toMatchObject({
    status: 200,
    body: { status: 'open', whatsappId: branch },
  })
})

test('a schedule and a campaign that was stopped go on over the one that is named', async () => {
  const contactId = await company.contact('Bia')
  const { body: made } = await admin.post('/schedules', {
    contactId,
    body: 'Seu bolo está pronto',
    sendAt: '2090-01-01T12:00:00.000Z',
  })
  expect(made).toMatchObject({ whatsappId: null })
  const schedule = (whatsappId: string) => admin.put(`/schedules/${String(made['id'])}`, { ...made, whatsappId })
  expect(await schedule(branch)).toMatchObject({ status: 200, body: { whatsappId: branch } })
  expect(await schedule(newId())).toMatchObject({ status: 404 })
  expect(await schedule('')).toMatchObject({ status: 200, body: { whatsappId: null } })

  const { body: list } = await admin.post('/contact-lists', { name: 'Clientes' })
  const chosen = { whatsappId: first, contactListId: list['id'], message1: 'Olá' }
  const { body: campaign } = await admin.post('/campaigns', { name: 'Natal', ...chosen })
  const path = `/campaigns/${String(campaign['id'])}`
  await admin.delete(`/whatsapp/${first}?defaultId=${branch}`)
  expect(await admin.post(`${path}/start`)).toMatchObject({ status: 404, body: { error: 'ERR_NO_WAPP_FOUND' } })
  await api.db.sql`update campaigns set status = 'CANCELADA', started_at = now() where id = ${String(campaign['id'])}`
  expect(await admin.post(`${path}/restart`)).toMatchObject({ status: 404 })
  expect(await admin.post(`${path}/restart`, { whatsappId: branch })).toMatchObject({ status: 200 })
  expect((await admin.get(path)).body).toMatchObject({
    whatsapp: { id: branch, name: 'Filial' },
    status: 'EM_ANDAMENTO',
  })
})
