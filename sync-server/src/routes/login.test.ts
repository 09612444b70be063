import { eq } from 'drizzle-orm'
import { companies } from 'db/companies/table.ts'
import { testCompany, testPassword, type TestCompany } from 'db/node/testing/test-world.ts'
import { sessions, users } from 'db/users/table.ts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { signAccessToken } from '../http/login/tokens.ts'
import { startTestApi, type TestApi } from '../test-api.ts'

let api: TestApi
let company: TestCompany
beforeAll(async () => {
  api = await startTestApi()
  company = await testCompany(api.db)
})
afterAll(() => api.stop())

const login = (email: string, password = testPassword) =>
  api.request('POST', '/auth/login', { body: { email, password } })
const refresh = (cookie: string | undefined) => api.request('POST', '/auth/refresh_token', { cookie })
const me = (token: string) => api.request('GET', '/auth/me', { token })

describe('login', () => {
  test('answers a token and the user with company and queues, never the hash', async () => {
    const queueId = await company.queue('Vendas')
    const user = await company.user('user', [queueId])
    const { status, body } = await login(user.email.toUpperCase())
    expect(status).toBe(200)
    expect(body).toMatchObject({
      token: expect.any(String),
      user: { id: user.userId, profile: 'user', company: { id: company.id }, queues: [{ name: 'Vendas' }] },
    })
    expect(JSON.stringify(body)).not.toMatch(/argon2|passwordHash|tokenVersion/)
  })

  test('a wrong password and an unknown account answer alike', async () => {
    const user = await company.user('user')
    const wrong = await login(user.email, 'errada')
    const unknown = await login('ninguem@empresa.example', 'errada')
    expect(wrong).toMatchObject({ status: 401, body: { error: 'ERR_INVALID_CREDENTIALS' } })
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body])
  })

  test('too many attempts on one account are refused, also with the right password', async () => {
    const user = await company.user('user')
    for (let i = 0; i < 10; i++) await login(user.email, 'errada')
    expect(await login(user.email)).toMatchObject({
      status: 429,
      body: { error: 'ERR_TOO_MANY_REQUESTS', details: { retryAfter: expect.any(Number) } },
    })
  })

  test('who came with a password from another system logs in with it, and it is kept as everybody’s then', async () => {
    const user = await company.user('user')
    const passwordHash = '$2b$08$wXuZn2ZHfQzOFvPlBu9dvus1TkrD7kQWRBcyu0kd0hJFl8YJzcp.q'
    await api.db.orm.update(users).set({ passwordHash }).where(eq(users.id, user.userId))
    const kept = async () => (await api.db.orm.select().from(users).where(eq(users.id, user.userId)))[0]?.passwordHash
    expect((await login(user.email, 'outro')).status).toBe(401)
    expect(await kept()).toBe(passwordHash)
    expect((await login(user.email, 'segredo-antigo')).status).toBe(200)
    expect(await kept()).toMatch(/^\$argon2id\$/)
    expect((await login(user.email, 'segredo-antigo')).status).toBe(200)
  })

  test('bad input names the field', async () => {
    expect(await login('não é e-mail')).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION', details: { fields: { email: [expect.any(String)] } } },
    })
  })

  test('past the due date only who can pay logs in; others are told since when', async () => {
    const late = await testCompany(api.db, { dueDate: new Date('2026-01-01T00:00:00Z') })
    for (const profile of ['user', 'supervisor'] as const) {
      expect(await login((await late.user(profile)).email)).toMatchObject({
        status: 402,
        body: { error: 'ERR_SUBSCRIPTION_EXPIRED', details: { dueDate: '2026-01-01T00:00:00.000Z' } },
      })
    }
    const token = String((await login((await late.user('admin')).email)).body['token'])
    const ask = async (method: string, path: string) => (await api.request(method, path, { token })).status
    expect(await ask('GET', '/invoices/all')).toBe(200)
    expect(await ask('GET', '/subscription')).toBe(200)
    for (const path of ['/tickets', '/contacts', '/shapes/tickets?offset=-1', `/companies/${late.id}`])
      expect([path, await ask('GET', path)]).toEqual([path, 402])
    expect(await ask('POST', '/tags')).toBe(402)
    // Paid: the same session goes on with everything.
    const dueDate = new Date(Date.now() + 86_400_000)
    await api.db.orm.update(companies).set({ dueDate }).where(eq(companies.id, late.id))
    expect(await ask('GET', '/tickets')).toBe(200)
  })

  test('of a company that is switched off nobody logs in, whoever they are', async () => {
    const off = await testCompany(api.db, { status: false })
    const refused = await login((await off.user('admin')).email)
    expect(refused).toMatchObject({ status: 402, body: { error: 'ERR_COMPANY_OFF' } })
  })

  test('a device that waits for news hears of the payment at once', async () => {
    const late = await testCompany(api.db, { dueDate: new Date('2026-01-01T00:00:00Z') })
    const token = String((await login((await late.user('admin')).email)).body['token'])
    api.changes = async () => ({ shapes: [null], upTo: '1', whole: true })
    onTestFinished(() => {
      delete api.changes
    })
    const body = { wait: true, shapes: [{ name: 'tags', handle: 'h', offset: '0_0' }] }
    const waiting = api.request('POST', '/shapes/changes', { token, body })
    const dueDate = new Date(Date.now() + 86_400_000)
    await api.db.orm.update(companies).set({ dueDate }).where(eq(companies.id, late.id))
    expect(await waiting).toMatchObject({ status: 200 })
  })

  test('the operator’s company is always in good standing', async () => {
    const operator = await testCompany(api.db, { operator: true, dueDate: new Date('2026-01-01T00:00:00Z') })
    expect(await login((await operator.user('admin')).email)).toMatchObject({ status: 200 })
  })

  test('one login ends the other, and says so', async () => {
    const user = await company.user('user')
    const first = await login(user.email)
    const second = await login(user.email)
    expect(await me(String(first.body['token']))).toMatchObject({
      status: 401,
      body: { error: 'ERR_SESSION_REPLACED' },
    })
    expect(await refresh(first.cookie)).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_REPLACED' } })
    expect(await me(String(second.body['token']))).toMatchObject({ status: 200 })
  })
})

describe('refresh', () => {
  test('rotates the token; each works once', async () => {
    const user = await company.user('user')
    const first = await login(user.email)
    const second = await refresh(first.cookie)
    expect(second).toMatchObject({ status: 200, body: { token: expect.any(String), user: { id: user.userId } } })
    expect(second.cookie).not.toBe(first.cookie)
    expect(await me(String(second.body['token']))).toMatchObject({ status: 200 })
  })

  test('the old token again after the new one was used is theft: the whole session ends', async () => {
    const user = await company.user('user')
    const first = await login(user.email)
    const second = await refresh(first.cookie)
    await me(String(second.body['token']))
    await api.db.sql`update sessions set created_at = created_at - interval '1 minute'`
    expect(await refresh(first.cookie)).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_REVOKED' } })
    expect(await me(String(second.body['token']))).toMatchObject({ status: 401 })
    expect(await refresh(second.cookie)).toMatchObject({ status: 401 })
  })

  test('a copy of the request that comes late ends nothing, and brings nobody a token', async () => {
    const user = await company.user('user')
    const first = await login(user.email)
    const second = await refresh(first.cookie)
    await me(String(second.body['token']))
    const late = await refresh(first.cookie)
    expect(late).toMatchObject({ status: 403, body: { error: 'ERR_SESSION_EXPIRED' } })
    expect(late.cookie).toBeFalsy()
    expect(await refresh(second.cookie)).toMatchObject({ status: 200 })
  })

  test('the old token again because the answer was lost gets a new one; the lost one is dead', async () => {
    const user = await company.user('user')
    const first = await login(user.email)
    const lost = await refresh(first.cookie)
    const again = await refresh(first.cookie)
    expect(again).toMatchObject({ status: 200 })
    expect(await me(String(again.body['token']))).toMatchObject({ status: 200 })
    expect(await refresh(lost.cookie)).toMatchObject({ status: 401 })
  })

  test('a token that ran out or was never ours is refused', async () => {
    const user = await company.user('user')
    const { cookie } = await login(user.email)
    await api.db.orm
      .update(sessions)
      .set({ expiresAt: new Date(0) })
      .where(eq(sessions.userId, user.userId))
    expect(await refresh(cookie)).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_REVOKED' } })
    expect(await refresh('balcao_refresh=x.y')).toMatchObject({ status: 401 })
    expect(await refresh(undefined)).toMatchObject({ status: 401 })
  })

  test('once the company is overdue gives a session that shows nothing until it is paid; of one that is switched off none', async () => {
    const late = await testCompany(api.db)
    const { cookie } = await login((await late.user('user')).email)
    const set = (change: Partial<typeof companies.$inferInsert>) =>
      api.db.orm.update(companies).set(change).where(eq(companies.id, late.id))
    await set({ dueDate: new Date(0) })
    const { status, body, cookie: next } = await refresh(cookie)
    expect(status).toBe(200)
    const tickets = async () => (await api.request('GET', '/tickets', { token: String(body['token']) })).status
    expect(await tickets()).toBe(402)
    await set({ dueDate: new Date(Date.now() + 86_400_000) })
    expect(await tickets()).toBe(200)
    await set({ status: false })
    expect(await refresh(next)).toMatchObject({ status: 402, body: { error: 'ERR_COMPANY_OFF' } })
  })
})

describe('access tokens', () => {
  test('one that ran out is 403, so that the client refreshes; a forged one is 401', async () => {
    const user = await company.user('user')
    const { body } = await login(user.email)
    const [session] = await api.db.orm.select().from(sessions).where(eq(sessions.userId, user.userId))
    const claims = { userId: user.userId, sessionId: session?.id ?? '', tokenVersion: 1 }
    // As servers made it before there were several logins a person: nobody is logged out by an upgrade.
    const older = await signAccessToken('x'.repeat(32), claims, new Date())
    expect(await me(older)).toMatchObject({ status: 200 })
    const old = await signAccessToken('x'.repeat(32), claims, new Date(Date.now() - 16 * 60_000))
    const forged = await signAccessToken('y'.repeat(32), claims, new Date())
    expect(await me(old)).toMatchObject({ status: 403, body: { error: 'ERR_SESSION_EXPIRED' } })
    expect(await me(forged)).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_REVOKED' } })
    expect(await me(String(body['token']))).toMatchObject({ status: 200 })
  })

  test('end at logout, at once', async () => {
    const user = await company.user('user')
    const { body, cookie } = await login(user.email)
    expect(await api.request('DELETE', '/auth/logout', { cookie })).toMatchObject({ status: 204 })
    expect(await me(String(body['token']))).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_REVOKED' } })
    expect(await refresh(cookie)).toMatchObject({ status: 401 })
  })

  test('end when the user is deleted', async () => {
    const user = await company.user('user')
    const { body } = await login(user.email)
    await api.db.orm.delete(users).where(eq(users.id, user.userId))
    expect(await me(String(body['token']))).toMatchObject({ status: 401 })
  })
})

describe('logging out', () => {
  const logout = (of: { token?: string; cookie?: string | undefined }) => api.request('DELETE', '/auth/logout', of)
  /** As the token would be hours later. */
  async function lapsed(userId: string, change: { loginId?: undefined } = {}) {
    const [session] = await api.db.orm.select().from(sessions).where(eq(sessions.userId, userId))
    const claims = { userId, sessionId: session?.id ?? '', loginId: session?.loginId, tokenVersion: 1, ...change }
    return signAccessToken('x'.repeat(32), claims, new Date(Date.now() - 3_600_000))
  }
  const dropsCookie = (headers: Headers) =>
    headers.getSetCookie().some((line) => /^balcao_refresh=;.*Max-Age=0/i.test(line))

  test('by the cookie alone, or by the token alone', async () => {
    for (const by of ['cookie', 'token'] as const) {
      const { cookie, body } = await login((await company.user('user')).email)
      const token = String(body['token'])
      const left = await logout(by === 'cookie' ? { cookie } : { token })
      expect(left).toMatchObject({ status: 204 })
      expect(dropsCookie(left.headers)).toBe(true)
      expect(await me(token)).toMatchObject({ status: 401 })
      expect(await refresh(cookie)).toMatchObject({ status: 401 })
    }
  })

  test.each([
    ['that ran out', {}],
    ['of an older server', { loginId: undefined }],
  ])('with a token %s ends what it was made for', async (_, change) => {
    const user = await company.user('user')
    const { body, cookie } = await login(user.email)
    expect(await logout({ token: await lapsed(user.userId, change) })).toMatchObject({ status: 204 })
    expect(await me(String(body['token']))).toMatchObject({ status: 401 })
    expect(await refresh(cookie)).toMatchObject({ status: 401 })
  })

  test('that comes late does not touch who logged in on the device meanwhile', async () => {
    const [first, second] = [await company.user('user'), await company.user('user')]
    await login(first.email)
    const token = await lapsed(first.userId)
    const { body, cookie } = await login(second.email)
    const left = await logout({ token, cookie })
    expect(left).toMatchObject({ status: 204 })
    expect(dropsCookie(left.headers)).toBe(false)
    expect(await me(String(body['token']))).toMatchObject({ status: 200 })
    expect(await refresh(cookie)).toMatchObject({ status: 200 })
    expect(await api.db.orm.select().from(sessions).where(eq(sessions.userId, first.userId))).toEqual([])
  })

  test('nor the same person who has logged in anew', async () => {
    const user = await company.user('user')
    await login(user.email)
    const token = await lapsed(user.userId)
    const again = await login(user.email)
    await logout({ token })
    expect(await me(String(again.body['token']))).toMatchObject({ status: 200 })
  })

  test('with what is none of ours does nothing', async () => {
    const { cookie } = await login((await company.user('user')).email)
    expect(await logout({ token: 'x.y.z' })).toMatchObject({ status: 204 })
    expect(await logout({})).toMatchObject({ status: 204 })
    expect(await refresh(cookie)).toMatchObject({ status: 200 })
  })
})
