// What companies' addresses are told: real rows and triggers, real requests to receivers on this machine that check signatures.
import { connections } from 'db/connections/table.ts'
import { contacts } from 'db/contacts/table.ts'
import { newId } from 'db/kit/new-id.ts'
import { messages } from 'db/messages/table.ts'
import { connect, type Database } from 'db/node/connect.ts'
import { keyRing } from 'db/node/keys/cipher.ts'
import { createOutgoing } from 'db/node/outgoing/outgoing.ts'
import { testDatabase } from 'db/node/testing/test-database.ts'
import { testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { newWebhookSecret, webhookSecretName } from 'db/node/integrations/webhook-secret.ts'
import { tickets } from 'db/tickets/table.ts'
import { webhookEvents } from 'db/webhooks/rules.ts'
import { webhookDeliveries, webhookEndpoints } from 'db/webhooks/table.ts'
import { asc, eq, sql } from 'drizzle-orm'
import { createSecretKey, randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { startJobs, type Jobs } from 'db/node/jobs.ts'
import { startTestMailServer } from '../test-mail-server.ts'
import { deliverWebhooks, forgetDeliveries } from './deliver.ts'
import { mailWebhooksOff } from './mail-off.ts'
import { startTestReceivers, type TestReceiver, type TestReceivers } from 'db/node/testing/test-receivers.ts'

const soon = { interval: 10 }
const log = pino({ level: 'silent' })
const keys = keyRing(createSecretKey(randomBytes(32)))
let db: Database
let jobs: Jobs
let receivers: TestReceivers
let company: TestCompany
let stop: (() => Promise<void>) | undefined
beforeAll(async () => {
  receivers = await startTestReceivers()
  const database = await testDatabase()
  db = connect(database.url)
  jobs = await startJobs(database.url, () => {})
  return async () => {
    await jobs.boss.stop({ graceful: false })
    await db.end()
    await database.drop()
  }
})
afterAll(() => receivers.stop())
beforeEach(async () => {
  company = await testCompany(db)
  await db.sql`update companies set features = '["useIntegrations"]' where id = ${company.id}`
})
afterEach(async () => {
  await stop?.()
  stop = undefined
  await db.orm.delete(webhookEndpoints)
})

const start = async () => {
  const outgoing = createOutgoing({ allowLoopback: true })
  stop = await deliverWebhooks({ db, outgoing, keys, jobs, mails: true, log, graceDays: 0 })
}

async function listen(events: readonly string[] = webhookEvents, of = company) {
  const receiver = receivers.add()
  const [id, now] = [newId(), new Date()]
  const endpoint = { id, companyId: of.id, name: 'CRM', url: receiver.url, events: events as never, active: true }
  await db.orm.insert(webhookEndpoints).values({ ...endpoint, createdAt: now, updatedAt: now })
  receiver.secret = await newWebhookSecret(
    db.orm,
    keys,
    { companyId: of.id, name: webhookSecretName(id) },
    (await of.user('admin')).userId,
    now,
  )
  return { ...ends(receiver), id }
}
const ends = (receiver: TestReceiver) => ({
  receiver,
  hears: (...types: string[]) =>
    vi.waitUntil(() => types.length <= receiver.received.length && receiver.received.map(({ type }) => type), soon),
})
const endpointOf = async (id: string) =>
  (await db.orm.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)))[0]
const deliveries = () => db.orm.select().from(webhookDeliveries).orderBy(asc(webhookDeliveries.seq))
/** As if that much time had gone by for everything that waits. */
const pass = (interval: string) =>
  db.orm.transaction(async (tx) => {
    await tx.execute(sql`update webhook_deliveries set next_at = next_at - ${interval}::interval,
      first_attempt_at = first_attempt_at - ${interval}::interval`)
    await tx.execute(sql`update webhook_endpoints set retry_at = retry_at - ${interval}::interval,
      failing_since = failing_since - ${interval}::interval`)
  })

test('what happens to a ticket is told in its order, with whom it is about', async () => {
  const { receiver, hears } = await listen()
  await start()
  const contactId = await company.contact('Ana')
  const queueId = await company.queue('Vendas')
  const ticketId = await company.ticket({ contactId })
  const own = eq(tickets.id, ticketId)
  await company.message(ticketId, { contactId, body: 'Bom dia' })
  await db.orm.update(tickets).set({ queueId, chatbot: false }).where(own)
  const { userId } = await company.user('user', [queueId])
  await db.orm.update(tickets).set({ status: 'open', userId }).where(own)
  const messageId = await company.message(ticketId, { contactId, fromMe: true, ack: 0 })
  for (const ack of [1, 3]) await db.orm.update(messages).set({ ack }).where(eq(messages.id, messageId))
  await db.orm
    .update(tickets)
    .set({ userId: (await company.user('user')).userId })
    .where(own)
  await db.orm.update(tickets).set({ status: 'closed' }).where(own)
  await db.sql`update ticket_cycles set rating = 3 where ticket_id = ${ticketId}`
  const ofTicket = [
    'ticket.opened',
    'message.received',
    'ticket.accepted',
    'message.sent',
    'message.ack',
    'ticket.transferred',
    'ticket.closed',
    'ticket.rated',
  ]
  await hears('contact.created', ...ofTicket)
  const told = receiver.received.filter(({ data }) => 'ticket' in data)
  expect(told.map(({ type }) => type)).toEqual(ofTicket)
  const ticket = { id: ticketId, status: 'pending', connection: { name: 'Principal' } }
  expect(told[1]?.data).toMatchObject({
    company: { id: company.id },
    ticket,
    contact: { name: 'Ana' },
    message: { body: 'Bom dia', fromMe: false },
  })
  expect(told.at(-1)?.data).toMatchObject({ rating: 3, ticket: { queue: { name: 'Vendas' } } })
})

test('contacts and connections are told of, a failed message too; what was not chosen is not', async () => {
  const { receiver, hears } = await listen(['contact.updated', 'message.failed', 'connection.up', 'connection.down'])
  await start()
  const contactId = await company.contact('Bia')
  await db.orm.update(contacts).set({ name: 'Beatriz' }).where(eq(contacts.id, contactId))
  await db.orm.update(contacts).set({ pictureHash: 'x' }).where(eq(contacts.id, contactId))
  const sent = await company.message(await company.ticket({ contactId }), { contactId, fromMe: true, ack: 0 })
  await db.orm.update(messages).set({ ack: -1, ackError: 'refused' }).where(eq(messages.id, sent))
  for (const status of ['TIMEOUT', 'OPENING', 'CONNECTED'] as const) {
    await db.orm.update(connections).set({ status }).where(eq(connections.id, company.connectionId))
  }
  await hears('contact.updated', 'message.failed', 'connection.down', 'connection.up')
  expect(receiver.received.map(({ type }) => type).toSorted()).toEqual([
    'connection.down',
    'connection.up',
    'contact.updated',
    'message.failed',
  ])
})

test('what is rolled back is told to nobody, nor is what happens at another company', async () => {
  const { receiver, hears } = await listen(['ticket.opened'])
  await start()
  const failing = db.orm.transaction(async (tx) => {
    await tx.execute(sql`insert into contacts (id, company_id, name, email, is_group, created_at, updated_at)
      values (${newId()}, ${company.id}, 'Ninguém', '', false, now(), now())`)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await (await testCompany(db)).ticket()
  const own = await company.ticket()
  await hears('ticket.opened')
  expect(receiver.received.map(({ data }) => data['ticket'])).toMatchObject([{ id: own }])
  expect(await deliveries()).toHaveLength(1)
})

test('a ticket waits behind what could not be told of it, others go on; it is told again with the same id', async () => {
  const first = await company.ticket()
  const second = await company.ticket()
  const { receiver, hears, id } = await listen(['message.received'])
  let isBroken = true
  receiver.answer = ({ data }) => (isBroken && (data['message'] as { body: string }).body === 'um' ? 503 : 200)
  for (const body of ['um', 'dois']) await company.message(first, { body })
  await company.message(second, { body: 'outro' })
  await start()
  await vi.waitUntil(async () => (await endpointOf(id))?.failingSince, soon)
  await pass('10 seconds')
  await vi.waitUntil(async () => (await deliveries()).some(({ status }) => status === 'delivered'), soon)
  const bodies = () => receiver.received.map(({ data }) => (data['message'] as { body: string }).body)
  expect(bodies()).not.toContain('dois')
  isBroken = false
  await vi.waitUntil(async () => {
    await pass('5 minutes')
    return bodies().includes('dois')
  }, soon)
  expect(
    bodies()
      .filter((body) => body !== 'outro')
      .slice(-2),
  ).toEqual(['um', 'dois'])
  const ids = receiver.received.filter((_, index) => bodies()[index] === 'um').map((each) => each.id)
  expect(new Set(ids).size).toBe(1)
  await hears()
  await vi.waitUntil(async () => (await deliveries()).every(({ status }) => status === 'delivered'), soon)
  expect((await endpointOf(id))?.failingSince).toBeNull()
  expect(await deliveries()).toMatchObject(
    Array.from({ length: 3 }, () => ({ status: 'delivered', lastStatus: 200, lastAnswer: 'ok message.received' })),
  )
})

test('after a day of failing it is switched off, its admins are told, by mail too, and what waited can be sent by hand', async () => {
  const { receiver, id } = await listen(['ticket.opened'])
  receiver.answer = 500
  const [other, attendant] = [await company.user('admin'), await company.user('user')]
  await (await testCompany(db)).user('admin')
  await company.ticket()
  await start()
  await vi.waitUntil(async () => (await endpointOf(id))?.failures === 1, soon)
  await company.ticket()
  await pass('25 hours')
  await vi.waitUntil(async () => (await endpointOf(id))?.active === false, soon)
  expect(await endpointOf(id)).toMatchObject({ offReason: 'failing' })
  expect(await deliveries()).toMatchObject([{ status: 'failed' }, { status: 'failed' }])
  const [row] = await db.sql`select webhooks_off from companies where id = ${company.id}`
  expect(row).toEqual({ webhooks_off: 1 })
  await company.ticket()
  expect(await deliveries()).toHaveLength(2)

  const { received, url, stop: stopMailServer } = await startTestMailServer()
  onTestFinished(stopMailServer)
  const mail = { url, from: 'Balcão <nao-responda@balcao.example>', publicUrl: 'https://balcao.example' }
  const stopLetters = await mailWebhooksOff({ db, jobs, log, mail })
  onTestFinished(stopLetters)
  const [first] =
    await db.sql`select email from users where company_id = ${company.id} and profile = 'admin' and email <> ${other.email}`
  const admins = [String(first?.['email']), other.email].toSorted()
  await vi.waitUntil(() => received.length >= admins.length, soon)
  expect(received.map(({ to }) => to).toSorted()).toEqual(admins)
  expect(admins).not.toContain(attendant.email)
  const [letter] = received
  expect(letter?.subject).toContain('CRM')
  for (const said of ['por 24 horas e foi desligado', 'was switched off', 'fue desactivado', `/webhooks/${id}`]) {
    expect(letter?.body.replaceAll('\n', ' ')).toContain(said)
  }
  // Of its address the host alone: paths may hold keys.
  expect(letter?.body).not.toContain(receiver.url)
})

test('one that says that it is gone is switched off at once', async () => {
  const { receiver, id } = await listen(['ticket.opened'])
  receiver.answer = 410
  await company.ticket()
  await start()
  await vi.waitUntil(async () => (await endpointOf(id))?.offReason === 'gone', soon)
  expect(receiver.asked).toBe(1)
})

test('endpoints that hang delay nobody else', async () => {
  const others = await Promise.all(Array.from({ length: 20 }, () => testCompany(db)))
  for (const other of others) {
    await db.sql`update companies set features = '["useIntegrations"]' where id = ${other.id}`
    const { receiver } = await listen(['ticket.opened'], other)
    receiver.answer = 'hang'
    await db.orm
      .update(webhookEndpoints)
      .set({ failingSince: new Date(), failures: 1 })
      .where(eq(webhookEndpoints.companyId, other.id))
    for (let each = 0; each < 5; each++) await other.ticket()
  }
  const { hears, id } = await listen(['ticket.opened'])
  await start()
  await company.ticket()
  await hears('ticket.opened')
  // By then none of them was given up.
  const held = (await deliveries()).filter(({ endpointId }) => endpointId !== id)
  expect(held.map(({ attempts }) => attempts)).toEqual(Array.from({ length: 100 }, () => 0))
})

test('a new secret signs beside the one before', async () => {
  const { receiver, hears, id } = await listen(['ticket.opened'])
  const place = { companyId: company.id, name: webhookSecretName(id) }
  const before = receiver.secret
  const now = await newWebhookSecret(db.orm, keys, place, (await company.user('admin')).userId, new Date())
  await start()
  await company.ticket()
  await hears('ticket.opened')
  expect(before).not.toBe(now)
  receiver.secret = now
  await company.ticket()
  await hears('ticket.opened', 'ticket.opened')
})

test('what was told is forgotten after a week', async () => {
  await listen(['ticket.opened'])
  await company.ticket()
  await company.ticket()
  await db.sql`update webhook_deliveries set created_at = now() - interval '8 days' where seq = (select min(seq) from webhook_deliveries)`
  expect(await forgetDeliveries(db, 10)).toBe(1)
  expect(await deliveries()).toHaveLength(1)
})
