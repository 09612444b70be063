// What a company forgets, or moves to another queue, the shape engine sends to no device, new or long away, and soon has in no file.
import { newId } from 'db/kit/new-id.ts'
import { connect, type Database } from 'db/node/connect.ts'
import { openMediaStore } from 'db/node/media/media-store.ts'
import { doPrivacyRequest } from 'db/node/privacy/requests.ts'
import { keepPeriods } from 'db/node/privacy/retention.ts'
import { testDatabase, type TestDatabase } from 'db/node/testing/test-database.ts'
import { runFor, testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { privacyRequests } from 'db/privacy/table.ts'
import { defaultSettings, settings } from 'db/settings/table.ts'
import { shapes } from 'db/tables.ts'
import { deleteTicket } from 'db/tickets/mutations.ts'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { createShapeEngine, queryOf, type ShapeEngine } from 'shapes/engine.ts'
import { asking, type Message, type Position } from 'shapes/test-engine.ts'
import type { UserActor } from 'db/kit/actor.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { shapeSource } from '../gatekeeper/shape-where.ts'

let database: TestDatabase
let db: Database
let folder: string
let engine: ShapeEngine
let company: TestCompany
let admin: UserActor
const tables = ['contacts', 'tickets', 'messages'] as const

beforeAll(async () => {
  database = await testDatabase()
  db = connect(database.url)
  folder = await mkdtemp(join(tmpdir(), 'balcao-erased-'))
  engine = createShapeEngine({
    databaseUrl: database.shapesUrl,
    dir: join(folder, 'shapes'),
    slot: `e_${newId().slice(-8)}`,
    logger: pino({ level: 'silent' }),
    watchMs: 50,
    eraseMs: 0,
  })
  await engine.start()
  company = await testCompany(db)
  admin = await company.user('admin')
})
afterAll(async () => {
  await engine.stop()
  await db.end()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const askedBy = (actor: UserActor, name: string) => {
  const synced = shapes.get(name)
  if (!synced) throw new Error(name)
  return queryOf(shapeSource(synced, actor)).toString()
}

/** The engine has all that was committed. */
async function settled() {
  const [row] = await db.sql<{ lsn: string }[]>`select (pg_current_wal_insert_lsn() - '0/0')::text as lsn`
  await company.contact('Outra pessoa')
  await vi.waitFor(() => expect(BigInt(engine.lastLsn())).toBeGreaterThan(BigInt(row?.lsn ?? 0)))
}

/** A new device's first rows. */
async function begin(actor: UserActor) {
  await settled()
  return Promise.all(tables.map((name) => asking(engine).catchUp(askedBy(actor, name))))
}

/** What a device is told that comes back; null: it has to begin anew. */
async function back(actor: UserActor, positions: readonly Position[]) {
  await settled()
  const { get } = asking(engine)
  const answers = positions.map(async ({ handle, offset }, index) => {
    const response = await get(`${askedBy(actor, tables[index] ?? '')}&handle=${handle}&offset=${offset}`)
    return (await response.json()) as Message[]
  })
  return Promise.all(answers)
}

async function filesHave(word: string): Promise<boolean> {
  const entries = await readdir(join(folder, 'shapes'), { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => readFile(join(entry.parentPath, entry.name)))
  return (await Promise.all(files)).some((content) => content.includes(word))
}

/** Somebody before the devices' positions, and after them. */
async function conversation(word: string, change: object = {}) {
  const contactId = await company.contact(`Ana ${word}`)
  const ticketId = await company.ticket({ contactId, lastMessage: word, ...change })
  await company.message(ticketId, { contactId, body: `antes ${word}` })
  const positions = await begin(admin)
  expect(JSON.stringify(positions)).toContain(word)
  await company.message(ticketId, { contactId, body: `depois ${word}` })
  await settled()
  expect(await filesHave(word)).toBe(true)
  return { contactId, ticketId, positions }
}

async function expectGone(word: string, positions: readonly Position[]) {
  expect(JSON.stringify(await back(admin, positions))).not.toContain(word)
  expect(JSON.stringify(await begin(admin))).not.toContain(word)
  await vi.waitFor(async () => expect(await filesHave(word)).toBe(false))
  expect(JSON.stringify(await back(admin, positions))).not.toContain(word)
  expect(JSON.stringify(await begin(admin))).not.toContain(word)
}

test('a person who was erased', async () => {
  const word = 'alfazema-apagada'
  const { contactId, positions } = await conversation(word)
  const media = await openMediaStore({ MEDIA_DIR: join(folder, 'media') } as Parameters<typeof openMediaStore>[0])
  const id = newId()
  const request = { id, companyId: company.id, kind: 'erasure', contactId, userId: admin.userId, createdAt: new Date() }
  await db.orm.insert(privacyRequests).values(request as typeof privacyRequests.$inferInsert)
  await doPrivacyRequest({ db, media }, id, new Date())
  await expectGone(word, positions)
})

test('a conversation that is kept no longer', async () => {
  const word = 'boldo-vencido'
  const long = new Date(Date.now() - 400 * 86_400_000)
  const { positions, contactId } = await conversation(word, { status: 'closed', closedAt: long })
  await db.sql`update contacts set name = 'Sem nome' where id = ${contactId}`
  await db.orm
    .insert(settings)
    .values({
      ...defaultSettings,
      id: company.id,
      companyId: company.id,
      keepConversationsDays: 30,
      createdAt: long,
      updatedAt: long,
    } as never)
    .onConflictDoNothing()
  await db.sql`update settings set keep_conversations_days = 30 where company_id = ${company.id}`
  expect((await keepPeriods(db, new Date())).conversations).toBe(1)
  for (const messages of [await back(admin, positions), await begin(admin)]) {
    expect(JSON.stringify(messages)).not.toMatch(`(antes|depois) ${word}`)
  }
  await vi.waitFor(async () => {
    expect(await filesHave(`antes ${word}`)).toBe(false)
    expect(await filesHave(`depois ${word}`)).toBe(false)
  })
})

test('a conversation that an admin deleted', async () => {
  const word = 'camomila-excluida'
  const { ticketId, positions } = await conversation(word)
  await runFor(db, admin, deleteTicket, { id: ticketId })
  for (const messages of [await back(admin, positions), await begin(admin)]) {
    expect(JSON.stringify(messages)).not.toMatch(`(antes|depois) ${word}`)
  }
  await vi.waitFor(async () => {
    expect(await filesHave(`antes ${word}`)).toBe(false)
    expect(await filesHave(`depois ${word}`)).toBe(false)
  })
})

test('a conversation that left a queue, for who comes to it', async () => {
  const word = 'dente-de-leao'
  const [sales, support] = [await company.queue('Vendas'), await company.queue('Suporte')]
  const [first, newcomer] = [await company.user('user', [sales]), await company.user('user', [sales])]
  const contactId = await company.contact('Bia')
  const ticketId = await company.ticket({ contactId, queueId: sales, status: 'pending' })
  await company.message(ticketId, { contactId, queueId: sales, body: `antes ${word}` })
  expect(JSON.stringify(await begin(first))).toContain(word)
  await company.message(ticketId, { contactId, queueId: sales, body: `depois ${word}` })
  await db.sql`update tickets set queue_id = ${support} where id = ${ticketId}`
  await db.sql`update messages set queue_id = ${support} where ticket_id = ${ticketId}`
  expect(JSON.stringify(await begin(newcomer))).not.toContain(word)
})
