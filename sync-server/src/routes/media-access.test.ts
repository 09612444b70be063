// Whose a file is: who knows its hash reads and names it only if they brought it, or may read a row that has it.
import { newId } from 'db/kit/new-id.ts'
import { takeInFile } from 'db/node/media/take-in-file.ts'
import { testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'
import { pdf, sha256, testUploads } from './test-uploads.ts'

type Person = Awaited<ReturnType<TestCompany['user']>> & { token: string }

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.stop())

let company: TestCompany
let sales: string
let people: Record<'seller' | 'other' | 'admin', Person>
beforeEach(async () => {
  company = await testCompany(api.db)
  sales = await company.queue('Vendas')
  const person = async (profile: 'user' | 'admin', queueIds: string[]) => {
    const user = await company.user(profile, queueIds)
    return { ...user, token: await api.login(user.email) }
  }
  people = {
    seller: await person('user', [sales]),
    other: await person('user', [await company.queue('Suporte')]),
    admin: await person('admin', []),
  }
})

/** In the store, as one that came from WhatsApp: nobody of the company brought it. */
async function received() {
  const content = pdf(100)
  const hash = sha256(content)
  const path = join(api.folder, hash)
  await writeFile(path, content)
  await takeInFile(api, { companyId: company.id, hash }, path)
  return { content, hash }
}

const ask = (path: string, { token }: Person, method = 'GET') =>
  api.fetch(path, { method, headers: { authorization: `Bearer ${token}` } })

/** What the person gets of it, by each way of asking. */
async function asks(person: Person, hash: string) {
  const [read, head] = [await ask(`/media/${hash}`, person), await ask(`/media/${hash}`, person, 'HEAD')]
  const stored = (await (await ask(`/media/${hash}/stored`, person)).json()) as { stored: boolean }
  return [read.status, head.status, stored.stored]
}
const all = [200, 200, true]
const none = [404, 404, false]

async function push({ token }: Person, name: string, args: object) {
  const body = { mutations: [{ id: newId(), name, args: { id: newId(), ...args } }] }
  const answer = await api.request('POST', '/mutations', { token, body })
  const [result] = answer.body['results'] as { status: string; code?: string }[]
  return result?.code ?? result?.status
}
const mediaOf = (hash: string) => ({ hash, mime: '', name: 'pedido.pdf', size: 100 })

test('a ticket’s file is read and named by the people of its queue, and by no other attendant', async () => {
  const { seller, other, admin } = people
  const { hash } = await received()
  const inQueue = { queueId: sales }
  const ticketId = await company.ticket(inQueue)
  await company.message(ticketId, { ...inQueue, mediaHash: hash, thumbnailHash: hash, mediaType: 'application' })
  expect([await asks(seller, hash), await asks(admin, hash), await asks(other, hash)]).toEqual([all, all, none])

  const own = await company.ticket({ status: 'open', userId: other.userId, queueId: other.queueIds[0] ?? '' })
  const media = mediaOf(hash)
  expect(await push(other, 'message.send', { ticketId: own, body: '', media })).toBe('ERR_NO_MEDIA_FOUND')
  const quick = { shortcode: 'pedido', message: 'Segue', geral: false, mediaHash: hash, mediaName: 'pedido.pdf' }
  const columns = { mediaMime: null, mediaSize: null }
  expect(await push(other, 'quickMessage.create', { ...quick, ...columns })).toBe('ERR_NO_MEDIA_FOUND')
  const rest = await api.request('POST', `/messages/${own}`, {
    token: other.token,
    body: { body: '', mediaUrl: `/api/media/${hash}` },
  })
  expect([rest.status, rest.body['error']]).toEqual([404, 'ERR_NO_MEDIA_FOUND'])
  expect(await push(seller, 'quickMessage.create', { ...quick, ...columns })).toBe('applied')
  // What another keeps ready for themselves is theirs.
  expect(await asks(other, hash)).toEqual(none)

  await api.db
    .sql`update messages set archived = true, queue_id = ${other.queueIds[0] ?? ''} where media_hash = ${hash}`
  expect(await asks(other, hash)).toEqual(all)
})

test('who left a chat can’t name its files again to read them', async () => {
  const { seller, other } = people
  const { hash } = await received()
  const chatOf = async (person: Person, ...others: Person[]) => {
    const chatId = newId()
    const userIds = others.map(({ userId }) => userId)
    expect(await push(person, 'chat.create', { id: chatId, title: 'Pedidos', userIds })).toBe('applied')
    return chatId
  }
  const chatId = await chatOf(seller, other)
  const row = { id: newId(), company: company.id, chat: chatId, sender: seller.userId }
  await api.db.sql`
    insert into chat_messages (id, company_id, chat_id, sender_id, sender_name, media_type, body, mentions, media_hash, created_at, updated_at)
    values (${row.id}, ${row.company}, ${row.chat}, ${row.sender}, 'Ana', 'application', '', '[]', ${hash}, now(), now())`
  expect([await asks(seller, hash), await asks(other, hash)]).toEqual([all, all])
  await api.db.sql`delete from chat_members where user_id = ${other.userId}`
  const own = await chatOf(other, people.admin)
  const send = (person: Person, to: string) =>
    push(person, 'chatMessage.send', { chatId: to, body: '', media: mediaOf(hash) })
  expect(await send(other, own)).toBe('ERR_NO_MEDIA_FOUND')
  expect(await asks(other, hash)).toEqual(none)
  expect(await send(seller, chatId)).toBe('applied')
})

test('who has the content may bring it again, who has the hash alone brings nothing', async () => {
  const { seller, other } = people
  const { content, hash } = await received()
  const uploads = testUploads(api, company, other.token)
  const { location } = await uploads.begin(content.length, hash)
  expect(await uploads.position(location)).toEqual({ status: 200, offset: '0' })
  const wrong = await uploads.patch(location, 0, Uint8Array.from(pdf(100)))
  expect([wrong.status, await asks(other, hash)]).toEqual([422, none])

  const second = (await uploads.begin(content.length, hash)).location
  expect((await uploads.patch(second, 0, Uint8Array.from(content))).status).toBe(204)
  // Its last answer was lost.
  expect(await uploads.position(second)).toEqual({ status: 200, offset: String(content.length) })
  expect([await asks(other, hash), await asks(seller, hash)]).toEqual([all, none])
  const theirs = testUploads(api, company, seller.token)
  const third = (await theirs.begin(content.length, hash)).location
  expect((await theirs.patch(third, 0, Uint8Array.from(content))).status).toBe(204)
  const ticketId = await company.ticket({ status: 'open', userId: seller.userId, queueId: sales })
  expect(await push(seller, 'message.send', { ticketId, body: '', media: mediaOf(hash) })).toBe('applied')
})

describe('what the company keeps', () => {
  test('a contact’s picture and a queue’s file are everybody’s, a campaign’s those of who may see campaigns', async () => {
    const { other, admin } = people
    const [picture, file, leaflet] = [await received(), await received(), await received()]
    const { sql } = api.db
    await sql`update contacts set picture_hash = ${picture.hash} where id = ${await company.contact('Bia')}`
    await sql`update queues set media_hash = ${file.hash} where id = ${sales}`
    const list = { id: newId(), option: newId() }
    await sql`
      insert into file_lists (id, company_id, name, message, created_at, updated_at)
      values (${list.id}, ${company.id}, 'Folhetos', '', now(), now())`
    await sql`
      insert into file_list_options (id, company_id, file_list_id, name, position, media_hash)
      values (${list.option}, ${company.id}, ${list.id}, 'Um', 0, ${leaflet.hash})`
    const [first, second, third] = [picture, file, leaflet].map(({ hash }) => hash)
    expect([await asks(other, first ?? ''), await asks(other, second ?? '')]).toEqual([all, all])
    expect([await asks(other, third ?? ''), await asks(admin, third ?? '')]).toEqual([none, all])
  })

  test('a person’s export is downloaded where that is noted, and not by its hash', async () => {
    const { hash } = await received()
    await api.db.sql`
      insert into privacy_requests (id, company_id, kind, contact_id, status, media_hash, created_at)
      values (${newId()}, ${company.id}, 'export', ${await company.contact('Bia')}, 'done', ${hash}, now())`
    expect(await asks(people.admin, hash)).toEqual(none)
  })
})
