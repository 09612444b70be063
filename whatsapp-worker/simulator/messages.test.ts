import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startSimulator } from './simulator.ts'
import type { Phone, Simulator } from './simulator.ts'
import { eventually, TestClient } from './test-client.ts'

let simulator: Simulator
let company: Phone
let ana: Phone
let client: TestClient
let customers = 0

beforeAll(async () => {
  simulator = await startSimulator({ ackDelayMs: 0, deliveryDelayMs: 0 })
  company = simulator.phone({ number: '5511900000001', name: 'Padaria Aurora' })
  ana = simulator.phone({ number: '5511911110001', name: 'Ana Souza' })
  client = await linkedClient(company)
})

afterAll(async () => {
  await client.close()
  await simulator.stop()
})

afterEach(() => expect(simulator.unknownIqs).toEqual([]))

async function linkedClient(phone: Phone) {
  const linked = new TestClient(simulator.wsUrl)
  linked.connect()
  await phone.scanQr(await eventually(() => linked.qr))
  await eventually(() => linked.isOpen)
  return linked
}

function newCustomer() {
  const number = `55119222${String(customers++).padStart(5, '0')}`
  return simulator.phone({ number, name: `Cliente ${customers}` })
}

const statusOn = (phone: Phone, peer: Phone, id: string) =>
  phone
    .chats()
    .find((chat) => chat.peer === peer.number)
    ?.messages.find((message) => message.id === id)?.status

test('a customer writes first, and goes on writing', async () => {
  const first = await ana.sendText(company.number, 'Bom dia')
  await eventually(() => client.received('Bom dia').length === 1)
  const second = await ana.sendText(company.number, 'Tem pão?')
  await eventually(() => client.received('Tem pão?').length === 1)

  const [message] = client.received('Bom dia')
  expect(message?.id).toBe(first)
  expect(message?.type).toBe('notify')
  expect(message?.raw.pushName).toBe('Ana Souza')
  expect(message?.raw.key.remoteJid).toBe(ana.lid)
  expect(message?.raw.key.remoteJidAlt).toBe(ana.jid)
  await eventually(() => statusOn(ana, company, second) === 'delivered')
})

test('the company reads: the customer sees it', async () => {
  const id = await ana.sendText(company.number, 'Leia isto')
  const message = await eventually(() => client.received('Leia isto')[0])
  await client.socket.readMessages([message.raw.key])
  await eventually(() => statusOn(ana, company, id) === 'read')
  await eventually(() => statusOn(company, ana, id) === 'read')
})

test('the company writes: ack, delivery and reading are seen on both sides', async () => {
  const bruno = newCustomer()
  const id = await client.send(bruno.number, 'Olá Bruno')
  const received = await bruno.waitForMessage((message) => message.id === id)
  expect(received).toMatchObject({ from: company.number, text: 'Olá Bruno' })
  await eventually(() => client.acks.some((ack) => ack.id === id && ack.error === undefined))
  await eventually(() => client.isDelivered(id))
  expect(client.isRead(id)).toBe(false)

  await bruno.markRead(company.number)
  await eventually(() => client.isRead(id))
  await eventually(() => statusOn(company, bruno, id) === 'read')

  const next = await client.send(bruno.number, 'Tudo bem?')
  await bruno.waitForMessage((message) => message.id === next)
  expect(bruno.receivedLog).toHaveLength(2)
})

test('a phone that reads by itself answers with a read receipt', async () => {
  const carla = newCustomer()
  carla.autoRead = true
  const id = await client.send(carla.number, 'Oi')
  await eventually(() => client.isRead(id))
})

test('the owner writes on the phone: the client gets it as its own message', async () => {
  const bruno = newCustomer()
  const id = await company.sendFromPhone(bruno.number, 'Do celular')
  const copy = await eventually(() => client.messages.find((message) => message.id === id))
  expect(copy).toMatchObject({ fromMe: true, text: 'Do celular', from: bruno.lid })
  expect(copy.raw.key.remoteJidAlt).toBe(bruno.jid)
  await bruno.waitForMessage((message) => message.id === id)
})

test('twenty pairs that write to each other at the same moment all read each other', async () => {
  const pairs = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const customer = newCustomer()
      const [toClient, toCustomer] = await Promise.all([
        customer.sendText(company.number, `de fora ${index}`),
        client.send(customer.number, `de dentro ${index}`),
      ])
      return { customer, toClient, toCustomer }
    }),
  )
  for (const { customer, toClient, toCustomer } of pairs) {
    await customer.waitForMessage((message) => message.id === toCustomer)
    await eventually(() => client.messages.some((message) => message.id === toClient))
  }
})

test('the company writes to a lid', async () => {
  const bruno = newCustomer()
  const sent = await client.socket.sendMessage(bruno.lid, { text: 'Pelo lid' })
  const id = sent?.key.id ?? ''
  await bruno.waitForMessage((message) => message.id === id && message.from === company.number)
  await bruno.markRead(company.number)
  await eventually(() => client.isRead(id))
  await eventually(() => statusOn(company, bruno, id) === 'read')
})

test('the owner reads on the phone: the client is told', async () => {
  const bruno = newCustomer()
  const id = await bruno.sendText(company.number, 'Lida no celular')
  await eventually(() => client.received('Lida no celular').length === 1)
  await company.markRead(bruno.number)
  await eventually(() => client.isRead(id))
})

test('two linked numbers write to each other', async () => {
  const other = newCustomer()
  const otherClient = await linkedClient(other)
  const id = await client.send(other.number, 'De empresa para empresa')
  await eventually(() => otherClient.received('De empresa para empresa').length === 1)
  await eventually(() => client.isDelivered(id))
  await otherClient.send(company.number, 'Resposta')
  await eventually(() => client.received('Resposta').length === 1)

  await other.unlink()
  const relinked = await linkedClient(other)
  await client.ping()
  await client.send(other.number, 'Ao novo aparelho')
  await eventually(() => relinked.received('Ao novo aparelho').length === 1)
  await relinked.close()
})

test('a number that does not exist is reported as such', async () => {
  const [known] = (await client.socket.onWhatsApp(ana.number)) ?? []
  const [unknown] = (await client.socket.onWhatsApp('5511999999999')) ?? []
  const [old] = (await client.socket.onWhatsApp('551111110001')) ?? []
  expect(known).toMatchObject({ jid: ana.jid, exists: true })
  expect(old).toMatchObject({ jid: ana.jid, exists: true })
  expect(unknown?.exists ?? false).toBe(false)
})

test('a refused message reaches nobody and is reported with its code', async () => {
  const bruno = newCustomer()
  simulator.faults.nack(463)
  const id = await client.send(bruno.number, 'Recusada')
  const ack = await eventually(() => client.acks.find((candidate) => candidate.id === id))
  expect(ack.error).toBe('463')
  expect(bruno.receivedLog).toHaveLength(0)
})

test('a mute server takes messages and says nothing', async () => {
  const bruno = newCustomer()
  simulator.faults.muteServer = true
  const id = await client.send(bruno.number, 'Ninguém ouve')
  await client.ping()
  simulator.faults.muteServer = false
  const next = await client.send(bruno.number, 'Agora sim')
  await bruno.waitForMessage((message) => message.id === next)
  expect(bruno.receivedLog.map((message) => message.id)).toEqual([next])
  expect(client.acks.some((ack) => ack.id === id)).toBe(false)
})

test('an iq that the server does not know is refused and recorded', async () => {
  const attrs = { to: '@s.whatsapp.net', type: 'get', xmlns: 'w:nothing' }
  const query = client.socket.query({ tag: 'iq', attrs, content: [{ tag: 'what', attrs: {} }] })
  await expect(query).rejects.toThrow('feature-not-implemented')
  expect(simulator.unknownIqs.splice(0)).toEqual(['get w:nothing what'])
})
