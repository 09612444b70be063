// What a phone tells of the past when it is linked, through the real Baileys; and taking its address book into the contacts.
import { contactImports } from 'db/contacts/table.ts'
import { expect, test, vi } from 'vitest'
import { customer, shop, useDesk, type Desk } from '../test-desk.ts'

let desk: Desk
useDesk((opened) => {
  desk = opened
})

const soon = { interval: 20 }
const hour = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * hour)
const bruno = { number: '5511977770002', name: 'Bruno' }

function rememberedPast() {
  desk.simulator.phone(customer)
  desk.simulator.phone(bruno)
  const phone = desk.simulator.phone(shop)
  phone.remember(customer.number, [
    { text: 'Tem pão de queijo?', fromMe: false, at: ago(5) },
    { text: 'Tem, acabou de sair.', fromMe: true, at: ago(4) },
  ])
  phone.remember(bruno.number, [{ text: 'Obrigado!', fromMe: false, at: ago(30 * 24) }])
}

test('the first link fills contacts and the latest conversations, and opens no ticket', async () => {
  rememberedPast()
  await desk.startWorker()
  await desk.link()
  await desk.untilMessage('Tem, acabou de sair.')
  await vi.waitUntil(async () => (await desk.contacts()).length === 2, soon)
  const stored = (await desk.messages()).map(({ body, fromMe, ack }) => ({ body, fromMe, ack }))
  expect(stored).toMatchObject([
    { body: 'Tem pão de queijo?', fromMe: false, ack: 3 },
    { body: 'Tem, acabou de sair.', fromMe: true },
  ])
  expect(await desk.tickets()).toMatchObject([
    { status: 'closed', unreadMessages: 0, lastMessage: 'Tem, acabou de sair.', lastMessageFromMe: true },
  ])
  const people = (await desk.contacts()).map(({ name, number }) => ({ name, number }))
  expect(people).toEqual(expect.arrayContaining([customer, bruno].map(({ name, number }) => ({ name, number }))))
  await desk.simulator.phone(customer).sendText(shop.number, 'E agora?')
  await desk.untilMessage('E agora?')
  expect((await desk.tickets()).filter(({ status }) => status !== 'closed')).toMatchObject([{ unreadMessages: 1 }])
})

test('the address book of the phone is taken into the contacts by a job, and what came of it is shown', async () => {
  rememberedPast()
  await desk.startWorker()
  await desk.link()
  await vi.waitUntil(async () => (await desk.contacts()).length === 2, soon)
  await desk.db.sql`delete from contacts where number = ${bruno.number}`
  const id = await desk.importFromPhone()
  const report = () => desk.db.orm.select().from(contactImports)
  await vi.waitUntil(async () => (await report())[0]?.status === 'done', soon)
  expect(await report()).toMatchObject([{ id, created: 1, updated: 0, skipped: 1 }])
  expect(await desk.contacts()).toEqual(expect.arrayContaining([expect.objectContaining(bruno)]))
})
