import { asc, eq } from 'drizzle-orm'
import type { UserActor } from 'db/kit/actor.ts'
import { useTestDatabase } from 'db/node/testing/test-file-database.ts'
import { runFor, testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { beforeAll, expect, test } from 'vitest'
import { ticketCycles } from './cycles-table.ts'
import { acceptTicket, closeTicket, reopenTicket, returnTicket } from './mutations.ts'
import { tickets } from './table.ts'
import { transferTicket } from './transfer.ts'

const db = useTestDatabase()
let company: TestCompany
let actor: UserActor
beforeAll(async () => {
  company = await testCompany(db)
  actor = await company.user('admin')
})

const run = (mutation: { name: string }, args: object) => runFor(db, actor, mutation, args)

/** Which of the moments each cycle has, and its attendant. */
async function cycles(ticketId: string) {
  const rows = await db.orm
    .select()
    .from(ticketCycles)
    .where(eq(ticketCycles.ticketId, ticketId))
    .orderBy(asc(ticketCycles.startedAt))
  return rows.map(({ queuedAt, acceptedAt, closedAt, userId }) => {
    const moments = { queued: queuedAt, accepted: acceptedAt, closed: closedAt }
    const had = Object.entries(moments).flatMap(([name, at]) => (at ? [name] : []))
    return [...had, ...(userId === actor.userId ? ['ours'] : [])].join(' ')
  })
}

test('from queue to close is one cycle, a reopening the next', async () => {
  const id = await company.ticket({ status: 'pending', queueId: null, userId: null })
  expect(await cycles(id)).toEqual(['queued'])
  await run(acceptTicket, { id })
  expect(await cycles(id)).toEqual(['queued accepted ours'])
  await run(closeTicket, { id })
  await run(reopenTicket, { id })
  expect(await cycles(id)).toEqual(['queued accepted closed ours', 'queued accepted ours'])
})

test('waiting begins when the bot is done', async () => {
  const id = await company.ticket({ status: 'pending', chatbot: true, userId: null })
  expect(await cycles(id)).toEqual([''])
  await db.orm.update(tickets).set({ chatbot: false }).where(eq(tickets.id, id))
  expect(await cycles(id)).toEqual(['queued'])
})

test('given back, moved on and taken again it is still the same cycle, since its first answer', async () => {
  const id = await company.ticket({ status: 'pending', userId: null })
  await run(acceptTicket, { id })
  const [first] = await db.orm.select().from(ticketCycles).where(eq(ticketCycles.ticketId, id))
  await run(returnTicket, { id })
  const queueId = await company.queue('Vendas')
  await run(transferTicket, { id, queueId })
  await run(acceptTicket, { id })
  const all = await db.orm.select().from(ticketCycles).where(eq(ticketCycles.ticketId, id))
  expect(all).toMatchObject([{ acceptedAt: first?.acceptedAt, queueId, closedAt: null }])
})

test('closed without an answer it was never accepted', async () => {
  const id = await company.ticket({ status: 'pending', userId: null })
  await run(closeTicket, { id })
  expect(await cycles(id)).toEqual(['queued closed'])
})

test('closed cycles follow their ticket to another contact', async () => {
  const id = await company.ticket({ status: 'pending', userId: null })
  await run(closeTicket, { id })
  const contactId = await company.contact('Ana')
  await db.orm.update(tickets).set({ contactId }).where(eq(tickets.id, id))
  expect(await db.orm.select().from(ticketCycles).where(eq(ticketCycles.ticketId, id))).toMatchObject([{ contactId }])
})
