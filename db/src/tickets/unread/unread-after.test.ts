import { eq } from 'drizzle-orm'
import { newId } from 'db/kit/new-id.ts'
import { useTestDatabase } from 'db/node/testing/test-file-database.ts'
import { runFor, testCompany } from 'db/node/testing/test-world.ts'
import { expect, test } from 'vitest'
import { noEffects } from '../../kit/effects.ts'
import { systemContext } from '../../kit/system-context.ts'
import { plainInbound } from '../../messages/inbound.ts'
import { forwardMessage, sendMessage } from '../../messages/mutations.ts'
import { receiveMessage } from '../../messages/receive.ts'
import { messages } from '../../messages/table.ts'
import { acceptTicket, markTicketRead } from '../mutations.ts'
import { tickets } from '../table.ts'
import { transferTicket } from '../transfer.ts'

const db = useTestDatabase()
const at = (second: number) => new Date(Date.UTC(2026, 10, 25, 12, 0, second))
const iso = (second: number) => at(second).toISOString()

/** A conversation that Rafael has accepted, in which a customer speaks. */
async function conversation() {
  const company = await testCompany(db)
  const queue = await company.queue('Vendas')
  const [rafael, livia] = [await company.user('user', [queue]), await company.user('user', [queue])]
  /** Resolves with the ids of the message and its ticket. */
  const heard = async (second: number) => {
    const contact = { lid: 'lid', number: '5511900010001', pushName: 'Ana', isGroup: false }
    const { connectionId } = company
    const inbound = { ...plainInbound, connectionId, whatsappId: newId(), fromMe: false, contact, body: 'oi' }
    const ctx = systemContext(company.id, noEffects, { now: at(second) })
    const received = await db.orm.transaction((tx) => receiveMessage(tx, { ...inbound, sentAt: at(second) }, ctx))
    if (received.kind !== 'stored') throw new Error('stored')
    return received
  }
  const { ticketId: id, messageId } = await heard(1)
  await db.orm.update(tickets).set({ queueId: queue }).where(eq(tickets.id, id))
  await db.orm.update(messages).set({ queueId: queue }).where(eq(messages.ticketId, id))
  await runFor(db, rafael, acceptTicket, { id })
  const unread = async () => (await db.orm.select().from(tickets).where(eq(tickets.id, id)))[0]?.unreadMessages
  return { company, queue, rafael, livia, id, messageId, heard, unread }
}

test('what was seen is read; what came while the device had no network is not', async () => {
  const { rafael, id, heard, unread } = await conversation()
  await heard(2)
  await heard(3)
  await runFor(db, rafael, markTicketRead, { id, until: iso(1) })
  expect(await unread()).toBe(2)
  await runFor(db, rafael, markTicketRead, { id, until: iso(3) })
  expect(await unread()).toBe(0)
  await heard(4)
  // Told late, of what was seen long ago.
  await runFor(db, rafael, markTicketRead, { id, until: iso(2) })
  expect(await unread()).toBe(1)
})

test('without a time, as older apps tell it, all of it is read', async () => {
  const { rafael, id, heard, unread } = await conversation()
  await heard(2)
  await runFor(db, rafael, markTicketRead, { id })
  expect(await unread()).toBe(0)
})

test('a fraction of a millisecond, which no device shows, leaves nothing unread', async () => {
  const { rafael, id, messageId, unread } = await conversation()
  await db.sql`update messages set created_at = created_at + interval '0.4 ms' where id = ${messageId}`
  await runFor(db, rafael, markTicketRead, { id, until: iso(1) })
  expect(await unread()).toBe(0)
})

test('who is given a conversation has it unread, and reads it although nothing new came', async () => {
  const { rafael, livia, queue, id, unread } = await conversation()
  await runFor(db, rafael, markTicketRead, { id, until: iso(1) })
  await runFor(db, rafael, transferTicket, { id, queueId: queue, userId: livia.userId })
  expect(await unread()).toBe(1)
  await runFor(db, livia, markTicketRead, { id, until: iso(1) })
  expect(await unread()).toBe(0)
})

test('an answer that waited reads what its writer had seen; one without a time, all', async () => {
  const { rafael, id, heard, unread } = await conversation()
  await heard(2)
  await runFor(db, rafael, sendMessage, { id: newId(), ticketId: id, body: 'já vai', readUntil: iso(1) })
  expect(await unread()).toBe(1)
  await runFor(db, rafael, sendMessage, { id: newId(), ticketId: id, body: 'pronto' })
  expect(await unread()).toBe(0)
})

test('who passes a message on has not looked where it goes', async () => {
  const { rafael, id, messageId, heard, unread } = await conversation()
  await heard(2)
  await runFor(db, rafael, forwardMessage, { id: newId(), messageId, ticketId: id })
  expect(await unread()).toBe(2)
})
