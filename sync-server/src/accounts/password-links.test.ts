// A forgotten password: asked for by anybody, made by an admin, used once.
import { auditEntries } from 'db/audit/table.ts'
import { accountLinks } from 'db/accounts/table.ts'
import { accountLetterQueue } from 'db/jobs.ts'
import { newId } from 'db/kit/new-id.ts'
import { linkMs, makeLink } from 'db/node/accounts/links.ts'
import { runFor, testCompany, testPassword, type TestCompany } from 'db/node/testing/test-world.ts'
import { settings } from 'db/settings/table.ts'
import { updateSettings } from 'db/settings/mutations.ts'
import { users } from 'db/users/table.ts'
import { and, eq } from 'drizzle-orm'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'

const mailing = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'balcao@balcao.example',
  PUBLIC_URL: 'https://balcao.example',
  TRUST_PROXY: '1',
}
const lines: string[] = []
const logger = pino(
  { level: 'trace' },
  new Writable({
    write(line, _, done) {
      lines.push(String(line))
      done()
    },
  }),
)

let api: TestApi
let company: TestCompany
beforeAll(async () => {
  api = await startTestApi(mailing, undefined, logger)
  company = await testCompany(api.db)
})
afterAll(() => api.stop())

const login = (email: string, password = testPassword) =>
  api.request('POST', '/auth/login', { body: { email, password } })
const from = (address: string) => ({ 'x-forwarded-for': address })
const forgotten = (email: string, address = '10.0.0.1') =>
  api.request('POST', '/auth/password/forgotten', { body: { email }, headers: from(address) })
const look = (token: string) => api.request('POST', '/auth/password/link', { body: { token } })
const reset = (token: string, password = 'Girafa azul 7') =>
  api.request('POST', '/auth/password/reset', { body: { token, password } })
const made = async ({ userId, companyId }: { userId: string; companyId: string }, at = new Date()) =>
  (await makeLink(api.db.orm, 'password', { id: userId, companyId }, at)).token
const audited = async (action: 'password.reset' | 'password.linkMade', subjectId: string) =>
  api.db.orm
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.action, action), eq(auditEntries.subjectId, subjectId)))
const tokenOf = (body: Record<string, unknown>) => String(body['path']).split('#')[1] ?? ''

describe('who forgot theirs', () => {
  test('is answered as somebody whom nobody knows is, and the server looks for neither', async () => {
    const known = await forgotten((await company.user('user')).email, '10.0.1.1')
    const unknown = await forgotten(`${newId()}@ninguem.example`, '10.0.1.1')
    expect(known).toMatchObject({ status: 202, body: {} })
    expect({ ...unknown, headers: null }).toEqual({ ...known, headers: null })
    expect(await api.db.orm.select().from(accountLinks)).toEqual([])
    const jobs = await api.db.sql`select data from pgboss.job where name = ${accountLetterQueue}`
    expect(jobs.map(({ data }) => Object.keys(data))).toEqual([
      ['kind', 'email'],
      ['kind', 'email'],
    ])
  })

  test('asks five times an hour for one mailbox, from wherever, and twenty times from one place', async () => {
    const email = `${newId()}@ninguem.example`
    for (let i = 0; i < 5; i++) expect(await forgotten(email, `10.1.0.${i}`)).toMatchObject({ status: 202 })
    expect(await forgotten(email.toUpperCase(), '10.1.0.9')).toMatchObject({ status: 429 })
    for (let i = 0; i < 20; i++) await forgotten(`${newId()}@ninguem.example`, '10.2.0.1')
    expect(await forgotten(`${newId()}@ninguem.example`, '10.2.0.1')).toMatchObject({ status: 429 })
    expect(await forgotten(`${newId()}@ninguem.example`, '10.2.0.2')).toMatchObject({ status: 202 })
  })

  test('is told where no mail is sent, whoever they are', async () => {
    const silent = await startTestApi()
    for (const email of [(await company.user('user')).email, 'x@ninguem.example']) {
      expect(await silent.request('POST', '/auth/password/forgotten', { body: { email } })).toMatchObject({
        status: 409,
        body: { error: 'ERR_MAIL_NOT_CONFIGURED' },
      })
    }
    expect(await silent.request('GET', '/companies/cadastro')).toMatchObject({ body: { mail: false } })
    expect(await api.request('GET', '/companies/cadastro')).toMatchObject({ body: { mail: true } })
    await silent.stop()
  })
})

describe('a link', () => {
  test('sets a password once; every session ends, and the log says so', async () => {
    const user = await company.user('user')
    const { body, cookie } = await login(user.email)
    const [token, other] = [await made(user), await made(user)]
    const name = { name: expect.any(String), company: expect.stringContaining('Empresa'), email: user.email }
    expect(await look(token)).toMatchObject({ status: 200, body: name })

    expect(await reset(token)).toMatchObject({ status: 200, body: { email: user.email } })
    for (const gone of [await look(token), await reset(token), await look(other), await reset(other)]) {
      expect(gone).toMatchObject({ status: 410, body: { error: 'ERR_LINK_EXPIRED' } })
    }
    expect(await api.request('GET', '/auth/me', { token: String(body['token']) })).toMatchObject({ status: 401 })
    expect(await api.request('POST', '/auth/refresh_token', { cookie })).toMatchObject({ status: 401 })
    expect(await login(user.email)).toMatchObject({ status: 401 })
    expect(await login(user.email, 'Girafa azul 7')).toMatchObject({ status: 200 })
    expect(await audited('password.reset', user.userId)).toMatchObject([{ userId: user.userId }])
  })

  test('is taken once by two who come at the same time', async () => {
    const token = await made(await company.user('user'))
    const answers = await Promise.all([reset(token), reset(token)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410])
  })

  test('ends after half an hour, with another password and with another address', async () => {
    const [late, changed, moved] = [await company.user('user'), await company.user('user'), await company.user('user')]
    const tokens = [
      await made(late, new Date(Date.now() - linkMs.password)),
      await made(changed),
      await made(moved),
      'nada',
    ]
    await api.db.orm.update(users).set({ passwordHash: 'x' }).where(eq(users.id, changed.userId))
    await api.db.orm.update(users).set({ email: 'nova@balcao.example' }).where(eq(users.id, moved.userId))
    for (const token of tokens) {
      expect(await look(token)).toMatchObject({ status: 410 })
      expect(await reset(token)).toMatchObject({ status: 410 })
    }
  })

  test('opens the login to who guessed before, and nothing of a second factor', async () => {
    const guesser = await company.user('user')
    for (let i = 0; i < 10; i++) await login(guesser.email, 'errada')
    expect(await login(guesser.email)).toMatchObject({ status: 429 })
    await reset(await made(guesser))
    expect(await login(guesser.email, 'Girafa azul 7')).toMatchObject({ status: 200 })

    const strict = await testCompany(api.db)
    const admin = await strict.user('admin')
    await runFor(api.db, admin, updateSettings, { id: strict.id, changes: { requireSecondFactor: { to: 'enabled' } } })
    expect(await api.db.orm.select().from(settings).where(eq(settings.companyId, strict.id))).toHaveLength(1)
    await reset(await made(admin))
    expect(await login(admin.email, 'Girafa azul 7')).toMatchObject({ body: { error: 'ERR_SECOND_FACTOR_SETUP' } })
  })

  test('is in no log and no table, and the answers of its page name no Referer', async () => {
    const token = await made(await company.user('user'))
    const answer = await reset(token)
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(lines.filter((line) => line.includes(token))).toEqual([])
    const [held] = await api.db.sql`select count(*)::int as rows from account_links where token_hash = ${token}`
    expect(held).toEqual({ rows: 0 })
  })
})

describe('the link of an admin', () => {
  const make = (token: string, id: string) => api.request('POST', `/users/${id}/password-link`, { token })

  test('is for a colleague, and in the log with who made it', async () => {
    const [admin, user] = [await company.user('admin'), await company.user('user')]
    const answer = await make(await api.login(admin.email), user.userId)
    expect(answer).toMatchObject({ status: 200, body: { path: expect.stringMatching(/^\/new-password#[\w-]{43}$/) } })
    const endsIn = Date.parse(String(answer.body['expiresAt'])) - Date.now()
    expect(endsIn).toBeGreaterThan(linkMs.password - 60_000)
    expect(endsIn).toBeLessThanOrEqual(linkMs.password)
    expect(await audited('password.linkMade', user.userId)).toMatchObject([{ userId: admin.userId, details: {} }])
    expect(await reset(tokenOf(answer.body))).toMatchObject({ status: 200 })
  })

  test('is for nobody of another company, no super user, and not for oneself', async () => {
    const admin = await company.user('admin')
    const token = await api.login(admin.email)
    const stranger = await (await testCompany(api.db)).user('user')
    expect(await make(token, stranger.userId)).toMatchObject({ status: 404, body: { error: 'ERR_NO_USER_FOUND' } })
    expect(await make(token, newId())).toMatchObject({ status: 404, body: { error: 'ERR_NO_USER_FOUND' } })
    expect(await make(token, admin.userId)).toMatchObject({ status: 403 })
    const attendant = await company.user('user')
    expect(await make(await api.login(attendant.email), (await company.user('user')).userId)).toMatchObject({
      status: 403,
    })
  })

  test('of a super user is for everybody, in the log of whom it is for', async () => {
    const operator = await testCompany(api.db, { operator: true })
    const [keeper, plain] = [await operator.user('admin'), await operator.user('admin')]
    await api.db.orm.update(users).set({ super: true }).where(eq(users.id, keeper.userId))
    const stranger = await company.user('admin')
    expect(await make(await api.login(keeper.email), stranger.userId)).toMatchObject({ status: 200 })
    expect(await audited('password.linkMade', stranger.userId)).toMatchObject([{ companyId: company.id }])
    expect(await make(await api.login(plain.email), keeper.userId)).toMatchObject({ status: 403 })
  })
})
