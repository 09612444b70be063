import { eq } from 'drizzle-orm'
import type { UserActor } from 'db/kit/actor.ts'
import { newId } from 'db/kit/new-id.ts'
import { connections } from 'db/connections/table.ts'
import { sendMessage } from 'db/messages/mutations.ts'
import { messages } from 'db/messages/table.ts'
import { useTestDatabase } from 'db/node/testing/test-file-database.ts'
import { runFor, testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { beforeEach, expect, test } from 'vitest'
import { ticketCycles } from './cycles-table.ts'
import { tickets } from './table.ts'
import { transferTicket } from './transfer.ts'

const db = useTestDatabase()
let company: TestCompany
let admin: UserActor
let sales: string
let ticketId: string
let contactId: string
let branch: string
beforeEach(async () => {
  company = await testCompany(db)
  admin = await company.user('admin')
  sales = await company.queue('Vendas')
  contactId = await company.contact('Bia')
  const ours = { status: 'open', queueId: sales, userId: admin.userId, contactId } as const
  ticketId = await company.ticket({ ...ours, acceptedAt: new Date() })
  branch = await connection('Filial')
})

async function connection(name: string) {
  const id = newId()
  const [row] = await db.orm.select().from(connections).where(eq(connections.id, company.connectionId))
  if (!row) throw new Error('a test company has a connection')
  await db.orm.insert(connections).values({ ...row, id, name, isDefault: false })
  return id
}
const transfer = (args: object) => runFor(db, admin, transferTicket, { id: ticketId, ...args })
const ticket = async () => (await db.orm.select().from(tickets).where(eq(tickets.id, ticketId)))[0]

test('to another connection: what is said from now on goes through it, what was said stays where it was', async () => {
  const before = await company.message(ticketId, { contactId, queueId: sales })
  await transfer({ connectionId: branch })
  expect(await ticket()).toMatchObject({ connectionId: branch, status: 'open', userId: admin.userId, queueId: sales })
  const after = newId()
  await runFor(db, admin, sendMessage, { id: after, ticketId, body: 'oi, da filial' })
  const rows = await db.orm.select().from(messages).where(eq(messages.ticketId, ticketId))
  const over = new Map(rows.map((row) => [row.id, row.connectionId]))
  expect([over.get(before), over.get(after)]).toEqual([company.connectionId, branch])
  const cycles = await db.orm.select().from(ticketCycles).where(eq(ticketCycles.ticketId, ticketId))
  expect(cycles).toMatchObject([{ connectionId: branch, closedAt: null }])
})

test('refused where the contact has an open one, naming who has it', async () => {
  const { userId } = await company.user('user', [sales])
  await company.ticket({ contactId, connectionId: branch, status: 'open', queueId: sales, userId })
  await expect(transfer({ connectionId: branch })).rejects.toMatchObject({
    code: 'ERR_OTHER_OPEN_TICKET',
    details: { userId, user: { name: expect.stringContaining('Pessoa') }, queue: { name: 'Vendas' } },
  })
  expect(await ticket()).toMatchObject({ connectionId: company.connectionId })
})

test('a group stays with the number that is in it', async () => {
  await db.orm.update(tickets).set({ isGroup: true }).where(eq(tickets.id, ticketId))
  await expect(transfer({ connectionId: branch })).rejects.toMatchObject({ code: 'ERR_VALIDATION' })
})

test('only to a person who will see it', async () => {
  const finance = await company.queue('Financeiro')
  const { userId } = await company.user('user', [sales])
  await expect(transfer({ userId, queueId: finance })).rejects.toMatchObject({
    code: 'ERR_NO_PERMISSION',
    details: { field: 'userId' },
  })
  await transfer({ userId })
  expect(await ticket()).toMatchObject({ userId, queueId: sales, status: 'open' })
})

test('without anywhere to go it is refused', async () => {
  await expect(transfer({ userId: null })).rejects.toMatchObject({ code: 'ERR_VALIDATION' })
})

test('what another company has is not found', async () => {
  const other = await testCompany(db)
  await expect(transfer({ connectionId: other.connectionId })).rejects.toMatchObject({ code: 'ERR_NO_WAPP_FOUND' })
  const { userId } = await other.user('admin')
  await expect(transfer({ userId })).rejects.toMatchObject({ code: 'ERR_NO_USER_FOUND' })
})
