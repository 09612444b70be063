// Models are slow and workers die: fifty customers wait for answers while people work on, and an answer that was given to a worker that was killed
// before it wrote it down is asked for again and said once.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { updateConnection } from 'db/connections/mutations.ts'
import { newId } from 'db/kit/new-id.ts'
import { ack } from 'db/messages/table.ts'
import { startTestModel, type TestModel } from 'db/node/testing/test-model.ts'
import { createQueue } from 'db/queues/mutations.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { customer, openDesk, shop, type Desk } from '../../test-desk.ts'

/** Fifty phones are much work for a machine that does other things, too. */
const soon = { timeout: 120_000, interval: 20 }
let desk: Desk
let model: TestModel
beforeEach(async () => {
  ;[desk, model] = await Promise.all([openDesk(), startTestModel()])
  const [queueId, promptId] = [newId(), newId()]
  await desk.run(createQueue, { id: queueId, name: 'Vendas', greetingMessage: '', color: '#0f766e', orderQueue: 1 })
  await desk.db.sql`
    insert into prompts (id, company_id, name, prompt, voice, voice_region, max_tokens, temperature, max_messages, queue_id, base_url, model,
      transcription_model, reasoning, input_price, output_price, ticket_answers, day_answers, ticket_cost, day_cost, created_at, updated_at)
    values (${promptId}, ${desk.companyId}, 'Atendente', 'Atenda.', 'texto', '', 100, 1, 10, ${queueId}, ${model.baseUrl}, 'm', '', false,
      0, 0, 0, 0, 0, 0, now(), now())`
  await desk.db.sql`
    insert into secrets (company_id, name, sealed, set_at) values (${desk.companyId}, ${`prompt/${promptId}/apiKey`}, ${await sealedKey(promptId)}, now())`
  await desk.run(updateConnection, {
    id: desk.connectionId,
    changes: { queueIds: { to: [queueId] }, promptId: { to: promptId } },
  })
})
afterEach(async () => {
  await desk.close()
  await model.stop()
})

async function sealedKey(promptId: string) {
  const [{ seal }, { secretPlace }, { testKeys }] = await Promise.all([
    import('db/node/keys/cipher.ts'),
    import('db/node/keys/secrets.ts'),
    import('db/node/testing/test-model.ts'),
  ])
  return seal(desk.env().sessionKeys, secretPlace(desk.companyId, `prompt/${promptId}/apiKey`), testKeys.apiKey)
}

const own = async () => (await desk.messages()).filter(({ fromMe, body }) => fromMe && body.startsWith('Resposta'))

test('fifty wait for a slow model; what people write goes on as before, and each is answered once', async () => {
  await desk.startWorker()
  await desk.link()
  const ana = desk.simulator.phone(customer)
  await ana.sendText(shop.number, 'Oi')
  const { ticketId } = await desk.untilMessage('Oi')
  await desk.accept(ticketId)
  const said = async (body: string) => {
    const began = performance.now()
    await desk.untilAck(await desk.answer(ticketId, body), ack.received)
    return performance.now() - began
  }
  const before = Math.min(await said('antes 1'), await said('antes 2'), await said('antes 3'))

  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  let inFlight = 0
  model.answer(async ({ messages }) => {
    inFlight++
    await held
    return { text: `Resposta a ${String(messages.at(-1)?.content)}` }
  })
  const numbers = Array.from({ length: 50 }, (_, index) => `55119${String(70_000_000 + index)}`)
  const phones = numbers.map((number) => desk.simulator.phone({ number, name: number }))
  await Promise.all(phones.map((phone, index) => phone.sendText(shop.number, `pergunta ${index}`)))
  await vi.waitUntil(() => inFlight === 50, soon)
  const during = Math.min(await said('durante 1'), await said('durante 2'), await said('durante 3'))
  const began = performance.now()
  await ana.sendText(shop.number, 'Ainda aí?')
  await desk.untilMessage('Ainda aí?')
  console.log(
    `model_slow_50 sent ${before.toFixed(0)} → ${during.toFixed(0)} ms, received in ${(performance.now() - began).toFixed(0)} ms`,
  )
  expect((await own()).length).toBe(0)
  release()
  await vi.waitUntil(async () => (await own()).length === 50, soon)
  const texts = (await own()).map(({ body }) => body)
  expect(new Set(texts).size).toBe(50)
  expect(model.asked).toHaveLength(50)
}, 300_000)

test('a worker that is killed between an answer and its record: the next one asks again, and the customer has one answer', async () => {
  const child = spawn(process.execPath, [new URL('../../main.ts', import.meta.url).pathname], {
    env: { ...process.env, ...desk.processEnv(), OUTGOING_ALLOW_LOOPBACK: '1', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  await once(child.stdout, 'data')
  await desk.link()
  let answered = 0
  const locked = Promise.withResolvers<void>()
  model.answer(async () => {
    await locked.promise
    return { text: `Resposta ${++answered}` }
  })
  const ana = desk.simulator.phone(customer)
  await ana.sendText(shop.number, 'Tem pão?')
  const { ticketId } = await desk.untilMessage('Tem pão?')
  await vi.waitUntil(() => model.asked.length > 0, soon)
  // Nobody records while this is held; the model's answer is noted all the same.
  await desk.db.sql.begin(async (sql) => {
    await sql`select from tickets where id = ${ticketId} for no key update`
    locked.resolve()
    await vi.waitUntil(
      async () => (await desk.db.sql`select from model_calls where answered is not null`).length > 0,
      soon,
    )
    child.kill('SIGKILL')
    await exit
  })
  expect(await own()).toEqual([])
  await desk.leasesRunOut()
  await desk.startWorker()
  await vi.waitUntil(async () => (await own()).length > 0, soon)
  await ana.waitForMessage(({ text }) => text === 'Resposta 2')
  await vi.waitUntil(async () => (await desk.db.sql`select from responder_turns`).length === 0, soon)
  expect((await own()).map(({ body }) => body)).toEqual(['Resposta 2'])
})
