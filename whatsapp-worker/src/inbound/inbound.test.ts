// The way in, on real parts: simulated phones, the real Baileys, the worker, Postgres.
import { proto } from '@whiskeysockets/baileys'
import { expect, test, vi } from 'vitest'
import { customer, shop, useDesk, type Desk } from '../test-desk.ts'

let desk: Desk
useDesk(async (opened) => {
  desk = opened
  await desk.startWorker()
  await desk.link()
})

const soon = { interval: 20 }

async function untilStored(count: number) {
  await vi.waitUntil(async () => (await desk.messages()).length >= count, soon)
  return desk.messages()
}

test('reaction, edit and deletion reach the row of their message', async () => {
  const ana = desk.simulator.phone(customer)
  const id = await ana.sendText(shop.number, 'Tem pao?')
  const key = { id, fromMe: true, remoteJid: `${shop.number}@s.whatsapp.net` }
  const { Type } = proto.Message.ProtocolMessage
  const change = (protocolMessage: proto.Message.IProtocolMessage) =>
    ana.sendContent(shop.number, { protocolMessage: { key, ...protocolMessage } })
  const row = async () => (await desk.messages()).find(({ whatsappId }) => whatsappId === id)
  await ana.sendContent(shop.number, { reactionMessage: { key, text: '🥖', senderTimestampMs: Date.now() } })
  await vi.waitUntil(async () => Object.values((await row())?.reactions ?? {})[0] === '🥖', soon)
  const edited = { conversation: 'Tem pão?' }
  await change({ type: Type.MESSAGE_EDIT, editedMessage: edited, timestampMs: Date.now() })
  await vi.waitUntil(async () => (await row())?.body === 'Tem pão?', soon)
  expect(await desk.tickets()).toMatchObject([{ lastMessage: 'Tem pão?', unreadMessages: 1 }])
  await change({ type: Type.REVOKE })
  await vi.waitUntil(async () => (await row())?.isDeleted, soon)
  expect(await desk.tickets()).toMatchObject([{ lastMessageType: 'deleted', unreadMessages: 1 }])
  expect(await desk.messages()).toHaveLength(1)
})

test('places, people and answers arrive as what they are', async () => {
  const ana = desk.simulator.phone(customer)
  const stanzaId = await ana.sendText(shop.number, 'Vocês entregam?')
  const participant = ana.lid
  const quotedMessage = { conversation: 'Vocês entregam?' }
  const locationMessage = { degreesLatitude: -23.5, degreesLongitude: -46.5, name: 'Casa' }
  await ana.sendContent(shop.number, {
    extendedTextMessage: { text: 'Aqui:', contextInfo: { stanzaId, participant, quotedMessage, isForwarded: true } },
  })
  await ana.sendContent(shop.number, { locationMessage })
  await ana.sendContent(shop.number, { pollCreationMessageV3: { name: 'Hora?', options: [{ optionName: '10h' }] } })
  const [first, answer, place, poll] = await untilStored(4)
  expect(answer).toMatchObject({ quotedMessageId: first?.id, isForwarded: true, body: 'Aqui:' })
  expect(place).toMatchObject({ mediaType: 'location', details: { location: { latitude: -23.5, name: 'Casa' } } })
  expect(poll).toMatchObject({ mediaType: 'poll', body: 'Hora?', details: { poll: { options: ['10h'] } } })
})
