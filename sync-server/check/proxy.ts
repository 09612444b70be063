// Between clients and engines, to break their connections: at once, or in the middle of an answer; and to lead them to another engine.
import { connect, createServer, type Socket } from 'node:net'
import { once } from 'node:events'

export interface Proxy {
  /** New connections go there. */
  use(port: number): void
  /** Ends every connection; each of the next few ends after this many bytes of answer. */
  cut(afterBytes: number): void
}

const connectionsToCut = 8

export async function startProxy(port: number, first: number): Promise<Proxy> {
  const sockets = new Set<Socket>()
  let target = first
  let toCut = 0
  let limit = 0
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1')
    let left = toCut-- > 0 ? limit : Infinity
    const end = () => {
      for (const socket of [client, upstream]) {
        sockets.delete(socket)
        socket.destroy()
      }
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', end).on('close', end)
    }
    upstream.on('data', (chunk: Buffer) => {
      left -= chunk.length
      if (left < 0) end()
    })
    client.pipe(upstream)
    upstream.pipe(client)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    use: (other) => (target = other),
    cut(afterBytes) {
      toCut = connectionsToCut
      limit = afterBytes
      for (const socket of sockets) socket.destroy()
    },
  }
}
