// Whether numbers are on WhatsApp: asked by job and before a first message, answered in the contact's row.
import { eq } from 'drizzle-orm'
import { updateContact } from 'db/contacts/mutations.ts'
import { contacts } from 'db/contacts/table.ts'
import { deleteMessage } from 'db/messages/mutations.ts'
import { ack } from 'db/messages/table.ts'
import { expect, test, vi } from 'vitest'
import { shop, useDesk, type Desk } from '../test-desk.ts'
import { AddressBook, askForNumber, NumberNotChecked } from './address-book.ts'

let desk: Desk
useDesk((opened) => {
  desk = opened
})

const eight = '551188887777'
const nine = '5511988887777'
const nobody = '5511900000099'
const contactOf = async (ticketId: string) => {
  const ticket = (await desk.tickets()).find(({ id }) => id === ticketId)
  return (await desk.contacts()).find(({ id }) => id === ticket?.contactId)
}
const untilChecked = (ticketId: string) =>
  vi.waitUntil(async () => {
    const contact = await contactOf(ticketId)
    return contact?.checkedAt && contact
  })

test('a number that somebody wants to write to is looked up, and takes the spelling that WhatsApp has', async () => {
  desk.simulator.phone({ number: eight, name: 'Ana' })
  await desk.startWorker()
  await desk.link()
  const [there, notThere] = [await desk.openTicketWith(nine), await desk.openTicketWith(nobody)]
  await desk.checkNumbers()
  expect(await untilChecked(there)).toMatchObject({ onWhatsapp: true, number: eight, name: eight })
  expect(await untilChecked(notThere)).toMatchObject({ onWhatsapp: false, number: nobody })
})

test('two contacts with both spellings of a number become one', async () => {
  desk.simulator.phone({ number: eight, name: 'Ana' })
  await desk.startWorker()
  await desk.link()
  await desk.openTicketWith(eight)
  await desk.openTicketWith(nine)
  // Both are looked up as soon as somebody wants to write to them.
  await vi.waitFor(async () => expect(await desk.contacts()).toMatchObject([{ number: eight, onWhatsapp: true }]))
  const open = (await desk.tickets()).filter(({ status }) => status === 'open')
  expect(open).toHaveLength(1)
  await desk.untilAck(await desk.answer(open[0]?.id ?? '', 'Bom dia'), ack.received)
})

test('a first message to a number that is not on WhatsApp is never sent; another number is asked for anew', async () => {
  desk.simulator.phone({ number: nine, name: 'Ana' })
  await desk.startWorker()
  await desk.link()
  const ticketId = await desk.openTicketWith(nobody)
  const refused = await desk.answer(ticketId, 'Olá')
  expect(await desk.untilAck(refused, ack.failed)).toMatchObject({ ackError: 'not_on_whatsapp' })
  const contact = await contactOf(ticketId)
  expect(contact).toMatchObject({ onWhatsapp: false })
  await desk.db.orm
    .update(contacts)
    .set({ number: nine })
    .where(eq(contacts.id, contact?.id ?? ''))
  expect(await contactOf(ticketId)).toMatchObject({ onWhatsapp: null, checkedAt: null })
  await desk.untilAck(await desk.answer(ticketId, 'Olá de novo'), ack.received)
  expect(await contactOf(ticketId)).toMatchObject({ onWhatsapp: true })
})

test('who was found once is not asked for again; without an answer nothing is known', async () => {
  const stored: unknown[] = []
  const book = new AddressBook(async (_, check) => void stored.push(check))
  const person = { contactId: 'a', lid: null, isGroup: false, hasWritten: false, onWhatsapp: null, number: nine }
  const answers = [[{ jid: `${eight}@s.whatsapp.net`, exists: true }]]
  const socket = { onWhatsApp: async () => answers.shift() }
  expect(await book.find(socket, person)).toBe(`${eight}@s.whatsapp.net`)
  expect(await book.find(socket, person)).toBe(`${eight}@s.whatsapp.net`)
  expect(await book.find(socket, { ...person, number: nobody, onWhatsapp: false })).toBeNull()
  expect(stored).toEqual([{ asked: nine, found: eight }])
  await expect(askForNumber(socket, nobody)).rejects.toThrow(NumberNotChecked)
})

test('a corrected number is checked before anything goes there, though its contact had written; the old one does not come back', async () => {
  const stranger = desk.simulator.phone({ number: nine, name: 'Outra' })
  const right = desk.simulator.phone({ number: '5521977776666', name: 'Ana' })
  await desk.startWorker()
  await desk.link()
  await stranger.sendText(shop.number, 'Oi')
  await desk.untilMessage('Oi')
  const [ticket] = await desk.tickets()
  const { id: ticketId = '', contactId = '' } = ticket ?? {}
  await desk.accept(ticketId)
  const said = await desk.answer(ticketId, 'Seu bolo está pronto')
  await desk.untilAck(said, ack.received)
  const correct = (number: string) => desk.run(updateContact, { id: contactId, changes: { number: { to: number } } })

  await correct(nobody)
  const refused = await desk.answer(ticketId, 'Para ninguém')
  expect(await desk.untilAck(refused, ack.failed)).toMatchObject({ ackError: 'not_on_whatsapp' })
  await correct(right.number)
  // What was said with somebody else can't be taken back there.
  await desk.act(deleteMessage, { id: said })
  expect(await desk.untilActed()).toMatchObject([{ kind: 'delete', error: 'message_failed' }])
  await desk.untilAck(await desk.answer(ticketId, 'Para a Ana'), ack.received)
  expect(await contactOf(ticketId)).toMatchObject({ number: right.number, onWhatsapp: true })
  await stranger.sendText(shop.number, 'Quem é?')
  await desk.untilMessage('Quem é?')
  await desk.untilAck(await desk.answer(ticketId, 'De novo'), ack.received)
  expect(right.receivedLog.map(({ text }) => text)).toEqual(['Para a Ana', 'De novo'])
  expect(stranger.receivedLog.map(({ text }) => text)).toEqual(['Seu bolo está pronto'])
  expect(new Set((await desk.contacts()).map(({ number }) => number))).toEqual(new Set([nine, right.number]))
})

test('whose LID alone is known is written to by it, whatever number somebody gives', async () => {
  const ana = desk.simulator.phone({ number: nine, name: 'Ana' })
  await desk.startWorker()
  await desk.link()
  await ana.sendText(shop.number, 'Oi')
  await desk.untilMessage('Oi')
  await desk.db.sql`update contacts set number = null`
  const [ticket] = await desk.tickets()
  await desk.accept(ticket?.id ?? '')
  const changes = { number: { to: nobody } }
  await desk.run(updateContact, { id: ticket?.contactId ?? '', changes })
  await desk.untilAck(await desk.answer(ticket?.id ?? '', 'Olá'), ack.received)
  expect(ana.receivedLog.map(({ text }) => text)).toEqual(['Olá'])
})
