// What an operator asks: is it well, and in numbers.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from './test-api.ts'

const token = 'sixteen-or-more-characters'
let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ METRICS_TOKEN: token })
  api.upstream = async (request) =>
    new URL(request.url).pathname === '/metrics'
      ? new Response('shapes_active 1\n')
      : Response.json({ status: 'active', alarm: 'WAL' })
})
afterAll(() => api.stop())

test('health tells the shape engine’s too, with its alarm', async () => {
  expect(await api.request('GET', '/health')).toMatchObject({
    status: 200,
    body: { status: 'ok', shapes: { status: 'active', alarm: 'WAL' } },
  })
})

test('metrics are for who has the token, and otherwise not there', async () => {
  const ask = async (authorization?: string) => {
    const reached = api.upstreamRequests.length
    const answer = await api
      .request('GET', '/metrics', authorization === undefined ? {} : { headers: { authorization } })
      .catch(() => ({ status: 200 }))
    return [answer.status, api.upstreamRequests.length - reached]
  }
  expect(await ask()).toEqual([404, 0])
  expect(await ask('Bearer wrong')).toEqual([404, 0])
  expect(await ask(`Bearer ${token}`)).toEqual([200, 1])
})

test('without a token set, no token opens them', async () => {
  const closed = await startTestApi()
  expect((await closed.request('GET', '/metrics', { headers: { authorization: 'Bearer undefined' } })).status).toBe(404)
  await closed.stop()
})
