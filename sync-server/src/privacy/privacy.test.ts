// A person's data: all of it in the export, none of it after the erasure but what has to stay; and what is kept no longer than a company wants.
import { auditEntries } from 'db/audit/table.ts'
import { contacts } from 'db/contacts/table.ts'
import { newId } from 'db/kit/new-id.ts'
import { messages } from 'db/messages/table.ts'
import { openMediaStore, type MediaStore } from 'db/node/media/media-store.ts'
import { doPrivacyRequest, forgetExports } from 'db/node/privacy/requests.ts'
import { keepPeriods, previewRetention } from 'db/node/privacy/retention.ts'
import { takeInFile } from 'db/node/media/take-in-file.ts'
import { useTestDatabase } from 'db/node/testing/test-file-database.ts'
import { testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { privacyRequests } from 'db/privacy/table.ts'
import { defaultSettings, settings } from 'db/settings/table.ts'
import { ticketNotes } from 'db/tickets/notes-table.ts'
import { tickets } from 'db/tickets/table.ts'
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { pino } from 'pino'
import { fromBufferPromise } from 'yauzl'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Authenticated } from '../http/context.ts'
import { privacyReads } from './routes.ts'

const db = useTestDatabase()
let folder: string
let media: MediaStore
let company: TestCompany
const word = 'xarope-de-guaco'
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balcao-privacy-'))
  media = await openMediaStore({ MEDIA_DIR: folder } as Parameters<typeof openMediaStore>[0])
})
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeEach(async () => {
  company = await testCompany(db)
})

async function file(content: string) {
  const hash = createHash('sha256').update(content).digest('hex')
  const path = join(folder, hash)
  await writeFile(path, content)
  await takeInFile({ db, media }, { companyId: company.id, hash }, path)
  await db.sql`update media_files set used_at = now() - interval '1 day' where hash = ${hash}`
  return hash
}

async function person() {
  const contactId = await company.contact(`Ana ${word}`)
  const queueId = await company.queue('Vendas')
  const ticketId = await company.ticket({ contactId, queueId, lastMessage: word })
  const mediaHash = await file(`foto ${newId()}`)
  await company.message(ticketId, { contactId, queueId, body: word })
  await company.message(ticketId, {
    contactId,
    queueId,
    mediaHash,
    mediaName: '../laudo.pdf',
    mediaType: 'application',
  })
  const own = { companyId: company.id, ticketId, contactId, queueId, archived: false, userId: null }
  const times = { createdAt: new Date(), updatedAt: new Date() }
  await db.orm.insert(ticketNotes).values({ id: newId(), ...own, note: word, ...times })
  const [row] = await db.orm.select().from(contacts).where(eq(contacts.id, contactId))
  const number = row?.number ?? ''
  await db.sql`insert into opt_outs (company_id, name, number, contact_id, campaign_name, body, created_at)
    values (${company.id}, ${word}, ${number}, ${contactId}, 'Natal', ${word}, now())`
  await db.sql`insert into phone_contacts (connection_id, account, company_id, number, name, push_name, updated_at)
    values (${company.connectionId}, ${number}, ${company.id}, ${number}, ${word}, '', now())`
  return { contactId, ticketId, mediaHash, number }
}

async function ask(kind: 'export' | 'erasure', contactId: string) {
  const id = newId()
  await db.orm.insert(privacyRequests).values({ id, companyId: company.id, kind, contactId, createdAt: new Date() })
  await doPrivacyRequest({ db, media }, id, new Date())
  const [row] = await db.orm.select().from(privacyRequests).where(eq(privacyRequests.id, id))
  return row
}

/** Names and contents. */
async function unzipped(zip: Buffer): Promise<Map<string, string>> {
  const opened = await fromBufferPromise(zip, { lazyEntries: true })
  const files = new Map<string, string>()
  for await (const entry of opened.eachEntry()) {
    files.set(entry.fileName, await text(await opened.openReadStreamPromise(entry)))
  }
  return files
}

/** Tables in which the word stands in some row of the company. */
async function withWord() {
  const tables = await db.sql<{ name: string }[]>`
    select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'company_id' and t.table_type = 'BASE TABLE'`
  const found: string[] = []
  for (const { name } of tables) {
    const rows =
      await db.sql`select 1 from ${db.sql(name)} t where company_id = ${company.id} and t::text like ${`%${word}%`} limit 1`
    if (rows.length > 0) found.push(name)
  }
  return found.toSorted()
}

test('the export has what was said, noted and sent, with safe names, and goes after its week', async () => {
  const { contactId, mediaHash } = await person()
  const request = await ask('export', contactId)
  expect(request).toMatchObject({ status: 'done', mediaHash: expect.any(String) })
  const key = { companyId: company.id, hash: request?.mediaHash ?? '' }
  const content = await media.read(key)
  const files = await unzipped(content ? await buffer(content) : Buffer.alloc(0))
  const stored = [...files.keys()].find((name) => name.startsWith(`arquivos/${mediaHash.slice(0, 12)}`))
  expect(stored).toMatch(/^arquivos\/[0-9a-f]{12}-[^/]*laudo\.pdf$/)
  const said = JSON.parse(files.get('dados/mensagens.json') ?? '') as { body: string }[]
  expect(said.map(({ body }) => body)).toContain(word)
  for (const name of ['contato', 'notas', 'recusas', 'agenda'])
    expect([name, files.get(`dados/${name}.json`)]).toEqual([name, expect.stringContaining(word)])
  await forgetExports({ db, media }, new Date(Date.now() + 8 * 86_400_000))
  expect(await media.read(key)).toBeNull()
})

test('an export whose file fails while it is given out ends no process', async () => {
  const request = await ask('export', (await person()).contactId)
  const actor = await company.user('admin')
  // It fails as soon as it is opened, while the download is being noted.
  const broken: MediaStore = { ...media, read: async () => createReadStream(join(folder, 'none')) }
  const app = new Hono<Authenticated>()
    .use(async (c, next) => {
      c.set('actor', actor)
      await next()
    })
    .route('/', privacyReads({ db, media: broken, logger: pino({ level: 'silent' }) }))
  const answer = await app.request(`/privacy-requests/${request?.id}/file`)
  await expect(answer.arrayBuffer()).rejects.toThrow('ENOENT')
})

test('erasing leaves no word of them anywhere, but the number that said stop, and removes their files', async () => {
  const { contactId, mediaHash, number } = await person()
  const other = await person()
  await ask('export', contactId)
  expect(await withWord()).toContain('messages')
  expect(await ask('erasure', contactId)).toMatchObject({ status: 'done' })
  await ask('erasure', other.contactId)
  expect(await withWord()).toEqual([])
  expect(await media.read({ companyId: company.id, hash: mediaHash })).toBeNull()
  expect(await db.sql`select number, name, body from opt_outs where number = ${number}`).toMatchObject([
    { number, name: '', body: '' },
  ])
  const noted = await db.orm.select().from(auditEntries).where(eq(auditEntries.subjectId, contactId))
  expect(noted).toMatchObject([{ action: 'contact.erased', subjectName: '' }])
  // Once more changes nothing.
  expect(await ask('erasure', contactId)).toMatchObject({ status: 'done' })
})

test('what is closed longer than the company keeps it goes, after what the preview said; the rest stays', async () => {
  const day = 86_400_000
  const contactId = await company.contact('Ana')
  const closed = (days: number) =>
    company.ticket({ contactId, status: 'closed', closedAt: new Date(Date.now() - days * day) })
  const [old, recent] = [await closed(100), await closed(40)]
  const mediaHash = await file('foto')
  const at = new Date(Date.now() - 50 * day)
  await company.message(old, { contactId, createdAt: at })
  const withFile = await company.message(recent, { contactId, mediaHash, mediaSize: 4, createdAt: at })
  const periods = { conversationsDays: 90, mediaDays: 30 }
  const expected = { conversations: 1, messages: 1, files: 1, bytes: 4 }
  expect(await previewRetention(db, company.id, periods, new Date())).toEqual(expected)
  // Off by default.
  await keepPeriods(db, new Date())
  expect(await db.orm.$count(tickets, eq(tickets.companyId, company.id))).toBe(2)
  const own = { id: company.id, companyId: company.id, createdAt: new Date(), updatedAt: new Date() }
  await db.orm.insert(settings).values({ ...defaultSettings, ...own, keepConversationsDays: 90, keepMediaDays: 30 })
  await keepPeriods(db, new Date())
  expect(await db.orm.select({ id: tickets.id }).from(tickets).where(eq(tickets.companyId, company.id))).toEqual([
    { id: recent },
  ])
  expect(await db.orm.select().from(messages).where(eq(messages.id, withFile))).toMatchObject([
    { mediaHash: null, mediaError: 'removed' },
  ])
})
