import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** Whether nobody listens on this loopback port. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

/** On this machine; `port` 0 takes any free one. Returns which. */
export async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port')
  return address.port
}

/** Where a server says that it listens. */
export function portIn(line: string): number {
  const port = /:(\d+)$/.exec(line)?.[1]
  if (port === undefined) throw new Error(`no port in: ${line}`)
  return Number(port)
}
