import { asc, eq } from 'drizzle-orm'
import { companies } from 'db/companies/table.ts'
import { newId } from 'db/kit/new-id.ts'
import { messages } from 'db/messages/table.ts'
import { useTestDatabase } from 'db/node/testing/test-file-database.ts'
import { testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { connections } from 'db/connections/table.ts'
import { connectionQueues, queueOptions, queues } from 'db/queues/table.ts'
import { tickets } from 'db/tickets/table.ts'
import { beforeEach, expect, test } from 'vitest'
import { answerCustomer } from './answer-customer.ts'
import { noEffects } from '../kit/effects.ts'
import { systemContext } from '../kit/system-context.ts'

const db = useTestDatabase()
let company: TestCompany
let sales: string
let ticketId: string
beforeEach(async () => {
  company = await testCompany(db)
  sales = await offer('Vendas')
  const contactId = await company.contact('Ana Souza')
  ticketId = await company.ticket({ status: 'pending', queueId: null, contactId, botOwesGreeting: true })
  await company.message(ticketId, { contactId })
  const own = eq(connections.id, company.connectionId)
  await db.orm.update(connections).set({ greetingMessage: 'Olá {{firstName}}' }).where(own)
})

async function offer(name: string) {
  const queueId = await company.queue(name)
  const { id: companyId, connectionId } = company
  await db.orm.insert(connectionQueues).values({ id: newId(), companyId, connectionId, queueId })
  return queueId
}

/** The texts of the answers. */
async function say(text: string) {
  const ctx = systemContext(company.id, noEffects)
  const ofTicket = () =>
    db.orm.select().from(messages).where(eq(messages.ticketId, ticketId)).orderBy(asc(messages.createdAt))
  const before = new Set((await ofTicket()).map(({ id }) => id))
  await db.orm.transaction((tx) => answerCustomer(tx, { id: newId(), ticketId, text }, ctx))
  return (await ofTicket()).filter(({ id }) => !before.has(id)).map(({ body }) => body)
}
const ticket = async () => (await db.orm.select().from(tickets).where(eq(tickets.id, ticketId)))[0]

test('several queues: the menu comes with the contact’s name; the choice moves the ticket with its messages', async () => {
  const finance = await offer('Financeiro')
  await db.orm.update(queues).set({ greetingMessage: 'Setor financeiro' }).where(eq(queues.id, finance))
  expect(await say('oi')).toEqual(['Olá Ana\n\n*1* - Financeiro\n*2* - Vendas'])
  expect(await ticket()).toMatchObject({ chatbot: true, queueId: null, unreadMessages: expect.any(Number) })
  expect(await say('1')).toEqual(['Setor financeiro'])
  expect(await ticket()).toMatchObject({ chatbot: false, queueId: finance, lastMessage: 'Setor financeiro' })
  const rows = await db.orm.select().from(messages).where(eq(messages.ticketId, ticketId))
  expect(new Set(rows.map(({ queueId }) => queueId))).toEqual(new Set([finance]))
})

test('one queue: its option tree at once, then a human’s turn', async () => {
  const times = { createdAt: new Date(), updatedAt: new Date() }
  const of = { companyId: company.id, queueId: sales, parentId: null, mediaHash: null, ...times }
  await db.orm.insert(queueOptions).values({ id: newId(), ...of, option: 1, title: 'Preços', message: 'R$ 10' })
  expect((await say('oi'))[0]).toContain('*1* - Preços')
  expect(await say('preços')).toEqual(['R$ 10'])
  expect(await say('obrigada')).toEqual([])
  expect(await ticket()).toMatchObject({ chatbot: false, queueId: sales })
})

test('once a person has the ticket, the bot is silent, also to #', async () => {
  await offer('Financeiro')
  await say('oi')
  await db.orm.update(tickets).set({ status: 'open', chatbot: false }).where(eq(tickets.id, ticketId))
  expect(await say('1')).toEqual([])
  expect(await say('#')).toEqual([])
})

test('what the bot says leaves the customer’s messages unread', async () => {
  await db.orm.update(tickets).set({ unreadMessages: 2 }).where(eq(tickets.id, ticketId))
  await offer('Financeiro')
  await say('oi')
  expect(await ticket()).toMatchObject({ unreadMessages: 2, lastMessageFromMe: true })
})

test('an overdue company’s bot is silent; when it has paid it begins with the next message', async () => {
  await offer('Financeiro')
  const due = (dueDate: Date) => db.orm.update(companies).set({ dueDate }).where(eq(companies.id, company.id))
  await due(new Date(Date.now() - 1000))
  expect(await say('oi')).toEqual([])
  expect(await ticket()).toMatchObject({ chatbot: false, queueId: null })
  await due(new Date(Date.now() + 86_400_000))
  expect(await say('tem alguém?')).toEqual(['Olá Ana\n\n*1* - Financeiro\n*2* - Vendas'])
})
