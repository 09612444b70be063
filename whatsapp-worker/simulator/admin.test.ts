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
