// Webhooks and integrations over HTTP: secrets are answered once or never, and what was told can be read and told again.
import { testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'

let api: TestApi
let company: TestCompany
let admin: string
beforeAll(async () => {
  api = await startTestApi({ SESSION_KEYS_SECRET: randomBytes(32).toString('hex') })
})
afterAll(() => api.stop())
beforeEach(async () => {
  company = await testCompany(api.db)
  admin = await api.login((await company.user('admin')).email)
})

const crm = { name: 'CRM', url: 'https://crm.example/in', events: ['ticket.opened'] }
const ask = (method: string, path: string, body?: unknown) =>
  api.request(method, path, { token: admin, ...(body !== undefined && { body }) })

test('a webhook’s secret is answered when it is made, and never again', async () => {
  const made = await ask('POST', '/webhooks', crm)
  expect(made).toMatchObject({ status: 201, body: { ...crm, active: true, offReason: null } })
  const secret = String(made.body['secret'])
  expect(secret).toMatch(/^whsec_/)
  const path = `/webhooks/${String(made.body['id'])}`
  for (const answer of [
    await ask('GET', '/webhooks'),
    await ask('GET', path),
    await ask('PUT', path, { name: 'Outro' }),
  ]) {
    expect(JSON.stringify(answer.body)).not.toContain('whsec_')
  }
  const next = await ask('POST', `${path}/secret`)
  expect(next.status).toBe(201)
  expect(next.body['secret']).not.toBe(secret)
  expect(await ask('DELETE', path)).toMatchObject({ status: 204 })
  expect(await api.db.sql`select from secrets where company_id = ${company.id}`).toHaveLength(0)
})

test('what was told is listed, read with its body, and told again with the same id', async () => {
  const { body } = await ask('POST', '/webhooks', crm)
  const path = `/webhooks/${String(body['id'])}`
  const ticketId = await company.ticket()
  expect(await ask('POST', `${path}/test`)).toMatchObject({ status: 202, body: { event: 'webhook.test' } })
  await api.db.sql`update webhook_deliveries set status = 'failed', last_status = 500, last_answer = 'no'`
  const list = await ask('GET', `${path}/deliveries`)
  expect(list.body).toMatchObject({
    deliveries: [{ event: 'webhook.test' }, { event: 'ticket.opened' }],
    hasMore: false,
  })
  const [, told] = list.body['deliveries'] as { id: string; messageId: string }[]
  const one = await ask('GET', `${path}/deliveries/${told?.id}`)
  expect(one.body).toMatchObject({ lastAnswer: 'no', lastStatus: 500 })
  expect(JSON.parse(String(one.body['body']))).toMatchObject({
    type: 'ticket.opened',
    data: { ticket: { id: ticketId } },
  })
  const again = await ask('POST', `${path}/deliveries/${told?.id}/resend`)
  expect(again).toMatchObject({ status: 202, body: { messageId: told?.messageId, status: 'waiting' } })
  expect(again.body['id']).not.toBe(told?.id)
})

test.each([
  { url: 'https://user:pass@crm.example/' },
  { url: 'ftp://crm.example/' },
  { url: 'javascript:alert(1)' },
  { events: [] },
  { events: ['ticket.deleted'] },
  { name: 'x' },
])('%j is refused', async (change) => {
  expect(await ask('POST', '/webhooks', { ...crm, ...change })).toMatchObject({ status: 400 })
})

test('ten are enough, and they are admins’ alone', async () => {
  for (let count = 0; count < 10; count++) expect((await ask('POST', '/webhooks', crm)).status).toBe(201)
  expect(await ask('POST', '/webhooks', crm)).toMatchObject({ status: 409, body: { error: 'ERR_PLAN_LIMIT' } })
  const supervisor = await api.login((await company.user('supervisor')).email)
  expect(await api.request('GET', '/webhooks', { token: supervisor })).toMatchObject({ status: 403 })
  await api.db
    .sql`update plans set use_integrations = false where id = (select plan_id from companies where id = ${company.id})`
  expect(await ask('GET', '/webhooks')).toMatchObject({ status: 403, body: { error: 'ERR_PLAN_FEATURE' } })
})

test('an integration’s service account goes in and never comes out', async () => {
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' })
  const account = {
    type: 'service_account',
    project_id: 'p',
    client_email: 'bot@p.example',
    private_key: key,
    private_key_id: 'k',
  }
  const agent = { type: 'dialogflow', name: 'Agente', projectName: 'p', language: 'pt-BR' }
  const made = await ask('POST', '/queueIntegration', { ...agent, jsonContent: JSON.stringify(account) })
  expect(made).toMatchObject({ status: 201, body: { name: 'Agente', secretHint: 'bot@p.example' } })
  const path = `/queueIntegration/${String(made.body['id'])}`
  const answers = [
    made,
    await ask('GET', '/queueIntegration'),
    await ask('PUT', path, { name: 'Outro', jsonContent: '' }),
  ]
  for (const { body } of answers) expect(JSON.stringify(body)).not.toContain('PRIVATE KEY')
  expect(answers[1]?.body).toMatchObject({ queueIntegrations: [{ name: 'Agente' }], hasMore: false })
  expect(await ask('PUT', path, { jsonContent: '{"type":"external_account"}' })).toMatchObject({ status: 400 })
  const stolen = { ...account, token_uri: 'https://evil.example/', universe_domain: 'evil.example' }
  expect(await ask('PUT', path, { jsonContent: JSON.stringify(stolen) })).toMatchObject({ status: 200 })
  expect(await ask('DELETE', path)).toMatchObject({ status: 200 })
  expect(await api.db.sql`select from secrets where company_id = ${company.id}`).toHaveLength(0)
})

test.each([
  { type: 'n8n', name: 'Fluxo' },
  { type: 'typebot', name: 'Bot', urlN8N: 'https://bot.example' },
  { type: 'dialogflow', name: 'Agente' },
  { type: 'n8n', name: 'x', urlN8N: 'https://n8n.example' },
  { type: 'telegram', name: 'Bot', urlN8N: 'https://bot.example' },
])('an integration lacks what its type needs: %j', async (body) => {
  expect(await ask('POST', '/queueIntegration', body)).toMatchObject({ status: 400 })
})
