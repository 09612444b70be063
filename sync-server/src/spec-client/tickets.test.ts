// Tickets, messages, notes and a ticket's tags as the specification's client knows them.
import { eq } from 'drizzle-orm'
import type { UserActor } from 'db/kit/actor.ts'
import { newId } from 'db/kit/new-id.ts'
import { messages } from 'db/messages/table.ts'
import { settings, defaultSettings } from 'db/settings/table.ts'
import { testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { ticketNotes } from 'db/tickets/notes-table.ts'
import { tickets, type Ticket } from 'db/tickets/table.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSpecApi, type Json, type SpecApi, type SpecClient } from './client.ts'

let api: SpecApi
let company: TestCompany
let sales: string
let support: string
let person: UserActor
let client: SpecClient
let admin: SpecClient

beforeAll(async () => {
  api = await startSpecApi()
  company = await testCompany(api.db)
  ;[sales, support] = [await company.queue('Vendas'), await company.queue('Suporte')]
  const both = await company.user('user', [sales, support])
  person = both
  client = await api.client(both.email)
  admin = await api.client((await company.user('admin')).email)
})
afterAll(() => api.stop())

const open = (change: Partial<Ticket> = {}) =>
  company.ticket({ queueId: sales, status: 'open', userId: person.userId, ...change })
const ticketNow = async (id: string) => (await api.db.orm.select().from(tickets).where(eq(tickets.id, id)))[0]
const idsOf = ({ body }: { body: { tickets: Json[] } }) => body.tickets.map(({ id }) => id)

describe('lists', () => {
  const list = (of: SpecClient, params: Parameters<SpecClient['get']>[1]) =>
    of.get<{ tickets: Json[] }>('/tickets', params)

  test('filters that nobody chose are none', async () => {
    const id = await open()
    const params = { searchParam: '', pageNumber: 1, tags: '[]', users: '[]', status: 'open', date: '', updatedAt: '' }
    const all = { ...params, showAll: '', queueIds: '[]', withUnreadMessages: '' }
    expect(idsOf(await list(client, all))).toContain(id)
  })

  test('tickets have their tags, also among what was searched, and what answers them', async () => {
    const id = await open({ contactId: await company.contact('Etiquetada da Silva') })
    const { body: tag } = await client.post('/tags', { name: 'Cliente fiel' })
    await client.post('/tags/sync', { ticketId: id, tags: [tag] })
    const shown = {
      id,
      uuid: id,
      tags: [{ id: tag['id'], name: 'Cliente fiel', color: tag['color'], kanban: 0 }],
      promptId: null,
      integrationId: null,
      useIntegration: false,
    }
    const found = await list(client, { searchParam: 'etiquetada', showAll: 'true', pageNumber: 1 })
    expect(found.body.tickets).toMatchObject([shown])
    expect(idsOf(await list(client, { tags: JSON.stringify([tag['id']]), showAll: 'true' }))).toEqual([id])
    expect((await client.get(`/tickets/u/${id}`)).body).toMatchObject(shown)
    expect((await client.get(`/tickets/${id}`)).body).toMatchObject(shown)
  })

  test('a day is one of the company’s clock', async () => {
    const late = await open({ status: 'closed', createdAt: new Date('2026-03-11T01:30:00Z') })
    const day = (date: string) => list(admin, { date, showAll: 'true' })
    expect([idsOf(await day('2026-03-10')), idsOf(await day('2026-03-11'))]).toEqual([[late], []])
  })
})

describe('PUT /tickets', () => {
  const put = (of: SpecClient, id: string, body: object) => of.put(`/tickets/${id}`, body)
  const mine = () => ({ status: 'open', userId: person.userId })

  test('accepts, returns, closes and reopens with what its buttons send', async () => {
    const id = await company.ticket({ queueId: sales })
    expect(await put(client, id, mine())).toMatchObject({ status: 200, body: mine() })
    expect(await put(client, id, { status: 'pending', userId: null })).toMatchObject({ body: { status: 'pending' } })
    await put(client, id, mine())
    const cleared = { useIntegration: false, promptId: false, integrationId: false }
    expect(await put(client, id, { ...mine(), status: 'closed', queueId: sales, ...cleared })).toMatchObject({
      body: { status: 'closed', queueId: sales },
    })
    expect(await put(client, id, { ...mine(), queueId: sales })).toMatchObject({ body: mine() })
  })

  test.each(['pending', 'open', 'closed'] as const)(
    'with status open and another queue a %s ticket is open there',
    async (status) => {
      const id = await company.ticket({ queueId: sales, status, ...(status === 'closed' && { closedAt: new Date() }) })
      await company.message(id, { queueId: sales })
      expect(await put(client, id, { status: 'open', queueId: support })).toMatchObject({
        status: 200,
        body: { ...mine(), queueId: support, queue: { name: 'Suporte' } },
      })
      const [message] = await api.db.orm.select().from(messages).where(eq(messages.ticketId, id))
      expect(message?.queueId).toBe(support)
      expect(await ticketNow(id)).toMatchObject({ closedAt: null, acceptedAt: expect.any(Date) })
    },
  )

  test('a ticket without a queue is accepted into one', async () => {
    const id = await company.ticket()
    const wish = { status: 'open', userId: String(admin.user['id']), queueId: sales }
    expect(await put(admin, id, wish)).toMatchObject({ status: 200, body: wish })
  })

  test('who accepts into a queue greets, as whoever accepts', async () => {
    const greets = { ...defaultSettings, sendGreetingAccepted: 'enabled' } as const
    const times = { createdAt: new Date(), updatedAt: new Date() }
    const own = { id: company.id, companyId: company.id }
    await api.db.orm.insert(settings).values({ ...greets, ...own, ...times })
    const id = await company.ticket({ queueId: sales })
    await put(client, id, { status: 'open', queueId: support })
    const said = await api.db.orm.select().from(messages).where(eq(messages.ticketId, id))
    expect(said).toMatchObject([{ fromMe: true, userId: null, queueId: support }])
    await api.db.orm.delete(settings)
  })

  test('into a queue that is not theirs nobody accepts or reopens, and nothing is half done', async () => {
    const others = await company.queue('Financeiro')
    for (const status of ['pending', 'closed'] as const) {
      const id = await company.ticket({ queueId: sales, status })
      expect(await put(client, id, { status: 'open', queueId: others })).toMatchObject({
        status: 403,
        body: { error: 'ERR_NO_PERMISSION' },
      })
      expect(await ticketNow(id)).toMatchObject({ status, queueId: sales, userId: null })
    }
  })

  test('a repeat with its key has no second effect', async () => {
    const id = await company.ticket({ queueId: sales, status: 'closed' })
    const init = {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${client.token}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify({ status: 'open', queueId: support }),
    }
    const statuses = []
    for (let i = 0; i < 2; i++) statuses.push((await fetch(`${api.url}/api/tickets/${id}`, init)).status)
    expect(statuses).toEqual([200, 200])
    expect(await ticketNow(id)).toMatchObject({ status: 'open', queueId: support })
  })

  test('the transfer dialog: to a queue, to its own queue, to a person, to another connection', async () => {
    const id = await open()
    const toQueue = { queueId: support, status: 'pending', userId: null }
    expect(await put(client, id, toQueue)).toMatchObject({ body: toQueue })
    expect(await put(client, id, toQueue)).toMatchObject({ status: 200, body: toQueue })
    const colleague = await company.user('user', [support])
    expect(await put(client, id, { userId: colleague.userId, queueId: support })).toMatchObject({
      body: { status: 'open', userId: colleague.userId },
    })
    const { body: branch } = await admin.post('/whatsapp', { name: 'Filial' })
    expect(await put(admin, id, { whatsappId: branch['id'] })).toMatchObject({
      body: { whatsapp: { name: 'Filial' }, userId: colleague.userId },
    })
    const back = { status: 'pending', userId: null, whatsappId: company.connectionId }
    expect(await put(admin, id, back)).toMatchObject({ body: { status: 'pending', whatsapp: { name: 'Principal' } } })
  })

  test('a field that tickets don’t have is refused', async () => {
    const id = await company.ticket({ queueId: sales })
    expect(await put(client, id, { ...mine(), companyId: company.id })).toMatchObject({ status: 400 })
    expect(await put(client, id, { ...mine(), number: 7, updatedAt: '2020-01-01T00:00:00.000Z' })).toMatchObject({
      status: 200,
      body: mine(),
    })
    expect(await ticketNow(id)).not.toMatchObject({ number: 7 })
  })
})

test('POST /tickets with what nobody chose, and the conflict names who has it', async () => {
  const contactId = await company.contact('Nova')
  const body = { contactId, queueId: sales, whatsappId: '', userId: person.userId, status: 'open' }
  expect(await client.post('/tickets', body)).toMatchObject({ status: 201, body: { userId: person.userId, tags: [] } })
  expect(await admin.post('/tickets', { contactId, queueId: null, whatsappId: null })).toMatchObject({
    status: 409,
    body: { error: 'ERR_OTHER_OPEN_TICKET', details: { userId: person.userId, queue: { name: 'Vendas' } } },
  })
})

describe('messages', () => {
  test('in a group each has its own sender', async () => {
    const group = await company.contact('Grupo da padaria')
    const [ana, bruno] = [await company.contact('Ana'), await company.contact('Bruno')]
    const id = await open({ contactId: group, isGroup: true })
    const asked = await company.message(id, { contactId: group, queueId: sales, participantId: ana, body: 'Tem pão?' })
    await company.message(id, { contactId: group, queueId: sales, participantId: bruno, quotedMessageId: asked })
    const { body } = await client.get<{ messages: Json[] }>(`/messages/${id}`, { pageNumber: 1 })
    expect(body.messages).toMatchObject([
      { contact: { id: ana, name: 'Ana' } },
      { contact: { id: bruno }, quotedMsg: { body: 'Tem pão?', contact: { name: 'Ana' } } },
    ])
  })

  test('opening one’s own conversation reads it; looking into a colleague’s does not', async () => {
    const id = await open({ unreadMessages: 3 })
    const unread = async () => (await ticketNow(id))?.unreadMessages
    await admin.get(`/messages/${id}`, { pageNumber: 1 })
    await client.get(`/messages/${id}`, { pageNumber: 2 })
    expect(await unread()).toBe(3)
    expect((await client.get(`/messages/${id}`, { pageNumber: 1 })).body).toMatchObject({
      ticket: { unreadMessages: 0 },
    })
    expect(await unread()).toBe(0)
  })

  test('a text as the input sends it, answering one as the list gave it', async () => {
    const id = await open()
    const asked = await company.message(id, { queueId: sales, body: 'Tem pão?' })
    const { body } = await client.get<{ messages: Json[] }>(`/messages/${id}`)
    const [quotedMsg] = body.messages
    const message = { read: 1, fromMe: true, mediaUrl: '', body: 'Tem', quotedMsg }
    expect(await client.post(`/messages/${id}`, message)).toMatchObject({
      status: 201,
      body: { body: 'Tem', mediaType: 'chat', mediaUrl: null, quotedMsg: { id: asked } },
    })
    expect(await client.post(`/messages/${id}`, { body: '', mediaUrl: '' })).toMatchObject({ status: 400 })
    expect(await client.post(`/messages/${id}`, { body: 'x', companyId: company.id })).toMatchObject({ status: 400 })
  })
})

test('notes of a ticket, with who wrote them', async () => {
  const contactId = await company.contact('Anotada')
  const id = await open({ contactId })
  const made = await client.post('/ticket-notes', { note: 'Ligar amanhã', ticketId: id, contactId })
  expect(made).toMatchObject({ status: 201, body: { note: 'Ligar amanhã', ticketId: id, contactId } })
  await client.post('/ticket-notes', { note: 'Ligou', ticketId: id, contactId })
  const list = (of: SpecClient, params: object) => of.get<Json[]>('/ticket-notes/list', { ...params })
  const both = [{ note: 'Ligou' }, { note: 'Ligar amanhã', user: { id: person.userId, name: expect.any(String) } }]
  expect(await list(client, { ticketId: id, contactId })).toMatchObject({ status: 200, body: both })
  expect((await list(client, { contactId })).body).toHaveLength(2)
  expect((await list(client, { ticketId: '', contactId: '' })).status).toBe(400)
  await client.delete(`/ticket-notes/${String(made.body['id'])}`)
  expect((await list(client, { ticketId: id })).body).toMatchObject([{ note: 'Ligou' }])

  const outsider = await api.client((await company.user('user', [await company.queue('Outra')])).email)
  const stranger = await api.client((await (await testCompany(api.db)).user('admin')).email)
  for (const other of [outsider, stranger]) expect((await list(other, { ticketId: id, contactId })).body).toEqual([])
  await api.db.orm.update(tickets).set({ status: 'closed', archived: true }).where(eq(tickets.id, id))
  expect(await api.db.orm.select().from(ticketNotes).where(eq(ticketNotes.ticketId, id))).toMatchObject([
    { archived: true },
  ])
  expect((await list(client, { ticketId: id })).body).toHaveLength(1)
})

test('a note shows whom it mentions by the name that they have now', async () => {
  const id = await open()
  const colleague = await company.user('user')
  await api.db.sql`update users set name = 'Bia' where id = ${colleague.userId}`
  const note = `@[${colleague.userId}] liga? @[${newId()}]`
  const made = await client.post('/ticket-notes', { note, ticketId: id })
  const shown = { note: '@Bia liga? @…', mentions: [{ id: colleague.userId, name: 'Bia' }] }
  expect(made).toMatchObject({ status: 201, body: shown })
  await api.db.sql`update users set name = 'Bia Reis' where id = ${colleague.userId}`
  expect(await client.get('/ticket-notes/list', { ticketId: id })).toMatchObject({
    body: [{ note: '@Bia Reis liga? @…', mentions: [{ name: 'Bia Reis' }] }],
  })
})

test('tags of a ticket: by rows or ids, one by one, and off the board', async () => {
  const id = await open()
  const { body: lane } = await admin.post('/tags', { name: 'Em orçamento', color: '#ff0000', kanban: 1 })
  const { body: plain } = await client.post('/tags', { name: 'Recorrente' })
  const names = async () => ((await client.get(`/tickets/${id}`)).body['tags'] as Json[]).map(({ name }) => name)
  expect(await client.post('/tags/sync', { ticketId: id, tags: [lane, String(plain['id'])] })).toMatchObject({
    status: 200,
  })
  expect(await names()).toEqual(['Em orçamento', 'Recorrente'])
  await client.delete(`/ticket-tags/${id}`)
  expect(await names()).toEqual(['Recorrente'])
  expect(await client.put(`/ticket-tags/${id}/${String(lane['id'])}`)).toMatchObject({ status: 200 })
  await client.post('/tags/sync', { ticketId: id, tags: [] })
  expect(await names()).toEqual([])
})
