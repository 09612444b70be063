// The network between browser and server, as something that can be pulled: a TCP relay on a port of its own. Of tests and of the demo.
import { connect, createServer, type Socket } from 'node:net'
import * as v from 'valibot'
import { listen } from './ports.ts'

export interface Cable {
  port: number
  /** Cuts every connection and refuses new ones. */
  pull(): void
  plug(): void
  close(): Promise<void>
}

/** `port`: 0 takes any free one. */
export async function createCable(targetPort: number, port = 0): Promise<Cable> {
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
  const taken = await listen(server, port)
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: taken,
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

/** What the simulator's page asks for. */
const order = v.object({ cable: v.object({ pulled: v.boolean() }) })

/** `told`: whatever the simulator tells its parent. */
export function followOrder(cable: Cable, told: unknown) {
  const asked = v.safeParse(order, told)
  if (asked.success) cable[asked.output.cable.pulled ? 'pull' : 'plug']()
}
