import { testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'

let api: TestApi
let company: TestCompany
let token: string
let attendant: string
let queueId: string
beforeAll(async () => {
  api = await startTestApi()
  company = await testCompany(api.db)
  queueId = await company.queue('Vendas')
  token = await api.login((await company.user('admin')).email)
  attendant = await api.login((await company.user('user', [queueId])).email)
})
afterAll(() => api.stop())

const upload = async (path: string, as = token) => {
  const body = new FormData()
  body.append('file', new File([`cardápio ${path}`], 'cardapio.txt', { type: 'text/plain' }))
  const headers = { authorization: `Bearer ${as}`, origin: 'http://balcao.test' }
  const response = await api.fetch(`${path}/media-upload`, { method: 'POST', headers, body })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const read = async (path: string) => (await api.request('GET', path, { token })).body
const stored = async () => (await api.db.sql`select hash from media_files where company_id = ${company.id}`).length

test('a queue and its options are given files and lose them again', async () => {
  const optionId = await company.queueOption(queueId)
  for (const path of [`/queue/${queueId}`, `/queue-options/${optionId}`]) {
    expect(await upload(path)).toMatchObject({ status: 200 })
  }
  const named = { mediaName: 'cardapio.txt', mediaPath: expect.stringMatching(/^\/api\/media\/[0-9a-f]{64}$/) }
  expect(await read(`/queue/${queueId}`)).toMatchObject(named)
  expect(await read(`/queue-options?queueId=${queueId}&parentId=-1`)).toMatchObject([{ id: optionId, ...named }])
  for (const path of [`/queue/${queueId}`, `/queue-options/${optionId}`]) {
    expect(await api.request('DELETE', `${path}/media-upload`, { token })).toMatchObject({ status: 200 })
  }
  expect(await read(`/queue/${queueId}`)).toMatchObject({ mediaName: null, mediaPath: null })
})

test('options are read level by level, and only one’s own', async () => {
  const of = await company.queue('Suporte')
  const top = await company.queueOption(of)
  await api.db
    .sql`insert into queue_options (id, company_id, queue_id, parent_id, option, title, message, created_at, updated_at)
    select gen_random_uuid(), company_id, queue_id, id, 1, 'Dentro', '', now(), now() from queue_options where id = ${top}`
  expect(await read(`/queue-options?queueId=${of}`)).toMatchObject([{ id: top }])
  expect(await read(`/queue-options?queueId=${of}&parentId=${top}`)).toMatchObject([{ title: 'Dentro' }])
  const other = await testCompany(api.db)
  const theirs = await other.queue('Vendas')
  await other.queueOption(theirs)
  expect(await read(`/queue-options?queueId=${theirs}`)).toEqual([])
})

test('for who may not, and for another company’s queue, nothing is stored', async () => {
  const before = await stored()
  const other = await testCompany(api.db)
  expect((await upload(`/queue/${queueId}`, attendant)).body).toMatchObject({ error: 'ERR_NO_PERMISSION' })
  expect((await upload(`/queue/${await other.queue('Vendas')}`)).body).toMatchObject({ error: 'ERR_NO_QUEUE_FOUND' })
  expect(await stored()).toBe(before)
})
