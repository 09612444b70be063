// The way in, on real parts: simulated phones, the real Baileys, the worker, Postgres.
import { proto } from '@whiskeysockets/baileys'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { customer, openDesk, shop, type Desk } from '../test-desk.ts'

let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
  await desk.startWorker()
  await desk.link()
})
afterEach(async () => {
  await desk.close()
  expect(desk.simulator.unknownIqs).toEqual([])
})

const soon = { timeout: 60_000, interval: 20 }
const numberOf = (n: number) => `55119${70_000_000 + n}`

/** So many at the same time, each writing three messages without waiting. */
async function burst(people: number, texts: readonly string[]) {
  const phones = Array.from({ length: people }, (_, n) =>
    desk.simulator.phone({ number: numberOf(n), name: `Cliente ${n}` }),
  )
  await Promise.all(phones.flatMap((phone) => texts.map((text) => phone.sendText(shop.number, text))))
}

const texts = (round: string) => [`${round} um`, `${round} dois`, `${round} três`]

async function untilStored(count: number) {
  await vi.waitUntil(async () => (await desk.messages()).length >= count, soon)
  return desk.messages()
}

test('50 unknown people who write at once have one ticket each, and 50 known ones whose tickets are closed too', async () => {
  const people = 50
  await burst(people, texts('a'))
  const first = await untilStored(people * 3)
  const tickets = await desk.tickets()
  expect(first).toHaveLength(people * 3)
  expect(await desk.contacts()).toHaveLength(people)
  expect(tickets).toHaveLength(people)
  for (const ticket of tickets) {
    const own = first.filter(({ ticketId }) => ticketId === ticket.id)
    expect(own.map(({ body }) => body)).toEqual(texts('a'))
    expect(ticket).toMatchObject({ status: 'pending', unreadMessages: 3, lastMessage: 'a três' })
  }

  const closedAt = new Date(Date.now() - 24 * 3_600_000)
  await desk.db.sql`update tickets set status = 'closed', unread_messages = 0, closed_at = ${closedAt}`
  await burst(people, texts('b'))
  const all = await untilStored(people * 6)
  expect(all).toHaveLength(people * 6)
  expect(await desk.contacts()).toHaveLength(people)
  const pending = (await desk.tickets()).filter(({ status }) => status === 'pending')
  expect(pending).toHaveLength(people)
  expect(new Set(pending.map(({ contactId }) => contactId)).size).toBe(people)
  for (const ticket of pending) {
    const own = all.filter(({ ticketId }) => ticketId === ticket.id)
    expect(own.map(({ body }) => body)).toEqual(texts('b'))
    expect(ticket).toMatchObject({ unreadMessages: 3, lastMessage: 'b três' })
  }
}, 120_000)

test('five at once into an open ticket stay in order', async () => {
  await burst(1, ['oi'])
  const [{ ticketId } = { ticketId: '' }] = await untilStored(1)
  await desk.accept(ticketId)
  const five = ['1', '2', '3', '4', '5']
  await burst(1, five)
  expect((await untilStored(6)).slice(1).map(({ body }) => body)).toEqual(five)
  expect(await desk.tickets()).toMatchObject([{ status: 'open', unreadMessages: 6, lastMessage: '5' }])
})

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
  console.log(
    (await desk.messages()).map((m) => [m.mediaType, m.body, m.details, m.whatsappId, m.createdAt.toISOString(), m.id]),
  )
  expect(answer).toMatchObject({ quotedMessageId: first?.id, isForwarded: true, body: 'Aqui:' })
  expect(place).toMatchObject({ mediaType: 'location', details: { location: { latitude: -23.5, name: 'Casa' } } })
  expect(poll).toMatchObject({ mediaType: 'poll', body: 'Hora?', details: { poll: { options: ['10h'] } } })
})
