import { serve } from '@hono/node-server'
import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { startTestApi } from '../test-api.ts'

test('a Host that is none is the caller’s mistake', async () => {
  const api = await startTestApi()
  const server = serve({ fetch: api.handle, port: 0, hostname: '127.0.0.1' })
  if (!server.listening) await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const statusFor = async (host: string) => {
    const { promise, resolve } = Promise.withResolvers<number | undefined>()
    request({ port, path: '/api/openapi.json', headers: { host }, agent: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    }).end()
    return promise
  }
  expect(await Promise.all(['4294967296', 'a:b', '127.0.0.1', 'balcao.example'].map(statusFor))).toEqual([
    400, 400, 200, 200,
  ])
  server.close()
  await api.stop()
})
