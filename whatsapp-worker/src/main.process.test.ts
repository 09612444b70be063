// The worker as a process of its own: what it prints, and how it ends.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test, vi } from 'vitest'
import type { Desk } from './test-desk.ts'
import { reactToMessage } from 'db/messages/mutations.ts'
import { ack } from 'db/messages/table.ts'
import { customer, openDesk, shop } from './test-desk.ts'

function startProcess(desk: Desk, logLevel: string) {
  const child = spawn(process.execPath, [new URL('main.ts', import.meta.url).pathname], {
    env: { ...process.env, ...desk.processEnv(), LOG_LEVEL: logLevel },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  return { child, printed: () => printed, exit: once(child, 'close') }
}

test('the process says when it is ready, prints no keys, texts or numbers, and gives its leases back on SIGTERM', async () => {
  const desk = await openDesk()
  const { child, exit, ...output } = startProcess(desk, 'trace')
  try {
    await vi.waitUntil(() => output.printed().includes('worker ready'))
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

test('killed between send and ack, the next worker sends text, file and reaction again, and the customer has each once', async () => {
  const desk = await openDesk()
  const { child, exit, printed } = startProcess(desk, 'silent')
  await vi.waitUntil(() => printed().includes('worker ready'))
  await desk.link()
  const ana = desk.simulator.phone(customer)
  await ana.sendText(shop.number, 'Tem pão?')
  const asked = await desk.untilMessage('Tem pão?')
  await desk.accept(asked.ticketId)
  desk.simulator.faults.ackDelayMs = 600_000
  desk.simulator.faults.dropReceipts = true
  const text = await desk.answer(asked.ticketId, 'Segue a receita:')
  const file = await desk.answerWithFile(asked.ticketId, Buffer.from('fermento'), {
    mime: 'application/pdf',
    name: 'receita.pdf',
  })
  await desk.act(reactToMessage, { id: asked.id, emoji: '👍' })
  await ana.waitForMessage(({ media }) => media?.fileName === 'receita.pdf')
  await ana.waitForMessage(({ kind }) => kind === 'reaction')
  child.kill('SIGKILL')
  await exit
  desk.simulator.faults.ackDelayMs = 0
  desk.simulator.faults.dropReceipts = false
  await desk.leasesRunOut()
  await desk.startWorker()
  const acksNow = async () => (await desk.messages()).filter(({ fromMe }) => fromMe).map((message) => message.ack)
  await vi.waitUntil(async () => (await acksNow()).every((level) => level === ack.received), { interval: 100 })
  expect(await desk.untilActed()).toMatchObject([{ kind: 'react', error: null }])
  const [textId, fileId] = await Promise.all([text, file].map((id) => desk.untilAck(id, ack.received)))
  const times = Map.groupBy(ana.receivedLog, ({ id }) => id)
  expect([...times.values()].map(({ length }) => length)).toEqual([2, 2, 2])
  const shown = ana.chats().flatMap((chat) => chat.messages)
  expect(shown.map(({ id }) => id)).toEqual([asked.whatsappId, textId?.whatsappId, fileId?.whatsappId])
  expect(shown[0]?.reactions).toMatchObject([{ emoji: '👍' }])
  await desk.close()
})
