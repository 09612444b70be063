import { eq } from 'drizzle-orm'
import { newId } from 'db/kit/new-id.ts'
import { runFor, testCompany, testPassword, type TestCompany } from 'db/node/testing/test-world.ts'
import { updateSettings } from 'db/settings/mutations.ts'
import { logins, users } from 'db/users/table.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recentFactorMs } from '../accounts/still-them.ts'
import { startTestApi, type TestApi } from '../test-api.ts'

let api: TestApi
let company: TestCompany
beforeAll(async () => {
  api = await startTestApi()
  company = await testCompany(api.db)
  const changes = { devicesPerUser: { to: 2 } }
  await runFor(api.db, await company.user('admin'), updateSettings, { id: company.id, changes })
})
afterAll(() => api.stop())

const login = (email: string, password = testPassword) =>
  api.request('POST', '/auth/login', { body: { email, password } })
const change = (token: string, body: object) => api.request('PUT', '/users/me/password', { token, body })
const refresh = (cookie: string | undefined) => api.request('POST', '/auth/refresh_token', { cookie })
const me = (token: string) => api.request('GET', '/auth/me', { token })
const newPassword = 'outra senha'

describe('the own password', () => {
  test('is changed; this device goes on with new tokens, those of before and every other device end', async () => {
    const user = await company.user('user')
    const other = await login(user.email)
    const { body, cookie } = await login(user.email)
    const token = String(body['token'])

    const changed = await change(token, { currentPassword: testPassword, password: newPassword })
    expect(changed).toMatchObject({ status: 200, body: { token: expect.any(String) } })
    expect(await me(token)).toMatchObject({ status: 401 })
    expect(await refresh(cookie)).toMatchObject({ status: 401 })
    expect(await me(String(changed.body['token']))).toMatchObject({ status: 200 })
    expect(await refresh(changed.cookie)).toMatchObject({ status: 200 })
    for (const dead of [await me(String(other.body['token'])), await refresh(other.cookie)]) {
      expect(dead).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_REVOKED' } })
    }

    expect(await login(user.email)).toMatchObject({ status: 401 })
    expect(await login(user.email, newPassword)).toMatchObject({ status: 200 })
  })

  test('a token that was just refreshed is one of before', async () => {
    const user = await company.user('user')
    const { body, cookie } = await login(user.email)
    const refreshed = await refresh(cookie)
    const changed = await change(String(body['token']), { currentPassword: testPassword, password: newPassword })
    expect(await refresh(refreshed.cookie)).toMatchObject({ status: 401 })
    expect(await me(String(refreshed.body['token']))).toMatchObject({ status: 401 })
    expect(await refresh(changed.cookie)).toMatchObject({ status: 200 })
  })

  test('the present one has to be right, and is not to be guessed', async () => {
    const user = await company.user('user')
    const token = await api.login(user.email)
    const wrong = { currentPassword: 'errada', password: newPassword }
    expect(await change(token, wrong)).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION', details: { fields: { currentPassword: ['Invalid'] } } },
    })
    for (let i = 1; i < 10; i++) await change(token, wrong)
    expect(await change(token, { ...wrong, currentPassword: testPassword })).toMatchObject({ status: 429 })
    expect(await me(token)).toMatchObject({ status: 200 })
  })

  test('a second factor stands for it while it is fresh, and no longer', async () => {
    const user = await company.user('user')
    const token = await api.login(user.email)
    expect(await change(token, { password: newPassword })).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION', details: { fields: { currentPassword: ['Required'] } } },
    })
    const shownAt = (ms: number) =>
      api.db.orm
        .update(logins)
        .set({ secondFactorAt: new Date(Date.now() - ms) })
        .where(eq(logins.userId, user.userId))
    await shownAt(recentFactorMs + 1000)
    expect(await change(token, { password: newPassword })).toMatchObject({ status: 400 })
    await shownAt(recentFactorMs - 60_000)
    expect(await change(token, { currentPassword: 'errada', password: newPassword })).toMatchObject({ status: 400 })
    expect(await change(token, { password: newPassword })).toMatchObject({ status: 200 })
    expect(await login(user.email, newPassword)).toMatchObject({ status: 200 })
  })

  test.each([['1234'], ['x'.repeat(51)]])('%s is none', async (password) => {
    const token = await api.login((await company.user('user')).email)
    expect(await change(token, { currentPassword: testPassword, password })).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION', details: { fields: { password: [expect.any(String)] } } },
    })
  })
})

describe('user.updateProfile', () => {
  const update = async (token: string, changes: object) => {
    const mutations = [{ id: newId(), name: 'user.updateProfile', args: { changes } }]
    const { body } = await api.request('POST', '/mutations', { token, body: { mutations } })
    return (body['results'] as { status: string; code?: string }[])[0]
  }
  const row = async (id: string) => (await api.db.orm.select().from(users).where(eq(users.id, id)))[0]

  test('changes the own name and login, nobody else’s', async () => {
    const [user, other] = [await company.user('user'), await company.user('user')]
    const token = await api.login(user.email)
    const email = `nova-${newId()}@empresa.example`
    expect(await update(token, { name: { to: ' Ana Souza ' }, email: { to: email.toUpperCase() } })).toMatchObject({
      status: 'applied',
    })
    expect(await row(user.userId)).toMatchObject({ name: 'Ana Souza', email })
    expect(await row(other.userId)).toMatchObject({ email: other.email })
    expect(await login(email)).toMatchObject({ status: 200 })
  })

  test('an e-mail of somebody else is refused, a stranger’s as an invalid one is', async () => {
    const [colleague, stranger] = [await company.user('user'), await (await testCompany(api.db)).user('admin')]
    const token = await api.login((await company.user('user')).email)
    const refusal = async (to: string) => ({ ...(await update(token, { email: { to } })), id: null })
    expect(await refusal(colleague.email)).toMatchObject({ status: 'rejected', code: 'ERR_DUPLICATED_EMAIL' })
    const invalid = await refusal('sem arroba')
    expect(invalid).toMatchObject({ status: 'rejected', code: 'ERR_VALIDATION' })
    expect(await refusal(stranger.email)).toEqual(invalid)
  })

  test('profile, super flag and password are not for oneself to change', async () => {
    const token = await api.login((await company.user('user')).email)
    for (const field of ['profile', 'super', 'passwordHash', 'tokenVersion']) {
      expect(await update(token, { [field]: { to: 'x' } })).toMatchObject({ code: 'ERR_VALIDATION' })
    }
  })

  test('an edit that met another is decided by its author', async () => {
    const user = await company.user('user')
    const token = await api.login(user.email)
    await update(token, { name: { to: 'Primeira' } })
    expect(await update(token, { name: { from: 'Outra', to: 'Segunda' } })).toMatchObject({ code: 'ERR_CONFLICT' })
  })
})
