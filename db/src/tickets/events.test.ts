import { eq } from 'drizzle-orm'
import { noEffects } from 'db/kit/effects.ts'
import { useTestDatabase } from 'db/node/testing/test-file-database.ts'
import { runFor, testCompany } from 'db/node/testing/test-world.ts'
import { expect, test } from 'vitest'
import { ticketEvents } from './events-table.ts'
import { acceptTicket, closeTicket, reopenTicket, returnTicket } from './mutations.ts'
import { tickets } from './table.ts'
import { transferTicket } from './transfer.ts'

const db = useTestDatabase()

async function desk() {
  const company = await testCompany(db)
  const [sales, finance] = [await company.queue('Vendas'), await company.queue('Financeiro')]
  const rafael = await company.user('user', [sales, finance])
  const livia = await company.user('user', [finance])
  const id = await company.ticket({ queueId: sales })
  const ticket = async () => (await db.orm.select().from(tickets).where(eq(tickets.id, id)))[0]
  const events = () =>
    db.orm
      .select()
      .from(ticketEvents)
      .where(eq(ticketEvents.ticketId, id))
      .orderBy(ticketEvents.createdAt, ticketEvents.id)
  return { company, sales, finance, rafael, livia, id, ticket, events }
}

test('what people do to a ticket is told in its conversation, once, and moves with it', async () => {
  const { sales, finance, rafael, livia, id, events } = await desk()
  await runFor(db, rafael, acceptTicket, { id })
  await runFor(db, rafael, acceptTicket, { id })
  await runFor(db, rafael, returnTicket, { id })
  await runFor(db, rafael, acceptTicket, { id })
  await runFor(db, rafael, transferTicket, { id, queueId: finance, userId: livia.userId, note: ' quer parcelar ' })
  await runFor(db, livia, closeTicket, { id })
  await runFor(db, livia, reopenTicket, { id })
  const by = (person: { userId: string }, kind: string) => ({ kind, userId: person.userId, queueId: finance })
  expect(await events()).toMatchObject([
    by(rafael, 'accepted'),
    by(rafael, 'returned'),
    by(rafael, 'accepted'),
    {
      ...by(rafael, 'transferred'),
      fromQueueId: sales,
      toQueueId: finance,
      toUserId: livia.userId,
      note: 'quer parcelar',
    },
    by(livia, 'closed'),
    by(livia, 'reopened'),
  ])
})

test('a device writes none: they come with the rows of the server', async () => {
  const { rafael, id, events, ticket } = await desk()
  const ctx = { actor: rafael, now: new Date(), side: 'client', effects: noEffects } as const
  await db.orm.transaction((tx) => acceptTicket.run(tx, { id }, ctx))
  expect(await ticket()).toMatchObject({ status: 'open', waitingSince: null })
  expect(await events()).toEqual([])
})

test('whoever gets a ticket has it unread and is notified, whoever takes one is not', async () => {
  const { company, finance, rafael, livia, id, ticket } = await desk()
  const messageId = await company.message(id, { contactId: (await ticket())?.contactId ?? '' })
  const notified: string[] = []
  const effects = { ...noEffects, notify: (message: string) => void notified.push(message) }
  const give = (actor: typeof rafael, args: object) =>
    db.orm.transaction((tx) =>
      transferTicket.run(tx, { id, ...args }, { actor, now: new Date(), side: 'server', effects }),
    )
  await give(rafael, { queueId: finance, userId: livia.userId })
  expect(await ticket()).toMatchObject({ unreadMessages: 1, userId: livia.userId })
  expect(notified).toEqual([messageId])
  await db.orm.update(tickets).set({ unreadMessages: 0 }).where(eq(tickets.id, id))
  await give(rafael, { userId: rafael.userId })
  expect(await ticket()).toMatchObject({ unreadMessages: 0, userId: rafael.userId })
  expect(notified).toEqual([messageId])
})

test('who waits goes on waiting in another queue; given back, it waits anew', async () => {
  const { finance, rafael, id, ticket } = await desk()
  const begun = (await ticket())?.waitingSince
  expect(begun).toBeInstanceOf(Date)
  await runFor(db, rafael, transferTicket, { id, queueId: finance })
  expect((await ticket())?.waitingSince).toEqual(begun)
  await runFor(db, rafael, acceptTicket, { id })
  expect((await ticket())?.waitingSince).toBeNull()
  await runFor(db, rafael, returnTicket, { id })
  expect((await ticket())?.waitingSince?.getTime()).toBeGreaterThan(begun?.getTime() ?? Infinity)
  await db.orm.update(tickets).set({ chatbot: true }).where(eq(tickets.id, id))
  expect((await ticket())?.waitingSince).toBeNull()
})
