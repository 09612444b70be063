// What a customer hears, message by message, through the real pipeline: hours, queues, closings by time, messages that could be read later.
import { and, eq } from 'drizzle-orm'
import { defaultOpeningHours, type OpeningHours } from 'db/bot/opening-hours.ts'
import { connections } from 'db/connections/table.ts'
import { companies } from 'db/companies/table.ts'
import { contacts } from 'db/contacts/table.ts'
import { newId } from 'db/kit/new-id.ts'
import { plainInbound, type InboundMessage } from 'db/messages/inbound.ts'
import { placeholderContent } from 'db/messages/placeholder.ts'
import { receiveMessage } from 'db/messages/receive.ts'
import { ack, messages } from 'db/messages/table.ts'
import { useTestDatabase } from 'db/node/testing/test-file-database.ts'
import { offerQueues, runFor, testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { queueOptions, queues } from 'db/queues/table.ts'
import { updateSettings } from 'db/settings/mutations.ts'
import { acceptTicket, closeTicket, returnTicket } from 'db/tickets/mutations.ts'
import { tickets } from 'db/tickets/table.ts'
import { closeInactiveTickets } from 'db/tickets/timers.ts'
import { beforeEach, expect, test } from 'vitest'
import { noEffects } from '../kit/effects.ts'
import { systemContext } from '../kit/system-context.ts'

const db = useTestDatabase()
let company: TestCompany
let sales: string
beforeEach(async () => {
  company = await testCompany(db)
  sales = await queue('Vendas', 'Bem-vindo a Vendas')
  await setUp({ greetingMessage: 'Olá', outOfHoursMessage: 'Voltamos às 8h' })
})

// A Friday in São Paulo, ten in the morning and eleven at night.
const [day, night] = [new Date('2026-11-20T13:00:00Z'), new Date('2026-11-21T02:00:00Z')]
const nextDay = new Date('2026-11-21T13:00:00Z')

async function queue(name: string, greetingMessage: string) {
  const id = await company.queue(name)
  await db.orm.update(queues).set({ greetingMessage, hours: defaultOpeningHours }).where(eq(queues.id, id))
  await offerQueues(db, company, [id])
  return id
}
async function option(queueId: string, title: string) {
  const times = { createdAt: day, updatedAt: day }
  const words = { title, message: `Sobre ${title}`, option: 1, parentId: null, mediaHash: null }
  await db.orm.insert(queueOptions).values({ id: newId(), companyId: company.id, queueId, ...words, ...times })
}
const setUp = (change: Partial<typeof connections.$inferInsert>) =>
  db.orm.update(connections).set(change).where(eq(connections.id, company.connectionId))
const hoursOf = async (scheduleType: 'company' | 'queue', hours: OpeningHours | null = defaultOpeningHours) => {
  await db.orm.update(companies).set({ hours }).where(eq(companies.id, company.id))
  const admin = await company.user('admin')
  await runFor(db, admin, updateSettings, { id: company.id, changes: { scheduleType: { to: scheduleType } } })
}

let sequence = 0
/** Says something, and hears the texts that are returned. */
async function say(body: string, now = day, change: Partial<InboundMessage> = {}) {
  const inbound: InboundMessage = {
    connectionId: company.connectionId,
    whatsappId: `B${++sequence}`,
    fromMe: false,
    contact: { lid: null, number: '5511988887777', pushName: 'Ana', isGroup: false },
    ...plainInbound,
    body,
    sentAt: now,
    ...change,
  }
  const ctx = systemContext(company.id, noEffects, { now })
  const own = () =>
    db.orm
      .select()
      .from(messages)
      .where(and(eq(messages.companyId, company.id), eq(messages.fromMe, true)))
  const before = new Set((await own()).map(({ id }) => id))
  await db.orm.transaction((tx) => receiveMessage(tx, inbound, ctx))
  return (await own()).filter(({ id }) => !before.has(id)).map(({ body: text }) => text)
}
async function ticket() {
  const rows = await db.orm.select().from(tickets).where(eq(tickets.companyId, company.id)).orderBy(tickets.createdAt)
  const last = rows.at(-1)
  if (!last) throw new Error('no ticket')
  return last
}

test.each(['company', 'queue'] as const)(
  'at night, by the hours of the %s, the only queue keeps the ticket, and greets in the morning',
  async (scheduleType) => {
    await option(sales, 'Preços')
    await hoursOf(scheduleType)
    expect(await say('oi', night)).toEqual(['Voltamos às 8h'])
    expect(await ticket()).toMatchObject({ queueId: sales, chatbot: false, status: 'pending' })
    const rows = await db.orm.select().from(messages).where(eq(messages.companyId, company.id))
    expect(rows.map(({ queueId }) => queueId)).toEqual([sales, sales])
    expect((await say('bom dia', nextDay))[0]).toMatch(/^Bem-vindo a Vendas\n\n\*1\* - Preços/)
    expect(await say('1', nextDay)).toEqual(['Sobre Preços'])
  },
)

test('a closed queue that was chosen greets once it is open; a blank text is the connection’s', async () => {
  await queue('Financeiro', 'Setor financeiro')
  await hoursOf('queue')
  await db.orm.update(queues).set({ hours: null }).where(eq(queues.id, sales))
  expect(await say('oi', night)).toEqual(['Olá\n\n*1* - Financeiro\n*2* - Vendas'])
  expect(await say('1', night)).toEqual(['Voltamos às 8h'])
  expect(await say('bom dia', nextDay)).toEqual(['Setor financeiro'])
  expect(await say('obrigada', nextDay)).toEqual([])
})

test('whom a person attends to at night is not greeted in the morning', async () => {
  await hoursOf('queue')
  await say('oi', night)
  const [{ id }, admin] = [await ticket(), await company.user('admin')]
  await runFor(db, admin, acceptTicket, { id })
  await runFor(db, admin, returnTicket, { id })
  expect(await say('bom dia', nextDay)).toEqual([])
})

test('a message that can be read only later is greeted when it can', async () => {
  const unread = { ...placeholderContent, whatsappId: 'late' }
  expect(await say('', day, unread)).toEqual([])
  expect(await ticket()).toMatchObject({ queueId: sales, chatbot: false })
  expect(await say('Tem pão?', day, { whatsappId: 'late' })).toEqual(['Bem-vindo a Vendas'])
  expect(await say('Alô?')).toEqual([])
})

test('whoever was closed by inactivity in the midst of the options gets them again; whoever was attended to does not', async () => {
  await option(sales, 'Preços')
  await setUp({ expiresTicket: 30 })
  const menu = await say('oi')
  expect(menu[0]).toContain('Preços')
  const arrived = { ack: ack.received }
  await db.orm.update(messages).set(arrived).where(eq(messages.companyId, company.id))
  const clock = { now: new Date(day.getTime() + 31 * 60_000) }
  await db.orm.transaction((tx) => closeInactiveTickets(tx, clock, 10, noEffects))
  expect(await ticket()).toMatchObject({ status: 'closed' })
  const back = new Date(day.getTime() + 40 * 60_000)
  expect(await say('voltei', back)).toEqual(menu)
  const { id } = await ticket()
  const admin = await company.user('admin')
  await runFor(db, admin, acceptTicket, { id })
  await runFor(db, admin, closeTicket, { id })
  expect(await say('obrigada', new Date())).toEqual([])
  expect(await ticket()).toMatchObject({ id, status: 'pending', queueId: sales })
})

test('without queues the connection greets, once; whom the phone wrote to first is not greeted', async () => {
  company = await testCompany(db)
  await setUp({ greetingMessage: 'Olá {{firstName}}' })
  expect(await say('oi')).toEqual(['Olá Ana'])
  expect(await say('alguém?')).toEqual([])
  const bia = { contact: { lid: null, number: '5511977776666', pushName: 'Bia', isGroup: false } }
  await say('Oi Bia, seu bolo está pronto', day, { ...bia, fromMe: true })
  expect(await say('Já vou!', day, bia)).toEqual([])
})

test('the only queue greets in the connection’s words where it has none', async () => {
  await db.orm.update(queues).set({ greetingMessage: '' }).where(eq(queues.id, sales))
  expect(await say('oi')).toEqual(['Olá'])
})

test('a group is told nothing', async () => {
  const group = { contact: { lid: 'g1', number: null, pushName: '', isGroup: true } }
  expect(await say('oi', day, group)).toEqual([])
  const [chat] = await db.orm.select().from(contacts).where(eq(contacts.companyId, company.id))
  expect(chat).toMatchObject({ isGroup: true })
})
