// Answers of a responder, from a customer's phone back to it: real worker, simulator, Postgres; only what it says is made up.
import { updateConnection } from 'db/connections/mutations.ts'
import { updateQueue, createQueue } from 'db/queues/mutations.ts'
import { newId } from 'db/kit/new-id.ts'
import { handOver, type Answer, type AskLater } from 'db/responders/answer.ts'
import type { Conversation } from 'db/responders/conversation.ts'
import { responderTurns } from 'db/responders/table.ts'
import { queues } from 'db/queues/table.ts'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Phone } from '../../simulator/simulator.ts'
import { customer, openDesk, shop, type Desk } from '../test-desk.ts'

const soon = { interval: 10 }
let desk: Desk
let asked: Conversation[]
let respond: (conversation: Conversation, signal: AbortSignal) => Promise<Answer | AskLater>
const sales = newId()

beforeEach(async () => {
  desk = await openDesk()
  asked = []
  desk.responders = {
    lookup: {
      async respond(conversation, signal) {
        asked.push(conversation)
        return respond(conversation, signal)
      },
    },
  }
  const colour = { color: '#0f766e', orderQueue: 1 }
  await desk.run(createQueue, { id: sales, name: 'Vendas', greetingMessage: 'Bem-vindo', ...colour })
  await desk.db.orm.update(queues).set({ billingLookup: true }).where(eq(queues.id, sales))
  await desk.run(updateConnection, { id: desk.connectionId, changes: { queueIds: { to: [sales] } } })
})
afterEach(() => desk.close())

async function start(): Promise<Phone> {
  await desk.startWorker()
  await desk.link()
  return desk.simulator.phone(customer)
}
const say = (text: string, more: Partial<Answer> = {}): Answer => ({
  replies: [{ text }],
  next: { kind: 'wait' },
  state: null,
  ...more,
})
const hears = (phone: Phone, words: string) => phone.waitForMessage(({ text }) => text === words)
const theTicket = async () => (await desk.tickets())[0]
const untilNothingOwed = () =>
  vi.waitUntil(async () => (await desk.db.orm.select().from(responderTurns)).length === 0, soon)

test('a burst is answered once, by what was said in it; the responder keeps its state and has the ticket', async () => {
  respond = async ({ news, session }) =>
    say(`Ouvi ${news.map(({ text }) => text).join(' e ')} (${JSON.stringify(session?.state ?? null)})`, {
      state: { n: 1 },
    })
  const ana = await start()
  // Stored one right behind the other, however long they took to come.
  await desk.db.sql.begin(async (tx) => {
    await tx`lock table contacts in access exclusive mode`
    for (const text of ['Oi', 'Tem pão?']) await ana.sendText(shop.number, text)
    await vi.waitUntil(() => ana.chats()[0]?.messages.every(({ status }) => status === 'delivered'), soon)
  })
  await hears(ana, 'Ouvi Oi e Tem pão? (null)')
  expect(await theTicket()).toMatchObject({ chatbot: true, queueId: sales, responder: 'lookup', status: 'pending' })
  await ana.sendText(shop.number, 'E broa?')
  await hears(ana, 'Ouvi E broa? ({"n":1})')
  expect(asked).toHaveLength(2)
  await untilNothingOwed()
})

test('one that fails hands over to people, and is not asked again', async () => {
  respond = async () => Promise.reject(new Error('kaputt'))
  const ana = await start()
  await ana.sendText(shop.number, 'Oi')
  await vi.waitUntil(async () => (await theTicket())?.chatbot === false && asked.length > 0, soon)
  expect(await theTicket()).toMatchObject({ responder: null, leftResponder: 'all', status: 'pending', queueId: sales })
  await ana.sendText(shop.number, 'Alô?')
  await desk.untilMessage('Alô?')
  expect(await desk.db.orm.select().from(responderTurns)).toEqual([])
  expect(asked).toHaveLength(1)
})

test('a person who accepts while it thinks has the conversation: its answer is not said', async () => {
  let go = () => {}
  respond = async () => {
    await new Promise<void>((resolve) => (go = resolve))
    return say('Tarde demais')
  }
  const ana = await start()
  await ana.sendText(shop.number, 'Oi')
  await vi.waitUntil(() => asked.length > 0, soon)
  const { id } = (await theTicket())!
  await desk.accept(id)
  go()
  await untilNothingOwed()
  expect((await desk.messages()).map(({ body }) => body)).not.toContain('Tarde demais')
  expect(await theTicket()).toMatchObject({ status: 'open', chatbot: false, useIntegration: false })
})

test('replies keep their order and their pauses, and a transfer moves the ticket behind them', async () => {
  const finance = newId()
  await desk.run(createQueue, {
    id: finance,
    name: 'Financeiro',
    greetingMessage: 'Olá',
    color: '#aabbcc',
    orderQueue: 2,
  })
  respond = async () =>
    say('um', {
      replies: [{ text: 'um' }, { text: 'dois', delayMs: 300 }, { text: 'três' }],
      next: { kind: 'transfer', queueId: finance },
    })
  const ana = await start()
  await ana.sendText(shop.number, 'Oi')
  await hears(ana, 'três')
  const own = (await desk.messages()).filter(({ fromMe }) => fromMe).map(({ body }) => body)
  expect(own).toEqual(['um', 'dois', 'três'])
  await vi.waitUntil(async () => (await theTicket())?.queueId === finance, soon)
  expect(await theTicket()).toMatchObject({ chatbot: false, status: 'pending', responder: null })
})

test('what asks for patience is asked again, and after too often people go on', async () => {
  respond = async ({ tries }) => (tries < 2 ? { kind: 'later', afterMs: 50 } : say('Agora sim'))
  const ana = await start()
  await ana.sendText(shop.number, 'Oi')
  await hears(ana, 'Agora sim')
  expect(asked.map(({ tries }) => tries)).toEqual([0, 1, 2])
  respond = async () => ({ kind: 'later', afterMs: 10 })
  await ana.sendText(shop.number, 'E agora?')
  await vi.waitUntil(async () => (await theTicket())?.chatbot === false, soon)
})

test('"#" leads out of it, before it was asked anything', async () => {
  respond = async () => handOver('customer_asked')
  await desk.run(updateQueue, { id: sales, changes: { greetingMessage: { to: 'Vendas, boa tarde' } } })
  const ana = await start()
  await ana.sendText(shop.number, '#')
  await hears(ana, 'Vendas, boa tarde')
  expect(asked).toEqual([])
  expect(await theTicket()).toMatchObject({ responder: null, chatbot: false })
})
