// Everything that a run needs, each a process of its own: Postgres, simulator, sync-server, two workers; companies whose connections are
// linked, their customers' phones, and an attendant each.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { newId } from 'db/kit/new-id.ts'
import { connect, type Database } from 'db/node/connect.ts'
import { fixedPorts } from 'db/node/fixed-ports.ts'
import { PostgresProcess } from 'db/node/postgres/postgres-process.ts'
import { setUpDatabase } from 'db/node/set-up-database.ts'
import type { DatabaseUrls } from 'db/node/roles.ts'
import { testCompany, testPassword, type TestCompany } from 'db/node/testing/test-world.ts'
import { Attendant, type Writer } from './attendant.ts'
import { Part, type PartSettings } from './part.ts'
import { startPhones, type Phones } from './phones.ts'
import { Worker } from './worker.ts'

export interface LinkedConnection {
  id: string
  /** Number of the company's phone. */
  number: string
  attendant: Writer
}

export interface World {
  db: Database
  /** As which the parts know it. */
  urls: DatabaseUrls
  /** Where the API is. */
  url: string
  postgres: PostgresProcess
  phones: Phones
  servers: readonly Part[]
  workers: readonly Worker[]
  connections: readonly LinkedConnection[]
  /** By index. */
  customers: readonly string[]
  companies: readonly TestCompany[]
  /** One a company, in their order. */
  attendants: readonly Writer[]
  /** Rejects when something fails that nobody waits for. */
  failed: Promise<never>
}

/** Of servers. */
const jwtSecret = 's'.repeat(32)

const delays = { ackMs: 30, deliveryMs: 100 }
const linkedWithinMs = 180_000

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
  /** What answers at an origin; without it one server with its engine. */
  serve?(parts: Beneath): Promise<Service>
  /** Who writes for a company; without it the API is called. */
  attend?(url: string, credentials: { email: string; password: string }): Promise<Writer>
  onPostgres(postgres: PostgresProcess): void
}

/** What servers stand on. */
export interface Beneath extends Pick<PartSettings, 'onFailure' | 'logs'> {
  folder: string
  urls: DatabaseUrls
  /** Settings of servers and workers. */
  env: Readonly<Record<string, string>>
}

export interface Service {
  url: string
  servers: readonly Part[]
  /** What workers have to know of it. */
  workerEnv: Readonly<Record<string, string>>
}

export async function startWorld(options: WorldOptions): Promise<World> {
  const { folder, logs, onPostgres, clockOffset } = options
  const [databasePort = 0] = await fixedPorts(1)
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
  const service = await (options.serve ?? serveAlone)({ folder, urls, env: shared, onFailure, logs })
  const workerEnv = {
    ...shared,
    ...service.workerEnv,
    ...phones.env,
    SESSION_KEYS_SECRET: randomBytes(32).toString('base64'),
  }
  const workers = ['worker a', 'worker b'].map((name) => new Worker(name, workerEnv, { onFailure, logs }, clockOffset))
  const db = connect(urls.app, { max: 3 })
  const companies = await addCompanies(db, options.companies)
  const { url, servers } = service
  await Promise.all(servers.map((server) => server.start()))
  const attend = options.attend ?? (async (...args: ConstructorParameters<typeof Attendant>) => new Attendant(...args))
  const attendants = await Promise.all(companies.map(({ email }) => attend(url, { email, password: testPassword })))
  await Promise.all(workers.map((worker) => worker.start()))
  const customers = await addCustomers(phones, options.customers)
  const connections = await Promise.all(
    Array.from({ length: options.connections }, (_, index) => {
      const attendant = attendants[index % attendants.length]
      if (!attendant) throw new Error('an attendant for each company')
      return link({ db, phones, attendant }, index)
    }),
  )
  return {
    db,
    urls,
    url,
    postgres,
    phones,
    servers,
    workers,
    connections,
    customers,
    companies: companies.map(({ company }) => company),
    attendants,
    failed: failure.promise,
  }
}

async function serveAlone({ folder, urls, env, ...rest }: Beneath): Promise<Service> {
  const [port = 0] = await fixedPorts(1)
  const server = new Part({
    ...rest,
    name: 'server',
    file: 'sync-server/src/main.ts',
    ready: 'listening',
    env: () => ({
      ...env,
      SHAPES_DATABASE_URL: urls.shapes,
      PORT: String(port),
      JWT_SECRET: jwtSecret,
      SHAPES_DIR: join(folder, 'shapes'),
      UPLOADS_DIR: join(folder, 'uploads'),
    }),
  })
  return { url: `http://127.0.0.1:${port}`, servers: [server], workerEnv: {} }
}

async function addCompanies(db: Database, count: number) {
  const companies = []
  for (let index = 0; index < count; index++) {
    const company = await testCompany(db)
    // It comes linked; here each is linked by its QR.
    await db.sql`delete from connections where id = ${company.connectionId}`
    companies.push({ company, email: (await company.user('admin')).email })
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
  attendant: Writer
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
