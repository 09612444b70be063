import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { UserActor } from '../kit/actor.ts'
import { newId } from '../kit/new-id.ts'
import { messages } from '../messages/table.ts'
import { useTestDatabase } from '../node/testing/test-file-database.ts'
import { runFor, testCompany, type TestCompany } from '../node/testing/test-world.ts'
import { addTicketTag, createTag } from '../tags/mutations.ts'
import { ticketTags } from '../tags/table.ts'
import { archiveTickets } from './archive.ts'
import { acceptTicket, deleteTicket, markTicketRead, reopenTicket } from './mutations.ts'
import { tickets } from './table.ts'

const db = useTestDatabase()
let company: TestCompany
let queueId: string
let admin: UserActor
let attendant: UserActor
beforeAll(async () => {
  company = await testCompany(db)
  queueId = await company.queue('Vendas')
  admin = await company.user('admin')
  attendant = await company.user('user', [queueId])
})

/** With two messages and a tag, closed long ago and archived since. */
async function archived() {
  const contactId = await company.contact('Ana')
  const id = await company.ticket({ contactId, queueId, status: 'open' })
  for (let i = 0; i < 2; i++) await company.message(id, { contactId, queueId })
  const tagId = newId()
  await runFor(db, admin, createTag, { id: tagId, name: `Garantia ${tagId}`, color: '#00aa00' })
  await runFor(db, admin, addTicketTag, { ticketId: id, tagId })
  const closedAt = new Date(Date.now() - 100 * 86_400_000)
  await db.orm.update(tickets).set({ status: 'closed', closedAt }).where(eq(tickets.id, id))
  await db.orm.transaction((tx) => archiveTickets(tx, new Date(), 100))
  return { id, contactId }
}

const ticket = async (id: string) => (await db.orm.select().from(tickets).where(eq(tickets.id, id)))[0]
const flags = async (table: typeof messages | typeof ticketTags, id: string) =>
  (await db.orm.select({ archived: table.archived }).from(table).where(eq(table.ticketId, id))).map(
    (row) => row.archived,
  )

test('reopened it is the attendant’s, and back on devices with its messages and tags', async () => {
  const { id } = await archived()
  expect([await flags(messages, id), await flags(ticketTags, id)]).toEqual([[true, true], [true]])
  await runFor(db, attendant, reopenTicket, { id })
  expect(await ticket(id)).toMatchObject({
    status: 'open',
    userId: attendant.userId,
    archived: false,
    closedAt: null,
  })
  expect([await flags(messages, id), await flags(ticketTags, id)]).toEqual([[false, false], [false]])
})

test('an admin deletes it with its messages', async () => {
  const { id } = await archived()
  await expect(runFor(db, attendant, deleteTicket, { id })).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' })
  await runFor(db, admin, deleteTicket, { id })
  expect([await ticket(id), await flags(messages, id)]).toEqual([undefined, []])
})

test('of another queue or company it is not found', async () => {
  const { id } = await archived()
  const colleague = await company.user('user', [await company.queue('Financeiro')])
  const stranger = await (await testCompany(db)).user('admin')
  for (const actor of [colleague, stranger]) {
    await expect(runFor(db, actor, reopenTicket, { id })).rejects.toMatchObject({ code: 'ERR_NO_TICKET_FOUND' })
  }
  await expect(runFor(db, stranger, deleteTicket, { id })).rejects.toMatchObject({ code: 'ERR_NO_TICKET_FOUND' })
  expect(await ticket(id)).toMatchObject({ status: 'closed', archived: true })
})

test('a device that had it open may still say that it was read', async () => {
  const { id } = await archived()
  await db.orm.update(tickets).set({ unreadMessages: 2 }).where(eq(tickets.id, id))
  await runFor(db, attendant, markTicketRead, { id })
  expect(await ticket(id)).toMatchObject({ unreadMessages: 0, archived: true })
})

test('nothing else is done to it, and it waits while the contact has another one open', async () => {
  const { id, contactId } = await archived()
  await expect(runFor(db, admin, acceptTicket, { id })).rejects.toMatchObject({ code: 'ERR_NO_TICKET_FOUND' })
  await company.ticket({ contactId, queueId, status: 'pending' })
  await expect(runFor(db, attendant, reopenTicket, { id })).rejects.toMatchObject({
    code: 'ERR_OTHER_OPEN_TICKET',
    details: { queue: { name: 'Vendas' } },
  })
  expect([(await ticket(id))?.archived, await flags(messages, id)]).toEqual([true, [true, true]])
})
