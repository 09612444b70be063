// For tests: a database with one company and its connection, the simulator in place of WhatsApp, and real workers over both.
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asc, eq } from 'drizzle-orm'
import { companies, plans } from 'db/companies/table.ts'
import { createConnection, disconnectConnection, relinkConnection, startConnection } from 'db/connections/mutations.ts'
import { deleteConnection } from 'db/connections/deletion.ts'
import { connections } from 'db/connections/table.ts'
import { importFromPhone } from 'db/contacts/import-mutation.ts'
import { contacts } from 'db/contacts/table.ts'
import type { ConnectionJob } from 'db/jobs.ts'
import { runMutation, type Mutation } from 'db/kit/define-mutation.ts'
import { newId } from 'db/kit/new-id.ts'
import { mediaFiles } from 'db/media/table.ts'
import { messageActions } from 'db/messages/actions-table.ts'
import { sendMessage } from 'db/messages/mutations.ts'
import { messages } from 'db/messages/table.ts'
import { connect, type Database, type ServerTx } from 'db/node/connect.ts'
import { withEffects } from 'db/node/effects.ts'
import { retryCollisions } from 'db/node/errors/postgres-errors.ts'
import { startJobs, type Jobs } from 'db/node/jobs.ts'
import { openMediaStore, type MediaSettings } from 'db/node/media/media-store.ts'
import { testDatabase, type TestDatabase } from 'db/node/testing/test-database.ts'
import { acceptTicket, createTicket, markTicketRead } from 'db/tickets/mutations.ts'
import { tickets } from 'db/tickets/table.ts'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { startSimulator, type Phone, type Simulator } from '../simulator/simulator.ts'
import type { PushSettings, WorkerEnv } from './env.ts'
import { ringOf } from 'db/node/keys/settings.ts'
import { startWorker, type Worker } from './main.ts'
import type { Responders } from './responders/registry.ts'
import { systemContext } from 'db/kit/system-context.ts'

export const shop = { number: '5511900000001', name: 'Padaria Aurora' }
export const customer = { number: '5511988887777', name: 'Ana' }

const soon = { interval: 5 }

type OwnDatabase = Pick<TestDatabase, 'url' | 'alter' | 'drop'>

export class Desk {
  readonly companyId = newId()
  readonly connectionId = newId()
  /** This and what follows: of workers that are started from now on. */
  secret = randomBytes(32)
  formerSecrets: Buffer[] = []
  push: PushSettings | null = null
  ackTimeoutMs = 60_000
  responders: Responders = {}
  tracesUrl: string | null = null
  ttsUrl = 'http://127.0.0.1:1'
  dialogflowUrl = 'http://127.0.0.1:1'
  asaasUrl = 'http://127.0.0.1:1'
  readonly #workers = new Set<Worker>()
  readonly #dropDatabase: () => Promise<void>
  readonly databaseUrl: string
  readonly alter: TestDatabase['alter']
  readonly db: Database
  readonly jobs: Jobs
  readonly simulator: Simulator
  /** Folder of the media store. */
  readonly folder: string

  constructor(database: OwnDatabase, parts: { db: Database; jobs: Jobs; simulator: Simulator; folder: string }) {
    this.databaseUrl = database.url
    this.alter = database.alter
    this.#dropDatabase = () => database.drop()
    this.db = parts.db
    this.jobs = parts.jobs
    this.simulator = parts.simulator
    this.folder = parts.folder
  }

  env(): WorkerEnv {
    return {
      databaseUrl: this.databaseUrl,
      sessionKeys: ringOf({ SESSION_KEYS_SECRET: this.secret, SESSION_KEYS_FORMER: this.formerSecrets }),
      media: this.#mediaSettings(),
      mediaQuota: null,
      whatsapp: { url: this.simulator.wsUrl, rootKey: Buffer.from(this.simulator.rootPublicKey) },
      whatsappVersion: null,
      push: this.push,
      outgoingLoopback: true,
      ttsUrl: this.ttsUrl,
      dialogflowUrl: this.dialogflowUrl,
      asaasUrl: this.asaasUrl,
      // Nobody is there.
      mail: null,
      pix: { efiBaseUrl: 'https://127.0.0.1:1', keys: null },
      logLevel: (process.env['TEST_LOG'] ?? 'silent') as WorkerEnv['logLevel'],
      graceDays: 0,
      ackTimeoutMs: this.ackTimeoutMs,
      responders: this.responders,
      tracesUrl: this.tracesUrl,
      workerId: newId(),
    }
  }

  /** The same for a worker in a process of its own. */
  processEnv() {
    return {
      DATABASE_URL: this.databaseUrl,
      SESSION_KEYS_SECRET: this.secret.toString('base64'),
      MEDIA_DIR: this.folder,
      WHATSAPP_URL: this.simulator.wsUrl,
      OUTGOING_ALLOW_LOOPBACK: '1',
      WHATSAPP_ROOT_KEY: Buffer.from(this.simulator.rootPublicKey).toString('hex'),
    }
  }

  async startWorker(): Promise<Worker> {
    const worker = await startWorker(this.env())
    this.#workers.add(worker)
    return {
      stop: async () => {
        this.#workers.delete(worker)
        await worker.stop()
      },
    }
  }

  async stopWorkers() {
    await Promise.all([...this.#workers].map((worker) => worker.stop()))
    this.#workers.clear()
  }

  /** Runs a mutation with its effects in one transaction, as the server does. */
  async run(mutation: Mutation, args: unknown) {
    await retryCollisions(() =>
      this.db.orm.transaction((tx) =>
        withEffects(tx, { jobs: this.jobs, notifies: true }, (effects) =>
          runMutation(tx, mutation, args, systemContext(this.companyId, effects)),
        ),
      ),
    )
  }

  start(pairingNumber: string | null = null) {
    return this.run(asMutation(startConnection), { id: this.connectionId, pairingNumber })
  }

  /** Gives up the link for a new one. */
  relink() {
    return this.run(asMutation(relinkConnection), { id: this.connectionId })
  }

  /** Another one is the company's default from then on. */
  async delete() {
    const defaultId = newId()
    await this.db.sql`
      insert into connections (id, company_id, name, status, retries, is_default, created_at, updated_at)
      values (${defaultId}, ${this.companyId}, 'Filial', 'DISCONNECTED', 0, false, now(), now())`
    await this.run(asMutation(deleteConnection), { id: this.connectionId, defaultId })
  }

  disconnect() {
    return this.run(asMutation(disconnectConnection), { id: this.connectionId })
  }

  /** Answers in a ticket; returns the message's id. */
  async answer(ticketId: string, body: string, more: object = {}) {
    const id = newId()
    await this.run(asMutation(sendMessage), { id, ticketId, body, ...more })
    return id
  }

  /** Does something to a message: message.react, .edit or .delete. */
  act(mutation: { name: string }, args: object) {
    return this.run(asMutation(mutation), args)
  }

  actions() {
    return this.db.orm.select().from(messageActions).orderBy(asc(messageActions.createdAt), asc(messageActions.id))
  }

  /** Until nothing is to be done to messages any more. */
  untilActed() {
    return vi.waitUntil(async () => {
      const rows = await this.actions()
      return rows.every(({ sentAt, error }) => sentAt ?? error) && rows
    }, soon)
  }

  /** Uploads a file and answers with it; returns the message's id. */
  async answerWithFile(
    ticketId: string,
    content: Buffer,
    file: { mime: string; name: string; body?: string; more?: object },
  ) {
    const hash = await this.storeFile(content, file.mime)
    const id = newId()
    const media = { hash, mime: file.mime, name: file.name, size: content.length }
    await this.run(asMutation(sendMessage), { id, ticketId, body: file.body ?? '', media, ...file.more })
    return id
  }

  /** As the server does at the end of an upload. */
  async storeFile(content: Buffer, mime: string) {
    const hash = createHash('sha256').update(content).digest('hex')
    const key = { companyId: this.companyId, hash }
    const path = join(this.folder, newId())
    await writeFile(path, content)
    const store = await openMediaStore(this.#mediaSettings())
    await store.put(key, path)
    const row = { ...key, size: content.length, mime, createdAt: new Date() }
    await this.db.orm.insert(mediaFiles).values(row).onConflictDoNothing()
    return hash
  }

  #mediaSettings(): MediaSettings {
    return { MEDIA_DIR: this.folder, S3_REGION: '', S3_ACCESS_KEY_ID: '', S3_SECRET_ACCESS_KEY: '' }
  }

  async openTicketWith(number: string) {
    const now = new Date()
    const [contactId, ticketId] = [newId(), newId()]
    await this.db.orm.insert(contacts).values({
      id: contactId,
      companyId: this.companyId,
      name: number,
      number,
      lid: null,
      email: '',
      isGroup: false,
      createdAt: now,
      updatedAt: now,
    })
    await this.run(asMutation(createTicket), { id: ticketId, contactId, connectionId: this.connectionId })
    return ticketId
  }

  /** Asks whether each contact's number is on WhatsApp, as the server does when somebody wants to write to it. */
  checkNumbers() {
    return this.db.orm.transaction(async (tx) => {
      for (const { id } of await tx.select({ id: contacts.id }).from(contacts)) {
        await this.#send(tx, { name: 'contact.check', contactId: id })
      }
    })
  }

  /** Takes the phone's address book into the contacts; returns the import's id. */
  async importFromPhone() {
    const id = newId()
    await this.run(asMutation(importFromPhone), { id })
    return id
  }

  accept(ticketId: string) {
    return this.run(asMutation(acceptTicket), { id: ticketId })
  }

  /** Opens the conversation. */
  read(ticketId: string) {
    return this.run(asMutation(markTicketRead), { id: ticketId })
  }

  /** Somebody writes in the conversation. */
  type(ticketId: string, state: 'composing' | 'paused') {
    const at = new Date().toISOString()
    return this.db.orm.transaction((tx) => this.#send(tx, { name: 'ticket.typing', ticketId, state, at }))
  }

  #send(tx: ServerTx, job: ConnectionJob) {
    return this.jobs.sendToConnection(tx, this.connectionId, job)
  }

  async connection() {
    const [row] = await this.db.orm.select().from(connections).where(eq(connections.id, this.connectionId))
    if (!row) throw new Error('no connection')
    return row
  }

  untilStatus(status: string) {
    return vi.waitUntil(async () => {
      const row = await this.connection()
      return row.status === status && row
    }, soon)
  }

  messages() {
    return this.db.orm.select().from(messages).orderBy(asc(messages.createdAt), asc(messages.id))
  }

  tickets() {
    return this.db.orm.select().from(tickets).orderBy(asc(tickets.createdAt), asc(tickets.id))
  }

  contacts() {
    return this.db.orm.select().from(contacts).orderBy(asc(contacts.createdAt), asc(contacts.id))
  }

  untilMessage(body: string) {
    return vi.waitUntil(async () => (await this.messages()).find((message) => message.body === body), soon)
  }

  untilAck(id: string, ack: number) {
    return vi.waitUntil(async () => {
      const found = (await this.messages()).find((message) => message.id === id)
      return found?.ack === ack && found
    }, soon)
  }

  /** Starts the connection and links it with the shop's phone. */
  async link(): Promise<Phone> {
    const phone = this.simulator.phone(shop)
    await this.start()
    const { qrcode } = await this.untilStatus('qrcode')
    await phone.scanQr(qrcode ?? '')
    await this.untilStatus('CONNECTED')
    return phone
  }

  /** As if the time had passed after which a worker that was killed is believed dead. */
  async leasesRunOut() {
    await this.db.sql`update connection_leases set expires_at = now()`
    await this.db.sql`update responder_turns set lease_until = now()`
  }

  async unownedConnections() {
    const rows = await this.db.sql<{ id: string }[]>`
      select connection_id as id from connection_leases where expires_at <= now()`
    return rows.map(({ id }) => id)
  }

  async close() {
    await this.stopWorkers()
    await this.simulator.stop()
    await this.jobs.boss.stop({ graceful: true, timeout: 2_000 })
    await this.db.end()
    await this.#dropDatabase()
    await rm(this.folder, { recursive: true, force: true })
  }
}

/** Mutations' args differ; runMutation parses them. */
const asMutation = (mutation: { name: string }) => mutation as unknown as Mutation

/** On a database of its own, or on one that the test looks after. */
export async function openDesk(given?: OwnDatabase): Promise<Desk> {
  const database = given ?? (await testDatabase())
  const db = connect(database.url)
  const jobs = await startJobs(database.url, () => {})
  const simulator = await startSimulator({ ackDelayMs: 0, deliveryDelayMs: 0 })
  const folder = await mkdtemp(join(tmpdir(), 'desk-media-'))
  const desk = new Desk(database, { db, jobs, simulator, folder })
  await insertCompany(db, desk.companyId)
  await desk.run(asMutation(createConnection), { id: desk.connectionId, name: 'Atendimento' })
  return desk
}

/** One for each test: `take` gets it before. After the test it is closed, and WhatsApp was asked nothing that the stand-in does not know. */
export function useDesk(take: (desk: Desk) => void | Promise<void>) {
  let desk: Desk
  beforeEach(async () => {
    desk = await openDesk()
    await take(desk)
  })
  afterEach(async () => {
    await desk.close()
    expect(desk.simulator.unknownIqs).toEqual([])
  })
}

async function insertCompany(db: Database, companyId: string) {
  const now = new Date()
  const planId = newId()
  const times = { createdAt: now, updatedAt: now }
  await db.orm
    .insert(plans)
    .values({ id: planId, name: planId, users: 5, connections: 5, queues: 5, value: '100.00', ...times })
  await db.orm.insert(companies).values({
    id: companyId,
    name: 'Padaria',
    email: null,
    phone: null,
    planId,
    status: true,
    operator: false,
    dueDate: new Date(now.getTime() + 30 * 86_400_000),
    recurrence: 'MENSAL',
    timeZone: 'America/Sao_Paulo',
    ...times,
  })
}
