// Prompts over HTTP against a stand-in of OpenAI: keys go in and never come out, a trial before anything is saved, help to write as it comes.
import { newId } from 'db/kit/new-id.ts'
import { startTestModel, testKeys, type TestModel } from 'db/node/testing/test-model.ts'
import { testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'

let api: TestApi
let model: TestModel
let company: TestCompany
let admin: string
let queueId: string
beforeAll(async () => {
  api = await startTestApi({ SESSION_KEYS_SECRET: randomBytes(32).toString('hex') })
})
afterAll(() => api.stop())
beforeEach(async () => {
  model = await startTestModel()
  company = await testCompany(api.db)
  queueId = await company.queue('Vendas')
  admin = await enter((await company.user('admin')).email)
  return () => model.stop()
})

const enter = (email: string) => api.login(email)
const words = 'Você é a atendente da Padaria Aurora. Responda com gentileza, em poucas frases.'
const form = () => ({
  name: `Atendente ${newId().slice(-6)}`,
  prompt: words,
  queueId,
  baseUrl: model.baseUrl,
  voice: 'texto',
})
async function add(body: object = {}) {
  const answer = await api.request('POST', '/prompt', {
    token: admin,
    body: { ...form(), apiKey: testKeys.apiKey, ...body },
  })
  return { ...answer, id: String(answer.body['id']) }
}
const trial = (more: object) => ({
  prompt: words,
  model: 'gpt-4o-mini',
  baseUrl: model.baseUrl,
  maxTokens: 100,
  temperature: 1,
  maxMessages: 10,
  reasoning: false,
  inputPrice: 0,
  outputPrice: 0,
  queueId,
  messages: [{ fromMe: false, text: 'Oi' }],
  ...more,
})

test('the specification’s form makes one; its key is sealed, shown by its end only, kept when blank, and taken away by null', async () => {
  const { id, status, body } = await add({ maxTokens: '200' })
  expect([status, body['apiKeyHint'], body['maxTokens']]).toEqual([201, testKeys.apiKey.slice(-4), 200])
  const [row] = await api.db.sql`select sealed from secrets where company_id = ${company.id}`
  expect(Buffer.from(row?.['sealed']).toString('latin1')).not.toContain(testKeys.apiKey)
  const list = await api.request('GET', '/prompt', { token: admin })
  expect(list.body).toMatchObject({ prompts: [{ id, queue: { name: 'Vendas' } }], hasMore: false })
  expect(JSON.stringify(list.body)).not.toContain(testKeys.apiKey)
  const kept = await api.request('PUT', `/prompt/${id}`, {
    token: admin,
    body: { ...body, apiKey: '', temperature: 0.2 },
  })
  expect(kept).toMatchObject({ status: 200, body: { temperature: 0.2, apiKeyHint: testKeys.apiKey.slice(-4) } })
  const gone = await api.request('PUT', `/prompt/${id}`, { token: admin, body: { apiKey: null } })
  expect(gone).toMatchObject({ body: { apiKeyHint: null } })
  expect(await api.db.sql`select from secrets where company_id = ${company.id}`).toHaveLength(0)
  expect(await api.request('DELETE', `/prompt/${id}`, { token: admin })).toMatchObject({
    status: 200,
    body: { message: expect.any(String) },
  })
})

test('without a queue it is refused, and by who only sees prompts', async () => {
  expect(await add({ queueId: null })).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
  const supervisor = await enter((await company.user('supervisor')).email)
  const { id } = await add()
  expect(await api.request('GET', `/prompt/${id}`, { token: supervisor })).toMatchObject({ status: 200 })
  for (const [method, path, body] of [
    ['PUT', `/prompt/${id}/keys`, { apiKey: 'outra-chave' }],
    ['POST', '/prompt/try', trial({ id })],
    ['GET', '/model-calls', undefined],
  ] as const) {
    expect(await api.request(method, path, { token: supervisor, ...(body && { body }) })).toMatchObject({ status: 403 })
  }
})

test('a trial answers before anything is saved, and says what would happen; the saved key goes to its own address only', async () => {
  const before = await api.request('POST', '/prompt/try', { token: admin, body: trial({ apiKey: testKeys.apiKey }) })
  expect(before).toMatchObject({
    status: 200,
    body: { text: 'Você disse: Oi', next: { kind: 'wait' }, inputTokens: 1000 },
  })
  expect(await api.db.sql`select from prompts where company_id = ${company.id}`).toHaveLength(0)
  const wrong = await api.request('POST', '/prompt/try', { token: admin, body: trial({ apiKey: 'sk-errada-1234' }) })
  expect(wrong).toMatchObject({ status: 502, body: { error: 'ERR_AI', details: { problem: 'key' } } })
  const { id } = await add()
  model.answer(() => ({ calls: [{ name: 'transfer_to_queue', arguments: { queue: 'Vendas', message: 'Já vai.' } }] }))
  const saved = await api.request('POST', '/prompt/try', { token: admin, body: trial({ id }) })
  expect(saved).toMatchObject({ body: { text: 'Já vai.', next: { kind: 'transfer', queue: 'Vendas' } } })
  const asked = model.asked.length
  const elsewhere = trial({ id, baseUrl: `${model.baseUrl}/` })
  expect(await api.request('POST', '/prompt/try', { token: admin, body: elsewhere })).toMatchObject({ status: 502 })
  expect(model.asked).toHaveLength(asked)
  const calls = await api.request('GET', '/model-calls', { token: admin })
  expect(calls.body).toMatchObject({ calls: [{ purpose: 'trial', milliseconds: expect.any(Number) }, {}, {}] })
  expect(JSON.stringify(calls.body)).not.toContain(testKeys.apiKey)
})

test('a key is of its address: another one takes it away, over REST and from an outbox', async () => {
  const elsewhere = `${model.baseUrl}/`
  for (const move of [
    (id: string) => api.request('PUT', `/prompt/${id}`, { token: admin, body: { baseUrl: elsewhere } }),
    (id: string) => {
      const args = { id, changes: { baseUrl: { from: model.baseUrl, to: elsewhere } } }
      return api.request('POST', '/mutations', {
        token: admin,
        body: { mutations: [{ id: newId(), name: 'prompt.update', args }] },
      })
    },
  ]) {
    const { id } = await add({ voiceKey: 'voz-1234-5678', voice: 'pt-BR-FranciscaNeural', voiceRegion: 'brazilsouth' })
    expect(await move(id)).toMatchObject({ status: 200 })
    expect((await api.request('GET', `/prompt/${id}`, { token: admin })).body).toMatchObject({
      apiKeyHint: null,
      voiceKeyHint: '5678',
    })
    expect(
      await api.db.sql`select name from secrets where company_id = ${company.id} and name like ${`%${id}%`}`,
    ).toEqual([{ name: `prompt/${id}/voiceKey` }])
    const asked = model.asked.length
    const tried = await api.request('POST', '/prompt/try', { token: admin, body: trial({ id, baseUrl: elsewhere }) })
    expect(tried).toMatchObject({ status: 502, body: { details: { problem: 'key' } } })
    expect(model.asked).toHaveLength(asked)
    const back = { token: admin, body: { baseUrl: elsewhere, apiKey: testKeys.apiKey } }
    expect((await api.request('PUT', `/prompt/${id}`, back)).body).toMatchObject({
      apiKeyHint: testKeys.apiKey.slice(-4),
    })
  }
})

test('help to write is off until a prompt is chosen; then it streams, of tickets that one sees', async () => {
  const attendant = await company.user('user', [queueId])
  const contactId = await company.contact('Cliente')
  const ticketId = await company.ticket({ contactId, queueId, status: 'open', userId: attendant.userId })
  await company.message(ticketId, { contactId, queueId })
  const token = await enter(attendant.email)
  const ask = async (body: object, who = token) => {
    const headers = { authorization: `Bearer ${who}`, 'content-type': 'application/json', origin: 'http://balcao.test' }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await api.fetch(`/tickets/${ticketId}/copilot`, init)
    return { status: response.status, text: await response.text() }
  }
  expect(await ask({ purpose: 'suggest' })).toMatchObject({
    status: 409,
    text: expect.stringContaining('ERR_COPILOT_OFF'),
  })
  const { id } = await add()
  await api.request('PUT', '/settings/copilotPromptId', { token: admin, body: { value: id } })
  model.answer(({ messages }) => ({ text: `Melhor: ${String(messages.at(-1)?.content).split('\n').at(-1)}` }))
  expect((await ask({ purpose: 'improve', text: 'bao dia' })).text).toBe('Melhor: bao dia')
  expect(model.asked.at(-1)).toMatchObject({ stream: true })
  model.answer(() => ({ status: 503 }))
  expect(await ask({ purpose: 'summarize' })).toMatchObject({ status: 502 })
  model.answer(() => ({ text: 'Começa e', breaksOff: true }))
  expect((await ask({ purpose: 'suggest' })).text).toBe('Começa e\u0000')
  const elsewhere = await enter((await company.user('user', [await company.queue('Outra')])).email)
  expect((await ask({ purpose: 'suggest' }, elsewhere)).status).toBe(403)
  expect(await api.db.sql`select from messages where ticket_id = ${ticketId} and from_me`).toHaveLength(0)
})
