// Nobody becomes a super user, and only super users touch them: by every mutation and every route that names a user.
import { eq } from 'drizzle-orm'
import { companies } from 'db/companies/table.ts'
import type { UserActor } from 'db/kit/actor.ts'
import { newId } from 'db/kit/new-id.ts'
import { mutations } from 'db/mutations.ts'
import { testCompany, testPassword, type TestCompany } from 'db/node/testing/test-world.ts'
import { users } from 'db/users/table.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../test-api.ts'

type Person = UserActor & { email: string }

let api: TestApi
let operator: TestCompany
let keeper: Person
let admin: Person
/** The one that is touched. */
let other: Person
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.stop())
beforeEach(async () => {
  operator = await testCompany(api.db, { operator: true })
  ;[keeper, admin, other] = [await operator.user('admin'), await operator.user('admin'), await operator.user('admin')]
  await makeSuper(keeper)
  await makeSuper(other)
})

const makeSuper = ({ userId }: Person) => api.db.orm.update(users).set({ super: true }).where(eq(users.id, userId))
const row = async ({ userId }: Person) => (await api.db.orm.select().from(users).where(eq(users.id, userId)))[0]
const isSuper = async (token: string) => (await api.request('GET', '/auth/me', { token })).body['super']

async function push(token: string, name: string, args: object) {
  const body = { mutations: [{ id: newId(), name, args }] }
  const answer = await api.request('POST', '/mutations', { token, body })
  return (answer.body['results'] as { status: string; code?: string }[])[0]
}

/** Every mutation that takes the id of a user as its row's. */
const ofUsers = [...mutations.keys()].filter((name) => name.startsWith('user.') && name !== 'user.updateProfile')

const edits = {
  name: 'Outro nome',
  email: `${newId()}@empresa.example`,
  profile: 'user',
  queueIds: [],
  connectionId: null,
  allTicket: false,
} as const

type Touch = (token: string, target: Person) => Promise<unknown>

const update =
  (changes: object): Touch =>
  (token, { userId }) =>
    push(token, 'user.update', { id: userId, changes })
const put =
  (body: object): Touch =>
  (token, { userId }) =>
    api.request('PUT', `/users/${userId}`, { token, body })

/** What an admin could try, by every door. */
const touches: Record<string, Touch> = {
  ...Object.fromEntries(Object.entries(edits).map(([key, to]) => [`user.update ${key}`, update({ [key]: { to } })])),
  ...Object.fromEntries(
    Object.entries({ name: 'Outro nome', email: `${newId()}@empresa.example`, profile: 'user', queueIds: [] }).map(
      ([key, to]) => [`PUT /users ${key}`, put({ [key]: to })],
    ),
  ),
  'PUT /users password': put({ password: 'outra-senha' }),
  'user.delete': (token, { userId }) => push(token, 'user.delete', { id: userId }),
  'user.create': (token, { userId }) => push(token, 'user.create', { id: userId, name: 'Eu', email: 'eu@e.example' }),
  'DELETE /users': (token, { userId }) => api.request('DELETE', `/users/${userId}`, { token }),
  'PUT /users/password': (token, { userId }) =>
    api.request('PUT', `/users/${userId}/password`, { token, body: { password: 'outra-senha' } }),
  'POST /users with the id of theirs': (token, { userId, email }) =>
    api.request('POST', '/users', {
      token,
      headers: { 'idempotency-key': userId },
      body: { name: 'Eu', email, password: 'outra-senha' },
    }),
}

test('the doors are all there are', () => {
  expect(ofUsers.toSorted()).toEqual(['user.create', 'user.delete', 'user.update'])
})

test.each(Object.entries(touches))(
  '%s does not reach a super user from an admin of their company',
  async (_, touch) => {
    const before = await row(other)
    await touch(await api.login(admin.email), other)
    expect(await row(other)).toEqual(before)
    // Neither session nor password ended.
    expect(
      await api.request('POST', '/auth/login', { body: { email: other.email, password: testPassword } }),
    ).toMatchObject({ status: 200 })
  },
)

test('an admin is told that they may not; a super user may', async () => {
  const [theirs, ours] = [await api.login(admin.email), await api.login(keeper.email)]
  const change = { id: other.userId, changes: { name: { to: 'Novo nome' } } }
  expect(await push(theirs, 'user.update', change)).toMatchObject({ status: 'rejected', code: 'ERR_NO_PERMISSION' })
  const password = { token: theirs, body: { password: 'outra-senha' } }
  expect(await api.request('PUT', `/users/${other.userId}/password`, password)).toMatchObject({ status: 403 })

  expect(await push(ours, 'user.update', change)).toMatchObject({ status: 'applied' })
  expect(await api.request('PUT', `/users/${other.userId}/password`, { ...password, token: ours })).toMatchObject({
    status: 204,
  })
  expect(await push(ours, 'user.delete', { id: other.userId })).toMatchObject({ status: 'applied' })
})

describe('the flag', () => {
  test('stands nowhere but on admins of the operator’s company', async () => {
    const attendant = await operator.user('user')
    const stranger = await (await testCompany(api.db)).user('admin')
    for (const person of [attendant, stranger]) {
      await makeSuper(person)
      expect(await row(person)).toMatchObject({ super: false })
    }
    const id = newId()
    const values = {
      id,
      companyId: stranger.companyId,
      name: 'Eu',
      email: `${id}@e.example`,
      profile: 'admin' as const,
    }
    const times = { createdAt: new Date(), updatedAt: new Date() }
    await api.db.orm.insert(users).values({ ...values, ...times, super: true, allTicket: true })
    expect((await api.db.orm.select().from(users).where(eq(users.id, id)))[0]).toMatchObject({ super: false })
  })

  test('is lost with the profile, at once in a session that is open, and does not come back with it', async () => {
    const [token, ours] = [await api.login(other.email), await api.login(keeper.email)]
    expect(await isSuper(token)).toBe(true)
    for (const to of ['supervisor', 'admin']) {
      await push(ours, 'user.update', { id: other.userId, changes: { profile: { to } } })
      expect(await row(other)).toMatchObject({ profile: to, super: false })
      expect(await isSuper(token)).toBe(false)
    }
    const help = { id: newId(), title: `Passos ${newId()}`, description: '', video: 'dQw4w9WgXcQ' }
    expect(await push(token, 'help.create', help)).toMatchObject({ code: 'ERR_NO_PERMISSION' })
  })

  test('is lost when the company is the operator’s no more', async () => {
    const token = await api.login(keeper.email)
    await api.db.orm.update(companies).set({ operator: false }).where(eq(companies.id, operator.id))
    expect([await row(keeper), await row(other)]).toMatchObject([{ super: false }, { super: false }])
    expect(await isSuper(token)).toBe(false)
  })
})
