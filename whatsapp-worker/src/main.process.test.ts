// The worker as a process of its own: what it prints, and how it ends.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test, vi } from 'vitest'
import { ack } from 'db/messages/table.ts'
import { customer, openDesk, shop } from './test-desk.ts'

test('the process says when it is ready, prints no keys, texts or numbers, and gives its leases back on SIGTERM', async () => {
  const desk = await openDesk()
  const child = spawn(process.execPath, [new URL('main.ts', import.meta.url).pathname], {
    env: { ...process.env, ...desk.processEnv(), LOG_LEVEL: 'trace' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exit = once(child, 'exit')
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  try {
    await vi.waitUntil(() => printed.includes('worker ready'), { timeout: 20_000 })
    await desk.link()
    const ana = desk.simulator.phone(customer)
    await ana.sendText(shop.number, 'Bom dia')
    const { ticketId } = await desk.untilMessage('Bom dia')
    await desk.accept(ticketId)
    await desk.untilAck(await desk.answer(ticketId, 'Olá!'), ack.received)
    // A second session towards the same phone: libsignal prints the one that it closes.
    await ana.sendText(shop.number, 'Tudo bem?')
    await desk.untilMessage('Tudo bem?')
  } finally {
    child.kill('SIGTERM')
  }
  expect(await exit).toEqual([0, null])
  expect(printed).toContain('worker stopped')
  expect(await desk.unownedConnections()).toEqual([desk.connectionId])
  const lines = printed.trim().split('\n')
  expect(lines.filter((line) => !line.startsWith('{"level"'))).toEqual(['worker ready'])
  expect(printed).not.toMatch(/privKey|rootKey|_chains|SessionEntry|noiseKey/)
  for (const text of ['Bom dia', 'Olá!', shop.number, customer.number]) expect(printed).not.toContain(text)
  await desk.close()
})
