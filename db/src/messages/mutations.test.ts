import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runMutation, type Mutation } from '../kit/define-mutation.ts'
import { newId } from '../kit/new-id.ts'
import { mediaFiles } from '../media/table.ts'
import { connect, type Database } from '../node/connect.ts'
import { testDatabase, type TestDatabase } from '../node/test-database.ts'
import { testCompany, type TestCompany } from '../node/test-world.ts'
import { tickets } from '../tickets/table.ts'
import { sendMessage } from './mutations.ts'
import { messages } from './table.ts'

let database: TestDatabase
let db: Database
let company: TestCompany
beforeAll(async () => {
  database = await testDatabase()
  db = connect(database.url)
  company = await testCompany(db)
})
afterAll(async () => {
  await db.end()
  await database.drop()
})

const hash = 'ab'.repeat(32)
const media = { hash, mime: 'image/png', name: 'pão.png', size: 1, width: 640, height: 480 }

async function send(args: object, side: 'server' | 'client' = 'server', companyId = company.id) {
  const ticketId = await company.ticket({ status: 'open' })
  const id = newId()
  await db.orm.transaction((tx) =>
    runMutation(
      tx,
      sendMessage as unknown as Mutation,
      { id, ticketId, body: '', ...args },
      {
        actor: { kind: 'system', companyId },
        now: new Date(),
        side,
      },
    ),
  )
  const [message] = await db.orm.select().from(messages).where(eq(messages.id, id))
  const [ticket] = await db.orm.select().from(tickets).where(eq(tickets.id, ticketId))
  return { message, ticket }
}

const store = (companyId: string) =>
  db.orm
    .insert(mediaFiles)
    .values({ companyId, hash, size: 2048, mime: 'application/pdf', createdAt: new Date() })
    .onConflictDoNothing()

test('a file of another company, or of nobody, is not found', async () => {
  const other = await testCompany(db)
  await store(other.id)
  await expect(send({ media })).rejects.toMatchObject({ code: 'ERR_NO_MEDIA_FOUND' })
})

test('on the server type and size are those of the file, not those of the caller', async () => {
  await store(company.id)
  const { message, ticket } = await send({ media })
  expect(message).toMatchObject({
    mediaType: 'application',
    mediaHash: hash,
    mediaMime: 'application/pdf',
    mediaSize: 2048,
    mediaName: 'pão.png',
    mediaWidth: 640,
    mediaHeight: 480,
    body: '',
  })
  expect(ticket?.lastMessage).toBe('pão.png')
})

test('in the browser, which knows no files of the server, the row is what the device says', async () => {
  const { message } = await send({ body: 'Olha', media: { ...media, hash: 'cd'.repeat(32) } }, 'client')
  expect(message).toMatchObject({ mediaType: 'image', mediaMime: 'image/png', mediaSize: 1, body: 'Olha' })
})

test('a caption is the last message of its ticket', async () => {
  await store(company.id)
  expect((await send({ body: ' Cardápio ', media })).ticket?.lastMessage).toBe('Cardápio')
})

test('text as old outboxes hold it is sent as before; nothing at all is refused', async () => {
  expect((await send({ body: 'oi' })).message).toMatchObject({ mediaType: 'chat', body: 'oi', mediaHash: null })
  await expect(send({ body: '  ' })).rejects.toMatchObject({ code: 'ERR_VALIDATION' })
})

test.each([
  [{ ...media, hash: hash.toUpperCase() }],
  [{ ...media, hash: `../${hash.slice(3)}` }],
  [{ ...media, name: '' }],
  [{ ...media, name: 'x'.repeat(256) }],
  [{ ...media, size: 0 }],
  [{ ...media, path: '/etc/passwd' }],
])('%o is refused', async (wrong) => {
  await expect(send({ media: wrong })).rejects.toMatchObject({ code: 'ERR_VALIDATION' })
})
