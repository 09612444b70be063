// All that takes part in a run: a database with a company and its people, the server as a process, the devices.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Database } from 'db/node/connect.ts'
import { testDatabase } from 'db/node/testing/test-database.ts'
import { offerQueues, testCompany, testPassword, type TestCompany } from 'db/node/testing/test-world.ts'
import type { PGlite } from '@electric-sql/pglite'
import { testPglite } from '../src/sync/local/test-pglite.ts'
import { Device, type Login } from './device.ts'
import { checkLeft } from './laws/left.ts'
import { checkPaint } from './laws/screen.ts'
import type { OutboxEntry } from '../src/sync/outbox/outbox.ts'
import { watchEffects } from './effects.ts'
import { fixedPort } from './ports.ts'
import type { Report } from './report.ts'
import type { Paint } from './screen.ts'
import { ServerProcess } from './server-process.ts'

export interface World {
  db: Database
  company: TestCompany
  /** Of the company, in the order of their making. */
  userIds: readonly string[]
  queueIds: readonly string[]
  server: ServerProcess
  origin: string
  devices: readonly Device[]
  /** Plain tables, to run mutations on as they are meant. */
  plain: PGlite
  report: Report
  /** How long coming to rest may take. */
  restMs: number
  /** Something that nobody waits for failed. */
  fail(error: unknown): void
  throwFailure(): void
  stop(): Promise<void>
}

export async function startWorld(clients: number, report: Report, restMs: number): Promise<World> {
  const failures: unknown[] = []
  const fail = (error: unknown) => failures.push(error)
  const database = await testDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'balcao-simulate-'))
  // The name tells the harness' own writes from the server's; times are compared as text.
  const db = connect(`${database.ownerUrl}?application_name=simulate&TimeZone=UTC`, { max: 2 })
  const port = await fixedPort()
  const server = new ServerProcess({ database, port, shapesFolder: join(folder, 'shapes') })
  const origin = `http://127.0.0.1:${port}`
  await watchEffects(db)
  const filled = await fill(db, clients)
  await server.start()
  const plain = await testPglite('server')
  const killServer = () => void server.restart({ wipe: false }).catch(fail)
  const options = {
    origin,
    killServer,
    onFault: (fault: string) => report.count('faults', fault),
    onPaint: (paint: Paint, before: Paint | undefined) => void checkPaint(db, paint, before, report).catch(fail),
    onLeft: (local: PGlite, entries: readonly OutboxEntry[]) => void checkLeft(db, local, entries).catch(fail),
  }
  const devices = filled.logins.map((logins, index) => new Device(`client ${index}`, logins, options))
  for (const device of devices) await device.logIn()
  return {
    ...filled,
    db,
    server,
    origin,
    devices,
    plain,
    report,
    restMs,
    fail,
    throwFailure() {
      for (const error of failures) throw error
    },
    async stop() {
      for (const device of devices) await device.close()
      await server.settled().catch(() => undefined)
      await server.kill()
      await plain.close()
      await db.end()
      await database.drop()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Each device has two people; the second one of the first device works for another company. */
async function fill(db: Database, clients: number) {
  const company = await testCompany(db)
  const queueIds = [await company.queue('Vendas'), await company.queue('Financeiro'), await company.queue('Entregas')]
  await offerQueues(db, company, queueIds.slice(0, 1))
  const other = await testCompany(db)
  const otherQueue = await other.queue('Vendas')
  await other.ticket({ queueId: otherQueue, status: 'open' })

  const userIds: string[] = []
  const logins: [Login, Login][] = []
  for (let index = 0; index < clients; index++) {
    const own = queueIds.filter((_, queue) => queue !== index % queueIds.length)
    const first = await company.user(index === 0 ? 'admin' : 'user', own)
    const second = index === 0 ? await other.user('admin', [otherQueue]) : await company.user('supervisor', own)
    userIds.push(first.userId, ...(index === 0 ? [] : [second.userId]))
    logins.push([loginOf(first), loginOf(second)])
  }
  for (const [index, queueId] of [...queueIds, ...queueIds, ...queueIds, null].entries()) {
    const contactId = await company.contact(`Cliente ${index}`)
    const ticketId = await company.ticket({ queueId, contactId, status: index % 2 ? 'open' : 'pending' })
    for (let count = 0; count < 3; count++) await company.message(ticketId, { queueId, contactId })
    await company.contact(`Sem conversa ${index}`)
  }
  return { company, userIds, queueIds, logins }
}

const loginOf = ({ email }: { email: string }): Login => ({ email, password: testPassword })
