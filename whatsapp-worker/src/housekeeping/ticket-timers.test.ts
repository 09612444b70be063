import { eq, inArray } from 'drizzle-orm'
import { companies } from 'db/companies/table.ts'
import { connections } from 'db/connections/table.ts'
import { connectionQueue, notificationQueue } from 'db/jobs.ts'
import { messages, ack } from 'db/messages/table.ts'
import { connect, type Database } from 'db/node/connect.ts'
import { startJobs, type Jobs } from 'db/node/jobs.ts'
import { testDatabase } from 'db/node/testing/test-database.ts'
import { testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { queues } from 'db/queues/table.ts'
import { tickets, type Ticket } from 'db/tickets/table.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { runTimers } from './ticket-timers.ts'

let db: Database
let jobs: Jobs
let company: TestCompany
let sales: string
beforeAll(async () => {
  const database = await testDatabase()
  db = connect(database.url)
  jobs = await startJobs(database.url, () => {})
  return async () => {
    await jobs.boss.stop({ graceful: false })
    await db.end()
    await database.drop()
  }
})
beforeEach(async () => {
  company = await testCompany(db)
  sales = await company.queue('Vendas')
  await notified()
})

const setUp = (change: Partial<typeof connections.$inferInsert>) =>
  db.orm.update(connections).set(change).where(eq(connections.id, company.connectionId))
/** Minutes from now. */
const at = (minutes: number) => new Date(Date.now() + minutes * 60_000)
const run = (now: Date, graceDays = 0) => runTimers({ db, jobs, graceDays, notifies: true }, now)
/** The messages of which people are to be notified, since it was asked last. */
const notified = async () => {
  const found = await jobs.boss.fetch<{ messageId: string }>(notificationQueue, { batchSize: 100 })
  return found.map(({ data }) => data.messageId).toSorted()
}
const read = async (id: string) => (await db.orm.select().from(tickets).where(eq(tickets.id, id)))[0]

test('a ticket that waits without a queue is moved after the connection’s minutes, with its messages', async () => {
  await setUp({ sendIdQueue: sales, timeSendQueue: 10 })
  const id = await company.ticket({ chatbot: true })
  const messageId = await company.message(id)
  const chosen = await company.ticket({ queueId: await company.queue('Financeiro') })
  const open = await company.ticket({ status: 'open' })
  expect(await run(at(9))).toMatchObject({ moved: 0 })
  expect(await run(at(11))).toMatchObject({ moved: 1 })
  expect(await run(at(12))).toMatchObject({ moved: 0 })
  expect(await read(id)).toMatchObject({ queueId: sales, status: 'pending', chatbot: false })
  const rows = await db.orm.select().from(messages).where(eq(messages.id, messageId))
  expect(rows).toMatchObject([{ queueId: sales }])
  expect([(await read(chosen))?.queueId === sales, (await read(open))?.queueId]).toEqual([false, null])
})

const ofTicket = async (id: string) => {
  const rows = await db.orm.select().from(messages).where(eq(messages.ticketId, id)).orderBy(messages.createdAt)
  return rows.map(({ id: messageId, body, queueId, ack: level }) => ({ id: messageId, body, queueId, ack: level }))
}

test('the queue to which it is moved greets the customer, and its people are notified of what they wrote', async () => {
  await setUp({ sendIdQueue: sales, timeSendQueue: 10 })
  await db.orm.update(queues).set({ greetingMessage: 'Vendas, {{firstName}}!' }).where(eq(queues.id, sales))
  await company.queueOption(sales)
  const contactId = await company.contact('Bia Reis')
  const id = await company.ticket({ chatbot: true, contactId, botMenus: 3 })
  const said = await company.message(id, { contactId, createdAt: new Date(Date.now() - 1) })
  await run(at(11))
  const [, greeting] = await ofTicket(id)
  expect(greeting).toMatchObject({ body: 'Vendas, Bia!', queueId: sales, ack: ack.pending })
  expect(await read(id)).toMatchObject({ chatbot: false, queueId: sales, unreadMessages: 1, lastMessageFromMe: true })
  expect(await jobs.boss.fetch(connectionQueue(company.connectionId))).toMatchObject([
    { data: { name: 'sender.wake' } },
  ])
  expect(await notified()).toEqual([said])
})

test('what is moved is not greeted in groups, after a person had it, nor by an overdue company; its people are notified all the same', async () => {
  await setUp({ sendIdQueue: sales, timeSendQueue: 10 })
  await db.orm.update(queues).set({ greetingMessage: 'Vendas!' }).where(eq(queues.id, sales))
  const group = await company.ticket({ isGroup: true })
  const given = await company.ticket({ status: 'open' })
  await db.orm.update(tickets).set({ status: 'pending' }).where(eq(tickets.id, given))
  const said = [await company.message(group), await company.message(given)]
  expect(await run(at(11))).toMatchObject({ moved: 2 })
  const overdue = await company.ticket()
  said.push(await company.message(overdue))
  await db.orm.update(companies).set({ dueDate: new Date() }).where(eq(companies.id, company.id))
  expect(await run(at(11))).toMatchObject({ moved: 1 })
  for (const id of [group, given, overdue]) {
    expect(await read(id)).toMatchObject({ queueId: sales })
    expect(await ofTicket(id)).toHaveLength(1)
  }
  expect(await notified()).toEqual(said.toSorted())
})

test('without minutes, without a queue to go to, or on a deleted connection nothing moves', async () => {
  const id = await company.ticket()
  await setUp({ sendIdQueue: sales, timeSendQueue: 0 })
  await run(at(60))
  await setUp({ sendIdQueue: null, timeSendQueue: 10 })
  await run(at(60))
  await setUp({ sendIdQueue: sales, timeSendQueue: 10, deletedAt: new Date() })
  await run(at(60))
  expect(await read(id)).toMatchObject({ queueId: null })
})

/** The last word is ours, and it arrived. */
async function answered(change: Partial<Ticket> = {}, level: number = ack.received) {
  const contactId = await company.contact('Bia Reis')
  const id = await company.ticket({ status: 'open', lastMessageFromMe: true, contactId, ...change })
  await company.message(id, { contactId, fromMe: true, ack: level, createdAt: new Date(Date.now() + 1) })
  return id
}

test('where the customer does not answer, the ticket is closed with the connection’s words, which are sent', async () => {
  await setUp({ expiresTicket: 30, expiresInactiveMessage: 'Até mais, {{firstName}}', complationMessage: 'Obrigado' })
  const id = await answered()
  expect(await run(at(29))).toMatchObject({ closed: 0 })
  expect(await run(at(31))).toMatchObject({ closed: 1 })
  expect(await run(at(32))).toMatchObject({ closed: 0 })
  expect(await read(id)).toMatchObject({ status: 'closed', lastMessage: 'Até mais, Bia' })
  const own = await db.orm.select().from(messages).where(eq(messages.ticketId, id))
  const farewell = own.find(({ ack: level }) => level === ack.pending)
  expect(farewell).toMatchObject({ body: 'Até mais, Bia', userId: null, fromMe: true })
  expect(await jobs.boss.fetch(connectionQueue(company.connectionId))).toMatchObject([
    { data: { name: 'sender.wake' } },
  ])
})

test('a conversation with the bot ends too; whoever waits for people stays, and so do groups and what never arrived', async () => {
  await setUp({ expiresTicket: 30 })
  const withBot = await answered({ status: 'pending', chatbot: true })
  const kept = [
    await answered({ status: 'pending' }),
    await answered({ lastMessageFromMe: false }),
    await answered({ isGroup: true }),
    await answered({}, ack.pending),
    await answered({}, ack.failed),
  ]
  expect(await run(at(31))).toMatchObject({ closed: 1 })
  expect(await read(withBot)).toMatchObject({ status: 'closed', chatbot: false })
  const rows = await db.orm.select().from(tickets).where(inArray(tickets.id, kept))
  expect(rows.map(({ status }) => status)).not.toContain('closed')
})

test('each connection has its own minutes; many are closed in several transactions', async () => {
  await setUp({ expiresTicket: 5 })
  const patient = await testCompany(db)
  await db.orm.update(connections).set({ expiresTicket: 60 }).where(eq(connections.id, patient.connectionId))
  const theirs = await patient.ticket({ status: 'open', lastMessageFromMe: true })
  for (let i = 0; i < 130; i++) await company.ticket({ status: 'open', lastMessageFromMe: true })
  expect(await run(at(10))).toEqual({ moved: 0, closed: 130 })
  expect(await read(theirs)).toMatchObject({ status: 'open' })
})

test('nothing of an overdue company is closed; within its days of grace it goes on', async () => {
  await setUp({ expiresTicket: 5 })
  await db.orm.update(companies).set({ dueDate: new Date() }).where(eq(companies.id, company.id))
  const id = await answered()
  expect(await run(at(10))).toMatchObject({ closed: 0 })
  expect(await run(at(10), 1)).toMatchObject({ closed: 1 })
  expect(await read(id)).toMatchObject({ status: 'closed' })
})
