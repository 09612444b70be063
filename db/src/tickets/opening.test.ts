import { newId } from 'db/kit/new-id.ts'
import { useTestDatabase } from 'db/node/testing/test-file-database.ts'
import { runFor, testCompany } from 'db/node/testing/test-world.ts'
import { expect, test } from 'vitest'
import { createTicket, reopenTicket } from './mutations.ts'

const db = useTestDatabase()

/** A contact whose ticket is open with an admin, in a queue. */
async function world() {
  const company = await testCompany(db)
  const admin = await company.user('admin')
  const queueId = await company.queue('Vendas')
  const contactId = await company.contact('Bia')
  const openId = await company.ticket({ status: 'open', queueId, contactId, userId: admin.userId })
  return { company, admin, contactId, openId, queueId }
}

const otherOpen = (openId: string, userId: string) => ({
  code: 'ERR_OTHER_OPEN_TICKET',
  details: { ticketId: openId, userId, queue: { name: 'Vendas' } },
})

test('a contact who is being attended to gets no second ticket; the refusal says which one is open, where and with whom', async () => {
  const { company, admin, contactId, openId, queueId } = await world()
  const args = { id: newId(), contactId, connectionId: company.connectionId, queueId }
  await expect(runFor(db, admin, createTicket, args)).rejects.toMatchObject(otherOpen(openId, admin.userId))
  const [count] = await db.sql`select count(*)::int as n from tickets where contact_id = ${contactId}`
  expect(count?.['n']).toBe(1)
})

test('nor is an earlier one opened again beside it', async () => {
  const { company, admin, contactId, openId, queueId } = await world()
  const id = await company.ticket({ status: 'closed', queueId, contactId })
  await expect(runFor(db, admin, reopenTicket, { id })).rejects.toMatchObject(otherOpen(openId, admin.userId))
})
