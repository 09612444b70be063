import { connections } from 'db/connections/table.ts'
import { newId } from 'db/kit/new-id.ts'
import { testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { eq } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'

let api: TestApi
let company: TestCompany
let admin: string
let attendant: string
beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  company = await testCompany(api.db)
  admin = await api.login((await company.user('admin')).email)
  attendant = await api.login((await company.user('user')).email)
})
afterAll(() => api.stop())

const call = (method: string, path: string, body?: object, token = admin) =>
  api.request(method, path, { token, ...(body && { body }) })
const row = async (id: string) => {
  const [found] = await api.db.orm.select().from(connections).where(eq(connections.id, id))
  return found
}

test('a connection is added, read, changed and deleted in the specification’s shape', async () => {
  const [sales, finance] = [await company.queue('Vendas'), await company.queue('Financeiro')]
  const added = await call('POST', '/whatsapp', { name: 'Filial', queueIds: [sales], expiresTicket: 30 })
  expect(added).toMatchObject({ status: 201 })
  const id = String(added.body['id'])
  expect(await call('PUT', `/whatsapp/${id}`, { queueIds: [sales, finance] })).toMatchObject({
    status: 409,
    body: { error: 'ERR_WAPP_GREETING_REQUIRED' },
  })
  const change = { queueIds: [sales, finance], greetingMessage: 'Olá!', promptId: null, isDefault: true }
  expect(await call('PUT', `/whatsapp/${id}`, change)).toMatchObject({ status: 200 })
  expect(await call('GET', `/whatsapp/${id}`)).toMatchObject({
    status: 200,
    body: {
      id,
      uuid: id,
      name: 'Filial',
      status: 'DISCONNECTED',
      isDefault: true,
      expiresTicket: 30,
      queues: expect.arrayContaining([{ id: sales, name: 'Vendas', color: expect.any(String) }]),
    },
  })
  expect(await call('GET', `/whatsapp/?companyId=${newId()}&session=0`)).toMatchObject({
    status: 200,
    body: [
      { name: 'Filial', isDefault: true },
      { id: company.connectionId, isDefault: false, queues: [] },
    ],
  })
  expect(await call('DELETE', `/whatsapp/${id}`)).toMatchObject({
    status: 409,
    body: { error: 'ERR_NO_OTHER_WHATSAPP' },
  })
  expect(await call('DELETE', `/whatsapp/${id}?defaultId=${company.connectionId}`)).toMatchObject({ status: 200 })
  expect(await call('GET', `/whatsapp/${id}`)).toMatchObject({ status: 404, body: { error: 'ERR_NO_WAPP_FOUND' } })
  expect(await row(company.connectionId)).toMatchObject({ isDefault: true })
})

test('what links a connection is for those who may link it, and nothing secret is in any answer', async () => {
  const id = company.connectionId
  const linking = { status: 'qrcode', qrcode: 'ref,a,b', pairingCode: 'ABCD1234', tokenHash: 'f00d' } as const
  await api.db.orm.update(connections).set(linking).where(eq(connections.id, id))
  const [seen, unseen] = [
    await call('GET', `/whatsapp/${id}`),
    await call('GET', `/whatsapp/${id}`, undefined, attendant),
  ]
  expect(seen.body).toMatchObject({ qrcode: 'ref,a,b', pairingCode: 'ABCD1234' })
  expect(unseen).toMatchObject({ status: 200, body: { status: 'qrcode' } })
  const list = await call('GET', '/whatsapp', undefined, attendant)
  expect(JSON.stringify([unseen, list])).not.toMatch(/ref,a,b|ABCD1234/)
  expect(JSON.stringify([seen, unseen, list])).not.toMatch(/f00d|companyId|tokenHash|pairingNumber/)
})

test('the session’s routes start, renew and end it', async () => {
  const id = company.connectionId
  const path = `/whatsappsession/${id}`
  expect(await call('DELETE', path)).toMatchObject({ status: 200 })
  expect(await row(id)).toMatchObject({ status: 'DISCONNECTED', statusReason: 'disconnected' })
  expect(await call('POST', path)).toMatchObject({ status: 200 })
  expect(await row(id)).toMatchObject({ status: 'OPENING', relink: false })
  expect(await call('PUT', path, { pairingNumber: '5511900000001' })).toMatchObject({ status: 200 })
  expect(await row(id)).toMatchObject({ status: 'OPENING', relink: true, pairingNumber: '5511900000001' })
})

test('a token is answered once, kept as a hash, replaced by the next, and taken away', async () => {
  const path = `/whatsapp/${company.connectionId}/token`
  const token = async () => {
    const { status, body } = await call('POST', path)
    expect(status).toBe(201)
    return String(body['token'])
  }
  const [first, second] = [await token(), await token()]
  expect(first).toMatch(/^blc_[\w-]{43}$/)
  expect(second).not.toBe(first)
  const kept = await row(company.connectionId)
  expect(kept).toMatchObject({
    tokenHash: createHash('sha256').update(second).digest('hex'),
    tokenHint: second.slice(-4),
  })
  expect(JSON.stringify(kept)).not.toContain(second)
  expect((await call('GET', `/whatsapp/${company.connectionId}`)).body).toMatchObject({ tokenHint: second.slice(-4) })
  expect(await call('DELETE', path)).toMatchObject({ status: 204 })
  expect(await row(company.connectionId)).toMatchObject({ tokenHash: null, tokenHint: null })
})

test('a token is for admins of the connection’s company', async () => {
  const other = await testCompany(api.db)
  for (const method of ['POST', 'DELETE']) {
    expect(await call(method, `/whatsapp/${other.connectionId}/token`)).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_WAPP_FOUND' },
    })
    expect(await call(method, `/whatsapp/${company.connectionId}/token`, undefined, attendant)).toMatchObject({
      status: 403,
    })
  }
  expect(await row(other.connectionId)).toMatchObject({ tokenHash: null })
})
