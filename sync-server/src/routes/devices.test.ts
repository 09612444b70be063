// One person on several devices: how many the company allows, who gives way, what each is told.
import { asc, eq } from 'drizzle-orm'
import type { UserActor } from 'db/kit/actor.ts'
import { newId } from 'db/kit/new-id.ts'
import { runFor, testCompany, testPassword, type TestCompany } from 'db/node/testing/test-world.ts'
import { updateSettings } from 'db/settings/mutations.ts'
import { deleteUser } from 'db/users/mutations.ts'
import { logins, sessions, users } from 'db/users/table.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'

let api: TestApi
let company: TestCompany
let admin: UserActor & { email: string }
let user: UserActor & { email: string }
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.stop())
beforeEach(async () => {
  company = await testCompany(api.db)
  admin = await company.user('admin')
  user = await company.user('user')
})

const chrome = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'
const iphone = 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

const allow = (to: number) =>
  runFor(api.db, admin, updateSettings, { id: company.id, changes: { devicesPerUser: { to } } })

interface Device {
  token: string
  cookie: string | undefined
  /** What its browser knows of the person. */
  known: string
}

async function logIn(agent = chrome, known?: string): Promise<Device> {
  const { body, cookie, headers } = await api.request('POST', '/auth/login', {
    body: { email: user.email, password: testPassword },
    headers: { 'user-agent': agent },
    cookie: known,
  })
  const device = headers.getSetCookie().find((line) => line.startsWith('balcao_device_')) ?? ''
  return { token: String(body['token']), cookie, known: device.split(';')[0] ?? '' }
}

const me = async ({ token }: Device) => {
  const { status, body } = await api.request('GET', '/auth/me', { token })
  return status === 200 ? 200 : body['error']
}
const refresh = ({ cookie }: Device) => api.request('POST', '/auth/refresh_token', { cookie })
const list = async ({ token }: Device) =>
  (await api.request('GET', '/auth/devices', { token })).body['devices'] as Record<string, unknown>[]
const live = () => api.db.orm.select().from(sessions).where(eq(sessions.userId, user.userId))
const seen = async () => (await api.db.sql`select last_seen_at from user_sightings where id = ${user.userId}`)[0]

describe('as many as the company allows', () => {
  test('one more ends the one that was seen longest ago, which is told why', async () => {
    await allow(2)
    const [desk, phone] = [await logIn(), await logIn(iphone)]
    expect([await me(phone), await me(desk)]).toEqual([200, 200])
    const laptop = await logIn()
    expect([await me(desk), await me(laptop)]).toEqual([200, 200])
    expect(await me(phone)).toBe('ERR_SESSION_REPLACED')
    expect(await refresh(phone)).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_REPLACED' } })
    expect(await refresh(desk)).toMatchObject({ status: 200 })
  })

  test('three, and never four', async () => {
    await allow(3)
    await expect(allow(4)).rejects.toMatchObject({ code: 'ERR_VALIDATION' })
    const devices = [await logIn(), await logIn(), await logIn(), await logIn()]
    expect(await Promise.all(devices.map(me))).toEqual(['ERR_SESSION_REPLACED', 200, 200, 200])
  })

  test('a lower limit ends those that were seen longest ago, at once', async () => {
    await allow(3)
    const other = await company.user('user')
    const theirs = await api.login(other.email)
    const [desk, phone, laptop] = [await logIn(), await logIn(iphone), await logIn()]
    expect([await me(laptop), await me(phone), await me(desk)]).toEqual([200, 200, 200])
    await allow(2)
    expect([await me(laptop), await me(phone), await me(desk)]).toEqual(['ERR_SESSION_REVOKED', 200, 200])
    await allow(1)
    expect([await me(phone), await me(desk)]).toEqual(['ERR_SESSION_REVOKED', 200])
    expect((await api.request('GET', '/auth/me', { token: theirs })).status).toBe(200)
  })

  test('the same device again takes nobody’s place', async () => {
    await allow(2)
    const [desk, phone] = [await logIn(), await logIn(iphone)]
    const again = await logIn(iphone, phone.known)
    expect([await me(desk), await me(again), await me(phone)]).toEqual([200, 200, 'ERR_SESSION_REPLACED'])
    expect(again.known.slice(0, 100)).toBe(phone.known.slice(0, 100))
  })

  test('one whose token ran out holds no place', async () => {
    await allow(2)
    const [old, desk] = [await logIn(), await logIn()]
    await me(old)
    const [first] = await api.db.orm.select().from(logins).where(eq(logins.userId, user.userId)).orderBy(asc(logins.id))
    await api.db.orm
      .update(logins)
      .set({ expiresAt: new Date(0) })
      .where(eq(logins.id, first?.id ?? ''))
    const phone = await logIn(iphone)
    expect([await me(desk), await me(phone)]).toEqual([200, 200])
    expect(await list(phone)).toHaveLength(2)
  })

  test.each([1, 2])('logins at the same moment leave %i', async (limit) => {
    await allow(limit)
    await Promise.all(Array.from({ length: 6 }, () => logIn()))
    expect(await live()).toHaveLength(limit)
  })

  test('a login beside a limit that is being lowered gets no place too many', async () => {
    await allow(3)
    await logIn()
    await Promise.all([logIn(), allow(1), logIn()])
    await logIn()
    expect(await live()).toHaveLength(1)
  })

  test('another company’s limit is not ours', async () => {
    await allow(3)
    user = await (await testCompany(api.db)).user('user')
    const [desk, phone] = [await logIn(), await logIn(iphone)]
    expect([await me(desk), await me(phone)]).toEqual(['ERR_SESSION_REPLACED', 200])
  })
})

describe('one of them', () => {
  beforeEach(() => allow(2))

  test('is listed in plain words, with itself marked, and nothing of its tokens', async () => {
    const [desk] = [await logIn(), await logIn(iphone)]
    const devices = await list(desk)
    expect(devices).toEqual([
      {
        id: expect.any(String),
        browser: 'Chrome',
        system: 'Windows',
        current: true,
        createdAt: expect.any(String),
        lastSeenAt: expect.any(String),
      },
      expect.objectContaining({ browser: 'Safari', system: 'iPhone', current: false }),
    ])
  })

  test('is ended from another, and only there', async () => {
    const [desk, phone] = [await logIn(), await logIn(iphone)]
    const id = String((await list(desk)).find(({ current }) => current === false)?.['id'])
    const end = (of: Device) => api.request('DELETE', `/auth/devices/${id}`, { token: of.token })
    expect(await end(desk)).toMatchObject({ status: 204 })
    expect([await me(desk), await me(phone)]).toEqual([200, 'ERR_SESSION_REVOKED'])
    expect(await refresh(phone)).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_REVOKED' } })
    expect(await end(desk)).toMatchObject({ status: 404 })
  })

  test('of somebody else is not found', async () => {
    const theirs = await logIn()
    const id = String((await list(theirs))[0]?.['id'])
    for (const person of [admin, await (await testCompany(api.db)).user('admin')]) {
      const token = await api.login(person.email)
      expect(await api.request('DELETE', `/auth/devices/${id}`, { token })).toMatchObject({ status: 404 })
    }
    expect(await me(theirs)).toBe(200)
  })

  test('logs out alone; until the last one did, the person is there', async () => {
    const [desk, phone] = [await logIn(), await logIn(iphone)]
    await me(desk)
    await me(phone)
    await api.request('DELETE', '/auth/logout', { cookie: desk.cookie })
    expect([await me(desk), await me(phone)]).toEqual(['ERR_SESSION_REVOKED', 200])
    expect(await seen()).toBeDefined()
    await api.request('DELETE', '/auth/logout', { token: phone.token })
    expect(await seen()).toBeUndefined()
  })

  test('whose token was stolen ends; the other goes on', async () => {
    const [desk, phone] = [await logIn(), await logIn(iphone)]
    const next = await refresh(desk)
    await api.request('GET', '/auth/me', { token: String(next.body['token']) })
    await api.db.sql`update sessions set created_at = created_at - interval '1 minute'`
    expect(await refresh(desk)).toMatchObject({ status: 401 })
    expect(await refresh({ ...desk, cookie: next.cookie })).toMatchObject({ status: 401 })
    expect(await me(phone)).toBe(200)
  })
})

test('all end with the user, and with a password that an admin gives', async () => {
  await allow(2)
  const devices = [await logIn(), await logIn(iphone)]
  const token = await api.login(admin.email)
  await api.request('PUT', `/users/${user.userId}/password`, { token, body: { password: testPassword } })
  expect(await Promise.all(devices.map(me))).toEqual(['ERR_SESSION_REVOKED', 'ERR_SESSION_REVOKED'])
  const again = await logIn()
  await runFor(api.db, admin, deleteUser, { id: user.userId })
  expect(await me(again)).toBe('ERR_SESSION_REVOKED')
})

test('with one device the version of tokens rises at login, logout, a new password and one that was given', async () => {
  const version = async () =>
    (await api.db.orm.select().from(users).where(eq(users.id, user.userId)))[0]?.tokenVersion ?? 0
  const [before, first] = [await version(), await logIn()]
  const second = await logIn()
  expect(await version()).toBe(before + 2)
  const body = { currentPassword: testPassword, password: testPassword }
  const changed = await api.request('PUT', '/users/me/password', { token: second.token, body })
  expect(await version()).toBe(before + 3)
  await api.request('DELETE', '/auth/logout', { cookie: changed.cookie })
  expect(await version()).toBe(before + 4)
  await logIn()
  const token = await api.login(admin.email)
  await api.request('PUT', `/users/${user.userId}/password`, { token, body: { password: testPassword } })
  expect(await version()).toBe(before + 6)
  expect(await me(first)).toBe('ERR_SESSION_REPLACED')
})

test('what is kept of ended logins is forgotten after a week', async () => {
  await logIn()
  const week = new Date(Date.now() - 8 * 86_400_000)
  await api.db.orm.update(logins).set({ endedAt: week, endReason: 'ended' }).where(eq(logins.userId, user.userId))
  await logIn()
  expect(await api.db.orm.select().from(logins).where(eq(logins.userId, user.userId))).toHaveLength(1)
  await expect(api.request('GET', `/auth/devices`)).resolves.toMatchObject({ status: 401 })
  expect(await api.request('DELETE', `/auth/devices/${newId()}`)).toMatchObject({ status: 401 })
})

describe('before it logs another device out', () => {
  const ask = (body: object = {}, known?: string) =>
    api.request('POST', '/auth/login', {
      body: { email: user.email, password: testPassword, asksFirst: true, ...body },
      headers: { 'user-agent': chrome },
      cookie: known,
    })
  const confirm = (step: unknown) => api.request('POST', '/auth/login/confirm', { body: { step } })

  test('an app that asks is told which one, and goes on by a step that is good once', async () => {
    const phone = await logIn(iphone)
    await api.db.sql`update logins set last_seen_at = now() - interval '2 minutes' where user_id = ${user.userId}`
    const asked = await ask()
    expect(asked).toMatchObject({
      status: 409,
      cookie: undefined,
      body: {
        error: 'ERR_LOGGED_IN_ELSEWHERE',
        details: { devices: [{ browser: 'Safari', system: 'iPhone', secondsAgo: expect.any(Number) }] },
      },
    })
    const { step, devices } = asked.body['details'] as { step: string; devices: { secondsAgo: number }[] }
    expect(devices[0]?.secondsAgo).toBeGreaterThanOrEqual(119)
    // Who says no changed nothing.
    expect(await me(phone)).toBe(200)
    expect(await confirm(step)).toMatchObject({ status: 200, body: { user: { id: user.userId } } })
    expect(await me(phone)).toBe('ERR_SESSION_REPLACED')
    expect(await confirm(step)).toMatchObject({ status: 410, body: { error: 'ERR_LOGIN_STEP_EXPIRED' } })
  })

  test('a wrong password tells nothing of it, and one that nobody asks about goes on as ever', async () => {
    const phone = await logIn(iphone)
    expect(await ask({ password: 'errada' })).toMatchObject({ status: 401, body: { error: 'ERR_INVALID_CREDENTIALS' } })
    expect(await me(phone)).toBe(200)
    const desk = await logIn()
    expect([await me(phone), await me(desk)]).toEqual(['ERR_SESSION_REPLACED', 200])
  })

  test('nobody is asked where there is room, or who was here before', async () => {
    const desk = await logIn()
    expect(await ask({}, desk.known)).toMatchObject({ status: 200 })
    await allow(2)
    expect(await ask()).toMatchObject({ status: 200 })
    expect(await ask()).toMatchObject({ status: 409, body: { details: { devices: [{ browser: 'Chrome' }] } } })
  })

  test('a new password ends the question', async () => {
    await logIn(iphone)
    const { step } = (await ask()).body['details'] as { step: string }
    await api.db.sql`update users set password_hash = 'x' where id = ${user.userId}`
    expect(await confirm(step)).toMatchObject({ status: 410 })
  })
})

test('who may allow more devices is told how many people a login elsewhere logs out almost daily', async () => {
  const told = async (of: { email: string }) =>
    api.request('GET', '/auth/devices/replaced', { token: await api.login(of.email) })
  for (const [days, deviceId] of [
    [1, newId()],
    [2, newId()],
    [3, newId()],
  ] as const) {
    const at = new Date(Date.now() - days * 86_400_000)
    const times = { createdAt: new Date(at.getTime() - 3_600_000), lastSeenAt: at, expiresAt: at }
    const own = { companyId: company.id, userId: user.userId, browser: null, system: null }
    await api.db.orm
      .insert(logins)
      .values({ id: newId(), ...own, ...times, deviceId, endedAt: at, endReason: 'replaced' })
  }
  expect(await told(admin)).toMatchObject({ status: 200, body: { people: 1 } })
  expect(await told(await company.user('user'))).toMatchObject({ status: 403 })
  const other = await testCompany(api.db)
  expect(await told(await other.user('admin'))).toMatchObject({ body: { people: 0 } })
})
