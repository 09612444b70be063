// What customers get when attendants work, and what becomes of their answer to the question for a rating: mutations and the inbound
// pipeline on a real database.
import { asc, eq } from 'drizzle-orm'
import { companies } from 'db/companies/table.ts'
import { connections } from 'db/connections/table.ts'
import type { Actor, Profile } from 'db/kit/actor.ts'
import type { MutationContext } from 'db/kit/define-mutation.ts'
import { runMutation, type Mutation } from 'db/kit/define-mutation.ts'
import { plainInbound, type InboundMessage } from 'db/messages/inbound.ts'
import { receiveMessage } from 'db/messages/receive.ts'
import { messages } from 'db/messages/table.ts'
import { useTestDatabase } from 'db/node/testing/test-file-database.ts'
import { testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { updateSettings } from 'db/settings/mutations.ts'
import { users } from 'db/users/table.ts'
import { beforeEach, expect, test } from 'vitest'
import { ticketCycles } from './cycles-table.ts'
import { acceptTicket, closeTicket, reopenTicket, returnTicket } from './mutations.ts'
import { tickets } from './table.ts'
import { transferTicket } from './transfer.ts'
import { noEffects } from '../kit/effects.ts'
import { systemContext } from '../kit/system-context.ts'

const db = useTestDatabase()
let company: TestCompany
let ana: Actor & { userId: string }
let sales: string
let number: string
let ticketId: string

async function person(name: string, profile: Profile, queueIds?: string[]) {
  const actor = await company.user(profile, queueIds)
  await db.orm.update(users).set({ name }).where(eq(users.id, actor.userId))
  return actor
}

const noon = new Date('2026-11-20T15:00:00Z')
let counter = 0
beforeEach(async () => {
  company = await testCompany(db, { timeZone: 'America/Sao_Paulo' })
  sales = await company.queue('Vendas')
  ana = await person('Ana', 'admin')
  number = `5511${++counter}000`
  ticketId = (await receive('oi')) ?? ''
})

/** The connections whose sender is woken. */
async function run(mutation: { name: string }, args: object, { now = noon, side = 'server' as const } = {}) {
  const told: string[] = []
  const effects = { ...noEffects, wakeSender: (id: string) => void told.push(id) }
  const ctx: MutationContext = { actor: ana, now, side, effects }
  await db.orm.transaction((tx) => runMutation(tx, mutation as unknown as Mutation, args, ctx))
  return told
}

const setup = (changes: object) => run(updateSettings, { id: company.id, changes })
const texts = (change: Partial<typeof connections.$inferInsert>) =>
  db.orm.update(connections).set(change).where(eq(connections.id, company.connectionId))

/** Returns the ticket it came into. */
async function receive(body: string, { now = noon, isGroup = false } = {}) {
  const inbound: InboundMessage = {
    connectionId: company.connectionId,
    whatsappId: `IN${++counter}`,
    fromMe: false,
    contact: { lid: isGroup ? `group${number}` : null, number: isGroup ? null : number, pushName: 'Bia Reis', isGroup },
    ...plainInbound,
    body,
    sentAt: now,
  }
  const ctx = systemContext(company.id, noEffects, { now })
  const received = await db.orm.transaction((tx) => receiveMessage(tx, inbound, ctx))
  return received.kind === 'stored' ? received.ticketId : null
}

/** What was said, oldest first, ours in stars. */
async function conversation(id = ticketId) {
  const rows = await db.orm.select().from(messages).where(eq(messages.ticketId, id)).orderBy(asc(messages.id))
  return rows.map(({ fromMe, body }) => (fromMe ? `> ${body}` : body))
}
const ticket = async (id = ticketId) => (await db.orm.select().from(tickets).where(eq(tickets.id, id)))[0]
const ratings = async () =>
  (
    await db.orm.select().from(ticketCycles).where(eq(ticketCycles.ticketId, ticketId)).orderBy(ticketCycles.startedAt)
  ).map(({ rating }) => rating)

test('on accept the attendant is introduced, if the company wants it, and the customer’s message stays unread', async () => {
  await setup({ sendGreetingAccepted: { to: 'enabled' } })
  const told = await run(acceptTicket, { id: ticketId })
  expect(told).toHaveLength(1)
  expect(await conversation()).toEqual(['oi', '> Boa tarde, Bia! Meu nome é *Ana* e vou continuar o seu atendimento.'])
  expect(await ticket()).toMatchObject({ status: 'open', unreadMessages: 1, lastMessageFromMe: true })
})

test('what the same person says twice changes nothing the second time, and the customer hears of it once', async () => {
  await setup({ sendGreetingAccepted: { to: 'enabled' } })
  await texts({ complationMessage: 'Até logo' })
  for (const mutation of [acceptTicket, closeTicket, reopenTicket, returnTicket]) {
    await run(mutation, { id: ticketId })
    const once = [await ticket(), await conversation()]
    expect(await run(mutation, { id: ticketId }, { now: hours(1) })).toEqual([])
    expect([await ticket(), await conversation()]).toEqual(once)
  }
})

test('what another person has is not taken by saying so', async () => {
  await run(acceptTicket, { id: ticketId })
  await db.orm
    .update(tickets)
    .set({ userId: (await person('Caio', 'user')).userId })
    .where(eq(tickets.id, ticketId))
  await expect(run(acceptTicket, { id: ticketId })).rejects.toMatchObject({ code: 'ERR_TICKET_STATUS' })
  await expect(run(reopenTicket, { id: ticketId })).rejects.toMatchObject({ code: 'ERR_TICKET_STATUS' })
})

test('otherwise, and to groups, nothing is said', async () => {
  await run(acceptTicket, { id: ticketId })
  expect(await conversation()).toEqual(['oi'])
  await setup({ sendGreetingAccepted: { to: 'enabled' }, sendMsgTransfTicket: { to: 'enabled' } })
  await texts({ complationMessage: 'Até logo' })
  const group = (await receive('oi, grupo', { isGroup: true })) ?? ''
  await run(acceptTicket, { id: group })
  await run(transferTicket, { id: group, queueId: sales })
  await run(closeTicket, { id: group })
  expect(await conversation(group)).toEqual(['oi, grupo'])
})

test('a transfer says where to: queue, person, both', async () => {
  await setup({ sendMsgTransfTicket: { to: 'enabled' } })
  await run(transferTicket, { id: ticketId, queueId: sales })
  const { userId } = await person('Caio', 'user', [sales])
  await run(transferTicket, { id: ticketId, userId })
  const finance = await company.queue('Financeiro')
  await run(transferTicket, { id: ticketId, queueId: finance, userId: ana.userId })
  const said = (await conversation()).slice(1)
  expect(said[0]).toContain('para a fila *Vendas*.')
  expect(said[1]).toContain('para *Caio*.')
  expect(said[2]).toContain('para a fila *Financeiro* e *Ana* vai atender você.')
})

test('the farewell is sent on close, with its variables', async () => {
  await texts({ complationMessage: 'Até logo, {{firstName}}! {{protocol}}' })
  await run(acceptTicket, { id: ticketId })
  expect(await run(closeTicket, { id: ticketId })).toHaveLength(1)
  const { number: protocol } = (await ticket()) ?? {}
  expect(await conversation()).toEqual(['oi', `> Até logo, Bia! 20261120${protocol}`])
})

test('a device shows none of it by itself', async () => {
  await texts({ complationMessage: 'Até logo' })
  expect(await run(closeTicket, { id: ticketId }, { side: 'client' as 'server' })).toEqual([])
  expect(await conversation()).toEqual(['oi'])
})

async function closeAndAsk() {
  await setup({ userRating: { to: 'enabled' } })
  await texts({ ratingMessage: 'Que nota?', complationMessage: 'Até logo' })
  await run(acceptTicket, { id: ticketId })
  await run(closeTicket, { id: ticketId })
}
const hours = (count: number) => new Date(noon.getTime() + count * 3_600_000)

test('asked for a rating, the customer’s 1 to 3 is it: thanks, no farewell, and the ticket stays closed', async () => {
  await closeAndAsk()
  expect((await conversation()).at(-1)).toMatch(/^> Que nota\?\n\n\*1\* - Insatisfeito/)
  const unread = (await ticket())?.unreadMessages
  expect(await receive('*3*', { now: hours(23) })).toBe(ticketId)
  expect((await conversation()).slice(-2)).toEqual(['*3*', '> Obrigado pela sua avaliação!'])
  expect(await ratings()).toEqual([3])
  expect(await ticket()).toMatchObject({ status: 'closed', unreadMessages: unread })
})

test('a second number, a late one and any other text are new messages', async () => {
  await closeAndAsk()
  await receive('2', { now: hours(0.5) })
  await receive('3', { now: hours(1) })
  expect(await ratings()).toEqual([2, null])
  expect(await ticket()).toMatchObject({ status: 'pending' })
})

test('after a day a number opens a ticket', async () => {
  await closeAndAsk()
  expect(await receive('3', { now: hours(25) })).not.toBe(ticketId)
  expect(await ratings()).toEqual([null])
})

test('who writes something else has said that they are back: a number after it rates nothing', async () => {
  await closeAndAsk()
  await receive('obrigada', { now: hours(1) })
  await receive('1', { now: hours(1.1) })
  expect(await ratings()).toEqual([null, null])
})

test('the rating is of the last time that the ticket was closed', async () => {
  await closeAndAsk()
  await run(reopenTicket, { id: ticketId })
  await run(closeTicket, { id: ticketId })
  await receive('1', { now: hours(1) })
  expect(await ratings()).toEqual([null, 1])
})

test('within the company’s window a closed ticket is taken up again, after it there is a new one', async () => {
  await setup({ reopenWindowMinutes: { to: 10 } })
  await run(closeTicket, { id: ticketId })
  expect(await receive('mais uma coisa', { now: hours(0.1) })).toBe(ticketId)
  await run(closeTicket, { id: ticketId }, { now: hours(0.2) })
  expect(await receive('olá', { now: hours(0.5) })).not.toBe(ticketId)
})

test('given back by a person, the customer hears no bot again, not even on #', async () => {
  await texts({ greetingMessage: 'Olá' })
  await company.queue('Financeiro')
  await run(acceptTicket, { id: ticketId })
  await run(returnTicket, { id: ticketId })
  await receive('1')
  await receive('#')
  expect(await conversation()).toEqual(['oi', '1', '#'])
})

test('an overdue company keeps a rating and thanks nobody', async () => {
  await closeAndAsk()
  await db.orm.update(companies).set({ dueDate: noon }).where(eq(companies.id, company.id))
  expect(await receive('2', { now: hours(1) })).toBe(ticketId)
  expect(await ratings()).toEqual([2])
  expect((await conversation()).at(-1)).toBe('2')
})
