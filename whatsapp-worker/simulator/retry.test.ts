// Sessions that have gone apart must heal by retry receipts, in both directions.

import { afterEach, beforeEach, expect, test } from 'vitest'
import { startSimulator } from './simulator.ts'
import type { Phone, Simulator } from './simulator.ts'
import { eventually, TestClient } from './test-client.ts'

let simulator: Simulator
let company: Phone
let ana: Phone
let client: TestClient

beforeEach(async () => {
  simulator = await startSimulator({ ackDelayMs: 0, deliveryDelayMs: 0 })
  company = simulator.phone({ number: '5511900000001', name: 'Padaria Aurora' })
  ana = simulator.phone({ number: '5511911110001', name: 'Ana Souza' })
  client = new TestClient(simulator.wsUrl)
  client.connect()
  await company.scanQr(await eventually(() => client.qr))
  await eventually(() => client.isOpen)
  await ana.sendText(company.number, 'primeira')
  await eventually(() => client.received('primeira').length === 1)
  await client.send(ana.number, 'segunda')
  await ana.waitForMessage(({ text }) => text === 'segunda')
})

afterEach(async () => {
  await client.close()
  await simulator.stop()
  expect(simulator.unknownIqs).toEqual([])
})

test('a phone that has lost its sessions asks again and gets the message', async () => {
  ana.record.keys.session = {}
  const id = await client.send(ana.number, 'perdida?')
  await ana.waitForMessage((message) => message.id === id)
  await eventually(() => client.isDelivered(id))
  expect(ana.receivedLog.filter((message) => message.id === id)).toHaveLength(1)
})

test('a client that has lost its session asks again and gets the message', async () => {
  const address = client.socket.signalRepository.jidToSignalProtocolAddress(ana.lid)
  await client.auth.keys.set({ session: { [address]: null } })
  await ana.sendText(company.number, 'perdida?')
  await eventually(() => client.received('perdida?').length === 1)
  await ana.sendText(company.number, 'seguinte')
  await eventually(() => client.received('seguinte').length === 1)
  expect(client.received('perdida?')).toHaveLength(1)
})

test('a message that arrives damaged is asked for again and then reported once', async () => {
  simulator.faults.corruptNext()
  const id = await ana.sendText(company.number, 'estragada?')
  await eventually(() => client.received('estragada?').length === 1)
  expect(client.received('estragada?')[0]?.id).toBe(id)
})
