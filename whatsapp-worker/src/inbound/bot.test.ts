// What customers hear from the bot on their phones, through the real Baileys and the worker.
import { createQueue } from 'db/queues/mutations.ts'
import { updateConnection } from 'db/connections/mutations.ts'
import { newId } from 'db/kit/new-id.ts'
import { updateSettings } from 'db/settings/mutations.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Phone } from '../../simulator/simulator.ts'
import { customer, openDesk, shop, type Desk } from '../test-desk.ts'

let desk: Desk
const queueId = newId()
beforeAll(async () => {
  desk = await openDesk()
  await desk.startWorker()
  await desk.link()
  const colour = { color: '#0f766e', orderQueue: 1 }
  await desk.run(createQueue, { id: queueId, name: 'Vendas', greetingMessage: 'Bem-vindo a Vendas', ...colour })
  const changes = { queueIds: { to: [queueId] }, outOfHoursMessage: { to: 'Voltamos às 8h' } }
  await desk.run(updateConnection, { id: desk.connectionId, changes })
})
afterAll(() => desk.close())

const hears = (phone: Phone, words: string) => phone.waitForMessage(({ text }) => text === words)
const open = (days: string) =>
  desk.db
    .sql`update companies set hours = ${`{"days": ${days}, "holidays": []}`}::text::jsonb where id = ${desk.companyId}`
const always = JSON.stringify(
  Array.from({ length: 7 }, () => [
    { start: '00:00', end: '12:00' },
    { start: '12:00', end: '00:00' },
  ]),
)
const never = '[[],[],[],[],[],[],[]]'

test('a first message that was damaged on its way is greeted when it can be read', async () => {
  const ana = desk.simulator.phone(customer)
  desk.simulator.faults.corruptNext()
  await ana.sendText(shop.number, 'Tem pão?')
  await hears(ana, 'Bem-vindo a Vendas')
  expect(await desk.tickets()).toMatchObject([{ queueId, unreadMessages: 1 }])
})

test('whoever writes at night hears so and is in the queue; in the morning it greets', async () => {
  await desk.run(updateSettings, { id: desk.companyId, changes: { scheduleType: { to: 'company' } } })
  await open(never)
  const bia = desk.simulator.phone({ number: '5511977776666', name: 'Bia' })
  await bia.sendText(shop.number, 'Ainda estão aí?')
  await hears(bia, 'Voltamos às 8h')
  const [row] = await desk.db
    .sql`select t.queue_id from tickets t join contacts c on c.id = t.contact_id where c.name = 'Bia'`
  expect(row).toEqual({ queue_id: queueId })
  await open(always)
  await bia.sendText(shop.number, 'Bom dia')
  await hears(bia, 'Bem-vindo a Vendas')
})
