// Faults that a client must survive, and accounts that are hard to link.

import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Phone, Simulator } from './simulator.ts'
import { eventually, type TestClient } from './test-client.ts'
import { startLine, type Line } from './test-line.ts'

let line: Line
let simulator: Simulator
let company: Phone
let ana: Phone
let client: TestClient

beforeEach(async () => {
  line = await startLine()
  ;({ simulator, company, ana, client } = line)
})

afterEach(async () => {
  await line.stop()
  expect(simulator.unknownIqs).toEqual([])
})

const link = () => line.link()

const receiptsOf = (id: string) => client.receipts.filter((entry) => entry.id === id).map(({ type }) => type)

test('receipts come twice, late, or the later one first', async () => {
  await link()
  simulator.faults.duplicateReceipts = true
  const twice = await client.send(ana.number, 'Duas vezes')
  await eventually(() => receiptsOf(twice).length === 2)
  simulator.faults.heal()

  simulator.faults.receiptDelayMs = 50
  const late = await client.send(ana.number, 'Tarde')
  await ana.waitForMessage(({ id }) => id === late)
  expect(client.isDelivered(late)).toBe(false)
  await eventually(() => client.isDelivered(late))
  simulator.faults.heal()

  simulator.faults.swapReceipts = true
  ana.autoRead = true
  const swapped = await client.send(ana.number, 'Ao contrário')
  await eventually(() => receiptsOf(swapped).length === 2)
  expect(receiptsOf(swapped)).toEqual(['read', ''])
})

test('a phone that sends twice is read twice, under one id', async () => {
  await link()
  simulator.faults.duplicateMessages = true
  const id = await ana.sendText(company.number, 'Eco')
  await eventually(() => client.received('Eco').length === 2)
  expect(new Set(client.received('Eco').map((message) => message.id))).toEqual(new Set([id]))
})

test('a slow server answers in the end', async () => {
  await link()
  simulator.faults.iqDelayMs = 100
  const before = performance.now()
  await client.ping()
  expect(performance.now() - before).toBeGreaterThan(95)
})

test('an account with a passkey cannot be linked by its QR code, but by a pairing code', async () => {
  company.needsPasskey = true
  const qr = await eventually(() => client.qr)
  await expect(company.scanQr(qr)).rejects.toThrow('passkey')
  expect([client.isOpen, company.linked]).toEqual([false, false])
  await company.enterPairingCode(await client.socket.requestPairingCode(company.number))
  await eventually(() => client.isOpen)
})

test('a new client is told the past, and does not get it as news', async () => {
  const first = await ana.sendText(company.number, 'Antes do vínculo')
  await company.waitForMessage(({ id }) => id === first)
  await company.sendText(ana.number, 'Resposta antiga')
  const place = await ana.sendLocation(company.number, { latitude: 1, longitude: 2 })
  await company.waitForMessage(({ id }) => id === place)
  company.remember('5511911110002', [])
  simulator.phone({ number: '5511911110002', name: 'Bruno Lima' })
  company.remember('5511911110002', [{ text: 'Há tempos', fromMe: false, at: new Date('2026-01-02') }])
  await link()
  const bootstrap = await eventually(() => client.history.find(({ chats }) => chats.length > 0))
  expect(bootstrap.chats.map(({ id, name }) => `${id} ${name}`)).toEqual([
    `${ana.lid} Ana Souza`,
    `${simulator.phone({ number: '5511911110002', name: '' }).lid} Bruno Lima`,
  ])
  const told = bootstrap.messages.map(({ key, message }) => `${key.fromMe} ${message?.conversation ?? 'place'}`)
  expect(new Set(told)).toEqual(
    new Set(['false Antes do vínculo', 'false Há tempos', 'false place', 'true Resposta antiga']),
  )
  expect(client.messages).toEqual([])
})
