import { expect, test, vi } from 'vitest'
import { ack } from 'db/messages/table.ts'
import { customer, shop, useDesk, type Desk } from './test-desk.ts'

let desk: Desk
useDesk((opened) => {
  desk = opened
})

const shownTo = (number: string) =>
  desk.simulator
    .phone({ number, name: '' })
    .chats()
    .flatMap((chat) => chat.messages)
    .filter((message) => !message.fromMe)
    .map((message) => message.text)

test('a connection is linked by its QR and then shows its number', async () => {
  await desk.startWorker()
  const phone = desk.simulator.phone(shop)
  await desk.start()
  const { qrcode } = await desk.untilStatus('qrcode')
  expect(qrcode).toContain('https://wa.me/settings/linked_devices#')
  await phone.scanQr(qrcode ?? '')
  const row = await desk.untilStatus('CONNECTED')
  expect(row).toMatchObject({ number: shop.number, qrcode: null, statusReason: null, retries: 0 })
  expect(row.connectedAt).toBeInstanceOf(Date)
})

test("a customer's text becomes a contact, a numbered pending ticket and a message", async () => {
  await desk.startWorker()
  await desk.link()
  const ana = desk.simulator.phone(customer)
  const whatsappId = await ana.sendText(shop.number, 'Bom dia!')
  const message = await desk.untilMessage('Bom dia!')
  expect(message).toMatchObject({ whatsappId, fromMe: false, mediaType: 'chat', ack: ack.received })
  expect(await desk.contacts()).toMatchObject([{ name: 'Ana', number: customer.number, lid: ana.lid.split('@')[0] }])
  expect(await desk.tickets()).toMatchObject([{ number: 1, status: 'pending', unreadMessages: 1 }])
})

test('an answer reaches the customer once, under its fixed id, and rises to sent, received and read', async () => {
  await desk.startWorker()
  await desk.link()
  const ana = desk.simulator.phone(customer)
  await ana.sendText(shop.number, 'Tem pão?')
  const { ticketId } = await desk.untilMessage('Tem pão?')
  await desk.accept(ticketId)
  desk.simulator.faults.dropReceipts = true
  const id = await desk.answer(ticketId, 'Tem!')
  const { whatsappId } = await desk.untilAck(id, ack.sent)
  desk.simulator.faults.dropReceipts = false
  const next = await desk.answer(ticketId, 'Quentinho.')
  await desk.untilAck(next, ack.received)
  await ana.markRead(shop.number)
  await desk.untilAck(next, ack.read)
  expect(ana.receivedLog).toMatchObject([{ id: whatsappId, text: 'Tem!' }, { text: 'Quentinho.' }])
})

test('of messages that arrive while the socket drops, each is stored once', async () => {
  await desk.startWorker()
  await desk.link()
  const ana = desk.simulator.phone(customer)
  const sent = Array.from({ length: 30 }, (_, n) => `mensagem ${n}`)
  for (const [n, text] of sent.entries()) {
    void ana.sendText(shop.number, text)
    // Cut in the middle of receiving: what has no receipt comes again, what was decrypted can't be decrypted again.
    if (n % 10 === 5) {
      await vi.waitUntil(async () => (await desk.messages()).length >= n - 4)
      desk.simulator.faults.disconnect(shop.number)
      await desk.untilStatus('TIMEOUT')
      await desk.untilStatus('CONNECTED')
    }
  }
  await vi.waitUntil(async () => (await desk.messages()).length >= sent.length)
  const bodies = (await desk.messages()).map(({ body }) => body)
  expect(bodies.toSorted()).toEqual(sent.toSorted())
  expect(await desk.tickets()).toMatchObject([{ unreadMessages: sent.length }])
})

test('what waited on WhatsApp while no worker ran is received, in order', async () => {
  const worker = await desk.startWorker()
  await desk.link()
  await worker.stop()
  const ana = desk.simulator.phone(customer)
  for (const text of ['um', 'dois', 'três']) await ana.sendText(shop.number, text)
  await desk.startWorker()
  await desk.untilMessage('três')
  expect((await desk.messages()).map(({ body }) => body)).toEqual(['um', 'dois', 'três'])
})

test('messages that were decrypted, but not stored when their worker ended, are stored by the next one, in order', async () => {
  const worker = await desk.startWorker()
  await desk.link()
  const ana = desk.simulator.phone(customer)
  const held = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const lock = desk.db.sql.begin(async (tx) => {
    await tx`lock table contacts in access exclusive mode`
    locked.resolve()
    await held.promise
  })
  await locked.promise
  const texts = ['Alguém aí?', 'Oi?', 'Tem pão?', 'De queijo?', 'Hoje?', 'Amanhã?']
  for (const text of texts) await ana.sendText(shop.number, text)
  // WhatsApp has its receipts and won't deliver them again.
  await vi.waitUntil(() => ana.chats()[0]?.messages.every(({ status }) => status === 'delivered'))
  await worker.stop()
  held.resolve()
  await lock
  expect(await desk.messages()).toEqual([])
  await desk.startWorker()
  await desk.untilMessage('Amanhã?')
  expect((await desk.messages()).map(({ body }) => body)).toEqual(texts)
})

test('a worker that starts again opens the session without a QR', async () => {
  const worker = await desk.startWorker()
  await desk.link()
  await worker.stop()
  expect(await desk.connection()).toMatchObject({ status: 'OPENING', number: shop.number })
  await desk.startWorker()
  await desk.untilStatus('CONNECTED')
  await desk.simulator.phone(customer).sendText(shop.number, 'De novo')
  await desk.untilMessage('De novo')
})

test('a dropped socket is opened again', async () => {
  await desk.startWorker()
  await desk.link()
  desk.simulator.faults.disconnect(shop.number)
  expect(await desk.untilStatus('TIMEOUT')).toMatchObject({ statusReason: 'timeout', retries: 1 })
  expect(await desk.untilStatus('CONNECTED')).toMatchObject({ statusReason: null, retries: 0 })
})

test('a worker that ends between send and ack sends again, and the customer sees it once', async () => {
  const worker = await desk.startWorker()
  await desk.link()
  const ana = desk.simulator.phone(customer)
  await ana.sendText(shop.number, 'Oi')
  const { ticketId } = await desk.untilMessage('Oi')
  await desk.accept(ticketId)
  desk.simulator.faults.ackDelayMs = 600_000
  desk.simulator.faults.dropReceipts = true
  const id = await desk.answer(ticketId, 'Olá!')
  await ana.waitForMessage(({ text }) => text === 'Olá!')
  await worker.stop()
  expect(await desk.untilAck(id, ack.pending)).toBeTruthy()
  desk.simulator.faults.ackDelayMs = 0
  desk.simulator.faults.dropReceipts = false
  await desk.startWorker()
  await desk.untilAck(id, ack.received)
  expect(ana.receivedLog).toHaveLength(2)
  expect(shownTo(customer.number)).toEqual(['Olá!'])
})

test('answers keep their order', async () => {
  await desk.startWorker()
  await desk.link()
  desk.simulator.phone(customer)
  const ticketId = await desk.openTicketWith(customer.number)
  const texts = Array.from({ length: 20 }, (_, n) => `resposta ${n}`)
  let last = ''
  for (const text of texts) last = await desk.answer(ticketId, text)
  await desk.untilAck(last, ack.received)
  expect(shownTo(customer.number)).toEqual(texts)
})

test('a number that is not on WhatsApp and a refusal by WhatsApp fail with their reason', async () => {
  await desk.startWorker()
  await desk.link()
  desk.simulator.phone(customer)
  const nobody = await desk.openTicketWith('5511900000099')
  expect(await desk.untilAck(await desk.answer(nobody, 'Olá'), ack.failed)).toMatchObject({
    ackError: 'not_on_whatsapp',
  })
  const ticketId = await desk.openTicketWith(customer.number)
  desk.simulator.faults.nack(463)
  expect(await desk.untilAck(await desk.answer(ticketId, 'Promoção!'), ack.failed)).toMatchObject({ ackError: '463' })
})

test('an opened conversation is told as read, also when it was opened while the socket was down', async () => {
  const worker = await desk.startWorker()
  await desk.link()
  const ana = desk.simulator.phone(customer)
  const statusOf = (text: string) => ana.chats()[0]?.messages.find((message) => message.text === text)?.status
  await ana.sendText(shop.number, 'Lida?')
  const { id, ticketId } = await desk.untilMessage('Lida?')
  await desk.accept(ticketId)
  await desk.read(ticketId)
  await vi.waitUntil(() => statusOf('Lida?') === 'read')
  await desk.untilAck(id, ack.read)
  await ana.sendText(shop.number, 'E esta?')
  await desk.untilMessage('E esta?')
  await worker.stop()
  await desk.read(ticketId)
  await desk.startWorker()
  await vi.waitUntil(() => statusOf('E esta?') === 'read')
})

test('what the owner types on the phone is stored as from us, with the ticks that the phone shows', async () => {
  await desk.startWorker()
  const phone = await desk.link()
  const ana = desk.simulator.phone(customer)
  await ana.sendText(shop.number, 'Oi')
  await desk.untilMessage('Oi')
  await phone.sendText(customer.number, 'Respondi pelo celular')
  const typed = await desk.untilMessage('Respondi pelo celular')
  expect(typed).toMatchObject({ fromMe: true })
  await desk.untilAck(typed?.id ?? '', ack.received)
  await ana.markRead(shop.number)
  await desk.untilAck(typed?.id ?? '', ack.read)
  expect(await desk.contacts()).toHaveLength(1)
  expect(await desk.tickets()).toMatchObject([{ unreadMessages: 0, lastMessageFromMe: true }])
})
