// What is done to messages, on the real path: mutation, row, job, the real Baileys, the stand-in's ack.
import { expect, test } from 'vitest'
import { deleteMessage, editMessage, reactToMessage } from 'db/messages/mutations.ts'
import { ack } from 'db/messages/table.ts'
import { customer, shop, useDesk, type Desk } from '../test-desk.ts'

let desk: Desk
let ticketId: string
useDesk(async (opened) => {
  desk = opened
  await desk.startWorker()
  await desk.link()
  desk.simulator.phone(customer)
  ticketId = await desk.openTicketWith(customer.number)
})

const message = async (id: string) => (await desk.messages()).find((row) => row.id === id)

test('a reaction, an edit and a deletion are taken by WhatsApp, in order', async () => {
  const id = await desk.answer(ticketId, 'Bom dia')
  await desk.untilAck(id, ack.received)
  await desk.act(reactToMessage, { id, emoji: '👍' })
  await desk.act(editMessage, { id, body: 'Boa tarde' })
  await desk.act(deleteMessage, { id })
  const done = await desk.untilActed()
  expect(done.map(({ kind, error }) => [kind, error])).toEqual([
    ['react', null],
    ['edit', null],
    ['delete', null],
  ])
  const times = done.map(({ sentAt }) => sentAt?.getTime() ?? 0)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
})

test('the customer’s message is reacted to', async () => {
  await desk.simulator.phone(customer).sendText(shop.number, 'Tem pão?')
  const { id } = (await desk.untilMessage('Tem pão?')) ?? { id: '' }
  await desk.act(reactToMessage, { id, emoji: '❤️' })
  expect(await desk.untilActed()).toMatchObject([{ kind: 'react', error: null, sentAt: expect.any(Date) }])
})

test('nothing is done to a message that WhatsApp has not taken yet, and it is done after a restart', async () => {
  desk.simulator.faults.ackDelayMs = 600_000
  desk.simulator.faults.dropReceipts = true
  const id = await desk.answer(ticketId, 'Bom dia')
  await desk.act(editMessage, { id, body: 'Boa tarde' })
  await desk.simulator.phone(customer).waitForMessage(({ id: got }) => got !== '')
  await desk.stopWorkers()
  expect(await desk.actions()).toMatchObject([{ sentAt: null, error: null }])
  desk.simulator.faults.ackDelayMs = 0
  desk.simulator.faults.dropReceipts = false
  await desk.startWorker()
  expect(await desk.untilActed()).toMatchObject([{ kind: 'edit', error: null }])
  expect(await message(id)).toMatchObject({ body: 'Boa tarde', ack: expect.toSatisfy((level: number) => level >= 1) })
})

test('what WhatsApp refuses is put back with its code, and what comes after it is done', async () => {
  const id = await desk.answer(ticketId, 'Bom dia')
  await desk.untilAck(id, ack.received)
  desk.simulator.faults.nack(479)
  await desk.act(deleteMessage, { id })
  expect(await desk.untilActed()).toMatchObject([{ kind: 'delete', error: '479', sentAt: null }])
  expect(await message(id)).toMatchObject({ isDeleted: false, details: { refused: { kind: 'delete', code: '479' } } })
  await desk.act(deleteMessage, { id })
  expect(await desk.untilActed()).toMatchObject([{ error: '479' }, { error: null, sentAt: expect.any(Date) }])
  expect(await message(id)).toMatchObject({ isDeleted: true })
})

test('an answer to a picture, a place and a card arrive', async () => {
  await desk.simulator.phone(customer).sendText(shop.number, 'Onde fica?')
  const asked = await desk.untilMessage('Onde fica?')
  const sent = [
    await desk.answer(asked?.ticketId ?? '', 'Aqui:', { quotedMessageId: asked?.id }),
    await desk.answer(ticketId, '', { location: { latitude: -23.5, longitude: -46.6, name: 'Loja' } }),
    await desk.answer(ticketId, '', { contactIds: [asked?.contactId] }),
  ]
  for (const id of sent) await desk.untilAck(id, ack.received)
})
