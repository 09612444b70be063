// A file that WhatsApp's host has no more: the phone of the account is asked, through the real Baileys, and uploads it again.
import { createHash, randomBytes } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { customer, shop, useDesk, type Desk } from '../test-desk.ts'

let desk: Desk
useDesk((opened) => {
  desk = opened
})

test('a file that expired before it was fetched comes all the same', async () => {
  const worker = await desk.startWorker()
  await desk.link()
  await worker.stop()
  const ana = desk.simulator.phone(customer)
  const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(2_000)])
  const id = await ana.sendDocument(shop.number, content, { name: 'pedido.pdf' })
  desk.simulator.expireFile(ana, id)
  await desk.startWorker()
  const message = await vi.waitUntil(
    async () => (await desk.messages()).find(({ whatsappId, mediaHash }) => whatsappId === id && mediaHash),
    { interval: 20 },
  )
  expect(message).toMatchObject({
    mediaHash: createHash('sha256').update(content).digest('hex'),
    mediaName: 'pedido.pdf',
    mediaError: null,
  })
})
