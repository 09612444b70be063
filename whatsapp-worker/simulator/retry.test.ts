// Sessions that have gone apart must heal by retry receipts, in both directions.

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
  await line.link()
  await ana.sendText(company.number, 'primeira')
  await eventually(() => client.received('primeira').length === 1)
  await client.send(ana.number, 'segunda')
  await ana.waitForMessage(({ text }) => text === 'segunda')
})

afterEach(async () => {
  await line.stop()
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
