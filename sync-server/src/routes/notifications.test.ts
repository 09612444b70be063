import { eq } from 'drizzle-orm'
import { deliveryQueue } from 'db/jobs.ts'
import { newId } from 'db/kit/new-id.ts'
import { runFor, testCompany, testPassword, type TestCompany } from 'db/node/testing/test-world.ts'
import { startTestPushService, type TestPushService } from 'db/node/testing/test-push-service.ts'
import { notificationSettings, pushSubscriptions } from 'db/push/table.ts'
import { updateSettings } from 'db/settings/mutations.ts'
import { users } from 'db/users/table.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'

let api: TestApi
let pushService: TestPushService
let company: TestCompany
beforeAll(async () => {
  pushService = await startTestPushService()
  api = await startTestApi({ VAPID_PUBLIC_KEY: pushService.vapid.publicKey, PUSH_ALLOW_LOOPBACK: '1' })
  company = await testCompany(api.db)
})
afterAll(async () => {
  await api.stop()
  await pushService.stop()
})

const put = (token: string, body: unknown) => api.request('PUT', '/push/subscriptions', { token, body })
const rowsOf = (userId: string) =>
  api.db.orm.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, userId))

async function subscribed() {
  const user = await company.user('user')
  const token = await api.login(user.email)
  const { subscription } = pushService.device()
  expect(await put(token, { ...subscription, expirationTime: null })).toMatchObject({ status: 204 })
  return { user, token, subscription }
}

describe('a subscription', () => {
  test('is stored for the session’s user; the same again changes nothing, another replaces it', async () => {
    const { user, token, subscription } = await subscribed()
    const [first] = await rowsOf(user.userId)
    expect(first).toMatchObject({ companyId: company.id, endpoint: subscription.endpoint, ...subscription.keys })
    await put(token, subscription)
    expect(await rowsOf(user.userId)).toMatchObject([{ id: first?.id }])
    const other = pushService.device().subscription
    await put(token, other)
    expect(await rowsOf(user.userId)).toMatchObject([{ endpoint: other.endpoint }])
  })

  test('of a device that another person takes over is theirs alone', async () => {
    const { user, subscription } = await subscribed()
    const theirs = await testCompany(api.db)
    const next = await theirs.user('user')
    await put(await api.login(next.email), subscription)
    expect(await rowsOf(user.userId)).toEqual([])
    expect(await rowsOf(next.userId)).toMatchObject([{ companyId: theirs.id, endpoint: subscription.endpoint }])
  })

  test('is not taken away by whoever only knows its address', async () => {
    const { user, subscription } = await subscribed()
    const [before] = await rowsOf(user.userId)
    const stranger = await (await testCompany(api.db)).user('user')
    const token = await api.login(stranger.email)
    const own = pushService.device().subscription
    await put(token, own)
    const { p256dh } = subscription.keys
    for (const keys of [own.keys, { ...own.keys, p256dh }]) {
      const answer = await put(token, { endpoint: subscription.endpoint, keys })
      expect(answer).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
    }
    expect(await rowsOf(user.userId)).toEqual([before])
    expect(await rowsOf(stranger.userId)).toMatchObject([{ endpoint: own.endpoint }])
  })

  test('ends at logout', async () => {
    const user = await company.user('user')
    const { body, cookie } = await api.request('POST', '/auth/login', {
      body: { email: user.email, password: 'segredo-1' },
    })
    await put(String(body['token']), pushService.device().subscription)
    expect(await rowsOf(user.userId)).toHaveLength(1)
    await api.request('DELETE', '/auth/logout', { cookie })
    expect(await rowsOf(user.userId)).toEqual([])
  })

  test('ends when the same user logs in elsewhere, and the old session cannot bring it back', async () => {
    const { user, token, subscription } = await subscribed()
    await api.login(user.email)
    expect(await rowsOf(user.userId)).toEqual([])
    expect(await put(token, subscription)).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_REPLACED' } })
    expect(await rowsOf(user.userId)).toEqual([])
  })

  test('of one device is not the other’s: each has its own, ends with it, and lives on without it', async () => {
    const twice = await testCompany(api.db)
    const changes = { devicesPerUser: { to: 2 } }
    await runFor(api.db, await twice.user('admin'), updateSettings, { id: twice.id, changes })
    const user = await twice.user('user')
    const [desk, phone] = [await api.login(user.email), await api.login(user.email)]
    const [atDesk, onPhone] = [pushService.device().subscription, pushService.device().subscription]
    await put(desk, atDesk)
    await put(phone, onPhone)
    const endpoints = async () => (await rowsOf(user.userId)).map(({ endpoint }) => endpoint).toSorted()
    expect(await endpoints()).toEqual([atDesk.endpoint, onPhone.endpoint].toSorted())
    const renewed = pushService.device().subscription
    await put(phone, renewed)
    expect(await endpoints()).toEqual([atDesk.endpoint, renewed.endpoint].toSorted())
    await api.request('DELETE', '/push/subscriptions', { token: phone })
    expect(await endpoints()).toEqual([atDesk.endpoint])
    expect(await api.request('POST', '/push/test', { token: phone })).toMatchObject({ status: 404 })
    expect(await api.request('POST', '/push/test', { token: desk })).toMatchObject({ status: 202 })
    await put(phone, renewed)
    await api.request('DELETE', '/auth/logout', { token: desk })
    expect(await endpoints()).toEqual([renewed.endpoint])
  })

  test('lives on with a new password', async () => {
    const { user, token, subscription } = await subscribed()
    const body = { currentPassword: testPassword, password: 'outra-senha' }
    const changed = await api.request('PUT', '/users/me/password', { token, body })
    expect(await rowsOf(user.userId)).toMatchObject([{ endpoint: subscription.endpoint }])
    const next = await api.request('POST', '/auth/refresh_token', { cookie: changed.cookie })
    await put(String(next.body['token']), subscription)
    expect(await rowsOf(user.userId)).toMatchObject([{ endpoint: subscription.endpoint }])
  })

  test('lives on when the refresh token is rotated', async () => {
    const user = await company.user('user')
    const login = await api.request('POST', '/auth/login', { body: { email: user.email, password: 'segredo-1' } })
    await put(String(login.body['token']), pushService.device().subscription)
    const next = await api.request('POST', '/auth/refresh_token', { cookie: login.cookie })
    await api.request('POST', '/auth/refresh_token', { cookie: next.cookie })
    expect(await rowsOf(user.userId)).toHaveLength(1)
  })

  test('ends when the person switches it off, and with the user', async () => {
    const { user, token, subscription } = await subscribed()
    expect(await api.request('DELETE', '/push/subscriptions', { token })).toMatchObject({ status: 204 })
    expect(await rowsOf(user.userId)).toEqual([])
    await put(token, subscription)
    await api.db.orm.delete(users).where(eq(users.id, user.userId))
    expect(await rowsOf(user.userId)).toEqual([])
  })

  test.each([
    { endpoint: 'http://push.example/x' },
    { endpoint: 'https://user:secret@push.example/x' },
    { endpoint: `https://push.example/${'x'.repeat(2000)}` },
    { keys: { p256dh: 'short', auth: 'short' } },
    { keys: {} },
  ])('with %o is refused', async (change) => {
    const token = await api.login((await company.user('user')).email)
    const answer = await put(token, { ...pushService.device().subscription, ...change })
    expect(answer).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
  })
})

describe('a test notification', () => {
  const deliveries = async () =>
    (await api.db.sql`select data from pgboss.job where name = ${deliveryQueue}`).map((row) => row['data'] as object)

  test('is a job for the own device, and only one in a while', async () => {
    const { user, token } = await subscribed()
    for (const status of [202, 202, 202, 429])
      expect(await api.request('POST', '/push/test', { token })).toMatchObject({ status })
    const [row] = await rowsOf(user.userId)
    const own = (await deliveries()).filter((job) => 'subscriptionId' in job && job.subscriptionId === row?.id)
    // Two when a new slot of seconds began between the requests.
    expect([1, 2]).toContain(own.length)
    expect(own[0]).toEqual({ subscriptionId: row?.id, messageId: null })
  })

  test('needs a subscription', async () => {
    const token = await api.login((await company.user('user')).email)
    expect(await api.request('POST', '/push/test', { token })).toMatchObject({ status: 404 })
  })
})

test('what a person wants of notifications is one row of their own, made by the first change', async () => {
  const user = await company.user('user')
  const token = await api.login(user.email)
  for (const showText of [false, true, false]) {
    const mutations = [{ id: newId(), name: 'notificationSettings.update', args: { showText } }]
    await api.request('POST', '/mutations', { token, body: { mutations } })
    const rows = await api.db.orm.select().from(notificationSettings).where(eq(notificationSettings.id, user.userId))
    expect(rows).toMatchObject([{ companyId: company.id, showText }])
  }
})

test('without a session nothing is answered', async () => {
  for (const [method, path] of [
    ['GET', '/push/key'],
    ['PUT', '/push/subscriptions'],
    ['DELETE', '/push/subscriptions'],
    ['POST', '/push/test'],
  ] as const) {
    expect(await api.request(method, path)).toMatchObject({ status: 401 })
  }
})

test('without keys push is off, and says so', async () => {
  const off = await startTestApi()
  const user = await (await testCompany(off.db)).user('user')
  const token = await off.login(user.email)
  expect(await off.request('GET', '/push/key', { token })).toMatchObject({ status: 200, body: { key: null } })
  const body = { ...pushService.device().subscription, endpoint: 'https://push.example/x' }
  expect(await off.request('PUT', '/push/subscriptions', { token, body })).toMatchObject({ status: 404 })
  await off.stop()
})

test('loopback endpoints are for tests only', async () => {
  const strict = await startTestApi({ VAPID_PUBLIC_KEY: pushService.vapid.publicKey })
  const user = await (await testCompany(strict.db)).user('user')
  const token = await strict.login(user.email)
  const body = pushService.device().subscription
  expect(await strict.request('PUT', '/push/subscriptions', { token, body })).toMatchObject({ status: 400 })
  await strict.stop()
})
