// The worker as a process of its own: what it prints, and how it ends.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test, vi } from 'vitest'
import type { Desk } from './test-desk.ts'
import { ack } from 'db/messages/table.ts'
import { customer, openDesk, shop } from './test-desk.ts'

function startProcess(desk: Desk, logLevel: string) {
  const child = spawn(process.execPath, [new URL('main.ts', import.meta.url).pathname], {
    env: { ...process.env, ...desk.processEnv(), LOG_LEVEL: logLevel },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  return { child, printed: () => printed, exit: once(child, 'exit') }
}

test('the process says when it is ready, prints no keys, texts or numbers, and gives its leases back on SIGTERM', async () => {
  const desk = await openDesk()
  const { child, exit, ...output } = startProcess(desk, 'trace')
  try {
    await vi.waitUntil(() => output.printed().includes('worker ready'), { timeout: 20_000 })
    await desk.link()
    const ana = desk.simulator.phone(customer)
    await ana.sendText(shop.number, 'Bom dia')
    const { ticketId } = await desk.untilMessage('Bom dia')
    await desk.accept(ticketId)
    await desk.untilAck(await desk.answer(ticketId, 'Olá!'), ack.received)
    const file = { mime: 'image/png', name: 'receita.png', body: 'Não é um PNG' }
    await desk.untilAck(await desk.answerWithFile(ticketId, Buffer.from('fermento'), file), ack.received)
    // A second session towards the same phone: libsignal prints the one that it closes.
    await ana.sendText(shop.number, 'Tudo bem?')
    await desk.untilMessage('Tudo bem?')
  } finally {
    child.kill('SIGTERM')
  }
  expect(await exit).toEqual([0, null])
  const printed = output.printed()
  expect(printed).toContain('worker stopped')
  expect(await desk.unownedConnections()).toEqual([desk.connectionId])
  const lines = printed.trim().split('\n')
  expect(lines.filter((line) => !line.startsWith('{"level"'))).toEqual(['worker ready'])
  expect(printed).not.toMatch(/privKey|rootKey|_chains|SessionEntry|noiseKey/)
  for (const text of ['Bom dia', 'Olá!', 'receita', 'Não é um', 'fermento', shop.number, customer.number])
    expect(printed).not.toContain(text)
  await desk.close()
})

test('killed between the upload of a file and its ack, the next worker sends it again, and the customer sees it once', async () => {
  const desk = await openDesk()
  const { child, exit, printed } = startProcess(desk, 'silent')
  await vi.waitUntil(() => printed().includes('worker ready'), { timeout: 20_000 })
  await desk.link()
  const ana = desk.simulator.phone(customer)
  const ticketId = await desk.openTicketWith(customer.number)
  desk.simulator.faults.ackDelayMs = 600_000
  desk.simulator.faults.dropReceipts = true
  const id = await desk.answerWithFile(ticketId, Buffer.from('fermento'), {
    mime: 'application/pdf',
    name: 'receita.pdf',
  })
  await ana.waitForMessage(({ media }) => media?.fileName === 'receita.pdf')
  child.kill('SIGKILL')
  await exit
  desk.simulator.faults.ackDelayMs = 0
  desk.simulator.faults.dropReceipts = false
  await desk.startWorker()
  // The lease of the killed one has to run out.
  const ackNow = async () => (await desk.messages()).find((message) => message.id === id)?.ack
  await vi.waitUntil(async () => (await ackNow()) === ack.received, { timeout: 25_000, interval: 100 })
  expect(ana.receivedLog).toHaveLength(2)
  expect(ana.chats().flatMap((chat) => chat.messages)).toHaveLength(1)
  await desk.close()
}, 60_000)
