import { newId } from 'db/kit/new-id.ts'
import { useTestDatabase } from 'db/node/testing/test-file-database.ts'
import { runFor, testCompany } from 'db/node/testing/test-world.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { UserActor } from '../kit/actor.ts'
import { deleteUser } from '../users/mutations.ts'
import { noteMentions, syncedNoteMentions } from '../mentions/table.ts'
import { deleteTicket } from './mutations.ts'
import { createTicketNote, deleteTicketNote, seeTicketNote } from './notes.ts'
import { transferTicket } from './transfer.ts'

const db = useTestDatabase()

async function world() {
  const company = await testCompany(db)
  const queueId = await company.queue('Vendas')
  const author = await company.user('user', [queueId])
  const colleague = await company.user('user', [queueId])
  const admin = await company.user('admin')
  const ticketId = await company.ticket({ status: 'open', queueId, userId: author.userId })
  const write = (note: string, id = newId()) => runFor(db, author, createTicketNote, { id, ticketId, note })
  const notes = async () =>
    (await db.sql`select note from ticket_notes where ticket_id = ${ticketId} order by id`).map((row) => row['note'])
  return { company, queueId, ticketId, author, colleague, admin, write, notes }
}

test('two letters are a note, one and spaces around it are none', async () => {
  const { write, notes } = await world()
  await write(' ok ')
  await write('x'.repeat(4096))
  for (const refused of [' o ', 'x'.repeat(4097)])
    await expect(write(refused)).rejects.toMatchObject({ code: 'ERR_VALIDATION' })
  expect(await notes()).toEqual(['ok', 'x'.repeat(4096)])
})

test('its author and admins delete a note, a colleague does not', async () => {
  const { author, colleague, admin, write, notes } = await world()
  const [first, second] = [newId(), newId()]
  await write('primeira', first)
  await write('segunda', second)
  await expect(runFor(db, colleague, deleteTicketNote, { id: first })).rejects.toMatchObject({
    code: 'ERR_NO_PERMISSION',
  })
  await runFor(db, author, deleteTicketNote, { id: first })
  expect(await notes()).toEqual(['segunda'])
  await runFor(db, admin, deleteTicketNote, { id: second })
  expect(await notes()).toEqual([])
})

/** Notes that a person has in the bell. */
const told = async (actor: UserActor) =>
  (
    await db.orm
      .select({ noteId: noteMentions.noteId })
      .from(noteMentions)
      .where(and(syncedNoteMentions.scope(actor), isNull(noteMentions.seenAt)))
      .orderBy(noteMentions.noteId)
  ).map(({ noteId }) => noteId)

test('who is mentioned and may see the ticket is told, whoever has it; nobody else, and never oneself', async () => {
  const { company, author, colleague, admin, write, notes } = await world()
  const elsewhere = await company.user('supervisor', [await company.queue('Financeiro')])
  const stranger = await (await testCompany(db)).user('admin')
  const id = newId()
  const named = [colleague, admin, elsewhere, stranger, author].map(({ userId }) => `@[${userId}]`)
  await write(`${named.join(' ')} @[${newId()}] @[${colleague.userId}] liguem`, id)
  expect(await notes()).toHaveLength(1)
  for (const one of [colleague, admin]) expect(await told(one)).toEqual([id])
  for (const one of [elsewhere, stranger, author]) expect(await told(one)).toEqual([])
})

test('what was seen is told no more, of whom saw it alone; twice is once', async () => {
  const { colleague, admin, write } = await world()
  const id = newId()
  await write(`@[${colleague.userId}] @[${admin.userId}]`, id)
  for (const _ of [1, 2]) await runFor(db, colleague, seeTicketNote, { id })
  await runFor(db, colleague, seeTicketNote, { id: newId() })
  expect(await told(colleague)).toEqual([])
  expect(await told(admin)).toEqual([id])
})

test('it goes with the ticket into another queue, and with note, person or ticket for ever', async () => {
  const { company, ticketId, colleague, admin, write } = await world()
  const other = await company.queue('Financeiro')
  const there = await company.user('user', [other])
  const [first, second] = [newId(), newId()]
  await write(`@[${colleague.userId}] @[${there.userId}]`, first)
  await write(`@[${there.userId}]`, second)
  expect(await told(there)).toEqual([])
  await runFor(db, admin, transferTicket, { id: ticketId, queueId: other })
  expect(await told(colleague)).toEqual([])
  expect(await told(there)).toEqual([first, second])
  await runFor(db, admin, deleteTicketNote, { id: first })
  expect(await told(there)).toEqual([second])
  const rows = () => db.orm.$count(noteMentions, eq(noteMentions.ticketId, ticketId))
  await runFor(db, admin, createTicketNote, { id: newId(), ticketId, note: `@[${colleague.userId}]` })
  expect(await rows()).toBe(2)
  await runFor(db, admin, deleteUser, { id: colleague.userId })
  expect(await rows()).toBe(1)
  await runFor(db, admin, deleteTicket, { id: ticketId })
  expect(await rows()).toBe(0)
})
