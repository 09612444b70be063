// What stands before the servers: each request goes to the next of them, also of one device. One that can't be reached is passed over for
// as long as a balancer would; what breaks off in the middle breaks off for the client.
import { createServer, request, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'

/** ms */
const passedOverFor = 1000

export interface Balancer {
  url: string
  /** Requests so far that read a shape from its beginning, and the bytes of their answers. */
  readonly fromTheStart: { requests: number; bytes: number }
  /** Requests so far, by server. */
  readonly served: readonly number[]
}

export async function startBalancer(port: number, targets: readonly number[]): Promise<Balancer> {
  const fromTheStart = { requests: 0, bytes: 0 }
  const served = targets.map(() => 0)
  const downUntil = targets.map(() => 0)
  let turn = 0

  const next = () => {
    for (let tries = 0; tries < targets.length; tries++) {
      const index = turn++ % targets.length
      if ((downUntil[index] ?? 0) <= Date.now()) return index
    }
    return turn++ % targets.length
  }

  function pass(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer, triesLeft: number) {
    const index = next()
    const isStart = /^\/api\/shapes\/.*[?&]offset=-1(&|$)/.test(incoming.url ?? '')
    const { method = 'GET', url = '/', headers } = incoming
    const upstream: ClientRequest = request({
      port: targets[index] ?? 0,
      host: '127.0.0.1',
      method,
      path: url,
      headers,
      agent: false,
    })
    upstream.on('response', (answer) => {
      served[index] = (served[index] ?? 0) + 1
      if (isStart) fromTheStart.requests += 1
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      if (isStart) answer.on('data', (chunk: Buffer) => (fromTheStart.bytes += chunk.length))
      answer.on('error', () => outgoing.destroy())
      answer.pipe(outgoing)
    })
    upstream.on('error', (error: NodeJS.ErrnoException) => {
      if (outgoing.headersSent || outgoing.destroyed) return outgoing.destroy()
      if (error.code === 'ECONNREFUSED' && triesLeft > 0) {
        downUntil[index] = Date.now() + passedOverFor
        return pass(incoming, outgoing, body, triesLeft - 1)
      }
      outgoing.writeHead(502, { 'content-type': 'text/plain' }).end('no server')
    })
    outgoing.on('close', () => upstream.destroy())
    upstream.end(body)
  }

  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => pass(incoming, outgoing, Buffer.concat(chunks), targets.length - 1))
    incoming.on('error', () => outgoing.destroy())
  })
  // Who waits for news waits as long as the server lets them.
  server.requestTimeout = 0
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${port}`, fromTheStart, served }
}
