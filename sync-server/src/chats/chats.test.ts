// The team's chat over REST, as the specification's client asks for it, and who is given the files of its messages.
import type { UserActor } from 'db/kit/actor.ts'
import { newId } from 'db/kit/new-id.ts'
import { takeInFile } from 'db/node/media/take-in-file.ts'
import { testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSpecApi, type Json, type SpecApi, type SpecClient } from '../spec-client/client.ts'

let api: SpecApi
let company: TestCompany
let people: Record<'ana' | 'bruno' | 'carla', { actor: UserActor; client: SpecClient }>
beforeAll(async () => {
  api = await startSpecApi()
  company = await testCompany(api.db)
  const person = async (profile: 'user' | 'admin') => {
    const actor = await company.user(profile)
    return { actor, client: await api.client(actor.email) }
  }
  people = { ana: await person('user'), bruno: await person('user'), carla: await person('admin') }
})
afterAll(() => api.stop())

const idOf = ({ actor }: { actor: UserActor }) => actor.userId

const membersOf = (chat: Json) => chat['users'] as Json[]

async function made(title = 'Padaria') {
  const { ana, bruno } = people
  const { status, body } = await ana.client.post('/chats', { title, users: [{ id: idOf(bruno) }] })
  expect(status).toBe(201)
  return body
}

test('made, written in, read and changed; who is no member finds nothing, admins neither', async () => {
  const { ana, bruno, carla } = people
  const chat = await made()
  const path = `/chats/${String(chat['id'])}`
  expect(chat).toMatchObject({ title: 'Padaria', ownerId: idOf(ana), uuid: chat['id'], lastMessage: '' })
  expect(new Set(membersOf(chat).map(({ userId }) => userId))).toEqual(new Set([idOf(ana), idOf(bruno)]))

  expect(await ana.client.post(`${path}/messages`, { message: '  ' })).toMatchObject({ status: 400 })
  expect(await ana.client.post(`${path}/messages`, { message: 'Bom dia' })).toMatchObject({
    status: 201,
    body: { message: 'Bom dia', chatId: chat['id'], senderId: idOf(ana), sender: { id: idOf(ana) } },
  })
  const [listed] = (await bruno.client.get<{ records: Json[] }>('/chats')).body.records
  const unreads = (row: Json | undefined) =>
    membersOf(row ?? {}).find(({ userId }) => userId === idOf(bruno))?.['unreads']
  expect([listed?.['lastMessage'], unreads(listed)]).toEqual(['Bom dia', 1])
  expect(await bruno.client.post(`${path}/read`, { userId: idOf(ana) })).toMatchObject({ status: 403 })
  expect(unreads((await bruno.client.post(`${path}/read`, { userId: idOf(bruno) })).body)).toBe(0)

  for (const asked of [
    carla.client.get(path),
    carla.client.get(`${path}/messages`),
    carla.client.post(`${path}/messages`, { message: 'oi' }),
    carla.client.post(`${path}/read`, { userId: idOf(carla) }),
    carla.client.post(`${path}/typing`, { state: 'composing' }),
    carla.client.put(path, { title: 'Meu' }),
    carla.client.delete(path),
  ])
    expect(await asked).toMatchObject({ status: 404, body: { error: 'ERR_NO_CHAT_FOUND' } })
  expect(await bruno.client.put(path, { title: 'Meu' })).toMatchObject({ status: 403 })
  expect(await ana.client.put(path, { title: 'Entregas', users: [idOf(carla)] })).toMatchObject({
    status: 200,
    body: { title: 'Entregas' },
  })
  expect(await bruno.client.get(path)).toMatchObject({ status: 404 })
  expect((await carla.client.get<{ records: Json[] }>(`${path}/messages`)).body.records).toMatchObject([
    { message: 'Bom dia' },
  ])
  expect(await ana.client.delete(path)).toMatchObject({ status: 200 })
  expect(await carla.client.get(path)).toMatchObject({ status: 404 })
})

test('pages of messages: the newest first, each oldest first', async () => {
  const { ana } = people
  const path = `/chats/${String((await made('Longa'))['id'])}/messages`
  for (let n = 0; n < 45; n++) await ana.client.post(path, { message: `m${n}` })
  interface Page {
    records: Json[]
    hasMore: boolean
  }
  const page = async (pageNumber: number) => (await ana.client.get<Page>(path, { pageNumber })).body
  const [first, second] = [await page(1), await page(2)]
  expect([first.records.at(-1)?.['message'], first.hasMore]).toEqual(['m44', true])
  expect([second.records.map(({ message }) => message), second.hasMore]).toEqual([
    ['m0', 'm1', 'm2', 'm3', 'm4'],
    false,
  ])
})

async function fileOf({ actor }: { actor: UserActor }, content: string) {
  const file = join(api.folder, newId())
  await writeFile(file, content)
  const hash = createHash('sha256').update(content).digest('hex')
  await takeInFile({ db: api.db, media: api.media }, { companyId: company.id, hash }, file, actor.userId)
  return hash
}

test('a file that was sent in a chat alone is its members’; one that stands elsewhere too is also of those who may read it there', async () => {
  const { ana, bruno, carla } = people
  const hash = await fileOf(ana, '20 quilos de farinha')
  const chatId = String((await made('Pedidos'))['id'])
  const status = async ({ client }: { client: SpecClient }) =>
    (await api.fetch(`/media/${hash}`, { headers: { authorization: `Bearer ${client.token}` } })).status
  const args = { id: newId(), chatId, body: '', media: { hash, mime: '', name: 'pedido.txt', size: 20 } }
  const mutations = [{ id: newId(), name: 'chatMessage.send', args }]
  const { body } = await api.request('POST', '/mutations', { token: ana.client.token, body: { mutations } })
  expect(body).toMatchObject({ results: [{ status: 'applied' }] })
  expect([await status(ana), await status(bruno), await status(carla)]).toEqual([200, 200, 404])
  await company.message(await company.ticket(), { mediaHash: hash, mediaType: 'application' })
  expect(await status(carla)).toBe(200)
})

test('a plan without it has none', async () => {
  const { ana } = people
  const chat = await made('Sem plano')
  await api.db.sql`
    update plans set use_internal_chat = false where id = (select plan_id from companies where id = ${company.id})`
  for (const path of ['/chats', `/chats/${String(chat['id'])}/messages`])
    expect(await ana.client.get(path)).toMatchObject({ status: 403, body: { error: 'ERR_PLAN_FEATURE' } })
})
