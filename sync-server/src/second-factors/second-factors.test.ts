// Logging in with more than a password, over HTTP: what is asked for, what is taken once and never again, and what others try.
import { auditEntries } from 'db/audit/table.ts'
import type { UserActor } from 'db/kit/actor.ts'
import { testCompany, testPassword, type TestCompany } from 'db/node/testing/test-world.ts'
import { authenticators } from 'db/second-factors/table.ts'
import { and, eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'
import { plainRecoveryCode, stepOfCode } from './codes.ts'
import { testAuthenticator } from './test-authenticator.ts'

type Person = UserActor & { email: string }
const password = testPassword

let api: TestApi
let company: TestCompany
let person: Person
let admin: Person
beforeAll(async () => {
  api = await startTestApi({ SESSION_KEYS_SECRET: 'ab'.repeat(32) })
})
afterAll(() => api.stop())
beforeEach(async () => {
  company = await testCompany(api.db)
  ;[person, admin] = [await company.user('user'), await company.user('admin')]
})

const post = (path: string, body: object, token?: string) =>
  api.request('POST', path, { body, ...(token && { token }) })
const put = (path: string, body: object, token?: string) => api.request('PUT', path, { body, ...(token && { token }) })
const login = ({ email }: Person) => post('/auth/login', { email, password })
const detailsOf = ({ body }: { body: Record<string, unknown> }) =>
  body['details'] as { step: string; methods?: string[] }
const codeOf = (secret: unknown, at = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(String(secret)) }).generate({ timestamp: at })
const actionsOf = async (of: TestCompany) =>
  (await api.db.orm.select().from(auditEntries).where(eq(auditEntries.companyId, of.id)).orderBy(auditEntries.id)).map(
    ({ action }) => action,
  )

/** As if it had never been used: its codes are good again, as half a minute later. */
const unused = ({ userId }: Person) =>
  api.db.orm.update(authenticators).set({ lastStep: -1 }).where(eq(authenticators.userId, userId))

async function withAuthenticator(of: Person) {
  const token = await api.login(of.email)
  const { body } = await post('/auth/second-factor/authenticator', { password }, token)
  const made = await put('/auth/second-factor/authenticator', { code: codeOf(body['secret']) }, token)
  await unused(of)
  return { token, secret: String(body['secret']), codes: made.body['recoveryCodes'] as string[] }
}

async function withPasskey(of: Person, token: string, authenticator = testAuthenticator()) {
  const { body } = await post('/auth/second-factor/passkeys/options', { password }, token)
  const { step, options } = body as { step: string; options: { challenge: string } }
  const made = await post(
    '/auth/second-factor/passkeys',
    { step, name: 'Celular', response: authenticator.make(options.challenge) },
    token,
  )
  return { authenticator, made }
}

async function askPasskey(step?: string) {
  const { body } = await post('/auth/login/passkey/options', step ? { step } : {})
  return body as { step: string; options: { challenge: string } }
}

describe('an authenticator', () => {
  test('after the password its code is asked for, and each code is good once', async () => {
    const { secret } = await withAuthenticator(person)
    const asked = await login(person)
    expect(asked).toMatchObject({ status: 403, body: { error: 'ERR_SECOND_FACTOR_REQUIRED' }, cookie: undefined })
    const { step, methods } = detailsOf(asked)
    expect(methods).toEqual(['code', 'recovery'])
    const code = codeOf(secret)
    const done = await post('/auth/login/code', { step, code })
    expect(done).toMatchObject({ status: 200, body: { user: { id: person.userId } } })
    expect((await api.request('GET', '/auth/me', { token: String(done.body['token']) })).status).toBe(200)
    // The step is over, and the code is none any more.
    expect(await post('/auth/login/code', { step, code })).toMatchObject({ status: 410 })
    const again = detailsOf(await login(person)).step
    expect(await post('/auth/login/code', { step: again, code })).toMatchObject({
      status: 400,
      body: { error: 'ERR_INVALID_SECOND_FACTOR' },
    })
  })

  test('guessing ends with the tenth wrong code, also with the right one', async () => {
    const { secret } = await withAuthenticator(person)
    const { step } = detailsOf(await login(person))
    const wrong = codeOf(secret, Date.now() + 86_400_000)
    for (let i = 0; i < 10; i++) expect((await post('/auth/login/code', { step, code: wrong })).status).toBe(400)
    expect(await post('/auth/login/code', { step, code: codeOf(secret) })).toMatchObject({ status: 429 })
    expect((await actionsOf(company)).filter((action) => action === 'login.failed')).toHaveLength(10)
  })

  test('a recovery code opens once, however it is written', async () => {
    const { codes } = await withAuthenticator(person)
    const code = codes[0]?.toUpperCase().replaceAll('-', ' ')
    const done = await post('/auth/login/code', { step: detailsOf(await login(person)).step, code })
    expect(done.status).toBe(200)
    expect(await post('/auth/login/code', { step: detailsOf(await login(person)).step, code })).toMatchObject({
      status: 400,
    })
    expect(await actionsOf(company)).toContain('secondFactor.codeUsed')
  })

  test('a code and a recovery code of somebody else open nothing', async () => {
    await withAuthenticator(person)
    const other = await withAuthenticator(admin)
    for (const code of [codeOf(other.secret), other.codes[0]])
      expect(await post('/auth/login/code', { step: detailsOf(await login(person)).step, code })).toMatchObject({
        status: 400,
      })
  })

  test('another password ends what was begun with the one before', async () => {
    const { secret } = await withAuthenticator(person)
    const { step } = detailsOf(await login(person))
    const token = await api.login(admin.email)
    await put(`/users/${person.userId}/password`, { password: 'outra-senha' }, token)
    expect(await post('/auth/login/code', { step, code: codeOf(secret) })).toMatchObject({ status: 410 })
    // The new password alone opens nothing.
    const body = { email: person.email, password: 'outra-senha' }
    expect(await post('/auth/login', body)).toMatchObject({ body: { error: 'ERR_SECOND_FACTOR_REQUIRED' } })
  })

  test('it is begun and removed with the password only', async () => {
    const { token } = await withAuthenticator(person)
    const wrong = { password: 'errada-errada' }
    for (const path of ['authenticator/remove', 'recovery-codes', 'passkeys/options'])
      expect(await post(`/auth/second-factor/${path}`, wrong, token)).toMatchObject({ status: 400 })
    expect((await post('/auth/second-factor/authenticator/remove', { password }, token)).status).toBe(204)
    expect((await login(person)).status).toBe(200)
    expect((await api.db.sql`select 1 from secrets where company_id = ${company.id}`).length).toBe(0)
  })
})

describe('a passkey', () => {
  test('opens after the password, and alone', async () => {
    const { authenticator, made } = await withPasskey(person, await api.login(person.email))
    expect(made).toMatchObject({ status: 201, body: { passkey: { name: 'Celular' } } })
    expect(made.body['recoveryCodes']).toHaveLength(10)
    const { step } = detailsOf(await login(person))
    const asked = await askPasskey(step)
    const response = authenticator.sign(asked.options.challenge)
    expect(await post('/auth/login/passkey', { step, response })).toMatchObject({ status: 200 })
    const alone = await askPasskey()
    const signed = { step: alone.step, response: authenticator.sign(alone.options.challenge) }
    expect(await post('/auth/login/passkey', signed)).toMatchObject({ body: { user: { id: person.userId } } })
    // The same again is nothing.
    expect(await post('/auth/login/passkey', signed)).toMatchObject({ status: 410 })
  })

  test('is refused of another page, of another challenge, without its person, and of nobody’s', async () => {
    const { authenticator } = await withPasskey(person, await api.login(person.email))
    const other = await askPasskey()
    const attempts = [
      (challenge: string) => authenticator.sign(challenge, { origin: 'http://balcao.example' }),
      (challenge: string) => authenticator.sign(challenge, { challenge: other.options.challenge }),
      (challenge: string) => authenticator.sign(challenge, { unverified: true }),
      (challenge: string) => testAuthenticator().sign(challenge),
    ]
    for (const attempt of attempts) {
      const { step, options } = await askPasskey()
      const refused = await post('/auth/login/passkey', { step, response: attempt(options.challenge) })
      expect(refused).toMatchObject({ status: 400, body: { error: 'ERR_INVALID_SECOND_FACTOR' } })
    }
    // A page elsewhere that passes everything on.
    const { step, options } = await askPasskey()
    const elsewhere = await api.request('POST', '/auth/login/passkey', {
      body: { step, response: authenticator.sign(options.challenge, { origin: 'http://balcao.example' }) },
      headers: { origin: 'http://balcao.example' },
    })
    expect(elsewhere).toMatchObject({ status: 400 })
  })

  test('of somebody else finishes no login, and their begun one adds nothing', async () => {
    const [mine, theirs] = [await api.login(person.email), await api.login(admin.email)]
    await withPasskey(person, mine)
    const { authenticator } = await withPasskey(admin, theirs)
    const { step } = detailsOf(await login(person))
    const { options } = await askPasskey(step)
    const response = authenticator.sign(options.challenge)
    expect(await post('/auth/login/passkey', { step, response })).toMatchObject({ status: 400 })
    const begun = (await post('/auth/second-factor/passkeys/options', { password }, theirs)).body
    const { challenge } = begun['options'] as { challenge: string }
    const body = { step: begun['step'], name: 'Meu', response: testAuthenticator().make(challenge) }
    const again = await api.login((await company.user('user')).email)
    expect(await post('/auth/second-factor/passkeys', body, again)).toMatchObject({ status: 410 })
  })
})

test('the question about another device comes after the second factor, not before', async () => {
  const { token, secret } = await withAuthenticator(person)
  const asked = await post('/auth/login', { email: person.email, password, asksFirst: true })
  expect(asked).toMatchObject({ status: 403, body: { error: 'ERR_SECOND_FACTOR_REQUIRED' } })
  const { step } = detailsOf(asked)
  const wrong = await post('/auth/login/code', { step, code: '000000', asksFirst: true })
  expect(wrong).toMatchObject({ status: 400, body: { error: 'ERR_INVALID_SECOND_FACTOR' } })
  const right = await post('/auth/login/code', { step, code: codeOf(secret), asksFirst: true })
  expect(right).toMatchObject({ status: 409, body: { error: 'ERR_LOGGED_IN_ELSEWHERE' }, cookie: undefined })
  expect((await api.request('GET', '/auth/me', { token })).status).toBe(200)
  const next = detailsOf(right).step
  // The one is not good for the other.
  expect(await post('/auth/login/code', { step: next, code: codeOf(secret) })).toMatchObject({ status: 410 })
  expect(await post('/auth/login/confirm', { step: next })).toMatchObject({ status: 200 })
  expect((await api.request('GET', '/auth/me', { token })).status).toBe(401)
})

describe('where the company wants one', () => {
  const want = async (token: string) => put('/settings/requireSecondFactor', { value: 'enabled' }, token)

  test('who has none sets it up while logging in, and may not give up the last one', async () => {
    await want(await api.login(admin.email))
    const asked = await login(person)
    expect(asked).toMatchObject({ status: 403, body: { error: 'ERR_SECOND_FACTOR_SETUP' }, cookie: undefined })
    const { step } = detailsOf(asked)
    const { body } = await post('/auth/login/authenticator', { step })
    // What is for setting up does not open as a code would.
    expect(await post('/auth/login/code', { step, code: codeOf(body['secret']) })).toMatchObject({ status: 410 })
    const done = await put('/auth/login/authenticator', { step, code: codeOf(body['secret']) })
    expect(done).toMatchObject({ status: 200, body: { user: { id: person.userId } } })
    expect(done.body['recoveryCodes']).toHaveLength(10)
    const token = String(done.body['token'])
    expect(await post('/auth/second-factor/authenticator/remove', { password }, token)).toMatchObject({
      status: 409,
      body: { error: 'ERR_SECOND_FACTOR_NEEDED' },
    })
    expect((await login(person)).body['error']).toBe('ERR_SECOND_FACTOR_REQUIRED')
  })

  test('an admin takes away what somebody lost: noted, and their sessions end', async () => {
    const { token } = await withAuthenticator(person)
    const [boss, colleague] = [await api.login(admin.email), await api.login((await company.user('user')).email)]
    const reset = (by: string) => api.request('DELETE', `/users/${person.userId}/second-factor`, { token: by })
    expect((await reset(colleague)).status).toBe(403)
    expect((await reset(boss)).status).toBe(204)
    expect((await api.request('GET', '/auth/me', { token })).status).toBe(401)
    expect((await login(person)).status).toBe(200)
    const noted = and(eq(auditEntries.companyId, company.id), eq(auditEntries.action, 'secondFactor.reset'))
    expect(await api.db.orm.select().from(auditEntries).where(noted)).toMatchObject([
      { userId: admin.userId, subjectId: person.userId },
    ])
  })
})

test('codes are of now, half a minute before or after; recovery codes are read as people write them', () => {
  const secret = new Secret({ size: 20 }).base32
  const now = new Date('2026-11-24T12:00:10Z')
  const at = (seconds: number) => stepOfCode(secret, codeOf(secret, now.getTime() + seconds * 1000), now)
  const current = at(0) ?? 0
  expect([at(-30), at(30), at(-90), at(90)]).toEqual([current - 1, current + 1, null, null])
  expect(plainRecoveryCode(' AB2C-de3f 7777 xyzq ')).toBe('ab2cde3f7777xyzq')
})
