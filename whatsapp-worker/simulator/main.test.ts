// The simulator as a process: what it prints, and what is left of it after a kill.

import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventually, TestClient } from './test-client.ts'

const COMPANY = '5511900000001'
const ANA = '5511911110001'

let folder: string
let child: ChildProcess
let adminUrl: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'simulator-'))
  await start('0')
})

afterEach(async () => {
  await end('SIGKILL')
  await rm(folder, { recursive: true })
})

async function start(port: string) {
  const main = new URL('main.ts', import.meta.url).pathname
  const env = { ...process.env, SIMULATOR_PORT: port, SIMULATOR_STATE: join(folder, 'state.json') }
  child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  if (!child.stdout) throw new Error('no stdout')
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  adminUrl = /^simulator listening on (http:\/\/127\.0\.0\.1:\d+)$/.exec(line)?.[1] ?? ''
}

async function end(signal: NodeJS.Signals) {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const exit = once(child, 'exit') as Promise<[number | null]>
  child.kill(signal)
  return (await exit)[0]
}

async function post(path: string, body: object) {
  const response = await fetch(`${adminUrl}/admin/phones/${path}`, { method: 'POST', body: JSON.stringify(body) })
  expect(response.ok).toBe(true)
}

async function linkedClient() {
  const client = new TestClient(`${adminUrl.replace('http', 'ws')}/ws/chat`)
  client.connect()
  await post(`${COMPANY}/scan`, { qr: await eventually(() => client.qr) })
  await eventually(() => client.isOpen)
  return client
}

test('it starts with one company and three customers, and stops when told to', async () => {
  const phones = (await (await fetch(`${adminUrl}/admin/phones`)).json()) as { name: string }[]
  expect(phones.map(({ name }) => name)).toEqual(['Padaria Aurora', 'Ana Souza', 'Bruno Lima', 'Carla Dias'])
  expect(await end('SIGTERM')).toBe(0)
  expect(await readFile(join(folder, 'state.json'), 'utf8')).toContain('Padaria Aurora')
})

test('a linked client and its customers go on where a kill interrupted them', async () => {
  const client = await linkedClient()
  const port = new URL(adminUrl).port
  for (let round = 0; round < 3; round++) {
    await post(`${ANA}/send`, { to: COMPANY, text: `pergunta ${round}` })
    await eventually(() => client.received(`pergunta ${round}`).length === 1)
    const id = await client.send(ANA, `resposta ${round}`)
    await eventually(() => client.isDelivered(id))
    await end('SIGKILL')
    await eventually(() => client.closeCode !== undefined)
    await start(port)
    client.connect()
    await eventually(() => client.isOpen)
  }
  await client.close()
})
