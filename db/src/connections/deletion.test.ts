// What becomes of everything that went over a connection when it is deleted.
import { and, eq, ne } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { newId } from '../kit/new-id.ts'
import { messages } from '../messages/table.ts'
import { mutations } from '../mutations.ts'
import { useTestDatabase } from '../node/testing/test-file-database.ts'
import { runFor, testCompany, type TestCompany } from '../node/testing/test-world.ts'
import { schedules } from '../schedules/table.ts'
import { ticketEvents } from '../tickets/events-table.ts'
import { tickets } from '../tickets/table.ts'
import { users } from '../users/table.ts'
import { connections } from './table.ts'

const db = useTestDatabase()
let company: TestCompany
let first: string
let second: string
beforeEach(async () => {
  company = await testCompany(db)
  first = company.connectionId
  second = await create()
})

const run = (name: string, args: object) =>
  runFor(db, { kind: 'system', companyId: company.id }, mutations.get(name)!, args)
const create = async () => {
  const id = newId()
  await run('connection.create', { id, name: `Filial ${id.slice(-6)}` })
  return id
}
const row = async (id: string) => (await db.orm.select().from(connections).where(eq(connections.id, id)))[0]
const ticket = async (id: string) => (await db.orm.select().from(tickets).where(eq(tickets.id, id)))[0]
const defaults = async () => {
  const isDefault = and(eq(connections.companyId, company.id), eq(connections.isDefault, true))
  return (await db.orm.select({ id: connections.id }).from(connections).where(isDefault)).map(({ id }) => id)
}
const eventsOf = async (id: string) =>
  (await db.orm.select().from(ticketEvents).where(eq(ticketEvents.ticketId, id))).map(({ kind }) => kind)

test('closed: its tickets, and what was to be sent has failed; history and name stay', async () => {
  const [pending, open, closed] = [
    await company.ticket(),
    await company.ticket({ status: 'open' }),
    await company.ticket({ status: 'closed', closedAt: new Date(0) }),
  ]
  const unsent = await company.message(open, { fromMe: true, ack: 0 })
  const sent = await company.message(open, { fromMe: true, ack: 1 })
  const person = await company.user('user')
  await db.orm.update(users).set({ connectionId: first }).where(eq(users.id, person.userId))
  await run('connection.delete', { id: first, defaultId: second })

  for (const id of [pending, open, closed])
    expect(await ticket(id)).toMatchObject({ status: 'closed', connectionId: first })
  expect((await ticket(closed))?.closedAt).toEqual(new Date(0))
  expect((await ticket(pending))?.closedAt).not.toBeNull()
  expect(await eventsOf(open)).toEqual(['closed'])
  const acks = await db.orm.select().from(messages).where(eq(messages.ticketId, open))
  expect(new Map(acks.map(({ id, ack }) => [id, ack]))).toEqual(
    new Map([
      [unsent, -1],
      [sent, 1],
    ]),
  )
  expect(await defaults()).toEqual([second])
  expect(await row(first)).toMatchObject({ name: 'Principal', status: 'DISCONNECTED', deletedAt: expect.any(Date) })
  expect((await db.orm.select().from(users).where(eq(users.id, person.userId)))[0]).toMatchObject({
    connectionId: null,
  })
  for (const name of ['connection.delete', 'connection.start', 'connection.disconnect', 'connection.relink']) {
    await expect(run(name, { id: first })).rejects.toMatchObject({ code: 'ERR_NO_WAPP_FOUND' })
  }
  await run('connection.create', { id: newId(), name: 'Principal' })
})

test('moved: they stay as they are, over the other one; who has a conversation there already is closed here', async () => {
  const [queueId, contactId] = [await company.queue('Vendas'), await company.contact('Bia')]
  const person = await company.user('user', [queueId])
  const place = { queueId, status: 'open', userId: person.userId } as const
  const open = await company.ticket(place)
  const pending = await company.ticket({ queueId })
  const group = await company.ticket({ isGroup: true, status: 'open' })
  const closed = await company.ticket({ status: 'closed', closedAt: new Date(0) })
  const twice = await company.ticket({ ...place, contactId })
  const there = await company.ticket({ contactId, connectionId: second })
  await db.orm.update(users).set({ connectionId: first }).where(eq(users.id, person.userId))
  const before = await ticket(open)
  await run('connection.delete', { id: first, moveTo: second })

  const { updatedAt: _then, ...same } = before ?? {}
  expect(await ticket(open)).toMatchObject({ ...same, connectionId: second })
  expect(await eventsOf(open)).toEqual([])
  expect(await ticket(pending)).toMatchObject({ status: 'pending', connectionId: second })
  expect(await ticket(group)).toMatchObject({ status: 'open', connectionId: second })
  expect(await ticket(closed)).toMatchObject({ status: 'closed', connectionId: first })
  expect(await ticket(twice)).toMatchObject({ status: 'closed', connectionId: first })
  expect(await ticket(there)).toMatchObject({ status: 'pending', connectionId: second })
  // Where the conversations go is the default now, and theirs who had this one as their own.
  expect(await defaults()).toEqual([second])
  expect((await db.orm.select().from(users).where(eq(users.id, person.userId)))[0]?.connectionId).toBe(second)
  const left = and(eq(tickets.connectionId, first), ne(tickets.status, 'closed'))
  expect(await db.orm.$count(tickets, left)).toBe(0)
})

test('the default is deleted only with another one that is it from then on', async () => {
  for (const id of [first, second]) {
    if (id === second) await run('connection.delete', { id: first, defaultId: second })
    await expect(run('connection.delete', { id })).rejects.toMatchObject(
      id === first
        ? { code: 'ERR_NO_OTHER_WHATSAPP', details: { field: 'defaultId' } }
        : { code: 'ERR_NO_OTHER_WHATSAPP' },
    )
  }
  expect(await defaults()).toEqual([second])
  const third = await create()
  await run('connection.delete', { id: third })
  expect(await defaults()).toEqual([second])
})

test('what is named has to be another one of the company', async () => {
  const other = await testCompany(db)
  for (const key of ['moveTo', 'defaultId']) {
    for (const [id, code] of [
      [other.connectionId, 'ERR_NO_WAPP_FOUND'],
      [newId(), 'ERR_NO_WAPP_FOUND'],
      [first, 'ERR_VALIDATION'],
    ] as const) {
      await expect(run('connection.delete', { id: first, [key]: id })).rejects.toMatchObject({ code })
    }
  }
  expect(await row(first)).toMatchObject({ deletedAt: null })
})

test('a schedule that names it goes over the other one', async () => {
  const sendAt = new Date('2090-01-01T12:00:00Z')
  const own = { companyId: company.id, contactId: await company.contact('Bia'), body: 'Bom dia', sendAt } as const
  const times = { createdAt: new Date(), updatedAt: new Date() }
  const [waiting, sent] = [newId(), newId()]
  await db.orm.insert(schedules).values([
    { id: waiting, ...own, ...times, status: 'PENDENTE', connectionId: first },
    { id: sent, ...own, ...times, status: 'ENVIADA', connectionId: first },
  ])
  await run('connection.delete', { id: first, moveTo: second })
  const of = async (id: string) => (await db.orm.select().from(schedules).where(eq(schedules.id, id)))[0]?.connectionId
  expect([await of(waiting), await of(sent)]).toEqual([second, first])
})

test('a ticket of a connection that is gone is reopened over one that is chosen, group or not', async () => {
  const contactId = await company.contact('Bia')
  const closed = { status: 'closed', closedAt: new Date(0) } as const
  const ids = [await company.ticket({ contactId, ...closed }), await company.ticket({ isGroup: true, ...closed })]
  await run('connection.delete', { id: first, defaultId: second })
  for (const id of ids) {
    await expect(run('ticket.reopen', { id })).rejects.toMatchObject({ code: 'ERR_NO_WAPP_FOUND' })
    await run('ticket.reopen', { id, connectionId: second })
    expect(await ticket(id)).toMatchObject({ status: 'open', connectionId: second, closedAt: null })
    expect(await eventsOf(id)).toEqual(['reopened'])
  }
  const again = await company.ticket({ contactId, connectionId: first, ...closed })
  await expect(run('ticket.reopen', { id: again, connectionId: second })).rejects.toMatchObject({
    code: 'ERR_OTHER_OPEN_TICKET',
    details: { ticketId: ids[0] },
  })
})

test('a group stays with its number as long as that is there', async () => {
  const id = await company.ticket({ isGroup: true, status: 'closed', closedAt: new Date(0) })
  await expect(run('ticket.reopen', { id, connectionId: second })).rejects.toMatchObject({ code: 'ERR_VALIDATION' })
  await run('ticket.reopen', { id, connectionId: first })
  expect(await ticket(id)).toMatchObject({ status: 'open', connectionId: first })
})
