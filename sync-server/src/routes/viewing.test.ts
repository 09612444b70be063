import { forgetViewers } from 'db/presences/record-viewer.ts'
import { runFor, testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { transferTicket } from 'db/tickets/transfer.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'

let api: TestApi
let company: TestCompany
let queueId: string
let token: string
let userId: string
beforeAll(async () => {
  api = await startTestApi()
  company = await testCompany(api.db)
  queueId = await company.queue('Vendas')
  const user = await company.user('user', [queueId])
  token = await api.login(user.email)
  userId = user.userId
})
afterAll(() => api.stop())

const view = (ticketId: string, state: string, by = token) =>
  api.request('POST', `/tickets/${ticketId}/viewing`, { token: by, body: { state } })
const viewers = (ticketId: string) =>
  api.db.sql`select user_id, state, queue_id, until from ticket_viewers where ticket_id = ${ticketId}`

test('colleagues see who views and who types, until they leave', async () => {
  const ticketId = await company.ticket({ queueId, status: 'open' })
  expect(await view(ticketId, 'viewing')).toMatchObject({ status: 204 })
  expect(await viewers(ticketId)).toMatchObject([{ user_id: userId, state: 'viewing', queue_id: queueId }])
  await view(ticketId, 'typing')
  expect(await viewers(ticketId)).toMatchObject([{ user_id: userId, state: 'typing' }])
  await view(ticketId, 'left')
  expect(await viewers(ticketId)).toEqual([])
})

test('a row goes with its ticket into another queue, and is forgotten when its device went away without a word', async () => {
  const ticketId = await company.ticket({ queueId, status: 'open' })
  await view(ticketId, 'viewing')
  const other = await company.queue('Financeiro')
  await runFor(api.db, await company.user('admin'), transferTicket, { id: ticketId, queueId: other })
  expect(await viewers(ticketId)).toMatchObject([{ queue_id: other }])
  await forgetViewers(api.db.orm, new Date())
  expect(await viewers(ticketId)).toHaveLength(1)
  await forgetViewers(api.db.orm, new Date(Date.now() + 61_000))
  expect(await viewers(ticketId)).toEqual([])
})

test('a ticket of another queue or company is not found; another state is not known', async () => {
  const other = await testCompany(api.db)
  const hidden = [await company.ticket({ queueId: await company.queue('Outra') }), await other.ticket()]
  for (const id of hidden) {
    expect(await view(id, 'viewing')).toMatchObject({ status: 404, body: { error: 'ERR_NO_TICKET_FOUND' } })
  }
  const ticketId = await company.ticket({ queueId, status: 'open' })
  expect(await view(ticketId, 'dancing')).toMatchObject({ status: 400 })
})
