// Postgres 18 from npm, for one machine, development and tests: no docker, no root needed. Data stays in `folder` between runs.
// Invariants: one server per folder. After a kill -9 of its parent the server lives on; the next start adopts it. Its superuser's password
// is made with the data and lies beside them, readable by its owner only.
import { existsSync } from 'node:fs'
import { chown, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { EmbeddedPostgres } from './embedded-package.ts'
import postgres from 'postgres'
import { ensureSuperuser, keptPassword, refusesPassword, superuserUrl } from './embedded-superuser.ts'
import { postgresUser } from '../private-folder.ts'

export interface EmbeddedServer {
  /** Connection string of the database `name` on this server, as its superuser. */
  url(name: string): string
  stop(): Promise<void>
}

const settings = [
  'wal_level=logical',
  'max_wal_senders=20',
  'max_replication_slots=20',
  'max_connections=200',
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_slot_wal_keep_size=4GB',
]

/** At any free port unless one is said. */
export async function startEmbeddedPostgres(
  folder: string,
  flags: readonly string[] = [],
  wantedPort?: number,
): Promise<EmbeddedServer> {
  const password = keptPassword(folder)
  const dataFolder = join(folder, 'data')
  const running = await adopt(dataFolder, password)
  if (running) return running
  const port = wantedPort ?? (await freePort())
  const passwordFile = join(folder, 'initdb-password')
  const server = new EmbeddedPostgres({
    databaseDir: dataFolder,
    port,
    authMethod: 'scram-sha-256',
    persistent: true,
    createPostgresUser: postgresUser() !== null,
    // C collation: byte order, the same on every platform and in the browser's Postgres. The last of two password files counts: the
    // library's own lies in the temporary folder.
    initdbFlags: ['--encoding=UTF8', '--locale=C', `--pwfile=${passwordFile}`],
    postgresFlags: [...settings, ...flags].flatMap((flag) => ['-c', flag]),
    onLog: () => {},
    onError: () => {},
  })
  if (!existsSync(join(dataFolder, 'PG_VERSION'))) {
    await withPasswordFile(passwordFile, password, () => server.initialise()).catch((cause: unknown) => {
      throw new Error(`Postgres could not be set up in ${folder}: is there room, and may its user go there?`, { cause })
    })
  }
  await refusePlainPasswords(dataFolder)
  await server.start().catch((cause: unknown) => {
    throw new Error(`Postgres does not start in ${folder}`, { cause })
  })
  try {
    return await ready(handle(port, password, () => server.stop()))
  } catch (error) {
    const { pid } = await postmasterOf(dataFolder)
    if (isAlive(pid)) await stopProcess(pid)
    throw error
  }
}

/** initdb reads it as whoever Postgres runs as. */
async function withPasswordFile(file: string, password: string, use: () => Promise<void>) {
  const user = postgresUser()
  await writeFile(file, `${password}\n`, { mode: 0o600 })
  if (user) await chown(file, user.uid, user.gid)
  try {
    await use()
  } finally {
    await rm(file, { force: true })
  }
}

/** An earlier version let clients send their password as it is. */
async function refusePlainPasswords(dataFolder: string) {
  const file = join(dataFolder, 'pg_hba.conf')
  const text = await readFile(file, 'utf8')
  const strict = text.replaceAll(/^((?:local|host)\s.*\s)password[ \t]*$/gm, '$1scram-sha-256')
  if (strict !== text) await writeFile(file, strict)
}

async function ready(server: EmbeddedServer): Promise<EmbeddedServer> {
  await ensureSuperuser(server.url('postgres'))
  return server
}

export async function createDatabase(server: Pick<EmbeddedServer, 'url'>, name: string) {
  const sql = postgres(server.url('postgres'), { max: 1, onnotice: () => {} })
  try {
    const [found] = await sql`select 1 from pg_database where datname = ${name}`
    if (!found) await sql`create database ${sql(name)}`
  } finally {
    await sql.end({ timeout: 5 })
  }
}

const handle = (port: number, password: string, stop: () => Promise<void>): EmbeddedServer => ({
  url: (name) => superuserUrl(port, password, name),
  stop,
})

/** A server that a killed parent left behind. One that is just stopping is waited for, then there is none. */
async function adopt(dataFolder: string, password: string): Promise<EmbeddedServer | null> {
  for (;;) {
    const { pid, port } = await postmasterOf(dataFolder)
    if (!isAlive(pid)) return null
    if (port > 0) {
      const server = handle(port, password, () => stopProcess(pid))
      if (await answers(server)) return ready(server)
    }
    await delay(100)
  }
}

/** Whether somebody's server has the data of this folder open. */
export async function isRunning(folder: string): Promise<boolean> {
  return isAlive((await postmasterOf(join(folder, 'data'))).pid)
}

/** Zeros when there is none, or as long as it has not said its port. */
async function postmasterOf(dataFolder: string) {
  const file = join(dataFolder, 'postmaster.pid')
  // One that is just ending takes it away.
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const [pid = 0, , , port = 0] = text === '' ? [] : text.split('\n').map(Number)
  return { pid, port }
}

/** Also by asking for another password. */
async function answers(server: EmbeddedServer) {
  try {
    await refusesPassword(server.url('postgres'))
    return true
  } catch {
    return false
  }
}

/** SIGINT is Postgres' fast shutdown. */
async function stopProcess(pid: number) {
  process.kill(pid, 'SIGINT')
  while (isAlive(pid)) await delay(50)
}

function isAlive(pid: number) {
  if (!(pid > 0)) return false
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
