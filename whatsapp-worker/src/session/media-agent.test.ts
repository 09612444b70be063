import { once } from 'node:events'
import { createServer } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { mediaAgent } from './media-agent.ts'

/** What comes back, or why nothing was sent. */
async function ask(hostname: string, port: number, isStandIn: boolean) {
  const asked = request({ hostname, port, agent: mediaAgent(isStandIn) }).end()
  try {
    const [answer] = await once(asked, 'response')
    return await text(answer)
  } catch (error) {
    return (error as Error).message
  }
}

test('a stand-in is asked on this machine, without TLS, and nowhere else', async () => {
  const server = createServer((_request, response) => void response.end('here')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  expect(await ask('127.0.0.1', port, true)).toBe('here')
  for (const host of ['mmg.whatsapp.net', '10.0.0.1', '169.254.169.254', '127.0.0.1.example.com']) {
    expect(await ask(host, port, true)).toBe('not a file host of WhatsApp')
  }
  server.close()
})

test.each(['127.0.0.1', '10.0.0.1', '169.254.169.254', 'whatsapp.net.example.com', 'evilwhatsapp.net'])(
  '%s is no file host of WhatsApp',
  async (host) => {
    expect(await ask(host, 443, false)).toBe('not a file host of WhatsApp')
  },
)
