import { afterEach, beforeEach, expect, test } from 'vitest'
import { startSimulator } from './simulator.ts'
import type { Simulator } from './simulator.ts'
import { eventually, TestClient } from './test-client.ts'

let simulator: Simulator
let client: TestClient

const company = { number: '5511900000001', name: 'Padaria Aurora' }
const ana = { number: '5511911110001', name: 'Ana Souza' }

beforeEach(async () => {
  simulator = await startSimulator({ ackDelayMs: 0, deliveryDelayMs: 0 })
  client = new TestClient(simulator.wsUrl)
})

afterEach(async () => {
  await client.close()
  await simulator.stop()
  expect(simulator.unknownIqs).toEqual([])
})

async function call(method: string, path: string, body?: object) {
  const response = await fetch(`${simulator.adminUrl}/admin/${path}`, {
    method,
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const answer: unknown = await response.json()
  return { status: response.status, body: answer }
}

test('a person can play everything over the API: link, write, read, unlink', async () => {
  expect((await call('POST', 'phones', company)).status).toBe(201)
  expect((await call('POST', 'phones', { ...ana, number: '+55 11 91111-0001' })).status).toBe(201)
  client.connect()
  const qr = await eventually(() => client.qr)
  expect((await call('POST', `phones/${company.number}/scan`, { qr })).body).toMatchObject({ linked: true })
  await eventually(() => client.isOpen)

  await call('POST', `phones/${ana.number}/send`, { to: company.number, text: 'Oi' })
  await eventually(() => client.received('Oi').length === 1)
  const id = await client.send(ana.number, 'Olá')
  await eventually(() => client.isDelivered(id))
  await call('POST', `phones/${ana.number}/read`, { peer: company.number })
  await eventually(() => client.isRead(id))

  const phones = (await call('GET', 'phones')).body
  expect(phones).toMatchObject([
    { number: company.number, linked: true },
    {
      number: ana.number,
      linked: false,
      chats: [{ peer: company.number, peerName: company.name }],
      receivedLog: [{ id, text: 'Olá' }],
    },
  ])
  await call('POST', `phones/${company.number}/unlink`)
  await eventually(() => client.closeCode === 401)
  expect((await call('GET', 'unknown-iqs')).body).toEqual([])
})

test('what does not fit is refused with a reason', async () => {
  simulator.phone(ana)
  expect((await call('POST', 'phones', { number: '1', name: 'X' })).status).toBe(400)
  expect((await call('POST', 'phones', { ...ana, admin: true })).status).toBe(400)
  expect((await call('POST', 'phones/5511000000000/send', { to: ana.number, text: 'Oi' })).status).toBe(400)
  expect((await call('POST', `phones/${ana.number}/send`, { to: '5511000000000', text: 'Oi' })).status).toBe(409)
  expect((await call('POST', `phones/${ana.number}/scan`, { qr: 'nonsense' })).status).toBe(409)
  expect((await call('PATCH', 'faults', { ackDelayMs: -1 })).status).toBe(400)
})

test('settings and faults can be changed while it runs', async () => {
  const phone = simulator.phone(ana)
  await call('PATCH', `phones/${ana.number}`, { autoRead: true })
  expect(phone.autoRead).toBe(true)
  expect((await call('PATCH', 'faults', { ackDelayMs: 5, dropReceipts: true })).body).toMatchObject({
    ackDelayMs: 5,
    deliveryDelayMs: 0,
    dropReceipts: true,
    muteServer: false,
  })
  expect((await call('POST', 'faults', { kind: 'nack', code: 463 })).status).toBe(200)
  expect(simulator.faults.takeNack()).toBe(463)
  await call('POST', 'faults', { kind: 'corruptNextToPhone' })
  expect((await call('DELETE', 'faults')).body).toMatchObject({ ackDelayMs: 0, dropReceipts: false })
  expect(simulator.faults.takeCorruptionToPhone()).toBe(false)
})

test('everything a person does on a phone is a request', async () => {
  simulator.phone(company)
  const phone = simulator.phone(ana)
  const bruno = simulator.phone({ number: '5511911110002', name: 'Bruno Lima' })
  const to = bruno.number
  const post = async (path: string, body: object) => {
    const answer = await call('POST', `phones/${ana.number}/${path}`, body)
    expect(answer).toMatchObject({ status: expect.toSatisfy((status: number) => status < 300) as number })
    return (answer.body as { id: string }).id
  }
  const file = await fetch(`${simulator.adminUrl}/admin/phones/${ana.number}/files?to=${to}&kind=voice&seconds=4`, {
    method: 'POST',
    body: await (await fetch(`${simulator.adminUrl}/samples/voice.ogg`)).arrayBuffer(),
  })
  expect(file.status).toBe(201)
  await post('location', { to, latitude: -23.5, longitude: -46.6, name: 'Praça' })
  await post('contacts', { to, contacts: [{ name: 'Carla', numbers: ['5511911110003'] }] })
  await post('poll', { to, question: 'Quando?', options: ['Hoje', 'Amanhã'] })
  await post('unknown', { to })
  await post('typing', { to, state: 'composing' })
  await post('hang-up', { call: await post('call', { to, video: true }) })
  const id = await post('send', { to, text: 'Olà', forwarded: true })
  await post('edit', { message: id, text: 'Olá' })
  await post('react', { message: id, emoji: '👍' })
  const wrong = await post('send', { to, text: 'Engano', quoted: id })
  await post('revoke', { message: wrong })
  await eventually(() => bruno.chats()[0]?.messages.at(-1)?.isDeleted)

  const kinds = bruno.chats()[0]?.messages.map((message) => message.kind)
  expect(kinds).toEqual(['audio', 'location', 'contacts', 'poll', 'unknown', 'text', 'text'])
  const edited = bruno.chats()[0]?.messages[5]
  expect(edited).toMatchObject({ text: 'Olá', isEdited: true, isForwarded: true })
  expect(edited?.reactions).toEqual([{ from: ana.number, emoji: '👍' }])

  const people = [ana.number, to, company.number]
  const group = (await call('POST', 'groups', { subject: 'Café', participants: people })).body as { id: string }
  await post('send', { to: group.id, text: 'Oi, gente' })
  await bruno.waitForMessage(({ text }) => text === 'Oi, gente')
  await call('PATCH', `groups/${group.id}`, { subject: 'Chá' })
  await call('POST', `groups/${group.id}/members`, { kind: 'remove', numbers: [to] })
  expect((await call('GET', 'groups')).body).toMatchObject([{ subject: 'Chá', members: [{}, {}] }])
  await call('PATCH', `phones/${ana.number}`, { needsPasskey: true })
  expect(phone.needsPasskey).toBe(true)
})

test('a busy morning comes from twenty customers about three subjects, and they answer a menu', async () => {
  simulator.phone(company)
  client.connect()
  await call('POST', `phones/${company.number}/scan`, { qr: await eventually(() => client.qr) })
  await eventually(() => client.isOpen)
  expect((await call('GET', 'scenarios')).body).toMatchObject([{ name: 'busy-morning' }, { name: 'first-minute' }])
  const started = await call('POST', 'scenarios/busy-morning', { durationMs: 0 })
  expect(started).toMatchObject({ status: 202, body: { customers: 20 } })
  await eventually(() => new Set(client.messages.map(({ from }) => from)).size === 20)
  await eventually(() => client.calls.length > 0)
  const [sales, bills] = ['5511933300001', '5511933300002']
  const menu = 'Escolha:\n*[ 1 ]* - Vendas\n*[ 2 ]* - Financeiro\n*[ 3 ]* - Suporte'
  await Promise.all([sales, bills].map((number) => client.send(number ?? '', menu)))
  await eventually(() => client.received('1').length === 1 && client.received('2').length === 1)
  expect((await call('POST', 'scenarios/nothing', {})).status).toBe(404)
})

test('each change is announced to the pages that watch', async () => {
  const phone = simulator.phone(ana)
  const controller = new AbortController()
  const response = await fetch(`${simulator.adminUrl}/admin/events`, { signal: controller.signal })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader?.read())?.value).toContain('event: change')
  phone.autoRead = true
  expect((await reader?.read())?.value).toContain('event: change')
  controller.abort()
})

test('the page and its parts are served, to this machine only', async () => {
  const page = await fetch(`${simulator.adminUrl}/`)
  const html = await page.text()
  expect(page.headers.get('content-security-policy')).toContain("default-src 'self'")
  const parts = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path)
  expect(parts).toEqual(['/theme.css', '/page.css', '/page.js'])
  for (const path of parts) expect((await fetch(`${simulator.adminUrl}${path}`)).status).toBe(200)
  const foreign = await fetch(`${simulator.adminUrl}/admin/phones`, { headers: { origin: 'https://example.com' } })
  expect(foreign.status).toBe(403)
})

test('where a cable is lent the page can pull it, and who lent it is told; elsewhere there is none', async () => {
  expect((await call('GET', 'cable')).body).toBeNull()
  expect((await call('PATCH', 'cable', { pulled: true })).status).toBe(409)
  const told: boolean[] = []
  const cable = { isPulled: () => told.at(-1) ?? false, set: (pulled: boolean) => void told.push(pulled) }
  const lent = await startSimulator({ cable })
  const response = await fetch(`${lent.adminUrl}/admin/cable`, { method: 'PATCH', body: '{"pulled":true}' })
  expect(await response.json()).toEqual({ pulled: true })
  expect(told).toEqual([true])
  await lent.stop()
})

test('in the first minute of a demo three customers write to the number that is linked', async () => {
  await call('POST', 'phones', company)
  client.connect()
  const qr = await eventually(() => client.qr)
  await call('POST', `phones/${company.number}/scan`, { qr })
  await eventually(() => client.isOpen)
  expect((await call('POST', 'scenarios/first-minute', { durationMs: 0 })).body).toEqual({ customers: 3, messages: 6 })
  const writers = () =>
    simulator
      .phones()
      .filter((phone) => phone.chats().some(({ messages }) => messages.filter(({ fromMe }) => fromMe).length === 2))
  await eventually(() => writers().length === 3)
})
