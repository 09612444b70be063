import { afterEach, beforeEach, expect, test } from 'vitest'
import { startSimulator } from '../simulator.ts'
import type { Simulator } from '../simulator.ts'
import { eventually, TestClient } from '../test-client.ts'

let simulator: Simulator
let client: TestClient

beforeEach(async () => {
  simulator = await startSimulator({ ackDelayMs: 0, deliveryDelayMs: 0 })
  client = new TestClient(simulator.wsUrl)
})

afterEach(async () => {
  await client.close()
  await simulator.stop()
  expect(simulator.unknownIqs).toEqual([])
})

const company = { number: '5511900000001', name: 'Padaria Aurora' }

test('a client that shows a QR code is paired, restarts and opens', async () => {
  const phone = simulator.phone(company)
  client.connect()
  await phone.scanQr(await eventually(() => client.qr))
  await eventually(() => client.isOpen)
  expect(phone.linked).toBe(true)
  expect(client.auth.creds.me?.id).toBe('5511900000001:1@s.whatsapp.net')
})

test('a client may be linked by a pairing code instead', async () => {
  const phone = simulator.phone(company)
  client.connect()
  await eventually(() => client.qr)
  const code = await client.socket.requestPairingCode(company.number)
  await expect(phone.enterPairingCode('AAAAAAAA')).rejects.toThrow('wrong pairing code')
  await phone.enterPairingCode(`${code.slice(0, 4)}-${code.slice(4)}`)
  await eventually(() => client.isOpen)
  expect(client.auth.creds.registered).toBe(true)
  expect(phone.linked).toBe(true)
})

test('a QR code of nobody links nothing', async () => {
  const phone = simulator.phone(company)
  await expect(phone.scanQr('https://wa.me/settings/linked_devices#2@x,a,b,c,1')).rejects.toThrow('no longer valid')
  await expect(phone.scanQr('hello')).rejects.toThrow('not a pairing QR code')
  expect(phone.linked).toBe(false)
})
