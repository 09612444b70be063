// What the figures are measured on: Postgres as it is run, a worker and the simulator in processes of their own, one company with
// as many linked connections as asked for, and customers' phones. The simulator adds no delays.
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startConnection } from 'db/connections/mutations.ts'
import { runMutation } from 'db/kit/define-mutation.ts'
import { newId } from 'db/kit/new-id.ts'
import { killChildren } from 'db/node/child.ts'
import { connect, type Database } from 'db/node/connect.ts'
import { fixedPorts } from 'db/node/fixed-ports.ts'
import { startJobs, type Jobs } from 'db/node/jobs.ts'
import { PostgresProcess } from 'db/node/postgres/postgres-process.ts'
import { setUpDatabase } from 'db/node/set-up-database.ts'
import { testCompany } from 'db/node/testing/test-world.ts'
import { startPhones, type Phones } from '../soak/phones.ts'
import { WorkerProcess } from './worker-process.ts'
import { noEffects } from 'db/kit/effects.ts'
import { systemContext } from 'db/kit/system-context.ts'

export interface Line {
  connectionId: string
  number: string
  /** Those who write to it, and are written to. */
  customers: readonly string[]
}

export interface World {
  companyId: string
  folder: string
  db: Database
  jobs: Jobs
  phones: Phones
  worker: WorkerProcess
  /** Linked so far. */
  lines: Line[]
  postgres: PostgresProcess
}

export const customersPerLine = 5
/** More at once only wait for each other's key pairs. */
const linkedAtOnce = 5

/** Its processes and its folder end with this process, whatever way that ends. */
export async function startWorld(): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-whatsapp-bench-'))
  // Postgres may run as another user.
  await chmod(folder, 0o755)
  const [port = 0] = await fixedPorts(1)
  const postgres = new PostgresProcess(join(folder, 'postgres'), port, { database: 'bench', flags: [] })
  process.on('exit', () => {
    killChildren()
    postgres.killNow()
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
  await postgres.start()
  const { app: databaseUrl } = await setUpDatabase(postgres.url)
  const phones = await startPhones({ ackMs: 0, deliveryMs: 0 })
  const db = connect(databaseUrl, { max: 4 })
  const company = await testCompany(db)
  await db.sql`delete from connections where id = ${company.connectionId}`
  const worker = new WorkerProcess({
    DATABASE_URL: databaseUrl,
    MEDIA_DIR: join(folder, 'media'),
    LOG_LEVEL: 'warn',
    SESSION_KEYS_SECRET: randomBytes(32).toString('base64'),
    ...phones.env,
  })
  const jobs = await startJobs(databaseUrl, () => {})
  await worker.start()
  return { companyId: company.id, folder, db, jobs, phones, worker, lines: [], postgres }
}

/** Links more connections until there are `count`, and lets each customer write once: their sessions and tickets are there then. */
export async function growTo(world: World, count: number, companyId = world.companyId) {
  while (world.lines.length < count) {
    const first = world.lines.length
    const some = Array.from({ length: Math.min(linkedAtOnce, count - first) }, (_, n) => first + n)
    world.lines.push(...(await Promise.all(some.map((index) => link(world, index, companyId)))))
  }
}

async function link(world: World, index: number, companyId: string): Promise<Line> {
  const { phones, db } = world
  const number = `55119000${String(10_000 + index)}`
  const connectionId = await addConnection(world, `Conexão ${index}`, companyId)
  await phones.add(number, `Empresa ${index}`)
  await phones.scanQr(number, await untilQr(db, connectionId))
  await untilStatus(db, [connectionId], 'CONNECTED')
  const customers = Array.from({ length: customersPerLine }, (_, n) => `5511988${String(100_000 + index * 100 + n)}`)
  for (const [n, customer] of customers.entries()) {
    await phones.add(customer, `Cliente ${index}.${n}`)
    await phones.send(customer, number, 'Bom dia')
  }
  await untilStored(db, connectionId, customers.length)
  return { connectionId, number, customers }
}

async function addConnection({ db, jobs }: World, name: string, companyId: string) {
  const id = newId()
  const now = new Date()
  await db.sql`
    insert into connections (id, company_id, name, status, retries, is_default, created_at, updated_at)
    values (${id}, ${companyId}, ${name}, 'DISCONNECTED', 0, false, ${now}, ${now})`
  const ctx = systemContext(companyId, noEffects, { now })
  await db.orm.transaction(async (tx) => {
    await runMutation(tx, startConnection, { id }, ctx)
    await jobs.sendStart(tx, id)
  })
  return id
}

async function untilQr(db: Database, id: string) {
  await untilStatus(db, [id], 'qrcode')
  const [row] = await db.sql<{ qrcode: string }[]>`select qrcode from connections where id = ${id}`
  return row?.qrcode ?? ''
}

const patienceMs = 120_000
const pollMs = 10

export async function untilStatus(db: Database, ids: readonly string[], status: string) {
  await until(`${ids.length} connections ${status}`, async () => {
    const [row] = await db.sql<{ count: number }[]>`
      select count(*)::int from connections where id = any(${[...ids]}) and status = ${status}`
    return row?.count === ids.length
  })
}

async function untilStored(db: Database, connectionId: string, count: number) {
  await until('first messages', async () => {
    const [row] = await db.sql<{ count: number }[]>`
      select count(*)::int from messages where connection_id = ${connectionId} and not from_me`
    return (row?.count ?? 0) >= count
  })
}

export async function until(what: string, isSo: () => Promise<boolean>) {
  for (const end = Date.now() + patienceMs; !(await isSo()); await delay(pollMs)) {
    if (Date.now() > end) throw new Error(`${what}: not within ${patienceMs / 1000} s`)
  }
}

/** What is worth knowing beside the figures, where it does not disturb who reads those. */
export const note = (text: string) => console.error(`  ${text}`)
