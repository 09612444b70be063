import { DisconnectReason } from '@whiskeysockets/baileys'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startSimulator } from './simulator.ts'
import type { Simulator } from './simulator.ts'
import { eventually, TestClient } from './test-client.ts'

const COMPANY = { number: '5511900000001', name: 'Padaria Aurora' }
const ANA = { number: '5511911110001', name: 'Ana Souza' }

let folder: string
let stateFile: string
let simulator: Simulator
let client: TestClient

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'simulator-'))
  stateFile = join(folder, 'state.json')
  simulator = await startSimulator({ ackDelayMs: 0, deliveryDelayMs: 0, stateFile })
  client = new TestClient(simulator.wsUrl)
  client.connect()
  await simulator.phone(COMPANY).scanQr(await eventually(() => client.qr))
  await eventually(() => client.isOpen)
})

afterEach(async () => {
  await client.close()
  await simulator.stop()
  await rm(folder, { recursive: true })
  expect(simulator.unknownIqs).toEqual([])
})

test('what is written while the client is away arrives at its return, exactly once', async () => {
  const ana = simulator.phone(ANA)
  await ana.sendText(COMPANY.number, 'antes')
  await eventually(() => client.received('antes').length === 1)
  await client.close()
  for (let index = 0; index < 10; index++) await ana.sendText(COMPANY.number, `fora ${index}`)

  client.connect()
  await eventually(() => client.received('fora 9').length > 0)
  await ana.sendText(COMPANY.number, 'depois')
  await eventually(() => client.received('depois').length > 0)

  const texts = client.messages.map(({ text }) => text)
  const away = Array.from({ length: 10 }, (_, index) => `fora ${index}`)
  expect(texts).toEqual(['antes', ...away, 'depois'])
  expect(client.received('fora 0')[0]?.type).toBe('append')
  await client.close()
  client.connect()
  await eventually(() => client.isOpen)
  await ana.sendText(COMPANY.number, 'fim')
  await eventually(() => client.received('fim').length > 0)
  expect(client.messages).toHaveLength(13)
})

test('a restart of the simulator leaves the linked session usable', async () => {
  const ana = simulator.phone(ANA)
  await ana.sendText(COMPANY.number, 'antes')
  await eventually(() => client.received('antes').length === 1)
  await client.send(ANA.number, 'resposta')
  await ana.waitForMessage(({ text }) => text === 'resposta')
  const port = Number(new URL(simulator.adminUrl).port)
  await simulator.stop()
  await eventually(() => client.closeCode !== undefined)

  simulator = await startSimulator({ ackDelayMs: 0, deliveryDelayMs: 0, stateFile, port })
  const sameAna = simulator.phone(ANA)
  expect(sameAna.chats()[0]?.messages.map(({ text }) => text)).toEqual(['antes', 'resposta'])
  await sameAna.sendText(COMPANY.number, 'sem ninguém')
  client.connect()
  await eventually(() => client.received('sem ninguém').length === 1)
  await sameAna.sendText(COMPANY.number, 'de novo')
  await eventually(() => client.received('de novo').length === 1)
  const id = await client.send(ANA.number, 'ainda aqui')
  await sameAna.waitForMessage((message) => message.id === id)
  expect(simulator.phone(COMPANY).linked).toBe(true)
})

test('an unlinked client is told so at once, and again at its next login', async () => {
  await simulator.phone(COMPANY).unlink()
  await eventually(() => client.closeCode === DisconnectReason.loggedOut)
  client.connect()
  await eventually(() => client.closeCode === DisconnectReason.loggedOut)
  expect(simulator.phone(COMPANY).linked).toBe(false)
})

test('a client that logs out is no longer linked', async () => {
  await client.socket.logout()
  await eventually(() => !simulator.phone(COMPANY).linked)
})

test('a second connection of the same companion replaces the first', async () => {
  const first = client.socket
  const replaced = new Promise((resolve) => {
    first.ev.on('connection.update', ({ lastDisconnect }) => resolve(lastDisconnect?.error))
  })
  client.connect()
  const error = await replaced
  expect(error).toMatchObject({ output: { statusCode: DisconnectReason.connectionReplaced } })
})

test('faults end the connection with the code that was asked for', async () => {
  simulator.faults.streamError(COMPANY.number, 503)
  await eventually(() => client.closeCode === 503)
  simulator.faults.failLogin(403)
  client.connect()
  await eventually(() => client.closeCode === 403)
  client.connect()
  await eventually(() => client.isOpen)
  simulator.faults.disconnect(COMPANY.number)
  await eventually(() => client.closeCode === DisconnectReason.connectionClosed)
})
