// A client that reads a row, changes what it means to, and puts the whole back: what it read is taken as it is, and equal values change nothing.
// Over every PUT whose row can be read; a new route is part of it by being mounted.
import { superUser } from 'db/node/testing/test-world.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describedRoutes, fieldsOf } from '../described-routes.ts'
import { startTestApi, type TestApi } from '../test-api.ts'
import { allRowsReader } from './all-rows.ts'
import { examplesOf } from './requests.ts'
import { tenant, type Tenant } from './tenant.ts'

const api: TestApi = await startTestApi({ VAPID_PUBLIC_KEY: 'v'.repeat(87) })
const described = await describedRoutes(api)
const everything = await allRowsReader(api.db)
const readable = new Set(described.filter(({ method }) => method === 'get').map(({ path }) => path))
const puts = described
  .filter(({ method, path }) => method === 'put' && readable.has(path))
  .map((route) => ({ path: route.path, fields: fieldsOf(route) }))

let of: Tenant
let operatorToken: string
let planId: string
beforeAll(async () => {
  of = await tenant(api)
  operatorToken = await api.login((await superUser(api.db)).email)
  const [plan] = await api.db.sql<{ id: string }[]>`select id from plans limit 1`
  planId = plan?.id ?? ''
})
afterAll(() => api.stop())

const isOffice = (path: string) => /^\/(companies|plans|installation|helps|announcements)/.test(path)

function asked(path: string) {
  const params = examplesOf(`PUT ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`)?.of(of)[0]?.params ?? {}
  const at = path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
    path.startsWith('/plans/') ? planId : (params[key] ?? ''),
  )
  const token = isOffice(path) ? operatorToken : of.adminToken
  return { at, token }
}

test('every row that is put can be read', () => {
  expect(puts.map(({ path }) => path)).toMatchInlineSnapshot(`
    [
      "/users/{id}",
      "/contact-list-items/{id}",
      "/chats/{id}",
      "/prompt/{id}",
      "/tickets/{id}",
      "/plans/{id}",
      "/companies/{id}",
      "/queueIntegration/{id}",
      "/webhooks/{id}",
      "/installation",
      "/whatsapp/{id}",
      "/contacts/{id}",
      "/queue/{id}",
      "/tags/{id}",
      "/quick-messages/{id}",
      "/schedules/{id}",
      "/files/{id}",
      "/contact-lists/{id}",
      "/campaigns/{id}",
      "/helps/{id}",
      "/announcements/{id}",
    ]
  `)
})

describe.each(puts)('$path', ({ path, fields }) => {
  test('the row as it was read changes nothing', async () => {
    const { at, token } = asked(path)
    const { status, body } = await api.request('GET', at, { token })
    expect(status).toBe(200)
    const before = await everything()
    expect(await api.request('PUT', at, { token, body })).toMatchObject({ status: 200 })
    expect(await everything()).toEqual(before)
  })

  test('the row with one text changed is taken', async () => {
    const { at, token } = asked(path)
    const { body } = await api.request('GET', at, { token })
    const field = ['name', 'title', 'shortcode', 'body', 'contact'].find(
      (key) => fields.includes(key) && typeof body[key] === 'string',
    )
    if (!field) return
    const changed = `${String(body[field]).slice(0, 20)}z`
    const answer = await api.request('PUT', at, { token, body: { ...body, [field]: changed } })
    expect(answer).toMatchObject({ status: 200 })
    expect((await api.request('GET', at, { token })).body[field]).toBe(changed)
  })
})

test('what is past is refused of a campaign and a schedule, made or changed', async () => {
  const token = of.adminToken
  const past = new Date(Date.now() - 60_000).toISOString()
  for (const [path, field] of [
    [`/campaigns/${of.campaignId}`, 'scheduledAt'],
    [`/schedules/${of.scheduleId}`, 'sendAt'],
  ] as const)
    expect(await api.request('PUT', path, { token, body: { [field]: past } })).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION', details: { fields: { [field]: ['In the past'] } } },
    })
  const made = await api.request('POST', '/campaigns', { token, body: { name: 'Ontem', scheduledAt: past } })
  expect(made).toMatchObject({ status: 400, body: { details: { fields: { scheduledAt: ['In the past'] } } } })
})

test('one text of a cancelled campaign is changed by the whole row', async () => {
  const [at, token] = [`/campaigns/${of.campaignId}`, of.adminToken]
  await api.db.sql`update campaigns set status = 'CANCELADA', scheduled_at = '2026-01-01',
    connection_id = ${of.company.connectionId}, contact_list_id = ${of.contactListId} where id = ${of.campaignId}`
  const { body } = await api.request('GET', at, { token })
  expect(await api.request('PUT', at, { token, body: { ...body, message1: 'De novo' } })).toMatchObject({ status: 200 })
  expect((await api.request('GET', at, { token })).body).toEqual({
    ...body,
    message1: 'De novo',
    updatedAt: expect.any(String) as string,
  })
})
