import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '../kit/new-id.ts'
import { mediaFiles } from '../media/table.ts'
import { useTestDatabase } from '../node/testing/test-file-database.ts'
import { runFor, testCompany, type TestCompany } from '../node/testing/test-world.ts'
import { contacts, groupParticipants } from '../contacts/table.ts'
import { tickets } from '../tickets/table.ts'
import { sendMessage } from './mutations.ts'
import { messages } from './table.ts'

const db = useTestDatabase()
let company: TestCompany
beforeAll(async () => {
  company = await testCompany(db)
})

const hash = 'ab'.repeat(32)
const media = { hash, mime: 'image/png', name: 'pão.png', size: 1, width: 640, height: 480 }

async function send(args: object, side: 'server' | 'client' = 'server', companyId = company.id) {
  const ticketId = await company.ticket({ status: 'open' })
  const id = newId()
  await runFor(db, { kind: 'system', companyId }, sendMessage, { id, ticketId, body: '', ...args }, side)
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

const voice = { media: { ...media, hash: 'ef'.repeat(32), mime: 'audio/ogg', name: 'voz.ogg' }, isVoice: true }

test('a recording is sound and says how long it is; anything else is not taken for one', async () => {
  const { message } = await send({ ...voice, seconds: 3 }, 'client')
  expect(message).toMatchObject({ mediaType: 'audio', details: { isVoice: true, seconds: 3 } })
  const refused = { code: 'ERR_VALIDATION' }
  await expect(send({ ...voice, body: 'Ouça' }, 'client')).rejects.toMatchObject(refused)
  await expect(send({ body: 'x', isVoice: true }, 'client')).rejects.toMatchObject(refused)
  await expect(send({ media, isVoice: true }, 'client')).rejects.toMatchObject(refused)
})

test('a recording in Safari’s container is sound too', async () => {
  const film = { ...voice.media, hash: '01'.repeat(32) }
  const row = { companyId: company.id, hash: film.hash, size: 9, mime: 'video/mp4', createdAt: new Date() }
  await db.orm.insert(mediaFiles).values(row)
  expect((await send({ ...voice, media: film })).message).toMatchObject({ mediaType: 'audio', mediaMime: 'audio/mp4' })
})

test('a place is a message by itself, named in the list as well as can be', async () => {
  const location = { latitude: -23.55, longitude: -46.63 }
  const { message, ticket } = await send({ location: { ...location, name: 'Padaria', address: 'Rua A, 1' } })
  expect(message).toMatchObject({
    mediaType: 'location',
    body: '',
    details: { location: { ...location, name: 'Padaria', address: 'Rua A, 1', isLive: false } },
  })
  expect(ticket?.lastMessage).toBe('Padaria')
  expect((await send({ location })).ticket?.lastMessage).toBe('-23.55, -46.63')
  const nowhere = { location: { latitude: 91, longitude: 0 } }
  await expect(send(nowhere)).rejects.toMatchObject({ code: 'ERR_VALIDATION' })
  await expect(send({ location, body: 'aqui' })).rejects.toMatchObject({ code: 'ERR_VALIDATION' })
})

test('contact cards keep their order and hold what the company knows of its people', async () => {
  const ids = [await company.contact('Bia'), await company.contact('Ana')]
  const { message, ticket } = await send({ contactIds: ids })
  expect(message).toMatchObject({ mediaType: 'vcard', details: { contacts: [{ name: 'Bia' }, { name: 'Ana' }] } })
  expect(message?.details?.contacts?.[0]?.numbers).toEqual([expect.stringMatching(/^55119\d{8}$/)])
  expect(ticket?.lastMessage).toBe('Bia, Ana')
})

test('cards of another company’s people, of too many, or beside a place are refused', async () => {
  const theirs = await (await testCompany(db)).contact('Alheia')
  await expect(send({ contactIds: [theirs] })).rejects.toMatchObject({ code: 'ERR_NO_CONTACT_FOUND' })
  const own = await company.contact('Ana')
  await expect(send({ contactIds: Array(11).fill(own) })).rejects.toMatchObject({ code: 'ERR_VALIDATION' })
  const both = { contactIds: [own], location: { latitude: 0, longitude: 0 } }
  await expect(send(both)).rejects.toMatchObject({ code: 'ERR_VALIDATION' })
})

test('an answer names a message of the same conversation', async () => {
  const ticketId = await company.ticket({ status: 'open' })
  const quotedMessageId = await company.message(ticketId)
  expect((await send({ ticketId, body: 'sim', quotedMessageId })).message).toMatchObject({ quotedMessageId })
  await expect(send({ body: 'sim', quotedMessageId })).rejects.toMatchObject({ code: 'ERR_FETCH_WAPP_MSG' })
  await expect(send({ body: 'sim', quotedMessageId: newId() })).rejects.toMatchObject({ code: 'ERR_FETCH_WAPP_MSG' })
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

test.each(['server', 'client'] as const)(
  'who is in the group is mentioned by name, nobody else: on the %s',
  async (side) => {
    const [own, other] = [await testCompany(db), await testCompany(db)]
    const groupId = await own.contact('Equipe')
    const [bruno, stranger] = [await own.contact('Bruno'), await own.contact('Estranha')]
    await db.orm.update(contacts).set({ lid: '99887766' }).where(eq(contacts.id, bruno))
    const times = { createdAt: new Date(), updatedAt: new Date() }
    const member = { companyId: own.id, groupId, isAdmin: false, number: null, ...times }
    await db.orm.insert(groupParticipants).values([
      { id: newId(), ...member, lid: '99887766' },
      { id: newId(), ...member, lid: '55443322' },
    ])
    await db.orm
      .update(contacts)
      .set({ lid: '55443322' })
      .where(eq(contacts.id, await other.contact('De outra empresa')))
    await db.orm.update(contacts).set({ lid: '11223344' }).where(eq(contacts.id, stranger))
    const id = newId()
    const ticketId = await own.ticket({ status: 'open', contactId: groupId, isGroup: true })
    const body = '@99887766, @55443322 e @11223344'
    await runFor(db, { kind: 'system', companyId: own.id }, sendMessage, { id, ticketId, body }, side)
    const [message] = await db.orm.select().from(messages).where(eq(messages.id, id))
    expect(message).toMatchObject({
      body,
      details: {
        mentions: [
          { digits: '99887766', name: 'Bruno' },
          { digits: '55443322', name: '55443322' },
        ],
      },
    })
    const [ticket] = await db.orm.select().from(tickets).where(eq(tickets.id, ticketId))
    expect(ticket?.lastMessage).toBe('@Bruno, @55443322 e @11223344')
    expect((await send({ body }, side)).message?.details).toBeNull()
  },
)
