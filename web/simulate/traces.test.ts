// One mutation's way through the real server and the real worker, as a collector of traces is told of it, with what a device says; and that nobody
// is told anything of it unless the setting says so.
import { newId } from 'db/kit/new-id.ts'
import { startTestCollector, type TestCollector } from 'db/node/testing/test-collector.ts'
import { testCompany } from 'db/node/testing/test-world.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../sync-server/src/test-api.ts'
import { customer, openDesk, shop, type Desk } from '../../whatsapp-worker/src/test-desk.ts'

let collector: TestCollector
let stops: (() => Promise<void>)[]
beforeEach(async () => {
  collector = await startTestCollector()
  stops = [() => collector.stop()]
})
afterEach(async () => {
  for (const stop of stops.toReversed()) await stop()
})

/** Server and worker over one database, a linked number, and an attendant with a ticket of their own. */
async function open(tracesUrl?: string) {
  const api = await startTestApi(tracesUrl ? { OTEL_EXPORTER_OTLP_ENDPOINT: tracesUrl } : {})
  stops.push(() => api.stop())
  const desk = await openDesk({ url: api.databaseUrl, alter: api.alter, drop: async () => undefined })
  stops.push(() => desk.close())
  desk.tracesUrl = tracesUrl ?? null
  await desk.startWorker()
  await desk.link()
  const ana = desk.simulator.phone(customer)
  await ana.sendText(shop.number, 'Oi, tem pão?')
  const { ticketId } = await desk.untilMessage('Oi, tem pão?')
  const other = await testCompany(api.db)
  const admin = await other.user('admin')
  await api.db.sql`update users set company_id = ${desk.companyId} where id = ${admin.userId}`
  const token = await api.login(admin.email)
  await push(api, token, { id: newId(), name: 'ticket.accept', args: { id: ticketId } })
  return { api, desk, ana, token, ticketId, other }
}

async function push(api: TestApi, token: string, ...mutations: { id: string; name: string; args: unknown }[]) {
  const answer = await api.request('POST', '/mutations', { token, body: { mutations } })
  expect(answer.status).toBe(200)
  return answer.body
}

/** What is in memory is told at an end. */
async function told(api: TestApi, desk: Desk) {
  await desk.stopWorkers()
  await api.traces?.stop()
  expect(collector.refused).toEqual([])
  return collector.spans
}

const ages = { written: 400, shown: 390, sent: 350, answered: 200, confirmed: 100 }

test('device, server and worker tell of a mutation in one trace, whose id is its own, and nothing that anybody wrote', async () => {
  const { api, desk, ana, token, ticketId } = await open(collector.url)
  const [id, messageId] = [newId(), newId()]
  const send = { id, name: 'message.send', args: { id: messageId, ticketId, body: 'Tem, e quentinho' } }
  expect(await push(api, token, send)).toMatchObject({ results: [{ status: 'applied' }], traced: true })
  await ana.waitForMessage(({ text }) => text.includes('quentinho'))
  await desk.untilAck(messageId, 2)
  const body = { mutations: [{ id, ...ages }] }
  expect(await api.request('POST', '/traces', { token, body })).toMatchObject({ status: 204 })

  const own = (await told(api, desk)).filter(({ traceId }) => traceId === id.replaceAll('-', ''))
  const named = (name: string) => own.find((span) => span.name === name)
  const [device, server, worker] = ['device message.send', 'mutation message.send', 'whatsapp.send'].map(named)
  expect([device?.service, server?.service, worker?.service]).toEqual([
    'balcao-browser',
    'balcao-server',
    'balcao-worker',
  ])
  expect([device?.parentSpanId, server?.parentSpanId, worker?.parentSpanId]).toEqual([
    undefined,
    device?.spanId,
    server?.spanId,
  ])
  const stepsOf = (parent: typeof device) =>
    own.filter(({ parentSpanId, service }) => parentSpanId === parent?.spanId && service === parent?.service)
  expect(stepsOf(device).map(({ name, ms }) => [name, Math.round(ms)])).toEqual([
    ['show', 10],
    ['wait', 50],
    ['push', 150],
    ['sync', 100],
  ])
  expect(stepsOf(server).map(({ name }) => name)).toEqual(['begin', 'record', 'run', 'effects', 'commit'])
  expect(stepsOf(worker).map(({ name }) => name)).toEqual(['wait', 'send', 'ack'])
  for (const span of own) expect(span.ms, span.name).toBeGreaterThanOrEqual(0)
  for (const span of [device, server, worker])
    expect(span?.attributes).toMatchObject({ 'balcao.mutation.id': id, 'balcao.company.id': desk.companyId })
  for (const secret of ['quentinho', 'tem pão', customer.number, shop.number, customer.name, 'Pessoa'])
    expect(collector.bodies.join()).not.toContain(secret)
})

test('a refusal is told by its code; what is pushed again says so, and nobody speaks of what is another’s', async () => {
  const { api, desk, token, ticketId, other } = await open(collector.url)
  const stranger = await api.login((await other.user('admin')).email)
  const [id, refused, theirs] = [newId(), newId(), newId()]
  const tag = (name: string) => ({ id: newId(), name, color: '#112233', kanban: false })
  const create = { id, name: 'tag.create', args: tag('Segredo') }
  await push(api, token, create)
  await push(api, token, create)
  await push(api, token, { id: refused, name: 'message.send', args: { id: newId(), ticketId: newId(), body: 'x' } })
  await push(api, token, { id: theirs, name: 'palavras de alguém', args: {} })
  // An id of nobody's trace, and one of another person's.
  await push(api, token, {
    id: '00000000-0000-0000-0000-000000000000',
    name: 'ticket.markRead',
    args: { id: ticketId },
  })
  await push(api, stranger, create)
  const body = { mutations: [{ id, ...ages }] }
  expect(await api.request('POST', '/traces', { token: stranger, body })).toMatchObject({ status: 204 })
  const disordered = { mutations: [{ id, ...ages, sent: 100 }] }
  expect(await api.request('POST', '/traces', { token, body: disordered })).toMatchObject({ status: 400 })
  // More than anybody writes in a minute.
  const many = () => ({ mutations: Array.from({ length: 100 }, () => ({ id: newId(), ...ages })) })
  const statuses: number[] = []
  for (let times = 0; times < 7; times++)
    statuses.push((await api.request('POST', '/traces', { token, body: many() })).status)
  expect(statuses).toEqual([204, 204, 204, 204, 204, 204, 429])

  const spans = await told(api, desk)
  const ofTrace = (mutationId: string) => spans.filter(({ traceId }) => traceId === mutationId.replaceAll('-', ''))
  const heads = (mutationId: string) =>
    ofTrace(mutationId).filter(({ attributes }) => 'balcao.company.id' in attributes)
  expect(heads(id).map(({ attributes }) => [attributes['balcao.company.id'], attributes['balcao.known']])).toEqual([
    [desk.companyId, undefined],
    [desk.companyId, 1],
  ])
  expect(heads(refused).map(({ code }) => code)).toEqual(['ERR_NO_TICKET_FOUND'])
  expect(ofTrace(theirs)).toEqual([])
  expect(collector.bodies.join()).not.toMatch(/palavras|Segredo/)
})

test('without the setting nothing is measured, told, or asked of devices', async () => {
  const { api, desk, ana, token, ticketId } = await open()
  const [id, messageId] = [newId(), newId()]
  const send = { id, name: 'message.send', args: { id: messageId, ticketId, body: 'Tem' } }
  expect(await push(api, token, send)).toEqual({ results: [expect.objectContaining({ id, status: 'applied' })] })
  await ana.waitForMessage(({ text }) => text.includes('Tem'))
  const body = { mutations: [{ id, ...ages }] }
  expect(await api.request('POST', '/traces', { token, body })).toMatchObject({ status: 404 })
  const jobs = await api.db.sql`select data from pgboss.job where data->>'name' = 'sender.wake'`
  expect(jobs.length).toBeGreaterThan(0)
  for (const { data } of jobs) expect(data).toEqual({ name: 'sender.wake' })
  expect(await told(api, desk)).toEqual([])
  expect(collector.bodies).toEqual([])
})
