import { eq } from 'drizzle-orm'
import { connections } from 'db/connections/table.ts'
import { testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'

let api: TestApi
let company: TestCompany
let queueId: string
let token: string
beforeAll(async () => {
  api = await startTestApi()
  company = await testCompany(api.db)
  queueId = await company.queue('Vendas')
  token = await api.login((await company.user('user', [queueId])).email)
})
afterAll(() => api.stop())

const type = (ticketId: string, state = 'composing', by = token) =>
  api.request('POST', `/tickets/${ticketId}/typing`, { token: by, body: { state } })
const told = (ticketId: string) =>
  api.db.sql`select data from pgboss.job where data->>'name' = 'ticket.typing' and data->>'ticketId' = ${ticketId}`

test('whoever holds the connection is told at once', async () => {
  const ticketId = await company.ticket({ queueId, status: 'open' })
  expect(await type(ticketId, 'recording')).toMatchObject({ status: 204 })
  expect(await told(ticketId)).toMatchObject([{ data: { state: 'recording', at: expect.any(String) } }])
})

test('nobody is told while the connection is down, or of a conversation that can’t be answered', async () => {
  const [pending, open] = [await company.ticket({ queueId }), await company.ticket({ queueId, status: 'open' })]
  expect(await type(pending)).toMatchObject({ status: 204 })
  const set = (status: string) =>
    api.db.orm
      .update(connections)
      .set({ status: status as 'CONNECTED' })
      .where(eq(connections.id, company.connectionId))
  await set('TIMEOUT')
  expect(await type(open)).toMatchObject({ status: 204 })
  await set('CONNECTED')
  expect([...(await told(pending)), ...(await told(open))]).toEqual([])
})

test('a ticket of another queue is refused, one of another company is not found; another state is not known', async () => {
  const other = await testCompany(api.db)
  const ofQueue = await company.ticket({ queueId: await company.queue('Outra') })
  expect(await type(ofQueue)).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } })
  expect(await type(await other.ticket())).toMatchObject({ status: 404, body: { error: 'ERR_NO_TICKET_FOUND' } })
  const ticketId = await company.ticket({ queueId, status: 'open' })
  expect(await type(ticketId, 'dancing')).toMatchObject({ status: 400 })
})

test('one person can’t flood a connection', async () => {
  const busy = await api.login((await company.user('user', [queueId])).email)
  const ticketId = await company.ticket({ queueId, status: 'open' })
  const answers = await Promise.all(Array.from({ length: 25 }, () => type(ticketId, 'composing', busy)))
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
})
