// Ports that stay ours while their servers are down: outside of the range that outgoing connections take theirs from.
import { createServer } from 'node:net'

const [first, count] = [20_000, 9_000]

export async function fixedPorts(wanted: number): Promise<number[]> {
  const found: number[] = []
  for (let offset = process.pid * 11; found.length < wanted; offset++) {
    const port = first + (offset % count)
    if (await isFree(port)) found.push(port)
  }
  return found
}

async function isFree(port: number) {
  const server = createServer()
  return new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
