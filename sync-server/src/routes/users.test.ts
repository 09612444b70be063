import { notificationQueue } from 'db/jobs.ts'
import { newId } from 'db/kit/new-id.ts'
import { hashPassword } from 'db/node/password.ts'
import { testCompany, testPassword, type TestCompany } from 'db/node/testing/test-world.ts'
import { users } from 'db/users/table.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'

let api: TestApi
let company: TestCompany
let token: string
beforeAll(async () => {
  api = await startTestApi({ VAPID_PUBLIC_KEY: 'k'.repeat(87) })
  company = await testCompany(api.db)
  token = await api.login((await company.user('admin')).email)
})
afterAll(() => api.stop())

const logIn = (email: string, password: string) =>
  api.request('POST', '/auth/login', { body: { email, password } }).then(({ status }) => status)

test('who is added with a password logs in with it, in the queues that were named', async () => {
  const queueId = await company.queue('Vendas')
  const email = 'ana@loja.example'
  const body = { name: 'Ana', email, password: 'segredo', queueIds: [queueId] }
  const added = await api.request('POST', '/users', { token, body })
  expect(added.status).toBe(201)
  const login = await api.request('POST', '/auth/login', { body: { email, password: 'segredo' } })
  // Told of what waits unless it is said otherwise.
  expect(login.body['user']).toMatchObject({ profile: 'user', allTicket: 'enable', queues: [{ id: queueId }] })
  const quiet = { name: 'Rui', email: 'rui@loja.example', password: 'segredo', allTicket: 'disable' }
  const { body: other } = await api.request('POST', '/users', { token, body: quiet })
  expect(await api.request('GET', `/users/${String(other['id'])}`, { token })).toMatchObject({
    body: { allTicket: 'disable' },
  })
})

test('users are listed with their queues, and not with anything of their passwords', async () => {
  const queueId = await company.queue('Suporte')
  const { userId } = await company.user('user', [queueId])
  const one = await api.request('GET', `/users/${userId}`, { token })
  expect(one.body).toMatchObject({ allTicket: 'disable', whatsappId: null, queues: [{ id: queueId, name: 'Suporte' }] })
  expect(JSON.stringify(one.body)).not.toMatch(/password|argon|token/i)
  const all = await api.request('GET', '/users/list', { token })
  expect(all.body).toContainEqual(one.body)
  const other = await testCompany(api.db)
  const { userId: theirs } = await other.user('user')
  expect(await api.request('GET', `/users/${theirs}`, { token })).toMatchObject({ status: 404 })
})

test('whoever asks is online until they log out', async () => {
  const { email, userId } = await company.user('user')
  const seen = async () => (await api.db.sql`select id from user_sightings where id = ${userId}`).length
  const theirs = await api.login(email)
  await api.request('GET', '/auth/me', { token: theirs })
  expect(await seen()).toBe(1)
  await api.request('PUT', `/users/${userId}/password`, { token, body: { password: 'segredo' } })
  expect(await seen()).toBe(0)
})

test('a new password ends the sessions of the old one', async () => {
  const { email, userId } = await company.user('user')
  const theirs = await api.login(email)
  const body = { name: 'Novo nome', password: 'outro-segredo' }
  expect(await api.request('PUT', `/users/${userId}`, { token, body })).toMatchObject({ status: 200 })
  expect(await api.request('GET', '/auth/me', { token: theirs })).toMatchObject({ status: 401 })
  expect(await logIn(email, 'outro-segredo')).toBe(200)
  expect(await api.request('PUT', `/users/${userId}/password`, { token, body: { password: '1234' } })).toMatchObject({
    status: 400,
  })
})

test('somebody without a password can’t log in', async () => {
  const id = newId()
  const args = { id, name: 'Bia', email: 'bia@loja.example' }
  await api.request('POST', '/mutations', { token, body: { mutations: [{ id: newId(), name: 'user.create', args }] } })
  expect(await logIn(args.email, 'segredo')).toBe(401)
  await api.request('PUT', `/users/${id}/password`, { token, body: { password: 'segredo' } })
  expect(await logIn(args.email, 'segredo')).toBe(200)
})

test('other companies’ people are not found, attendants may not, and nobody becomes more than was asked for', async () => {
  const other = await testCompany(api.db)
  const { userId } = await other.user('user')
  const body = { password: 'segredo' }
  expect(await api.request('PUT', `/users/${userId}/password`, { token, body })).toMatchObject({ status: 404 })
  const attendant = await api.login((await company.user('user')).email)
  const refused = await api.request('PUT', `/users/${userId}/password`, { token: attendant, body })
  expect(refused).toMatchObject({ status: 403 })
  for (const more of [{ super: true }, { companyId: other.id }]) {
    const user = { name: 'Caio', email: 'caio@loja.example', password: 'segredo', ...more }
    expect(await api.request('POST', '/users', { token, body: user })).toMatchObject({ status: 400 })
  }
})

test('tags of a ticket are set over REST', async () => {
  const ticketId = await company.ticket()
  const tag = await api.request('POST', '/tags', { token, body: { name: 'Urgente', color: '#f00' } })
  const tagId = String(tag.body['id'])
  const sync = (tags: string[]) => api.request('POST', '/tags/sync', { token, body: { ticketId, tags } })
  expect(await sync([tagId])).toMatchObject({ status: 200 })
  expect(await sync([])).toMatchObject({ status: 200 })
  const path = `/ticket-tags/${ticketId}`
  expect(await api.request('PUT', `${path}/${tagId}`, { token, body: {} })).toMatchObject({ status: 200 })
  expect(await api.request('DELETE', path, { token })).toMatchObject({ status: 200 })
})

test('whose queue is taken away leaves the open ticket waiting, and notifications of it are under way', async () => {
  const queueId = await company.queue('Entregas')
  const { userId } = await company.user('user', [queueId])
  const ticketId = await company.ticket({ status: 'open', userId, queueId })
  const messageId = await company.message(ticketId, { queueId })
  const body = { queueIds: [] }
  expect(await api.request('PUT', `/users/${userId}`, { token, body })).toMatchObject({ status: 200 })
  const ticket = await api.request('GET', `/tickets/${ticketId}`, { token })
  expect(ticket.body).toMatchObject({ status: 'pending', userId: null, unreadMessages: 1 })
  expect(await api.jobs.boss.fetch(notificationQueue)).toMatchObject([{ data: { messageId } }])
})

test.each(['admin', 'user'] as const)(
  'of %s the own password takes the present one, by every door',
  async (profile) => {
    const newOne = 'Girafa azul 7'
    const own = await (await testCompany(api.db)).user(profile)
    const doors = [`/users/${own.userId}`, `/users/${own.userId}/password`]
    for (const door of doors) {
      const before = await api.login(own.email)
      const put = (body: object) => api.request('PUT', door, { token: before, body })
      expect(await put({ password: newOne })).toMatchObject({ status: 403, body: { details: { field: 'password' } } })
      expect(await put({ password: newOne, currentPassword: 'errada' })).toMatchObject({
        status: 400,
        body: { details: { fields: { currentPassword: ['Invalid'] } } },
      })
      expect(await logIn(own.email, newOne)).toBe(401)
      const now = await api.login(own.email)
      const changed = await api.request('PUT', door, {
        token: now,
        body: { password: newOne, currentPassword: testPassword },
      })
      expect(changed.status).toBeLessThan(300)
      expect(await api.request('GET', '/auth/me', { token: now })).toMatchObject({ status: 401 })
      expect(await logIn(own.email, newOne)).toBe(200)
      const back = { passwordHash: await hashPassword(testPassword) }
      await api.db.orm.update(users).set(back).where(eq(users.id, own.userId))
    }
  },
)

test('nobody takes away their own second factor as if it were another’s', async () => {
  const admin = await (await testCompany(api.db)).user('admin')
  const answer = await api.request('DELETE', `/users/${admin.userId}/second-factor`, {
    token: await api.login(admin.email),
  })
  expect(answer).toMatchObject({ status: 403 })
})
