// The network between browser and server, as something that can be pulled: a TCP relay on its own port.
import { connect, createServer, type Socket } from 'node:net'

export interface Cable {
  port: number
  /** Cuts every connection and refuses new ones. */
  pull(): void
  plug(): void
  close(): Promise<void>
}

export async function createCable(targetPort: number): Promise<Cable> {
  const sockets = new Set<Socket>()
  let pulled = false
  const server = createServer((browser) => {
    if (pulled) {
      browser.destroy()
      return
    }
    const target = connect(targetPort, '127.0.0.1')
    for (const [from, to] of [
      [browser, target],
      [target, browser],
    ] as const) {
      sockets.add(from)
      from.setNoDelay(true)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port')
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: address.port,
    pull() {
      pulled = true
      cut()
    },
    plug() {
      pulled = false
    },
    async close() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
