import { and, desc, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { companies, plans } from '../companies/table.ts'
import { connections } from '../connections/table.ts'
import type { UserActor } from '../kit/actor.ts'
import { newId } from '../kit/new-id.ts'
import { messages } from '../messages/table.ts'
import { useTestDatabase } from '../node/testing/test-file-database.ts'
import { offerQueues, runFor, testCompany, type TestCompany } from '../node/testing/test-world.ts'
import { tickets, type Ticket } from '../tickets/table.ts'
import { userQueues } from '../queues/table.ts'
import { updateSchedule } from './mutations.ts'
import { failLate, giveBackExpired, leaseDue, sendLeased } from './sending.ts'
import { schedules, type Schedule } from './table.ts'
import { noEffects } from '../kit/effects.ts'

const db = useTestDatabase()
let company: TestCompany
let author: UserActor
let contactId: string
beforeEach(async () => {
  // What an earlier test left is not due any more.
  await db.orm.delete(schedules)
  company = await testCompany(db)
  author = await company.user('admin')
  contactId = await company.contact('Bia Reis')
})

/** 15:30 in São Paulo. */
const due = new Date('2026-11-22T18:30:00Z')
const after = (minutes: number) => new Date(due.getTime() + minutes * 60_000)
const schedule = async (change: Partial<Schedule> = {}) => {
  const id = newId()
  const times = { sendAt: due, createdAt: after(-60), updatedAt: after(-60) }
  const own = { companyId: company.id, userId: author.userId, contactId, status: 'PENDENTE' } as const
  await db.orm.insert(schedules).values({ id, ...own, body: 'Seu bolo está pronto', ...times, ...change })
  return id
}
const row = async (id: string) => (await db.orm.select().from(schedules).where(eq(schedules.id, id)))[0]
const lease = (now: Date, graceDays = 0) => db.orm.transaction((tx) => leaseDue(tx, { now, graceDays }, 100))
const send = (id: string, now = due) => db.orm.transaction((tx) => sendLeased(tx, id, now, noEffects))
const fail = (now: Date, graceDays = 0) => db.orm.transaction((tx) => failLate(tx, { now, graceDays }, 100))

async function sent(change: Partial<Schedule> = {}) {
  const id = await schedule(change)
  await lease(due)
  await send(id)
  return { schedule: await row(id) }
}

async function lastMessage() {
  const [found] = await db.orm
    .select({ message: messages, ticket: tickets })
    .from(messages)
    .innerJoin(tickets, eq(tickets.id, messages.ticketId))
    .where(and(eq(messages.companyId, company.id), eq(messages.fromMe, true)))
    .orderBy(desc(messages.id))
    .limit(1)
  return found
}

const ticket = (change: Partial<Ticket> = {}) => company.ticket({ contactId, ...change })
const setConnection = (change: Partial<typeof connections.$inferInsert>) =>
  db.orm.update(connections).set(change).where(eq(connections.id, company.connectionId))
async function addConnection(name: string) {
  const id = newId()
  const [main] = await db.orm.select().from(connections).where(eq(connections.id, company.connectionId))
  if (!main) throw new Error('a test company has a connection')
  const up = { status: 'CONNECTED', statusReason: null, deletedAt: null } as const
  await db.orm.insert(connections).values({ ...main, ...up, id, name, isDefault: false })
  return id
}
const setCompany = (change: Partial<typeof companies.$inferInsert>) =>
  db.orm.update(companies).set(change).where(eq(companies.id, company.id))

test('nothing is taken before its time; then in the order of the times, each once', async () => {
  const later = await schedule({ sendAt: after(1) })
  const id = await schedule()
  expect(await lease(after(-1))).toEqual([])
  expect(await lease(after(1))).toEqual([id, later])
  expect(await lease(after(1))).toEqual([])
  expect(await row(id)).toMatchObject({ status: 'AGENDADA' })
})

test('it is filled in by the company’s clock, and is its author’s, unsigned; unread ones stay unread', async () => {
  await ticket({ status: 'open', unreadMessages: 3, number: 77 })
  const body = '{{ms}}, {{firstName}}! {{date}} {{hour}} {{protocol}} {{outro}}'
  const { schedule: done } = await sent({ body })
  expect(done).toMatchObject({ status: 'AGENDADA', sentAt: due, error: null, leasedUntil: null, body })
  expect(await lastMessage()).toMatchObject({
    message: {
      id: done?.messageId,
      body: 'Boa tarde, Bia! 22/11/2026 15:30 2026112277 {{outro}}',
      userId: author.userId,
      ack: 0,
      createdAt: due,
    },
    ticket: { unreadMessages: 3, lastMessage: expect.stringContaining('Boa tarde, Bia!'), lastMessageAt: due },
  })
})

test('a lease that ran out is given back, and what was sent meanwhile is not sent again', async () => {
  const id = await schedule()
  await lease(due)
  await db.orm.transaction((tx) => giveBackExpired(tx, after(1)))
  expect(await row(id)).toMatchObject({ status: 'AGENDADA' })
  await db.orm.transaction((tx) => giveBackExpired(tx, after(3)))
  expect(await row(id)).toMatchObject({ status: 'PENDENTE', leasedUntil: null })
  expect(await send(id)).toBe(false)
  expect(await lease(after(3))).toEqual([id])
  expect(await send(id)).toBe(true)
  expect(await send(id)).toBe(false)
})

test('missed for an hour it is still sent, for longer never', async () => {
  const [late, tooLate] = [await schedule(), await schedule({ sendAt: after(-1) })]
  expect(await fail(after(60))).toBe(1)
  expect(await row(tooLate)).toMatchObject({ status: 'ERRO', error: 'late', sentAt: null })
  expect(await lease(after(60))).toEqual([late])
})

test('an overdue company’s wait for it to pay; after an hour they say why', async () => {
  await setCompany({ dueDate: after(-120) })
  const id = await schedule()
  expect(await lease(due)).toEqual([])
  expect(await lease(due, 1)).toEqual([id])
  const second = await schedule()
  expect(await fail(after(59))).toBe(0)
  await fail(after(61))
  expect(await row(second)).toMatchObject({ status: 'ERRO', error: 'overdue' })
})

test('the operator’s own company is never overdue', async () => {
  await setCompany({ dueDate: after(-120), operator: true })
  expect(await lease((await row(await schedule()))?.sendAt ?? due)).toHaveLength(1)
})

test('a plan that lost them sends none', async () => {
  const [own] = await db.orm.select().from(companies).where(eq(companies.id, company.id))
  await db.orm
    .update(plans)
    .set({ useSchedules: false })
    .where(eq(plans.id, own?.planId ?? ''))
  const id = await schedule()
  expect(await lease(due)).toEqual([])
  await fail(after(61))
  expect(await row(id)).toMatchObject({ status: 'ERRO', error: 'plan' })
})

test('without a connection, or when the customer’s is gone, it says so', async () => {
  await setConnection({ isDefault: false })
  expect((await sent()).schedule).toMatchObject({ status: 'ERRO', error: 'no_connection' })
  await ticket({ status: 'closed', closedAt: after(-60) })
  await setConnection({ deletedAt: after(-30) })
  expect((await sent()).schedule).toMatchObject({ status: 'ERRO', error: 'connection_deleted', messageId: null })
})

test('over the connection that was chosen for it, whatever the last conversation went over', async () => {
  const branch = await addConnection('Filial')
  await ticket({ status: 'open' })
  await setConnection({ deletedAt: after(-30) })
  const failed = await schedule()
  await lease(due)
  await send(failed)
  expect(await row(failed)).toMatchObject({ status: 'ERRO', error: 'connection_deleted' })
  const change = { connectionId: { from: null, to: branch }, sendAt: { to: after(5).toISOString() } }
  await runFor(db, author, updateSchedule, { id: failed, changes: change })
  await lease(after(5))
  await send(failed, after(5))
  expect(await row(failed)).toMatchObject({ status: 'AGENDADA', error: null, leasedUntil: null })
  expect(await lastMessage()).toMatchObject({ message: { connectionId: branch }, ticket: { connectionId: branch } })
})

test('one that is banned sends none: it says so, and goes over another one', async () => {
  await setConnection({ status: 'DISCONNECTED', statusReason: 'banned' })
  expect((await sent()).schedule).toMatchObject({ status: 'ERRO', error: 'connection_banned', messageId: null })
  const branch = await addConnection('Filial')
  expect((await sent({ connectionId: branch })).schedule).toMatchObject({ status: 'AGENDADA', error: null })
  expect(await lastMessage()).toMatchObject({ message: { connectionId: branch } })
})

test.each(['open', 'pending'] as const)('into the %s ticket, which stays so', async (status) => {
  const closed = await ticket({ status: 'closed', closedAt: after(-60) })
  const id = await ticket({ status, unreadMessages: 1 })
  await sent()
  expect(await lastMessage()).toMatchObject({ ticket: { id, status, userId: null, unreadMessages: 1 } })
  expect(closed).not.toBe(id)
})

test('else into the one that was closed last, which stays closed', async () => {
  const at = (minutes: number) => ({ status: 'closed', closedAt: after(minutes) }) as const
  await ticket(at(-300))
  const id = await ticket(at(-60))
  await ticket(at(-200))
  await sent()
  expect(await lastMessage()).toMatchObject({ ticket: { id, status: 'closed', closedAt: after(-60) } })
})

test('through the connection of the last conversation, not the default one', async () => {
  const branch = await addConnection('Filial')
  await ticket({ status: 'open', lastMessageAt: after(-90) })
  await ticket({ status: 'closed', closedAt: after(-30), lastMessageAt: after(-30), connectionId: branch })
  await sent()
  expect(await lastMessage()).toMatchObject({ message: { connectionId: branch } })
})

test('who never wrote gets a ticket as its author would open it: theirs, in a queue of theirs that the connection has', async () => {
  const [finance, sales] = [await company.queue('Financeiro'), await company.queue('Vendas')]
  author = await company.user('user', [finance, sales])
  await offerQueues(db, company, [sales])
  await sent()
  expect(await lastMessage()).toMatchObject({
    message: { queueId: sales },
    ticket: { status: 'open', userId: author.userId, queueId: sales, acceptedAt: due, number: expect.any(Number) },
  })
})

test('an admin may open it without a queue; of an author without one, or gone, it waits for somebody', async () => {
  await sent()
  expect(await lastMessage()).toMatchObject({ ticket: { status: 'open', userId: author.userId, queueId: null } })
  for (const userId of [(await company.user('user')).userId, null]) {
    contactId = await company.contact('Outra')
    await sent({ userId })
    expect(await lastMessage()).toMatchObject({ ticket: { status: 'pending', userId: null, queueId: null } })
  }
})

test('queues that were taken from the author are not theirs', async () => {
  author = await company.user('user', [await company.queue('Vendas')])
  await db.orm.delete(userQueues).where(eq(userQueues.userId, author.userId))
  await sent()
  expect(await lastMessage()).toMatchObject({ ticket: { status: 'pending', queueId: null } })
})
