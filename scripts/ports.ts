import { createServer } from 'node:net'

/** Whether nobody listens on this loopback port. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

/** Where a server says that it listens. */
export function portIn(line: string): number {
  const port = /:(\d+)$/.exec(line)?.[1]
  if (port === undefined) throw new Error(`no port in: ${line}`)
  return Number(port)
}
