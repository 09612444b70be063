// The audit log: what stands in it, who reads it, and that nobody changes it.
import { auditEntries } from 'db/audit/table.ts'
import type { UserActor } from 'db/kit/actor.ts'
import { newId } from 'db/kit/new-id.ts'
import { testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { mutations } from 'db/mutations.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'
import { auditedRoutes, unauditedRoutes } from './audited-routes.ts'

let api: TestApi
let company: TestCompany
let admin: UserActor & { email: string }
let token: string
beforeAll(async () => {
  api = await startTestApi({ SESSION_KEYS_SECRET: 'ab'.repeat(32) })
})
afterAll(() => api.stop())
beforeEach(async () => {
  company = await testCompany(api.db)
  admin = await company.user('admin')
  token = await api.login(admin.email)
})

const push = (name: string, args: object) =>
  api.request('POST', '/mutations', { token, body: { mutations: [{ id: newId(), name, args }] } })
const read = async (query = '', by = token) =>
  (await api.request('GET', `/audit${query}`, { token: by })).body['entries'] as Record<string, unknown>[]

test('says who logged in and who failed to, what was deleted, whose permissions and which settings changed', async () => {
  const queueId = await company.queue('Vendas')
  const person = await company.user('user')
  await api.request('POST', '/auth/login', { body: { email: person.email, password: 'errada-errada' } })
  await push('user.update', {
    id: person.userId,
    changes: { profile: { to: 'supervisor' }, name: { to: 'Nome novo' } },
  })
  await push('settings.update', { id: company.id, changes: { call: { to: 'disabled' } } })
  await push('queue.delete', { id: queueId })
  expect(await read()).toMatchObject([
    { action: 'deleted', subjectId: queueId, subjectName: 'Vendas', details: { kind: 'queue' } },
    { action: 'settings.changed', details: { call: 'disabled' } },
    { action: 'user.changed', subjectId: person.userId, details: { profile: 'supervisor', fields: ['name'] } },
    { action: 'login.failed', userId: null, subjectId: person.userId },
    { action: 'login', userId: admin.userId, userName: expect.any(String), address: 'unknown' },
  ])
  expect(await read('?action=deleted')).toHaveLength(1)
  expect(await read('?searchParam=vend')).toMatchObject([{ action: 'deleted' }])
  expect(await read('?searchParam=%25')).toEqual([])
})

test('what was refused is not in it', async () => {
  await push('user.delete', { id: admin.userId })
  await push('queue.delete', { id: newId() })
  expect(await read('?action=deleted')).toEqual([])
})

test('reading a conversation of a queue that is not one’s own is one entry an hour; one’s own is none', async () => {
  const [own, other] = [await company.queue('Minha'), await company.queue('Outra')]
  const reader = await company.user('admin', [own])
  const by = await api.login(reader.email)
  const [mine, theirs] = [await company.ticket({ queueId: own }), await company.ticket({ queueId: other })]
  for (const id of [mine, theirs, theirs]) {
    await api.request('POST', `/tickets/${id}/viewing`, { token: by, body: { state: 'viewing' } })
    await api.request('GET', `/messages/${id}`, { token: by })
  }
  expect(await read('?action=ticket.readElsewhere')).toMatchObject([
    { userId: reader.userId, subjectId: theirs, subjectName: '', details: { queueId: other } },
  ])
})

test('only admins read it, and only their company’s', async () => {
  const colleague = await api.login((await company.user('supervisor')).email)
  expect((await api.request('GET', '/audit', { token: colleague })).status).toBe(403)
  const stranger = await api.login((await (await testCompany(api.db)).user('admin')).email)
  expect(await read('', stranger)).toMatchObject([{ action: 'login' }])
})

test('nobody changes or removes what stands in it: the everyday role can’t, and what is younger than two years is not forgotten', async () => {
  const { orm } = api.db
  const denied = { cause: { code: '42501' } }
  await expect(orm.update(auditEntries).set({ userName: 'x' })).rejects.toMatchObject(denied)
  await expect(orm.delete(auditEntries)).rejects.toMatchObject(denied)
  await expect(orm.execute(sql`truncate audit_entries`)).rejects.toMatchObject(denied)
  await expect(api.alter(`update audit_entries set user_name = 'x'`)).rejects.toMatchObject({ code: '42501' })
  const old = {
    companyId: company.id,
    userId: null,
    userName: '',
    action: 'login' as const,
    subjectName: '',
    details: {},
  }
  const [ancient, recent] = [newId(), newId()]
  const day = 86_400_000
  await orm.insert(auditEntries).values([
    { ...old, id: ancient, createdAt: new Date(Date.now() - 740 * day) },
    { ...old, id: recent, createdAt: new Date(Date.now() - 720 * day) },
  ])
  expect((await orm.execute<{ n: number }>(sql`select forget_audit_entries(10) as n`))[0]).toMatchObject({ n: 1 })
  expect(await orm.select().from(auditEntries).where(eq(auditEntries.id, recent))).toHaveLength(1)
})

test('each route that changes something is a mutation’s, noted, or on the list of those that need not be', () => {
  const ofMutations = new Set(
    [...mutations.values()].flatMap(({ rest }) => rest && `${rest.method.toUpperCase()} ${rest.path}`),
  )
  const listed = [...Object.keys(auditedRoutes), ...Object.values(unauditedRoutes).flat()]
  const routes = new Set(
    api.routes
      .filter(({ method, path }) => path.startsWith('/api/') && !path.includes('*') && method !== 'ALL')
      .map(({ method, path }) => `${method} ${path.replace(/^\/api/, '')}`),
  )
  const writes = [...routes].filter((route) => !/^(GET|HEAD) /.test(route) && !route.startsWith('POST /queries/'))
  expect(writes.filter((route) => !ofMutations.has(route) && !listed.includes(route))).toEqual([])
  expect(listed.filter((route, n) => !routes.has(route) || listed.indexOf(route) !== n)).toEqual([])
})

test('webhooks are noted by name and host, without the path, which may be a secret', async () => {
  const body = { name: 'ERP', url: 'https://erp.example/ganchos/segredo-do-erp', events: ['message.received'] }
  const { body: made } = await api.request('POST', '/webhooks', { token, body })
  const id = String(made['id'])
  const url = 'https://outro.example/x'
  expect(await api.request('PUT', `/webhooks/${id}`, { token, body: { url } })).toMatchObject({ status: 200 })
  expect(await api.request('DELETE', `/webhooks/${id}`, { token })).toMatchObject({ status: 204 })
  const entries = (await read()).filter(({ subjectId }) => subjectId === id)
  expect(entries).toMatchObject([
    { action: 'deleted', subjectName: 'ERP', details: { kind: 'webhook', host: 'outro.example' } },
    { action: 'changed', details: { host: 'outro.example', fields: ['url'] } },
    { action: 'added', details: { host: 'erp.example' } },
  ])
  expect(JSON.stringify(await read())).not.toContain('segredo-do-erp')
})

test('an admin who reads another queue by queries, searches all, or copies all is noted once an hour', async () => {
  const ticketId = await company.ticket({ queueId: await company.queue('Outra') })
  const args = { ticketId, ceiling: null, pageSize: 20 }
  await api.request('POST', '/queries', { token, body: { queries: [{ name: 'message.ofTicket', args }] } })
  await api.request('POST', '/queries/message.ofTicket', { token, body: args })
  await api.request('POST', '/queries', { token, body: { queries: [{ name: 'message.hits', args: {} }] } })
  for (const offset of ['-1', '-1']) await api.request('GET', `/shapes/messages?offset=${offset}`, { token })
  const first = { method: 'POST', body: JSON.stringify({ shapes: ['messages'] }) }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  await (await api.fetch('/shapes/first', { ...first, headers })).text()
  const actions = (await read()).map(({ action, subjectId }) => [action, subjectId])
  expect(actions).toEqual([
    ['conversations.copied', null],
    ['conversations.searched', null],
    ['ticket.readElsewhere', ticketId],
    ['login', admin.userId],
  ])
  const attendant = await api.login((await company.user('user')).email)
  await api.request('GET', '/shapes/messages?offset=-1', { token: attendant })
  expect((await read('?action=conversations.copied')).length).toBe(1)
})

test('hours and prompts are noted, by the names of what changed', async () => {
  await push('company.update', { id: company.id, changes: { hours: { to: null } } })
  expect((await read('?action=settings.changed'))[0]).toMatchObject({ details: { hours: null } })
})
