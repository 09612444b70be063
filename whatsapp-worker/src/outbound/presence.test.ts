// Typing, both ways, through the real Baileys.
import { presences } from 'db/presences/table.ts'
import { expect, test, vi } from 'vitest'
import { customer, shop, useDesk, type Desk } from '../test-desk.ts'

let desk: Desk
useDesk((opened) => {
  desk = opened
})

const soon = { interval: 20 }

test('who is in the conversation sees the customer write, and the customer sees them', async () => {
  await desk.startWorker()
  await desk.link()
  const ana = desk.simulator.phone(customer)
  await ana.sendText(shop.number, 'Oi')
  const ticketId = (await desk.untilMessage('Oi'))?.ticketId ?? ''
  await desk.accept(ticketId)
  await desk.read(ticketId)
  const shown = async () => (await desk.db.orm.select().from(presences)).map(({ id, state }) => ({ id, state }))
  // Told only to who watches the chat: it is told again until the conversation is opened.
  await vi.waitFor(async () => {
    ana.typing(shop.number, 'composing')
    expect(await shown()).toEqual([{ id: ticketId, state: 'composing' }])
  }, soon)
  await vi.waitFor(async () => {
    ana.typing(shop.number, 'paused')
    expect(await shown()).toEqual([])
  }, soon)
  await desk.type(ticketId, 'composing')
  await vi.waitUntil(() => ana.chats()[0]?.typing === 'composing', soon)
  await desk.type(ticketId, 'paused')
  await vi.waitUntil(() => ana.chats()[0]?.typing === undefined, soon)
})
