// Somebody is invited: by a link that their admin sends, or by mail. They choose name and password themselves.
import { auditEntries } from 'db/audit/table.ts'
import { plans } from 'db/companies/table.ts'
import { accountLetterQueue } from 'db/jobs.ts'
import { newId } from 'db/kit/new-id.ts'
import { findLink, linkMs, makeLink } from 'db/node/accounts/links.ts'
import { testCompany, testPassword, type TestCompany } from 'db/node/testing/test-world.ts'
import { users } from 'db/users/table.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'

let api: TestApi
let company: TestCompany
let token: string
/** Added without a password. */
let bia: { id: string; email: string }
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.stop())
beforeEach(async () => {
  company = await testCompany(api.db)
  token = await api.login((await company.user('admin')).email)
  const id = newId()
  bia = { id, email: `${id}@loja.example` }
  await push('user.create', { id, name: 'Bia', email: bia.email })
})

async function push(name: string, args: object) {
  const { body } = await api.request('POST', '/mutations', {
    token,
    body: { mutations: [{ id: newId(), name, args }] },
  })
  return (body['results'] as { status: string; code?: string }[])[0]
}
const invite = (id: string, by = 'link') => api.request('POST', `/users/${id}/invitation`, { token, body: { by } })
const revoke = (id: string) => api.request('DELETE', `/users/${id}/invitation`, { token })
const tokenOf = ({ body }: { body: Record<string, unknown> }) => String(body['path']).split('#')[1] ?? ''
const look = (link: string) => api.request('POST', '/auth/invitation/link', { body: { token: link } })
const accept = (link: string, change: object = {}) =>
  api.request('POST', '/auth/invitation/accept', {
    body: { token: link, name: 'Beatriz Lima', password: 'Girafa azul 7', ...change },
  })
const login = (email: string, password: string) =>
  api.request('POST', '/auth/login', { body: { email, password } }).then(({ status }) => status)
const row = async () => (await api.db.orm.select().from(users).where(eq(users.id, bia.id)))[0]
const audited = async () =>
  (await api.db.orm.select().from(auditEntries).where(eq(auditEntries.subjectId, bia.id))).map(({ action }) => action)

test('who is invited chooses name and password, once, and is in; before that they are not', async () => {
  const answer = await invite(bia.id)
  expect(answer).toMatchObject({ status: 200, body: { path: expect.stringMatching(/^\/invitation#[\w-]{43}$/) } })
  const endsIn = Date.parse(String(answer.body['expiresAt'])) - Date.now()
  expect(endsIn).toBeGreaterThan(linkMs.invitation - 60_000)
  expect((await row())?.invitedUntil?.toISOString()).toBe(answer.body['expiresAt'])
  expect(await login(bia.email, 'Girafa azul 7')).toBe(401)
  const link = tokenOf(answer)
  expect(await look(link)).toMatchObject({ status: 200, body: { name: 'Bia', email: bia.email } })

  expect(await accept(link, { password: 'princesa' })).toMatchObject({ status: 400 })
  expect(await accept(link, { name: 'B' })).toMatchObject({ status: 400 })
  const answers = await Promise.all([accept(link), accept(link)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410])
  expect(await look(link)).toMatchObject({ status: 410 })
  expect(await row()).toMatchObject({ name: 'Beatriz Lima', canLogIn: true, invitedUntil: null })
  expect(await login(bia.email, 'Girafa azul 7')).toBe(200)
  expect(await audited()).toEqual(expect.arrayContaining(['user.added', 'user.invited', 'invitation.accepted']))
})

test('the newest link is the only one, until it is revoked, late, or another way was found', async () => {
  const first = tokenOf(await invite(bia.id))
  const second = tokenOf(await invite(bia.id))
  expect(await look(first)).toMatchObject({ status: 410 })
  expect(await look(second)).toMatchObject({ status: 200 })
  expect(await revoke(bia.id)).toMatchObject({ status: 204 })
  expect(await accept(second)).toMatchObject({ status: 410 })
  expect(await row()).toMatchObject({ invitedUntil: null, canLogIn: false })
  expect(await audited()).toContain('invitation.revoked')

  const person = { id: bia.id, companyId: company.id }
  const late = await makeLink(api.db.orm, 'invitation', person, new Date(Date.now() - linkMs.invitation))
  expect(await accept(late.token)).toMatchObject({ status: 410 })
  const moved = tokenOf(await invite(bia.id))
  await push('user.update', { id: bia.id, changes: { email: { to: `nova-${bia.email}` } } })
  expect(await accept(moved)).toMatchObject({ status: 410 })
  expect(await row()).toMatchObject({ invitedUntil: null })
  const given = tokenOf(await invite(bia.id))
  await api.request('PUT', `/users/${bia.id}/password`, { token, body: { password: 'Girafa azul 7' } })
  expect(await accept(given)).toMatchObject({ status: 410 })
  expect(await row()).toMatchObject({ invitedUntil: null, canLogIn: true })
})

test('an invitation is no password link, and the other way round', async () => {
  const invitation = tokenOf(await invite(bia.id))
  const reset = { token: invitation, password: 'Girafa azul 7' }
  expect(await api.request('POST', '/auth/password/reset', { body: reset })).toMatchObject({ status: 410 })
  expect(await api.request('POST', `/users/${bia.id}/password-link`, { token })).toMatchObject({ status: 400 })
  const user = await company.user('user')
  const link = await makeLink(api.db.orm, 'password', { id: user.userId, companyId: company.id }, new Date())
  expect(await accept(link.token)).toMatchObject({ status: 410 })
})

test('nobody is invited who has a password, is a stranger, or by whom it is not to say', async () => {
  const user = await company.user('user')
  expect(await invite(user.userId)).toMatchObject({ status: 400 })
  expect(await login(user.email, testPassword)).toBe(200)
  const stranger = await (await testCompany(api.db)).user('user')
  for (const id of [stranger.userId, newId()]) {
    expect(await invite(id)).toMatchObject({ status: 404, body: { error: 'ERR_NO_USER_FOUND' } })
    expect(await revoke(id)).toMatchObject({ status: 404, body: { error: 'ERR_NO_USER_FOUND' } })
  }
  token = await api.login(user.email)
  expect(await invite(bia.id)).toMatchObject({ status: 403 })
  expect(await revoke(bia.id)).toMatchObject({ status: 403 })
})

test('who is invited has a place of the plan', async () => {
  const small = await testCompany(api.db)
  token = await api.login((await small.user('admin')).email)
  const [own] = await api.db.sql`select plan_id from companies where id = ${small.id}`
  await api.db.orm.update(plans).set({ users: 2 }).where(eq(plans.id, own?.['plan_id']))
  const id = newId()
  expect(await push('user.create', { id, name: 'Caio', email: `${id}@loja.example` })).toMatchObject({
    status: 'applied',
  })
  expect(await invite(id)).toMatchObject({ status: 200 })
  const one = newId()
  expect(await push('user.create', { id: one, name: 'Davi', email: `${one}@loja.example` })).toMatchObject({
    code: 'ERR_PLAN_LIMIT',
  })
})

describe('by mail', () => {
  test('is told where none is sent', async () => {
    expect(await invite(bia.id, 'mail')).toMatchObject({ status: 409, body: { error: 'ERR_MAIL_NOT_CONFIGURED' } })
    expect(await row()).toMatchObject({ invitedUntil: null })
  })

  test('nothing of the link is answered or in the job, and the link of before is none', async () => {
    const mailing = await startTestApi({
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'balcao@balcao.example',
      PUBLIC_URL: 'https://balcao.example',
    })
    const shop = await testCompany(mailing.db)
    const [admin, user] = [await shop.user('admin'), await shop.user('user')]
    await mailing.db.orm.update(users).set({ passwordHash: null }).where(eq(users.id, user.userId))
    const before = await makeLink(mailing.db.orm, 'invitation', { id: user.userId, companyId: shop.id }, new Date())
    const asked = { token: await mailing.login(admin.email), body: { by: 'mail' } }
    expect(await mailing.request('POST', `/users/${user.userId}/invitation`, asked)).toMatchObject({
      status: 200,
      body: { path: null },
    })
    await expect(findLink(mailing.db.orm, before.token, 'invitation', new Date())).rejects.toThrow('ERR_LINK_EXPIRED')
    const jobs = await mailing.db.sql`select data from pgboss.job where name = ${accountLetterQueue}`
    expect(jobs).toEqual([{ data: { kind: 'invitation', userId: user.userId, by: expect.stringContaining('Pessoa') } }])
    await mailing.stop()
  })
})
