// The look-up from a customer's phone back to it: real worker, simulator and Postgres, a stand-in for the billing system; the worker is another
// one in the middle of the talk.
import { billingSecret } from 'db/billing-lookup/credentials.ts'
import { updateConnection } from 'db/connections/mutations.ts'
import { newId } from 'db/kit/new-id.ts'
import { ringOf } from 'db/node/keys/settings.ts'
import { seal } from 'db/node/keys/cipher.ts'
import { secretPlace } from 'db/node/keys/secrets.ts'
import { secrets } from 'db/billing/table.ts'
import { createQueue } from 'db/queues/mutations.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { customer, openDesk, shop, type Desk } from '../../test-desk.ts'
import { asaasKey, line, pix, startTestSystems, type TestSystems } from './test-systems.ts'

const soon = { interval: 10 }
let desk: Desk
let systems: TestSystems
beforeEach(async () => {
  ;[desk, systems] = await Promise.all([openDesk(), startTestSystems()])
  desk.asaasUrl = `${systems.url}/v3`
  const finance = newId()
  const queue = { name: 'Financeiro', greetingMessage: 'Financeiro, bom dia', color: '#0f766e', orderQueue: 1 }
  await desk.run(createQueue, { id: finance, ...queue, billingLookup: true })
  await desk.run(updateConnection, { id: desk.connectionId, changes: { queueIds: { to: [finance] } } })
  const [companyId, name] = [desk.companyId, billingSecret('asaas')]
  const ring = ringOf({ SESSION_KEYS_SECRET: desk.secret, SESSION_KEYS_FORMER: [] })
  const sealed = seal(ring, secretPlace(companyId, name), asaasKey)
  await desk.db.orm.insert(secrets).values({ companyId, name, sealed, setAt: new Date(), setBy: null })
  systems.customers.push({ id: 'cus_1', document: '52998224725', name: 'Ana Souza' })
  systems.bills.push({ id: 'pay_1', customer: 'cus_1', value: 99.9, due: '2026-01-10', status: 'OVERDUE' })
})
afterEach(async () => {
  await desk.close()
  await systems.stop()
})

test('a customer gets their bill with line, Pix and PDF, also when the worker is another one after the name was asked', async () => {
  await desk.startWorker()
  await desk.link()
  const ana = desk.simulator.phone(customer)
  await ana.sendText(shop.number, 'Boa tarde, quero meu boleto')
  await ana.waitForMessage(({ text }) => text.includes('envie o CPF ou CNPJ'))
  await ana.sendText(shop.number, '529.982.247-25')
  await ana.waitForMessage(({ text }) => text.includes('Ana••• S•••') || text.includes('A••• S•••'))
  await desk.stopWorkers()
  await desk.startWorker()
  await ana.sendText(shop.number, 'sim')
  await ana.waitForMessage(({ text }) => text.includes('Valor: *R$ 99,90*'))
  await ana.waitForMessage(({ text }) => text === line)
  await ana.waitForMessage(({ text }) => text === pix)
  await ana.waitForMessage(({ text }) => text.includes('Se precisar de algo mais'))
  const own = (await desk.messages()).filter(({ fromMe }) => fromMe)
  expect(own.filter(({ mediaName }) => mediaName === 'boleto-2026-01-10.pdf')).toMatchObject([
    { mediaMime: 'application/pdf', ack: expect.any(Number) },
  ])
  await ana.sendText(shop.number, 'E a do mês que vem?')
  await vi.waitUntil(async () => (await desk.tickets())[0]?.chatbot === false, soon)
  expect((await desk.tickets())[0]).toMatchObject({ status: 'pending', leftResponder: 'all' })
  expect(systems.wrongs).toEqual([])
})
