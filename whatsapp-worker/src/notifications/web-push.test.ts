// The guard around requests to addresses that a client chose.
import { startTestPushService, type TestPushService } from 'db/node/testing/test-push-service.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendPush } from './web-push.ts'

let pushService: TestPushService
beforeAll(async () => {
  pushService = await startTestPushService()
})
afterAll(() => pushService.stop())

const send = (endpoint: string, allowLoopback: boolean, keys = pushService.device().subscription.keys) =>
  sendPush({ ...pushService.vapid, allowLoopback }, { endpoint, ...keys }, { kind: 'test', userId: 'u' }, 'test')

test('a device on this machine is reached only where that is allowed', async () => {
  const device = pushService.device()
  const { endpoint, keys } = device.subscription
  expect(await send(endpoint, false, keys)).toEqual({ kind: 'refused', reason: 'endpoint' })
  expect(await send(endpoint.replace('http:', 'https:'), false, keys)).toEqual({ kind: 'refused', reason: 'address' })
  expect(device.answered).toEqual([])
  expect(await send(endpoint, true, keys)).toEqual({ kind: 'delivered' })
  expect(device.received).toMatchObject([{ payload: { kind: 'test', userId: 'u' }, topic: 'test' }])
})

test.each([
  'https://10.1.2.3/',
  'https://172.16.0.1/',
  'https://192.168.1.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1/',
  'https://0.0.0.0/',
  'https://[::]/',
  'https://[fe80::1]/',
  'https://[fd00::1]/',
  'https://[::ffff:10.1.2.3]/',
  'https://2130706434/',
])('%s is never asked, not even where loopback is allowed', async (endpoint) => {
  for (const allowLoopback of [false, true]) {
    expect(await send(endpoint, allowLoopback)).toEqual({ kind: 'refused', reason: 'address' })
  }
})

test('a name that leads to this machine is refused after DNS', async () => {
  expect(await send('https://localhost/', false)).toEqual({ kind: 'refused', reason: 'address' })
})

test('keys that no device can have are refused', async () => {
  const keys = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) }
  expect(await send('https://push.example/', false, keys)).toEqual({ kind: 'refused', reason: 'keys' })
})

test('a server that is not there may be there later', async () => {
  const { endpoint } = pushService.device().subscription
  const closed = await startTestPushService()
  await closed.stop()
  expect(await send(endpoint.replace(pushService.origin, closed.origin), true)).toEqual({
    kind: 'later',
    reason: 'ECONNREFUSED',
  })
})
