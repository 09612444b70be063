// What an operator sees of a connection: how long its messages take, in and out, through the real Baileys.
import { storeDelays } from 'db/node/delays.ts'
import { expect, test, vi } from 'vitest'
import { customer, shop, useDesk, type Desk } from './test-desk.ts'

let desk: Desk
useDesk((opened) => {
  desk = opened
})

test('a message in is timed up to its row, one out up to its ack', async () => {
  await desk.startWorker()
  await desk.link()
  const ana = desk.simulator.phone(customer)
  await ana.sendText(shop.number, 'Oi')
  const { ticketId } = await desk.untilMessage('Oi')
  await desk.accept(ticketId)
  await desk.answer(ticketId, 'Bom dia')
  await ana.waitForMessage(({ text }) => text.includes('Bom dia'))
  await vi.waitFor(async () => {
    await storeDelays(desk.db)
    const rows = await desk.db.sql`
      select kind, sum(count)::int as count from delays where company_id = ${desk.companyId} group by 1 order by 1`
    expect(rows).toEqual([
      { kind: 'ack', count: expect.any(Number) },
      { kind: 'in', count: 1 },
    ])
  })
})
