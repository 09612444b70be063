// Everything that a run needs, each a process of its own: Postgres, simulator, sync-server, two workers; two companies whose connections
// are linked, their customers' phones, and an attendant each.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { newId } from 'db/kit/new-id.ts'
import { connect, type Database } from 'db/node/connect.ts'
import { fixedPorts } from 'db/node/fixed-ports.ts'
import { PostgresProcess } from 'db/node/postgres/postgres-process.ts'
import { setUpDatabase } from 'db/node/set-up-database.ts'
import { testCompany, testPassword } from 'db/node/testing/test-world.ts'
import { Attendant } from './attendant.ts'
import { Part } from './part.ts'
import { startPhones, type Phones } from './phones.ts'
import { Worker } from './worker.ts'

export interface LinkedConnection {
  id: string
  /** Number of the company's phone. */
  number: string
  attendant: Attendant
}

export interface World {
  db: Database
  /** The server's origin. */
  url: string
  postgres: PostgresProcess
  phones: Phones
  server: Part
  workers: readonly Worker[]
  connections: readonly LinkedConnection[]
  /** By index. */
  customers: readonly string[]
  attendants: readonly Attendant[]
  /** Rejects when something fails that nobody waits for. */
  failed: Promise<never>
}

const delays = { ackMs: 30, deliveryMs: 100 }
const linkedWithinMs = 60_000

export interface WorldOptions {
  folder: string
  /** Companies, with an attendant each, and connections, which they share out. */
  companies: number
  connections: number
  /** People with a phone. */
  customers: number
  /** ms; how far the worker's clock is off, at each of its starts. */
  clockOffset?(): number
  logs: string | null
  onPostgres(postgres: PostgresProcess): void
}

export async function startWorld(options: WorldOptions): Promise<World> {
  const { folder, logs, onPostgres, clockOffset } = options
  const [databasePort = 0, serverPort = 0] = await fixedPorts(2)
  // Without fsync only a crash of the machine loses what was committed.
  const flags = ['fsync=off', 'full_page_writes=off']
  const postgres = new PostgresProcess(join(folder, 'postgres'), databasePort, { database: 'soak', flags })
  onPostgres(postgres)
  await postgres.start()
  const urls = await setUpDatabase(postgres.url)
  const phones = await startPhones(delays)
  const failure = Promise.withResolvers<never>()
  // Whoever waits for it gets it; it may come when nobody does.
  failure.promise.catch(() => {})
  const onFailure = (error: Error) => failure.reject(error)
  phones.process.onEnd((how) => onFailure(new Error(`the simulator ended (${how})\n${phones.process.tail()}`)))

  const shared = {
    DATABASE_URL: urls.app,
    MEDIA_DIR: join(folder, 'media'),
    LOG_LEVEL: logs ? 'info' : 'warn',
  }
  const server = new Part({
    name: 'server',
    file: 'sync-server/src/main.ts',
    ready: 'listening',
    env: () => ({
      ...shared,
      SHAPES_DATABASE_URL: urls.shapes,
      PORT: String(serverPort),
      JWT_SECRET: 's'.repeat(32),
      SHAPES_DIR: join(folder, 'shapes'),
      UPLOADS_DIR: join(folder, 'uploads'),
    }),
    onFailure,
    logs,
  })
  const workerEnv = { ...shared, ...phones.env, SESSION_KEYS_SECRET: randomBytes(32).toString('base64') }
  const workers = ['worker a', 'worker b'].map((name) => new Worker(name, workerEnv, { onFailure, logs }, clockOffset))
  const db = connect(urls.app, { max: 3 })
  const companies = await addCompanies(db, options.companies)
  await server.start()
  const url = `http://127.0.0.1:${serverPort}`
  const attendants = companies.map(({ email }) => new Attendant(url, { email, password: testPassword }))
  await Promise.all(workers.map((worker) => worker.start()))
  const customers = await addCustomers(phones, options.customers)
  const connections = await Promise.all(
    Array.from({ length: options.connections }, (_, index) => {
      const attendant = attendants[index % attendants.length]
      if (!attendant) throw new Error('an attendant for each company')
      return link({ db, phones, attendant }, index)
    }),
  )
  return { db, url, postgres, phones, server, workers, connections, customers, attendants, failed: failure.promise }
}

async function addCompanies(db: Database, count: number) {
  const companies = []
  for (let index = 0; index < count; index++) {
    const company = await testCompany(db)
    // It comes linked; here each is linked by its QR.
    await db.sql`delete from connections where id = ${company.connectionId}`
    companies.push({ email: (await company.user('admin')).email })
  }
  return companies
}

async function addCustomers(phones: Phones, count: number) {
  const numbers = Array.from({ length: count }, (_, index) => `55119888${String(10_000 + index)}`)
  for (const [index, number] of numbers.entries()) await phones.add(number, `Cliente ${index}`)
  return numbers
}

interface LinkParts {
  db: Database
  phones: Phones
  attendant: Attendant
}

/** As an administrator does it. */
async function link({ db, phones, attendant }: LinkParts, index: number): Promise<LinkedConnection> {
  const id = newId()
  const number = `55119000${String(10_000 + index)}`
  await phones.add(number, `Empresa ${index}`)
  attendant.mutate('connection.create', { id, name: `Conexão ${index}` })
  attendant.mutate('connection.start', { id })
  const { qrcode } = await untilStatus(db, id, 'qrcode')
  await phones.scanQr(number, qrcode ?? '')
  await untilStatus(db, id, 'CONNECTED')
  return { id, number, attendant }
}

async function untilStatus(db: Database, id: string, status: string) {
  for (const end = Date.now() + linkedWithinMs; Date.now() < end; await delay(50)) {
    const [row] = await db.sql<{ status: string; qrcode: string | null }[]>`
      select status, qrcode from connections where id = ${id}`
    if (row?.status === status) return row
  }
  throw new Error(`connection ${id} did not become ${status}`)
}
