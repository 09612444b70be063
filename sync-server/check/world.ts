// All processes of a run and the failure of any of them.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ClientProcess } from './client-process.ts'
import { withConnection } from './connection.ts'
import { EngineProcess } from './engine-process.ts'
import { Failure } from './failure.ts'
import { Followed } from './followed.ts'
import { fixedPorts } from 'db/node/fixed-ports.ts'
import { PostgresProcess } from 'db/node/postgres/postgres-process.ts'
import type { FromClient } from './protocol.ts'
import { startProxy, type Proxy } from './proxy.ts'
import { schema } from './tables.ts'

export interface World {
  server: PostgresProcess
  engine: EngineProcess
  /** That one first; each knows the others' shapes. */
  engines: readonly EngineProcess[]
  proxy: Proxy
  clients: readonly ClientProcess[]
  followed: Followed
  /** Calls back on every message of a client until `signal`. */
  listen(listener: (message: FromClient) => void, signal: AbortSignal): void
  /** Rejects when anything fails that nobody waits for. */
  failed: Promise<never>
}

const clientCount = 3

/** Postgres runs with empty tables, engines serve, clients follow nothing yet. */
export async function startWorld(
  folder: string,
  engineCount: number,
  onPostgres: (server: PostgresProcess) => void,
): Promise<World> {
  const [databasePort = 0, proxyPort = 0, ...enginePorts] = await fixedPorts(2 + engineCount)
  const server = await startPostgres(join(folder, 'postgres'), databasePort, onPostgres)

  const failure = Promise.withResolvers<never>()
  // Whoever waits for it gets it; it may come when nobody does.
  failure.promise.catch(() => {})
  const onFailure = (error: unknown) => failure.reject(error)
  const listeners = new Set<(message: FromClient) => void>()
  const followed = new Followed()
  const onMessage = (message: FromClient) => {
    try {
      followed.take(message)
      for (const listener of listeners) listener(message)
    } catch (error) {
      onFailure(error)
    }
  }

  const engines = enginePorts.map(
    (port, index) =>
      new EngineProcess({
        databaseUrl: server.url,
        port,
        folder: join(folder, `engine ${index + 1}`),
        slot: `shapes_check_${index + 1}`,
        peers: engineCount > 1,
        onFailure,
      }),
  )
  const [engine] = engines
  if (!engine) throw new Error('an engine')
  const proxy = await startProxy(proxyPort, engine.port)
  const url = `http://127.0.0.1:${proxyPort}/v1/shape`
  const clients = Array.from({ length: clientCount }, (_, index) => {
    const name = `client ${index + 1}`
    return new ClientProcess({ name, url, folder: join(folder, name), onMessage, onFailure })
  })
  for (const { name } of clients) await mkdir(join(folder, name))
  for (const one of engines) await one.start()
  for (const client of clients) client.start()
  return {
    server,
    engine,
    engines,
    proxy,
    clients,
    followed,
    failed: failure.promise,
    listen(listener, signal) {
      listeners.add(listener)
      signal.addEventListener('abort', () => listeners.delete(listener))
    },
  }
}

/** With empty tables. */
async function startPostgres(folder: string, port: number, onPostgres: (server: PostgresProcess) => void) {
  const server = new PostgresProcess(folder, port, {
    database: 'shapes_check',
    flags: ['logical_decoding_work_mem=64kB'],
  })
  onPostgres(server)
  await server.start()
  await withConnection(server.url, (client) => client.query(schema))
  return server
}

const linesShown = 12

/** With what the processes printed last. */
export function explain(error: unknown, world: World | null): string {
  const text = error instanceof Failure ? error.message : error instanceof Error ? (error.stack ?? '') : String(error)
  const cause = error instanceof Error && error.cause !== undefined ? `\n${String(error.cause)}` : ''
  // Postgres' own: of a deadlock, who waited for whom.
  const detail = error instanceof Error && 'detail' in error ? `\n${String(error.detail)}` : ''
  const printed = world ? [...world.engines, ...world.clients].map((one) => lastLines(one.name, one.tail())) : []
  return [text + cause + detail, ...printed.flat()].join('\n')
}

function lastLines(name: string, tail: string) {
  const lines = tail.split('\n').filter((line) => line.trim() !== '')
  if (lines.length === 0) return []
  return [`--- ${name} printed`, ...lines.slice(-linesShown).map((line) => line.slice(0, 600))]
}
