// Credentials of the company's own billing systems: set one by one, hinted at, taken away, and told to nobody.
import { billingSecret } from 'db/billing-lookup/credentials.ts'
import { secrets } from 'db/billing/table.ts'
import { companies, plans } from 'db/companies/table.ts'
import { testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { and, eq } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'

const key = '$aact_prod_000MzkwODA2MWY2OGM3MWRl'
let api: TestApi
let company: TestCompany
let admin: string
let supervisor: string
beforeAll(async () => {
  api = await startTestApi({ SESSION_KEYS_SECRET: randomBytes(32).toString('base64') })
  company = await testCompany(api.db)
  admin = await api.login((await company.user('admin')).email)
  supervisor = await api.login((await company.user('supervisor')).email)
})
afterAll(() => api.stop())

const put = (name: string, value: unknown, token = admin) =>
  api.request('PUT', `/settings/${name}`, { token, body: { value } })
const facts = async (token = admin) => {
  const { body } = await api.request('GET', '/settings/billing', { token })
  const rows = body as unknown as { key: string; set: { hint: string; by: string } | null }[]
  return Object.fromEntries(rows.map((row) => [row.key, row.set && row.set.hint]))
}

test('each is kept sealed by itself, hinted at to those who see the settings, and taken away', async () => {
  expect(await put('asaas', ` ${key} `)).toMatchObject({ status: 200, body: { key: 'asaas', value: '' } })
  expect((await put('ipixc', 'https://ixc.provedor.example/')).status).toBe(200)
  const nothing = { tokenixc: null, ipmkauth: null, clientidmkauth: null, clientsecretmkauth: null }
  expect(await facts()).toEqual({ asaas: 'MWRl', ipixc: 'ixc.provedor.example', ...nothing })
  expect(await facts(supervisor)).toMatchObject({ asaas: 'MWRl' })
  const its = and(eq(secrets.companyId, company.id), eq(secrets.name, billingSecret('asaas')))
  const [row] = await api.db.orm.select().from(secrets).where(its)
  expect(row && Buffer.from(row.sealed).includes(key)).toBe(false)
  expect(JSON.stringify((await api.request('GET', '/settings', { token: admin })).body)).not.toContain('asaas')
  expect((await put('asaas', '')).status).toBe(200)
  expect(await facts()).toMatchObject({ asaas: null, ipixc: 'ixc.provedor.example' })
})

test('another address takes the keys of the one before away; the same one, said again, does not', async () => {
  const set = async (values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) expect(await put(name, value)).toMatchObject({ status: 200 })
  }
  await set({ ipixc: 'https://ixc.provedor.example/', tokenixc: 'ficha-de-acesso-1234' })
  await set({ ipmkauth: 'https://mk.example/', clientidmkauth: 'cliente-abcd-1', clientsecretmkauth: 'segredo-abcd-2' })
  await set({ ipixc: 'https://ixc.provedor.example/', ipmkauth: 'https://mk.example/' })
  expect(await facts()).toMatchObject({ tokenixc: '1234', clientidmkauth: 'cd-1', clientsecretmkauth: 'cd-2' })
  await set({ ipixc: 'https://outro.example/' })
  expect(await facts()).toMatchObject({ ipixc: 'outro.example', tokenixc: null, clientidmkauth: 'cd-1' })
  await set({ ipmkauth: '' })
  expect(await facts()).toMatchObject({ ipmkauth: null, clientidmkauth: null, clientsecretmkauth: null })
  await set({ ipixc: '' })
})

test('what can be none, and who may not, is refused', async () => {
  for (const [name, value] of [
    ['asaas', 'com espaço'],
    ['asaas', 'x'.repeat(2000)],
    ['ipixc', 'http://ixc.provedor.example'],
    ['ipmkauth', 'https://user:senha@mk.example'],
    ['ipmkauth', 'javascript:alert(1)'],
  ] as const)
    expect(await put(name, value)).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
  expect(await put('asaas', key, supervisor)).toMatchObject({ status: 403 })
  const attendant = await api.login((await company.user('user')).email)
  expect(await api.request('GET', '/settings/billing', { token: attendant })).toMatchObject({ status: 403 })
  const [own] = await api.db.orm.select().from(companies).where(eq(companies.id, company.id))
  await api.db.orm
    .update(plans)
    .set({ useIntegrations: false })
    .where(eq(plans.id, own?.planId ?? ''))
  expect(await put('asaas', key)).toMatchObject({ status: 403, body: { error: 'ERR_PLAN_FEATURE' } })
  const queue = { id: crypto.randomUUID(), name: 'Fin', color: '#123456', orderQueue: 1, greetingMessage: 'Oi' }
  const asked = await api.request('POST', '/queue', { token: admin, body: { ...queue, billingLookup: true } })
  expect(asked).toMatchObject({ status: 403, body: { error: 'ERR_PLAN_FEATURE' } })
})
