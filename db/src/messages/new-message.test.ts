import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '../kit/new-id.ts'
import { useTestDatabase } from '../node/testing/test-file-database.ts'
import { testCompany } from '../node/testing/test-world.ts'
import { newTicket } from '../tickets/new-ticket.ts'
import { tickets } from '../tickets/table.ts'
import { newMessage, ownMessage } from './new-message.ts'
import { messages } from './table.ts'

const db = useTestDatabase()
const now = new Date()

test('a row is whole before it is written: the database adds nothing but the number of a ticket', async () => {
  const company = await testCompany(db)
  const { id: companyId, connectionId } = company
  const chat = { id: await company.contact('Ana'), isGroup: false }
  const times = { createdAt: now, updatedAt: now }
  const ticket = newTicket(chat, { id: newId(), companyId, connectionId, status: 'pending', ...times })
  await db.orm.insert(tickets).values(ticket)
  const [writtenTicket] = await db.orm.select().from(tickets).where(eq(tickets.id, ticket.id))
  expect(writtenTicket).toEqual({ ...ticket, number: 1 })

  const message = newMessage(ticket, ownMessage({ id: newId(), userId: null, now }, { body: 'Bom dia!' }))
  await db.orm.insert(messages).values(message)
  const [writtenMessage] = await db.orm.select().from(messages).where(eq(messages.id, message.id))
  expect(writtenMessage).toEqual(message)
})
