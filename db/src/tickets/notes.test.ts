import { newId } from 'db/kit/new-id.ts'
import { useTestDatabase } from 'db/node/testing/test-file-database.ts'
import { runFor, testCompany } from 'db/node/testing/test-world.ts'
import { expect, test } from 'vitest'
import { createTicketNote, deleteTicketNote } from './notes.ts'

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
  return { author, colleague, admin, write, notes }
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
