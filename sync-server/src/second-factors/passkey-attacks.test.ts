// Passkeys under attack, over HTTP: every field of both ceremonies bent, answers told twice or for another, and passkeys of who is gone.
// (Another page, another challenge, an unlocked device: second-factors.test.ts.)
import type { UserActor } from 'db/kit/actor.ts'
import { testCompany, testPassword as password, type TestCompany } from 'db/node/testing/test-world.ts'
import { passkeys } from 'db/second-factors/table.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'
import { testAuthenticator } from './test-authenticator.ts'

type Person = UserActor & { email: string }
type Authenticator = ReturnType<typeof testAuthenticator>
type Wrong = NonNullable<Parameters<Authenticator['sign']>[1]>

let api: TestApi
let company: TestCompany
let person: Person
let admin: Person
/** Each test comes from an address of its own: how often one may ask is tried elsewhere. */
let address = 0
beforeAll(async () => {
  api = await startTestApi({ SESSION_KEYS_SECRET: 'ab'.repeat(32), TRUST_PROXY: '1' })
})
afterAll(() => api.stop())
beforeEach(async () => {
  address += 1
  company = await testCompany(api.db)
  ;[person, admin] = [await company.user('user'), await company.user('admin')]
})

const post = (path: string, body: object, token?: string) =>
  api.request('POST', path, {
    body,
    headers: { 'x-forwarded-for': `198.51.100.${address}` },
    ...(token && { token }),
  })

interface Begun {
  step: string
  challenge: string
}
const begunOf = ({ body }: { body: Record<string, unknown> }): Begun => ({
  step: String(body['step']),
  challenge: (body['options'] as { challenge: string }).challenge,
})
const beginRegistering = async (token: string) =>
  begunOf(await post('/auth/second-factor/passkeys/options', { password }, token))
const beginLogin = async (step?: string) => begunOf(await post('/auth/login/passkey/options', step ? { step } : {}))
const keep = ({ step }: Begun, token: string, response: object) =>
  post('/auth/second-factor/passkeys', { step, name: 'Celular', response }, token)
const enter = ({ step }: Begun, response: object) => post('/auth/login/passkey', { step, response })
const stepAfterPassword = async ({ email }: Person) => {
  const { body } = await post('/auth/login', { email, password })
  return (body['details'] as { step: string }).step
}

async function withPasskey(of: Person) {
  const [authenticator, token] = [testAuthenticator(), await api.login(of.email)]
  const begun = await beginRegistering(token)
  expect(await keep(begun, token, authenticator.make(begun.challenge))).toMatchObject({ status: 201 })
  return authenticator
}
const kept = () => api.db.orm.select().from(passkeys).where(eq(passkeys.companyId, company.id))
const handle = (text: string) => Buffer.from(text).toString('base64url')
const refused = { status: 400, body: { error: 'ERR_INVALID_SECOND_FACTOR' }, cookie: undefined }
const over = { status: 410, cookie: undefined }

describe('to log in, a passkey is refused', () => {
  test.each<[string, Wrong]>([
    ['of a page on another port', { origin: 'http://balcao.test:8443' }],
    ['of a page over another scheme', { origin: 'https://balcao.test' }],
    ['of a page below ours', { origin: 'http://a.balcao.test' }],
    ['of a page that begins as ours', { origin: 'http://balcao.test.example' }],
    ['of a page without an origin', { origin: 'null' }],
    ['for another host name', { rpId: 'example.test' }],
    ['for a host name below ours', { rpId: 'a.balcao.test' }],
    ['of our page within another one', { crossOrigin: true }],
    ['that was signed by another key', { otherKey: true }],
    ['that was made, not used', { type: 'webauthn.create' }],
    ['without anybody there', { absent: true }],
    ['whose counter stands still', { counter: 1 }],
    ['whose counter went back', { counter: 0 }],
    ['that says to be another person’s', { userHandle: handle('01a2238f-0000-7000-8000-000000000000') }],
    ['that nobody registered', { id: handle('another passkey, of nobody at all') }],
    ['for an empty challenge', { challenge: '' }],
  ])('%s', async (_, wrong) => {
    const authenticator = await withPasskey(person)
    const begun = await beginLogin()
    expect(await enter(begun, authenticator.sign(begun.challenge, wrong))).toMatchObject(refused)
    // It was asked for once: what is right comes too late.
    expect(await enter(begun, authenticator.sign(begun.challenge))).toMatchObject(over)
    const again = await beginLogin()
    expect(await enter(again, authenticator.sign(again.challenge))).toMatchObject({ status: 200 })
  })

  test('told twice at the same time: one of them is in', async () => {
    const authenticator = await withPasskey(person)
    const begun = await beginLogin()
    const response = authenticator.sign(begun.challenge)
    const statuses = await Promise.all([1, 2, 3].map(async () => (await enter(begun, response)).status))
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 410, 410])
  })

  test('of another step, with its challenge or our own', async () => {
    const authenticator = await withPasskey(person)
    const [mine, theirs] = [await beginLogin(), await beginLogin()]
    expect(await enter(theirs, authenticator.sign(mine.challenge))).toMatchObject(refused)
    const spent = authenticator.sign(mine.challenge)
    expect(await enter(mine, spent)).toMatchObject({ status: 200 })
    expect(await enter(await beginLogin(), spent)).toMatchObject(refused)
  })

  test('with another’s id, signed by one’s own', async () => {
    const [own, victims] = [await withPasskey(person), await withPasskey(admin)]
    const begun = await beginLogin()
    expect(await enter(begun, own.sign(begun.challenge, { id: victims.id }))).toMatchObject(refused)
    const afterPassword = await stepAfterPassword(person)
    const asked = await beginLogin(afterPassword)
    expect(await enter(asked, victims.sign(asked.challenge))).toMatchObject(refused)
  })

  test('with the challenge that was given to register one', async () => {
    const authenticator = await withPasskey(person)
    const begun = await beginRegistering(await api.login(admin.email))
    expect(await enter(begun, authenticator.sign(begun.challenge))).toMatchObject(over)
  })

  test('of who was deleted, also begun before', async () => {
    const authenticator = await withPasskey(person)
    const [alone, after] = [await beginLogin(), await beginLogin(await stepAfterPassword(person))]
    const token = await api.login(admin.email)
    expect((await api.request('DELETE', `/users/${person.userId}`, { token })).status).toBeLessThan(300)
    expect(await enter(alone, authenticator.sign(alone.challenge))).toMatchObject(refused)
    expect(await enter(after, authenticator.sign(after.challenge))).toMatchObject(over)
    expect(await kept()).toEqual([])
  })

  test('that was removed, also begun before', async () => {
    const authenticator = await withPasskey(person)
    const begun = await beginLogin()
    const token = await api.login(admin.email)
    expect((await api.request('DELETE', `/users/${person.userId}/second-factor`, { token })).status).toBe(204)
    expect(await enter(begun, authenticator.sign(begun.challenge))).toMatchObject(refused)
  })

  test('of a company that is closed', async () => {
    const authenticator = await withPasskey(person)
    await api.db.sql`update companies set status = false where id = ${company.id}`
    const begun = await beginLogin()
    expect((await enter(begun, authenticator.sign(begun.challenge))).status).toBeGreaterThanOrEqual(400)
  })
})

test('a passkey that says whose it is, rightly, is taken; an authenticator without a counter too', async () => {
  const authenticator = testAuthenticator()
  const token = await api.login(person.email)
  const making = await beginRegistering(token)
  expect(await keep(making, token, authenticator.make(making.challenge, { counter: 0 }))).toMatchObject({ status: 201 })
  for (let uses = 0; uses < 2; uses++) {
    const begun = await beginLogin()
    const response = authenticator.sign(begun.challenge, { counter: 0, userHandle: handle(person.userId) })
    expect(await enter(begun, response)).toMatchObject({ status: 200 })
  }
})

/** The last byte of the key's second half. */
const bent = (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -1), Buffer.of((bytes.at(-1) ?? 0) ^ 1)])
const replaced = (before: string, after: string) => (bytes: Buffer) => {
  const at = bytes.indexOf(before, 0, 'hex')
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(after, 'hex'), bytes.subarray(at + before.length / 2)])
}

describe('to be kept, a passkey is refused', () => {
  test.each<[string, Wrong]>([
    ['of another page', { origin: 'http://balcao.example' }],
    ['for another host name', { rpId: 'balcao.example' }],
    ['of our page within another one', { crossOrigin: true }],
    ['for another challenge', { challenge: handle('another challenge') }],
    ['that was used, not made', { type: 'webauthn.get' }],
    ['without its person’s finger', { unverified: true }],
    ['without anybody there', { absent: true }],
    ['under another id than it says', { id: handle('another id, of thirty-two letters') }],
    ['whose key is for another algorithm', { attestation: replaced('a50102032620', 'a50102033822') }],
    // {fmt: 'none', attStmt: {a: 1}}
    [
      'with a statement where it says that it has none',
      { attestation: replaced('7453746d74a0', '7453746d74a1616101') },
    ],
    ['of a format that nobody knows', { attestation: replaced('646e6f6e65', '646e6f6e66') }],
    ['that is cut off', { attestation: (bytes) => bytes.subarray(0, -10) }],
    ['that is empty', { attestation: () => Buffer.alloc(0) }],
    ['that is nested without end', { attestation: () => Buffer.alloc(14_000, 0x81) }],
    ['that says to be endless', { attestation: () => Buffer.from('9bffffffffffffffff00', 'hex') }],
    ['that says to be four gigabytes', { attestation: () => Buffer.from('5affffffff00', 'hex') }],
  ])('%s', async (_, wrong) => {
    const [authenticator, token] = [testAuthenticator(), await api.login(person.email)]
    const begun = await beginRegistering(token)
    expect(await keep(begun, token, authenticator.make(begun.challenge, wrong))).toMatchObject(refused)
    expect(await kept()).toEqual([])
    // Its challenge is spent with it.
    expect(await keep(begun, token, authenticator.make(begun.challenge))).toMatchObject(over)
  })

  test('for its key: one that is no point of its curve opens nothing', async () => {
    const [authenticator, token] = [testAuthenticator(), await api.login(person.email)]
    const begun = await beginRegistering(token)
    await keep(begun, token, authenticator.make(begun.challenge, { attestation: bent }))
    const login = await beginLogin()
    expect(await enter(login, authenticator.sign(login.challenge))).toMatchObject(refused)
  })

  test('twice, of one challenge or of one passkey', async () => {
    const [authenticator, token] = [testAuthenticator(), await api.login(person.email)]
    const begun = await beginRegistering(token)
    const response = authenticator.make(begun.challenge)
    const statuses = await Promise.all([1, 2].map(async () => (await keep(begun, token, response)).status))
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 410])
    // A colleague's is not taken over by its id.
    const theirs = await api.login(admin.email)
    const again = await beginRegistering(theirs)
    expect(await keep(again, theirs, authenticator.make(again.challenge))).toMatchObject(refused)
    expect(await kept()).toMatchObject([{ userId: person.userId }])
  })

  test('without the password, at a colleague’s open desk', async () => {
    const token = await api.login(person.email)
    for (const body of [{}, { password: '' }, { password: 'errada-errada' }]) {
      expect(await post('/auth/second-factor/passkeys/options', body, token)).toMatchObject({ status: 400 })
    }
    // What opens a login is not good to add one.
    const begun = await beginLogin()
    expect(await keep(begun, token, testAuthenticator().make(begun.challenge))).toMatchObject(over)
    expect(await kept()).toEqual([])
  })

  test('once the password, or the session, is another', async () => {
    const [token, boss] = [await api.login(person.email), await api.login(admin.email)]
    const [first, second] = [await beginRegistering(token), await beginRegistering(token)]
    expect((await api.request('DELETE', '/auth/logout', { token })).status).toBeLessThan(300)
    expect(await keep(first, token, testAuthenticator().make(first.challenge))).toMatchObject({ status: 401 })
    const other = 'outra-senha-longa'
    await api.request('PUT', `/users/${person.userId}/password`, { body: { password: other }, token: boss })
    const entered = await post('/auth/login', { email: person.email, password: other })
    const again = String(entered.body['token'])
    expect(await keep(second, again, testAuthenticator().make(second.challenge))).toMatchObject(over)
    expect(await kept()).toEqual([])
  })
})
