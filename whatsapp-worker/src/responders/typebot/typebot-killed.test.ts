// A Typebot does not tell repetitions, and what it answered can't be had again: what a customer said must not answer another question because a
// worker died or an answer was lost.
import { updateConnection } from 'db/connections/mutations.ts'
import { createIntegration } from 'db/integrations/mutations.ts'
import { newId } from 'db/kit/new-id.ts'
import { startChild, type Child } from 'db/node/child.ts'
import { bubble, startTestTypebot, type TestTypebot } from 'db/node/testing/test-typebot.ts'
import { createQueue } from 'db/queues/mutations.ts'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { movedClock } from '../../../soak/moved-clock.ts'
import { customer, openDesk, shop, type Desk } from '../../test-desk.ts'

const soon = { interval: 20 }
let desk: Desk
let typebot: TestTypebot
const choice = (id: string, ...words: string[]) => ({
  id,
  type: 'choice input',
  items: words.map((content) => ({ id: content, content })),
})
beforeEach(async () => {
  ;[desk, typebot] = await Promise.all([openDesk(), startTestTypebot()])
  await desk.db.sql`update plans set use_integrations = true`
  const [queueId, id] = [newId(), newId()]
  await desk.run(createQueue, { id: queueId, name: 'Vendas', color: '#0f766e', orderQueue: 1, greetingMessage: '' })
  const bot = { type: 'typebot', name: 'Bot', typebotSlug: 'vendas', typebotDelayMessage: 0, urlN8N: typebot.url }
  await desk.run(createIntegration, { id, ...bot })
  const changes = { queueIds: { to: [queueId] }, integrationId: { to: id } }
  await desk.run(updateConnection, { id: desk.connectionId, changes })
  // Both questions take a 2: said twice, it would order what nobody asked for.
  typebot.script = [
    { messages: [bubble('Olá!')], input: choice('topic', 'Preços', 'Pedido') },
    { messages: [bubble('Confirma o pedido?')], input: choice('order', 'Não', 'Sim, pagar agora') },
    { messages: [bubble('Pago!')], input: choice('end', 'Obrigada') },
  ]
})
afterEach(async () => {
  typebot.stop()
  await desk.close()
})

const said = () => typebot.asked.flatMap(({ body }) => (body as { message?: { text: string } }).message?.text ?? [])
const heard = async () => (await desk.messages()).filter(({ fromMe }) => fromMe).map(({ body }) => body)

test('killed between its answer and our record: the words are not said to its next question, people go on', async () => {
  const child: Child = startChild(fileURLToPath(new URL('../../main.ts', import.meta.url)), [], {
    ...desk.processEnv(),
    // Its clock is wrong too: nobody waits for hours for somebody who is dead.
    ...movedClock(3 * 3_600_000),
    LOG_LEVEL: 'silent',
  })
  onTestFinished(() => child.kill('SIGKILL'))
  await new Promise<void>((resolve) => child.onLine((line) => line === 'worker ready' && resolve()))
  await desk.link()
  const ana = desk.simulator.phone(customer)
  await ana.sendText(shop.number, 'Oi')
  await ana.waitForMessage(({ text }) => text === '*1* - Preços\n*2* - Pedido')
  const [ticket] = await desk.tickets()
  await vi.waitUntil(async () => (await desk.db.sql`select from responder_turns`).length === 0, soon)
  const answer = typebot.hold()
  await ana.sendText(shop.number, '2')
  await vi.waitUntil(() => said().length > 0, soon)
  // Nobody records while this is held; it is answered all the same.
  await desk.db.sql.begin(async (sql) => {
    await sql`select from tickets where id = ${ticket?.id ?? ''} for no key update`
    const before = typebot.answered.length
    answer()
    await vi.waitUntil(() => typebot.answered.length > before, soon)
    await child.kill('SIGKILL')
  })
  const [lease] = await desk.db.sql`
    select lease_until between now() and now() + interval '16 seconds' as "isShort" from responder_turns`
  expect(lease).toEqual({ isShort: true })
  await desk.leasesRunOut()
  await desk.startWorker()
  await vi.waitUntil(async () => (await desk.tickets())[0]?.chatbot === false, soon)
  expect(said()).toEqual(['Pedido'])
  expect(await desk.tickets()).toMatchObject([{ status: 'pending', responder: null }])
  expect(await heard()).not.toContain('Pago!')
})

test('where it never took them they are said again, and the conversation goes on', async () => {
  await desk.startWorker()
  await desk.link()
  const ana = desk.simulator.phone(customer)
  await ana.sendText(shop.number, 'Oi')
  await ana.waitForMessage(({ text }) => text === '*1* - Preços\n*2* - Pedido')
  typebot.answerNext(503)
  await ana.sendText(shop.number, '2')
  await ana.waitForMessage(({ text }) => text === 'Confirma o pedido?')
  expect(said()).toEqual(['Pedido', 'Pedido'])
  await ana.sendText(shop.number, '2')
  await ana.waitForMessage(({ text }) => text === 'Pago!')
  expect(await heard()).toEqual([
    'Olá!',
    '*1* - Preços\n*2* - Pedido',
    'Confirma o pedido?',
    '*1* - Não\n*2* - Sim, pagar agora',
    'Pago!',
    '*1* - Obrigada',
  ])
})
