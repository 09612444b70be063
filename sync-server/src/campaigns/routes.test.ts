// Campaigns over REST: what starting would mean, the report that adds up, the people behind it, who said stop, and how a number does.
import { whatsAppNumber } from 'db/contacts/numbers.ts'
import { takeInItems } from 'db/contact-lists/items.ts'
import { newId } from 'db/kit/new-id.ts'
import { testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'

let api: TestApi
let company: TestCompany
let token: string
let supervisor: string
let listId: string

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.stop())
beforeEach(async () => {
  company = await testCompany(api.db)
  token = await api.login((await company.user('admin')).email)
  supervisor = await api.login((await company.user('supervisor')).email)
  listId = await newList(['Ana', 'Bia', 'Caio', 'Davi'])
})

const ask = async (method: string, path: string, body?: unknown, as = token) => {
  const { status, body: said } = await api.request(method, path, { token: as, ...(body !== undefined && { body }) })
  return { status, said }
}
const numberOf = (at: number) => `55119777${String(10_000 + at)}`

async function newList(names: readonly string[]) {
  const id = String((await ask('POST', '/contact-lists', { name: `Lista ${newId()}`.slice(0, 50) })).said['id'])
  const rows = names.map((name, at) => ({ name, number: whatsAppNumber(numberOf(at)), email: '' }))
  await api.db.orm.transaction((tx) => takeInItems(tx, { companyId: company.id, contactListId: id }, rows, new Date()))
  return id
}

const complete = () => ({ connectionId: company.connectionId, contactListId: listId, message1: 'Olá, {nome}!' })
const newCampaign = async (values: object = {}) =>
  String((await ask('POST', '/campaigns', { name: 'Natal', ...complete(), ...values })).said['id'])
const optOutOf = (number: string, name: string, campaignId: string) => api.db.sql`
  insert into opt_outs (company_id, name, number, campaign_id, campaign_name, body, created_at)
  values (${company.id}, ${name}, ${number}, ${campaignId}, 'Natal', 'sair', now())`

test('before it starts it says to how many, until when, and what the first three will read', async () => {
  await ask('POST', '/campaign-settings', {
    settings: { variables: [{ key: 'site', value: 'padaria.example' }], startHour: '00:00', endHour: '00:00' },
  })
  const id = await newCampaign({ message2: 'Oi {nome}, veja {site} {{date}}' })
  await api.db
    .sql`update contact_list_items set is_whatsapp_valid = false where name = 'Bia' and company_id = ${company.id}`
  await api.db
    .sql`update contact_list_items set is_whatsapp_valid = true where name = 'Caio' and company_id = ${company.id}`
  await optOutOf(numberOf(3), 'Davi', id)
  const { status, said } = await ask('GET', `/campaigns/${id}/forecast`)
  expect(status).toBe(200)
  expect(said).toMatchObject({ people: 4, valid: 2, invalid: 1, optedOut: 1, repeated: 0, unchecked: 1, ahead: 0 })
  expect(said['examples']).toMatchObject([
    { name: 'Ana', question: null, message: 'Olá, Ana!' },
    { name: 'Caio', question: null, message: 'Olá, Caio!' },
  ])
  expect(Date.parse(String(said['endsAt']))).toBeGreaterThan(Date.now())
})

test('it is started, cancelled and goes on by those who may; what is missing is named', async () => {
  const draft = String((await ask('POST', '/campaigns', { name: 'Rascunho' })).said['id'])
  expect(await ask('POST', `/campaigns/${draft}/start`)).toMatchObject({
    status: 400,
    said: { details: { fields: { connectionId: ['required'], contactListId: ['required'], message1: ['required'] } } },
  })
  const id = await newCampaign()
  expect(await ask('POST', `/campaigns/${id}/start`, undefined, supervisor)).toMatchObject({ status: 403 })
  expect(await ask('POST', `/campaigns/${id}/cancel`)).toMatchObject({ status: 409 })
  expect(await ask('POST', `/campaigns/${id}/start`)).toMatchObject({ status: 200 })
  expect(await ask('POST', `/campaigns/${id}/start`)).toMatchObject({
    status: 409,
    said: { error: 'ERR_CAMPAIGN_RUNNING' },
  })
  expect(await ask('DELETE', `/contact-lists/${listId}`)).toMatchObject({
    status: 409,
    said: { error: 'ERR_CONTACT_LIST_IN_USE' },
  })
  expect(await ask('POST', `/campaigns/${id}/cancel`)).toMatchObject({ status: 200 })
  expect(await ask('POST', `/campaigns/${id}/restart`)).toMatchObject({ status: 200 })
  expect((await ask('GET', `/campaigns/${id}`)).said).toMatchObject({ status: 'EM_ANDAMENTO', peopleCount: 4 })
})

test('the report adds up, by variant and cause, and each number has its people', async () => {
  const id = await newCampaign({ message2: 'Oi!' })
  await ask('POST', `/campaigns/${id}/start`)
  const set = (name: string, values: object) => api.db.sql`
    update campaign_shippings set ${api.db.sql(values)} where campaign_id = ${id} and name = ${name}`
  await set('Ana', {
    state: 'delivered',
    variant: 0,
    read_at: new Date(),
    answered_at: new Date(),
    delivered_at: new Date(),
  })
  await set('Bia', { state: 'failed', variant: 1, error: '463' })
  await set('Caio', { state: 'invalid' })
  await api.db.sql`update campaigns set repeated_count = 1 where id = ${id}`
  const { said } = await ask('GET', `/campaigns/${id}/report`, undefined, supervisor)
  expect(said).toMatchObject({
    all: 5,
    valid: 3,
    invalid: 1,
    optedOut: 0,
    repeated: 1,
    delivered: 1,
    failed: 1,
    waiting: 1,
    read: 1,
    answered: 1,
  })
  expect(said['failures']).toEqual([{ error: '463', count: 1 }])
  expect(said['variants']).toMatchObject([
    { variant: 0, sent: 1, delivered: 1, answered: 1 },
    { variant: 1, sent: 1, delivered: 0 },
  ])
  const people = async (query: string) =>
    ((await ask('GET', `/campaigns/${id}/people?${query}`)).said['people'] as { name: string }[]).map(
      ({ name }) => name,
    )
  expect(await people('group=failed&error=463')).toEqual(['Bia'])
  expect(await people('group=waiting')).toEqual(['Davi'])
  expect(await people('variant=0')).toEqual(['Ana'])
  expect(await people('searchParam=caio')).toEqual(['Caio'])
  const { said: first } = await ask('GET', `/campaigns/${id}/people?limit=3`)
  expect(first).toMatchObject({ count: 4, hasMore: true })
  expect(await people(`limit=3&cursor=${String(first['cursor'])}`)).toEqual(['Davi'])
})

test('who said stop is listed, taken back with a reason by who may, and stays listed', async () => {
  const id = await newCampaign()
  await optOutOf(numberOf(0), 'Ana', id)
  const list = async () => (await ask('GET', '/opt-outs?searchParam=ana', undefined, supervisor)).said
  const [row] = (await list())['optOuts'] as { id: string }[]
  expect(row).toMatchObject({ name: 'Ana', campaignName: 'Natal', body: 'sair', revokedAt: null })
  const revoke = (reason: string, as = token) => ask('POST', `/opt-outs/${row?.id}/revoke`, { reason }, as)
  expect(await revoke('Pediu de volta', supervisor)).toMatchObject({ status: 403 })
  expect(await revoke('')).toMatchObject({ status: 400 })
  expect(await revoke('Pediu de volta')).toMatchObject({ status: 200 })
  expect(await revoke('De novo')).toMatchObject({ status: 404 })
  expect((await list())['optOuts']).toMatchObject([
    { revokeReason: 'Pediu de volta', revokedByName: expect.any(String) },
  ])
})

test('settings are keys with JSON, in the specification’s way; what is not allowed is refused at its field', async () => {
  const read = async () => (await ask('GET', '/campaign-settings')).said as unknown as { key: string; value: string }[]
  expect(await read()).toContainEqual({ key: 'messageInterval', value: '20' })
  expect(await ask('POST', '/campaign-settings', { settings: { messageInterval: '10' } })).toMatchObject({
    status: 200,
  })
  expect(await read()).toContainEqual({ key: 'messageInterval', value: '10' })
  for (const settings of [
    { messageInterval: 7 },
    { variables: [{ key: 'Nome', value: 'x' }] },
    {
      variables: [
        { key: 'a', value: 'x' },
        { key: 'A', value: 'y' },
      ],
    },
    { warmUp: Array(14).fill(10_000) },
    { startHour: '25:00' },
  ]) {
    expect(await ask('POST', '/campaign-settings', { settings })).toMatchObject({ status: 400 })
  }
})

test('a number’s health is a light with its facts', async () => {
  const { said } = await ask('GET', `/connections/${company.connectionId}/health`)
  expect(said).toMatchObject({ light: 'yellow', ageDays: 0, sentToday: 0, cap: 20, failures: [] })
  expect((said['facts'] as { kind: string }[]).map(({ kind }) => kind)).toEqual(['new', 'cap'])
  expect(said['days']).toHaveLength(7)
})

test('a report of 50,000 is there at once', async () => {
  const id = await newCampaign()
  await api.db.sql`
    insert into campaign_shippings (company_id, campaign_id, position, name, number, email, state, variant)
    select ${company.id}, ${id}, n, 'Pessoa ' || n, '5511' || (900000000 + n), '', 'delivered', n % 2 from generate_series(1, 50000) n`
  expect((await ask('GET', `/campaigns/${id}/report`)).said).toMatchObject({ all: 50_000, delivered: 50_000 })
})
