// Calls through the worker: simulated phones, the real Baileys, Postgres.
import { updateSettings } from 'db/settings/mutations.ts'
import { expect, test, vi } from 'vitest'
import { customer, shop, useDesk, type Desk } from '../test-desk.ts'
import { callOf } from './calls.ts'

let desk: Desk
useDesk(async (opened) => {
  desk = opened
  await desk.startWorker()
  await desk.link()
})

const soon = { interval: 20 }
const calls = async () => (await desk.messages()).filter(({ mediaType }) => mediaType === 'call_log')
const untilCall = () => vi.waitUntil(async () => (await calls())[0], soon)

test('a call is refused with a text when the company answers none, and stands once in the conversation', async () => {
  await desk.run(updateSettings, {
    id: desk.companyId,
    changes: { call: { from: 'enabled', to: 'disabled' } },
  })
  const ana = desk.simulator.phone(customer)
  const id = await ana.call(shop.number, { video: true })
  const { text } = await ana.waitForMessage(({ text: said }) => said?.includes('Não atendemos chamadas') ?? false)
  expect(text).toContain('Escreva')
  const outcome = () => ana.chats().flatMap(({ messages }) => messages.flatMap(({ call }) => call?.outcome ?? []))
  await vi.waitUntil(() => outcome()[0] === 'rejected', soon)
  // After the end of the call.
  await ana.sendText(shop.number, 'Então escrevo')
  await desk.untilMessage('Então escrevo')
  const call = { isVideo: true, isGroup: false, wasRejected: true }
  expect(await calls()).toMatchObject([{ whatsappId: id, fromMe: false, details: { call } }])
  expect(await desk.tickets()).toMatchObject([{ status: 'pending', unreadMessages: 2 }])
})

test('a call that nobody took is a missed one, once, when it has ended', async () => {
  const ana = desk.simulator.phone(customer)
  const id = await ana.call(shop.number)
  await ana.sendText(shop.number, 'Estou ligando')
  await desk.untilMessage('Estou ligando')
  expect(await calls()).toEqual([])
  ana.hangUp(id)
  const call = { isVideo: false, isGroup: false, wasRejected: false }
  expect(await untilCall()).toMatchObject({ whatsappId: id, details: { call } })
  expect(ana.receivedLog).toEqual([])
  expect(await desk.tickets()).toMatchObject([{ unreadMessages: 2, lastMessageType: 'call_log' }])
})

test('a call that the owner takes on the phone opens nothing and starts no bot: it stands in the history', async () => {
  await desk.db.sql`update connections set greeting_message = 'Olá!' where id = ${desk.connectionId}`
  const ana = desk.simulator.phone(customer)
  const id = await ana.call(shop.number)
  ana.pickUp(id)
  ana.hangUp(id)
  const call = { isVideo: false, isGroup: false, wasRejected: false, wasAnswered: true }
  expect(await untilCall()).toMatchObject({ whatsappId: id, details: { call } })
  expect(await desk.tickets()).toMatchObject([{ status: 'closed', unreadMessages: 0 }])
  // After the end of the call.
  const bia = desk.simulator.phone({ number: '5511977776666', name: 'Bia' })
  await bia.sendText(shop.number, 'Oi')
  await bia.waitForMessage(({ text }) => text === 'Olá!')
  expect(ana.receivedLog).toEqual([])
  expect((await desk.tickets()).map(({ status }) => status).toSorted()).toEqual(['closed', 'pending'])
})

test('what WhatsApp says of calls', () => {
  const me = { number: '5511900000001', lid: '900' }
  const event = { chatId: '123@lid', from: '123@lid', callerPn: '5511988887777@s.whatsapp.net', id: 'C' }
  const of = (status: 'offer' | 'timeout' | 'accept' | 'reject' | 'ringing', more = {}) =>
    callOf({ ...event, date: new Date(0), offline: false, status, ...more }, me)
  expect(of('offer')).toMatchObject({ state: 'ringing', contact: { lid: '123', number: '5511988887777' } })
  expect(of('offer', { offline: true })?.state).toBe('missed')
  expect(of('timeout')?.state).toBe('missed')
  expect(of('accept')?.state).toBe('answered')
  expect(of('reject')?.state).toBe('rejected')
  expect(of('ringing')).toBeNull()
  const group = of('offer', { isGroup: true, groupJid: '77@g.us' })
  expect(group).toMatchObject({ contact: { lid: '77', isGroup: true }, participant: { lid: '123' }, isGroup: true })
})

test('an overdue company refuses no call: it stands in the conversation when it has ended', async () => {
  await desk.run(updateSettings, { id: desk.companyId, changes: { call: { from: 'enabled', to: 'disabled' } } })
  await desk.db.sql`update companies set due_date = now() - interval '1 second' where id = ${desk.companyId}`
  const ana = desk.simulator.phone(customer)
  const id = await ana.call(shop.number)
  await ana.sendText(shop.number, 'Estou ligando')
  await desk.untilMessage('Estou ligando')
  ana.hangUp(id)
  const call = { isVideo: false, isGroup: false, wasRejected: false }
  expect(await untilCall()).toMatchObject({ whatsappId: id, details: { call } })
  expect(ana.receivedLog).toEqual([])
})
