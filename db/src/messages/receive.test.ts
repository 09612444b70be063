import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { connections } from '../connections/table.ts'
import { contacts } from '../contacts/table.ts'
import { useTestDatabase } from '../node/testing/test-file-database.ts'
import { offerQueues, testCompany, type TestCompany } from '../node/testing/test-world.ts'
import { tickets } from '../tickets/table.ts'
import { plainInbound, type InboundMessage } from './inbound.ts'
import { receiveMessage } from './receive.ts'
import { ack, messages } from './table.ts'
import { recordAck, recordSendFailure } from './receipts/record-ack.ts'
import { noEffects } from '../kit/effects.ts'
import { systemContext } from '../kit/system-context.ts'

const db = useTestDatabase()
let company: TestCompany
beforeAll(async () => {
  company = await testCompany(db)
})

let sequence = 0
const from = (number: string, change: Partial<InboundMessage> = {}): InboundMessage => ({
  connectionId: company.connectionId,
  whatsappId: `WA${++sequence}`,
  fromMe: false,
  contact: { lid: `lid${number}`, number, pushName: 'Ana', isGroup: false },
  ...plainInbound,
  body: 'oi',
  sentAt: new Date(),
  ...change,
})

const receive = (inbound: InboundMessage, now = new Date()) =>
  db.orm.transaction((tx) => receiveMessage(tx, inbound, systemContext(company.id, noEffects, { now })))

const ticketsOf = async (number: string) =>
  db.orm
    .select({ ticket: tickets })
    .from(tickets)
    .innerJoin(contacts, eq(contacts.id, tickets.contactId))
    .where(eq(contacts.number, number))
    .then((rows) => rows.map((row) => row.ticket))

test('an unknown number becomes a contact with one pending, numbered, unread ticket', async () => {
  await receive(from('551190001', { body: 'bom dia' }))
  expect(await ticketsOf('551190001')).toMatchObject([
    { status: 'pending', userId: null, unreadMessages: 1, lastMessage: 'bom dia', number: expect.any(Number) },
  ])
})

test('the same WhatsApp id is stored once, however often it is delivered', async () => {
  const inbound = from('551190002')
  await receive(inbound)
  expect(await receive(inbound)).toEqual({ kind: 'duplicate' })
  expect(await ticketsOf('551190002')).toMatchObject([{ unreadMessages: 1 }])
})

test('a burst from an unknown number at the same time makes one contact and one ticket', async () => {
  await Promise.all(Array.from({ length: 8 }, (_, i) => receive(from('551190003', { body: `m${i}` }))))
  expect(await ticketsOf('551190003')).toMatchObject([{ unreadMessages: 8 }])
})

test('a contact known by number learns its LID and keeps the name that somebody gave', async () => {
  await receive(from('551190004', { contact: { lid: null, number: '551190004', pushName: '', isGroup: false } }))
  await db.orm.update(contacts).set({ name: 'Dona Ana' }).where(eq(contacts.number, '551190004'))
  await receive(from('551190004'))
  const rows = await db.orm.select().from(contacts).where(eq(contacts.number, '551190004'))
  expect(rows).toMatchObject([{ name: 'Dona Ana', lid: 'lid551190004' }])
})

test('soon after closing, the closed ticket is taken up again; later there is a new one', async () => {
  await receive(from('551190005'))
  const [first] = await ticketsOf('551190005')
  const close = (closedAt: Date) =>
    db.orm
      .update(tickets)
      .set({ status: 'closed', closedAt })
      .where(eq(tickets.id, first?.id ?? ''))
  await close(new Date(Date.now() - 60 * 60 * 1000))
  await receive(from('551190005'))
  expect(await ticketsOf('551190005')).toMatchObject([
    { id: first?.id, status: 'pending', userId: null, closedAt: null },
  ])
  await close(new Date(Date.now() - 3 * 60 * 60 * 1000))
  await receive(from('551190005'))
  expect(await ticketsOf('551190005')).toHaveLength(2)
})

test('a message typed on the owner’s phone is stored as own and clears the unread count', async () => {
  await receive(from('551190006'))
  await receive(from('551190006', { fromMe: true, body: 'já vai' }))
  expect(await ticketsOf('551190006')).toMatchObject([
    { unreadMessages: 0, lastMessage: 'já vai', lastMessageFromMe: true },
  ])
})

test('with one queue on the connection the ticket and its messages are in it', async () => {
  const queueId = await company.queue('Vendas')
  await offerQueues(db, company, [queueId])
  await receive(from('551190007'))
  const [ticket] = await ticketsOf('551190007')
  expect(ticket?.queueId).toBe(queueId)
  const rows = await db.orm
    .select()
    .from(messages)
    .where(eq(messages.ticketId, ticket?.id ?? ''))
  expect(rows).toMatchObject([{ queueId }])
})

test('with several queues a group is in the one that the connection says, or in none, where admins see it', async () => {
  const ours = await testCompany(db)
  const [sales, finance] = [await ours.queue('Vendas'), await ours.queue('Financeiro')]
  await offerQueues(db, ours, [sales, finance])
  const write = (lid: string) => {
    const contact = { lid, number: null, pushName: '', isGroup: true }
    const participant = { lid: 'p', number: '551190009', pushName: 'Ana' }
    const inbound = from('551190009', { contact, participant, connectionId: ours.connectionId })
    const ctx = systemContext(ours.id, noEffects)
    return db.orm.transaction((tx) => receiveMessage(tx, inbound, ctx))
  }
  await write('g1')
  await db.orm.update(connections).set({ groupQueueId: finance }).where(eq(connections.id, ours.connectionId))
  await write('g2')
  const rows = await db.orm.select().from(tickets).where(eq(tickets.companyId, ours.id)).orderBy(tickets.number)
  expect(rows.map(({ isGroup, queueId }) => [isGroup, queueId])).toEqual([
    [true, null],
    [true, finance],
  ])
  const said = await db.orm.select().from(messages).where(eq(messages.companyId, ours.id)).orderBy(messages.createdAt)
  expect(said.map(({ queueId }) => queueId)).toEqual([null, finance])
})

test('receipts only raise the delivery state, whatever order they come in', async () => {
  const ticketId = await company.ticket()
  const id = await company.message(ticketId, { fromMe: true, ack: 0, whatsappId: 'OUT1' })
  const level = async () => (await db.orm.select().from(messages).where(eq(messages.id, id)))[0]?.ack
  await recordAck(db.orm, company.connectionId, ['OUT1'], ack.read, new Date())
  await recordAck(db.orm, company.connectionId, ['OUT1'], ack.sent, new Date())
  expect(await level()).toBe(ack.read)
  await recordSendFailure(db.orm, company.connectionId, 'OUT1', '463', new Date())
  expect(await level()).toBe(ack.read)
})
