// The messages API as another system meets it: what is taken, what becomes of it, and what a token is worth.
import { companies, plans } from 'db/companies/table.ts'
import { connections } from 'db/connections/table.ts'
import { contacts } from 'db/contacts/table.ts'
import { apiMessages, apiSends } from 'db/messages-api/table.ts'
import { noEffects } from 'db/kit/effects.ts'
import { messages } from 'db/messages/table.ts'
import { recordSendFailure } from 'db/messages/receipts/record-ack.ts'
import { testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { hashToken } from 'db/node/hash-token.ts'
import { tickets } from 'db/tickets/table.ts'
import { closeInactiveTickets } from 'db/tickets/timers.ts'
import { asc, eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApi, type Answer, type TestApi } from '../test-api.ts'
import { newToken } from './token.ts'

const logged: string[] = []
const logger = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
let api: TestApi
let company: TestCompany
let token: string
beforeAll(async () => {
  api = await startTestApi({}, undefined, logger)
})
afterAll(() => api.stop())
beforeEach(async () => {
  company = await testCompany(api.db)
  token = newToken()
  await setConnection({ tokenHash: hashToken(token) })
})

const setConnection = (change: Partial<typeof connections.$inferInsert>) =>
  api.db.orm.update(connections).set(change).where(eq(connections.id, company.connectionId))

let counter = 0
const newNumber = () => `55119${String(70_000_000 + ++counter)}`
const send = (body: unknown, headers: Record<string, string> = {}) =>
  api.request('POST', '/messages/send', { token, body, headers })

async function sendForm(parts: [string, string | File][], headers: Record<string, string> = {}): Promise<Answer> {
  const form = new FormData()
  for (const [name, value] of parts) form.append(name, value)
  const answer = await api.fetch('/messages/send', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...headers },
    body: form,
  })
  const body: Answer['body'] = JSON.parse(await answer.text())
  return { status: answer.status, body, cookie: undefined, headers: answer.headers }
}

const statusOf = (id: unknown, by = token) => api.request('GET', `/messages/send/${String(id)}`, { token: by })
const sent = () =>
  api.db.orm.select().from(messages).where(eq(messages.companyId, company.id)).orderBy(asc(messages.createdAt))
const ticketRows = () => api.db.orm.select().from(tickets).where(eq(tickets.companyId, company.id))
const wakings = async () =>
  (
    await api.db.sql<{ n: number }[]>`
      select count(*)::int as n from pgboss.job where data::text like ${`%${company.connectionId}%`} or name like ${`%${company.connectionId}%`}`
  )[0]?.n
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const picture = (name = 'bolo.png') => new File([png], name, { type: 'image/png' })
const mp3 = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\0'), Buffer.from([0xff, 0xfb, 0x90, 0]), Buffer.alloc(500)])
const sound = () => new File([mp3], 'voz.mp3')

test('a text is kept with its job, as a message of nobody in a conversation that nobody has to take, and tells what becomes of it', async () => {
  const number = newNumber()
  const { status, body, headers } = await send({ number: `+${number}`, body: 'Olá {{name}}, seu pedido *saiu* ' })
  expect({ status, body }).toEqual({
    status: 202,
    body: {
      id: expect.any(String),
      statusUrl: `http://balcao.test/api/messages/send/${String(body['id'])}`,
      messages: [{ id: body['id'] }],
    },
  })
  expect(headers.get('location')).toBe(body['statusUrl'])
  const [message] = await sent()
  expect(message).toMatchObject({ id: body['id'], body: 'Olá {{name}}, seu pedido *saiu* ', userId: null, ack: 0 })
  const [ticket] = await ticketRows()
  expect(ticket).toMatchObject({ status: 'closed', archived: false, userId: null, unreadMessages: 0 })
  const [contact] = await api.db.orm
    .select()
    .from(contacts)
    .where(eq(contacts.id, ticket?.contactId ?? ''))
  expect(contact).toMatchObject({ number, name: number, companyId: company.id })
  expect(await wakings()).toBe(1)

  expect((await statusOf(body['id'])).body).toMatchObject({ id: body['id'], number, status: 'queued', error: null })
  await recordSendFailure(api.db.orm, company.connectionId, message?.whatsappId ?? '', 'not_on_whatsapp', new Date())
  expect((await statusOf(body['id'])).body).toMatchObject({
    status: 'failed',
    error: 'ERR_WAPP_INVALID_CONTACT',
    messages: [{ id: body['id'], status: 'failed', error: 'ERR_WAPP_INVALID_CONTACT' }],
  })
})

test('it goes into the conversation that there is, whatever state that is in, and changes nothing of it', async () => {
  const state = async (change: Parameters<TestCompany['ticket']>[0]) => {
    const contactId = await company.contact('Ana')
    const [contact] = await api.db.orm.select().from(contacts).where(eq(contacts.id, contactId))
    const id = await company.ticket({ contactId, ...change })
    const { body } = await send({ number: contact?.number, body: 'oi' })
    const [message] = await api.db.orm
      .select()
      .from(messages)
      .where(eq(messages.id, String(body['id'])))
    const [ticket] = await api.db.orm
      .select()
      .from(tickets)
      .where(eq(tickets.id, message?.ticketId ?? ''))
    return {
      isSame: ticket?.id === id,
      status: ticket?.status,
      unread: ticket?.unreadMessages,
      archived: ticket?.archived,
    }
  }
  const closedAt = new Date(Date.now() - 86_400_000)
  expect(await state({ status: 'open', unreadMessages: 2 })).toMatchObject({ isSame: true, status: 'open', unread: 2 })
  expect(await state({ status: 'pending', unreadMessages: 1 })).toMatchObject({ isSame: true, status: 'pending' })
  expect(await state({ status: 'closed', closedAt })).toMatchObject({ isSame: true, status: 'closed' })
  // Devices do not have that one any more.
  const old = { status: 'closed', closedAt, archived: true } as const
  expect(await state(old)).toMatchObject({ isSame: false, status: 'closed', archived: false })
})

test('files are a message each, in their order; the text is the first one’s caption, and goes before sound', async () => {
  const number = newNumber()
  const { status, body } = await sendForm([
    ['number', number],
    ['body', 'Seu bolo'],
    ['medias', picture('um.png')],
    ['medias', picture('dois.png')],
    ['medias', new File(['a;b'], 'lista.csv')],
  ])
  expect(status).toBe(202)
  expect((await sent()).map((row) => [row.id, row.body, row.mediaName, row.mediaType])).toEqual([
    [body['id'], 'Seu bolo', 'um.png', 'image'],
    [expect.any(String), '', 'dois.png', 'image'],
    [expect.any(String), '', 'lista.csv', 'application'],
  ])
  expect(body['messages']).toEqual((await sent()).map(({ id }) => ({ id })))
  await sendForm([
    ['number', newNumber()],
    ['body', 'Escute'],
    ['medias', sound()],
  ])
  expect((await sent()).slice(3).map((row) => [row.body, row.mediaType])).toEqual([
    ['Escute', 'chat'],
    ['', 'audio'],
  ])
})

test('with a key it is sent once, however often and at whichever time it is asked for; another wish with it is refused', async () => {
  const [number, key] = [newNumber(), { 'idempotency-key': 'pedido-17' }]
  const answers = await Promise.all(Array.from({ length: 5 }, () => send({ number, body: 'Pago' }, key)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]))
  expect(new Set(answers.map(({ body }) => body['id'])).size).toBe(1)
  expect(await sent()).toHaveLength(1)
  expect(await send({ number, body: 'Pago!' }, key)).toMatchObject({
    status: 409,
    body: { error: 'ERR_IDEMPOTENCY_KEY_REUSED' },
  })
  const form: [string, string | File][] = [
    ['number', number],
    ['medias', picture()],
  ]
  expect((await sendForm(form, key)).status).toBe(409)
  const files = { 'idempotency-key': 'foto' }
  expect((await sendForm(form, files)).body['id']).toBe((await sendForm(form, files)).body['id'])
  // The key is the connection's own.
  const other = await testCompany(api.db)
  const otherToken = newToken()
  await api.db.orm
    .update(connections)
    .set({ tokenHash: hashToken(otherToken) })
    .where(eq(connections.id, other.connectionId))
  const { status } = await api.request('POST', '/messages/send', {
    token: otherToken,
    body: { number, body: 'De outra' },
    headers: key,
  })
  expect(status).toBe(202)
})

test('a transaction that dies leaves nothing, and the key is free for the next attempt', async () => {
  const [number, key] = [newNumber(), { 'idempotency-key': 'morre' }]
  await api.alter(`alter table messages add constraint broken check (false) not valid`)
  expect((await send({ number, body: 'oi' }, key)).status).toBe(500)
  await api.alter(`alter table messages drop constraint broken`)
  expect(await api.db.orm.select().from(apiSends).where(eq(apiSends.companyId, company.id))).toEqual([])
  expect((await send({ number, body: 'oi' }, key)).status).toBe(202)
  expect(await sent()).toHaveLength(1)
  expect(await wakings()).toBe(1)
})

test.each<[string, unknown]>([
  ['no number', { body: 'oi' }],
  ['a number without its country', { number: '11987654321', body: 'oi' }],
  ['a masked number', { number: '+55 (11) 98765-4321', body: 'oi' }],
  ['a group', { number: '123456789-987654@g.us', body: 'oi' }],
  ['nothing to say', { number: '5511987654321' }],
  ['only blanks', { number: '5511987654321', body: ' \n ' }],
  ['too much', { number: '5511987654321', body: 'x'.repeat(65_537) }],
  ['what nobody asked for', { number: '5511987654321', body: 'oi', companyId: 'x' }],
  ['no object', [1]],
])('%s is refused, and nothing is kept', async (_what, body) => {
  expect(await send(body)).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
  expect(await sent()).toEqual([])
})

test('forms that can’t be meant are refused whole', async () => {
  const number: [string, string] = ['number', newNumber()]
  const refusals = [
    await sendForm([number]),
    await sendForm([['medias', picture()]]),
    await sendForm([number, ['medias', new File([], 'vazio.png')]]),
    await sendForm([number, ['outros', picture()]]),
    await sendForm([number, ['userId', 'x'], ['medias', picture()]]),
    await sendForm([number, ...Array.from({ length: 11 }, (): [string, File] => ['medias', picture()])]),
  ]
  expect(refusals.map(({ status }) => status)).toEqual(refusals.map(() => 400))
  expect((await send({ number: number[1], body: 'oi' }, { 'idempotency-key': 'com espaço' })).status).toBe(400)
  expect(await sent()).toEqual([])
})

test('a token is worth what its company’s plan and standing are, at each use', async () => {
  const wish = { number: newNumber(), body: 'oi' }
  const id = (await send(wish)).body['id']
  const owner = await api.db.orm.select().from(companies).where(eq(companies.id, company.id))
  await api.db.orm
    .update(companies)
    .set({ dueDate: new Date(0) })
    .where(eq(companies.id, company.id))
  expect(await send(wish)).toMatchObject({ status: 402, body: { error: 'ERR_SUBSCRIPTION_EXPIRED' } })
  expect((await statusOf(id)).status).toBe(200)
  await api.db.orm
    .update(companies)
    .set({ dueDate: new Date('2100-01-01') })
    .where(eq(companies.id, company.id))
  await api.db.orm
    .update(plans)
    .set({ useExternalApi: false })
    .where(eq(plans.id, owner[0]?.planId ?? ''))
  expect(await send(wish)).toMatchObject({ status: 403, body: { error: 'ERR_PLAN_FEATURE' } })
  expect((await statusOf(id)).status).toBe(403)
  const admin = await api.login((await company.user('admin')).email)
  expect(await api.request('POST', `/whatsapp/${company.connectionId}/token`, { token: admin })).toMatchObject({
    status: 403,
    body: { error: 'ERR_PLAN_FEATURE' },
  })
  expect(await sent()).toHaveLength(1)
})

test('a token that is none, was replaced or belongs to a deleted connection is refused; so is a session', async () => {
  const wish = { number: newNumber(), body: 'oi' }
  const id = (await send(wish)).body['id']
  const other = await testCompany(api.db)
  const otherToken = newToken()
  await api.db.orm
    .update(connections)
    .set({ tokenHash: hashToken(otherToken) })
    .where(eq(connections.id, other.connectionId))
  // What another connection sent is not there.
  expect(await statusOf(id, otherToken)).toMatchObject({ status: 404, body: { error: 'ERR_NO_MESSAGE_FOUND' } })
  const refused = { status: 401, body: { error: 'ERR_INVALID_TOKEN' } }
  const session = await api.login((await company.user('admin')).email)
  for (const wrong of [newToken(), session, 'x']) {
    expect(await api.request('POST', '/messages/send', { token: wrong, body: wish })).toMatchObject(refused)
  }
  expect(await api.request('POST', '/messages/send', { body: wish })).toMatchObject(refused)
  await setConnection({ deletedAt: new Date() })
  expect(await send(wish)).toMatchObject(refused)
  expect(logged.join('\n')).not.toContain(token)
})

test('more than so many messages in a minute are told when to come again, and nobody else is', async () => {
  const number = newNumber()
  const statuses: number[] = []
  // Side by side, so that the minute is not over before.
  for (let i = 0; i < 31; i++) {
    const answers = await Promise.all(Array.from({ length: 4 }, () => send({ number, body: ' ' })))
    statuses.push(...answers.map(({ status }) => status))
  }
  expect([statuses.indexOf(429), statuses.filter((status) => status === 429).length]).toEqual([120, 4])
  const { headers, body } = await send({ number, body: 'oi' })
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(body).toMatchObject({ error: 'ERR_TOO_MANY_REQUESTS' })
})

test('what it says answers no customer: a ticket that waits for people is not closed for their silence', async () => {
  const contactId = await company.contact('Rui')
  const [contact] = await api.db.orm.select().from(contacts).where(eq(contacts.id, contactId))
  const ticketId = await company.ticket({ contactId, status: 'open' })
  await company.message(ticketId, { contactId })
  const { body } = await send({ number: contact?.number, body: 'Promoção' })
  const parts = await api.db.orm
    .select()
    .from(apiMessages)
    .where(eq(apiMessages.sendId, String(body['id'])))
  expect(parts).toHaveLength(1)
  await api.db.sql`update messages set ack = 2 where id = ${String(body['id'])}`
  await setConnection({ expiresTicket: 1 })
  const clock = { now: new Date(Date.now() + 3_600_000), graceDays: 30 }
  await api.db.orm.transaction((tx) => closeInactiveTickets(tx, clock, 100, noEffects))
  const [ticket] = await ticketRows()
  expect(ticket?.status).toBe('open')
})
