// Groups through the worker: who writes, who is mentioned, how the group is called, who is in it, and writing to it.
import { eq } from 'drizzle-orm'
import { contacts, groupParticipants } from 'db/contacts/table.ts'
import { groupReceipts } from 'db/messages/receipts/group-receipts-table.ts'
import { ack } from 'db/messages/table.ts'
import { expect, test, vi } from 'vitest'
import type { Group } from '../simulator/simulator.ts'
import { customer, shop, useDesk, type Desk } from './test-desk.ts'

const bruno = { number: '5511977770002', name: 'Bruno' }
const carla = { number: '5511977770003', name: 'Carla' }
const soon = { interval: 10 }

let desk: Desk
let group: Group
useDesk(async (opened) => {
  desk = opened
  for (const person of [shop, customer, bruno, carla]) desk.simulator.phone(person)
  group = desk.simulator.group({ subject: 'Café', participants: [customer.number, bruno.number, shop.number] })
  await desk.startWorker()
  await desk.link()
})

const ana = () => desk.simulator.phone(customer)
const groupId = () => group.id.split('@')[0] ?? ''
const groupContact = async () => (await desk.contacts()).find(({ isGroup }) => isGroup)
const members = async () => {
  const rows = await desk.db.orm.select().from(groupParticipants)
  return rows.map(({ number, isAdmin }) => `${number}${isAdmin ? '*' : ''}`).toSorted()
}
const untilMembers = (...expected: string[]) =>
  vi.waitFor(async () => expect(await members()).toEqual(expected.toSorted()), soon)
const inGroup = (number: string) =>
  desk.simulator
    .phone({ number, name: '' })
    .chats()
    .find(({ peer }) => peer === group.id)
    ?.messages.filter(({ kind }) => kind !== 'notice')
    .map(({ text }) => text)
const receipts = async () =>
  (await desk.db.orm.select({ level: groupReceipts.level }).from(groupReceipts))
    .map(({ level }) => level)
    .toSorted((a, b) => a - b)
const untilReceipts = (...levels: number[]) => vi.waitFor(async () => expect(await receipts()).toEqual(levels), soon)
const questions = () => desk.simulator.answeredIqs.get('get w:g2 query') ?? 0

test('a message in a group is the group’s, written by its participant; who is mentioned is named', async () => {
  await ana().sendText(group.id, 'Oi, gente')
  await desk.simulator.phone(bruno).sendText(group.id, 'Cheguei')
  const hello = await desk.untilMessage('Oi, gente')
  await desk.untilMessage('Cheguei')
  const [contact] = await desk.db.orm.select().from(contacts).where(eq(contacts.number, customer.number))
  expect(hello).toMatchObject({ participantId: contact?.id, fromMe: false })
  expect(contact).toMatchObject({ name: 'Ana' })
  expect(await desk.tickets()).toMatchObject([{ isGroup: true, unreadMessages: 2 }])
  const lid = desk.simulator.phone(bruno).lid.split('@')[0] ?? ''
  await ana().sendText(group.id, `@${lid} abre hoje?`, { mentions: [bruno.number] })
  const asked = await desk.untilMessage(`@${lid} abre hoje?`)
  expect(asked?.details?.mentions).toMatchObject([{ name: 'Bruno' }])
})

test('the group is called as WhatsApp says, and knows who comes, goes and administers', async () => {
  await ana().sendText(group.id, 'Oi')
  await vi.waitUntil(async () => (await groupContact())?.name === 'Café', soon)
  await untilMembers(`${customer.number}*`, bruno.number, shop.number)
  group.rename('Chá')
  await vi.waitUntil(async () => (await groupContact())?.name === 'Chá', soon)
  group.change('add', [carla.number])
  await untilMembers(`${customer.number}*`, bruno.number, carla.number, shop.number)
  group.change('promote', [carla.number])
  group.change('remove', [bruno.number])
  await untilMembers(`${customer.number}*`, `${carla.number}*`, shop.number)
  expect(await groupContact()).toMatchObject({ lid: groupId(), name: 'Chá' })
})

test('an answer reaches everybody who is in the group now, without a question to WhatsApp each time', async () => {
  await ana().sendText(group.id, 'Quem vem?')
  const question = await desk.untilMessage('Quem vem?')
  await untilMembers(`${customer.number}*`, bruno.number, shop.number)
  await desk.accept(question?.ticketId ?? '')
  const before = questions()
  const answer = (body: string, more = {}) => desk.answer(question?.ticketId ?? '', body, more)
  const quoting = await answer('Nós vamos', { quotedMessageId: question?.id })
  await desk.untilAck(quoting, ack.received)
  const quoted = await ana().waitForMessage(({ text }) => text === 'Nós vamos')
  expect(quoted).toMatchObject({ group: group.id, view: { quoted: { id: question?.whatsappId } } })
  group.change('add', [carla.number])
  group.change('remove', [bruno.number])
  await untilMembers(`${customer.number}*`, carla.number, shop.number)
  await desk.untilAck(await answer('Com a Carla'), ack.received)
  await vi.waitUntil(() => inGroup(carla.number)?.includes('Com a Carla'), soon)
  expect(inGroup(bruno.number)).toEqual(['Quem vem?', 'Nós vamos'])
  const lid = ana().lid.split('@')[0] ?? ''
  await answer(`@${lid} até já`)
  const mentioning = await ana().waitForMessage(({ text }) => text === `@${lid} até já`)
  expect(mentioning).toMatchObject({ view: { mentions: [ana().lid] } })
  expect(questions()).toBe(before)
})

test('an answer has two ticks when everybody in the group received it, blue ones when everybody read it', async () => {
  await ana().sendText(group.id, 'Abrem hoje?')
  const question = await desk.untilMessage('Abrem hoje?')
  await untilMembers(`${customer.number}*`, bruno.number, shop.number)
  await desk.accept(question?.ticketId ?? '')
  const answer = await desk.answer(question?.ticketId ?? '', 'Até as oito')
  await desk.untilAck(answer, ack.received)
  await ana().markRead(group.id)
  await untilReceipts(ack.received, ack.read)
  expect((await desk.messages()).at(-1)).toMatchObject({ id: answer, ack: ack.received })
  await desk.simulator.phone(bruno).markRead(group.id)
  await desk.untilAck(answer, ack.read)
  expect(await receipts()).toEqual([])
})

test('who has not read an answer holds its ticks back until they leave the group', async () => {
  await ana().sendText(group.id, 'Oi')
  const hello = await desk.untilMessage('Oi')
  await untilMembers(`${customer.number}*`, bruno.number, shop.number)
  await desk.accept(hello?.ticketId ?? '')
  const answer = await desk.answer(hello?.ticketId ?? '', 'Olá')
  await desk.untilAck(answer, ack.received)
  await ana().markRead(group.id)
  await untilReceipts(ack.received, ack.read)
  group.change('remove', [bruno.number])
  await desk.untilAck(answer, ack.read)
})
