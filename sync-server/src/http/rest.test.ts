import type { UserActor } from 'db/kit/actor.ts'
import { newId } from 'db/kit/new-id.ts'
import { testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'

let api: TestApi
let company: TestCompany
let queueId: string
let user: UserActor & { email: string }
let token: string
beforeAll(async () => {
  api = await startTestApi()
  company = await testCompany(api.db)
  queueId = await company.queue('Vendas')
  user = await company.user('user', [queueId])
  token = await api.login(user.email)
})
afterAll(() => api.stop())

const get = (path: string) => api.request('GET', path, { token })
const put = (id: string, body: object) => api.request('PUT', `/tickets/${id}`, { token, body })

describe('tickets', () => {
  test('are listed in the specification’s shape, only those of own queues', async () => {
    const otherQueue = await company.queue('Outra')
    const id = await company.ticket({ queueId })
    await company.ticket({ queueId: otherQueue })
    const { body } = await get('/tickets?status=pending')
    expect(body).toMatchObject({
      tickets: [
        {
          id,
          uuid: id,
          status: 'pending',
          queue: { name: 'Vendas' },
          contact: { name: 'Cliente' },
          whatsapp: { name: 'Principal' },
        },
      ],
      hasMore: false,
    })
    expect(JSON.stringify(body)).not.toContain('companyId')
  })

  test('page by number and by cursor without losing or repeating one', async () => {
    const pages = await testCompany(api.db)
    const admin = await api.login((await pages.user('admin')).email)
    const ids = await Promise.all(Array.from({ length: 95 }, () => pages.ticket()))
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { body } = await api.request('GET', `/tickets?${cursor && `cursor=${cursor}`}`, { token: admin })
      seen.push(...(body['tickets'] as { id: string }[]).map((ticket) => ticket.id))
      cursor = body['cursor'] as string | null
    }
    expect(seen.toSorted()).toEqual(ids.toSorted())
    const third = await api.request('GET', '/tickets?pageNumber=3', { token: admin })
    expect(third.body).toMatchObject({ hasMore: false, count: 15 })
  })

  test('search takes wildcards literally', async () => {
    await company.ticket({ queueId, contactId: await company.contact('100% Ana_Maria') })
    const count = async (text: string) => (await get(`/tickets?searchParam=${encodeURIComponent(text)}`)).body['count']
    expect([await count('100%'), await count('ana_maria'), await count('%_%_%')]).toEqual([1, 1, 0])
  })

  test('PUT accepts, returns, closes and reopens', async () => {
    const id = await company.ticket({ queueId })
    expect(await put(id, { status: 'open', userId: user.userId })).toMatchObject({
      status: 200,
      body: { status: 'open', userId: user.userId },
    })
    expect(await put(id, { status: 'pending', userId: null })).toMatchObject({
      body: { status: 'pending', userId: null },
    })
    expect(await put(id, { status: 'closed' })).toMatchObject({ body: { status: 'closed' } })
    expect(await put(id, { status: 'open' })).toMatchObject({ body: { status: 'open', userId: user.userId } })
  })

  test('PUT to another queue transfers; who can’t see it then gets only its id', async () => {
    const id = await company.ticket({ queueId, status: 'open', userId: user.userId })
    const other = await company.queue('Trocas')
    expect(await put(id, { queueId: other, userId: null })).toMatchObject({ status: 200, body: { id } })
    expect(await get(`/tickets/${id}`)).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } })
  })

  test('PUT with another user hands it over, with another connection moves it there', async () => {
    const id = await company.ticket({ queueId, status: 'open', userId: user.userId })
    const { userId } = await company.user('user', [queueId])
    expect(await put(id, { status: 'open', userId })).toMatchObject({ status: 200, body: { status: 'open', userId } })
    const adminToken = await api.login((await company.user('admin')).email)
    const made = await api.request('POST', '/whatsapp', { token: adminToken, body: { name: 'Filial' } })
    const whatsappId = String(made.body['id'])
    expect(await put(id, { whatsappId })).toMatchObject({
      status: 200,
      body: { whatsappId, whatsapp: { name: 'Filial' }, userId },
    })
  })

  test('PUT as the specification’s client closes: with what is to be cleared', async () => {
    const id = await company.ticket({ queueId, status: 'open', userId: user.userId })
    const body = {
      status: 'closed',
      userId: user.userId,
      queueId,
      useIntegration: false,
      promptId: null,
      integrationId: null,
    }
    expect(await put(id, body)).toMatchObject({ status: 200, body: { status: 'closed', queueId } })
  })

  test('POST opens one, once per idempotency key', async () => {
    const contactId = await company.contact('Nova')
    const body = { contactId, queueId, whatsappId: company.connectionId, userId: user.userId, status: 'open' }
    const headers = { 'idempotency-key': newId() }
    const first = await api.request('POST', '/tickets', { token, body, headers })
    const second = await api.request('POST', '/tickets', { token, body, headers })
    expect(first).toMatchObject({
      status: 201,
      body: { status: 'open', userId: user.userId, number: expect.any(Number) },
    })
    expect(second.body['id']).toBe(first.body['id'])
  })

  test('deleting is for admins', async () => {
    const id = await company.ticket({ queueId })
    expect(await api.request('DELETE', `/tickets/${id}`, { token })).toMatchObject({
      status: 403,
      body: { error: 'ERR_NO_PERMISSION' },
    })
    const admin = await api.login((await company.user('admin')).email)
    expect(await api.request('DELETE', `/tickets/${id}`, { token: admin })).toMatchObject({ status: 200 })
    expect(await get(`/tickets/${id}`)).toMatchObject({ status: 404 })
  })
})

describe('messages', () => {
  test('POST sends a text; GET lists it, oldest first', async () => {
    const id = await company.ticket({ queueId, status: 'open', userId: user.userId })
    for (const body of ['um', 'dois']) {
      expect(
        await api.request('POST', `/messages/${id}`, { token, body: { body, fromMe: true, read: 1 } }),
      ).toMatchObject({
        status: 201,
        body: { body, fromMe: true, ack: 0, ticketId: id },
      })
    }
    expect((await get(`/messages/${id}`)).body).toMatchObject({
      messages: [{ body: 'um' }, { body: 'dois' }],
      hasMore: false,
    })
  })

  test('an answer comes with what it answers', async () => {
    const id = await company.ticket({ queueId, status: 'open', userId: user.userId })
    const asked = await company.message(id, { queueId, body: 'tem em azul?' })
    const body = { body: 'tem', quotedMsg: { id: asked } }
    expect(await api.request('POST', `/messages/${id}`, { token, body })).toMatchObject({
      status: 201,
      body: { quotedMsg: { id: asked, body: 'tem em azul?' } },
    })
  })

  test('an empty or unknown body is refused by field', async () => {
    const id = await company.ticket({ queueId, status: 'open', userId: user.userId })
    const send = (body: object) => api.request('POST', `/messages/${id}`, { token, body })
    expect(await send({ body: '  ' })).toMatchObject({
      status: 400,
      body: { details: { fields: { body: [expect.any(String)] } } },
    })
    expect(await send({ body: 'x', companyId: company.id })).toMatchObject({ status: 400 })
  })

  test('answer another of the conversation, and DELETE takes an own one back', async () => {
    const id = await company.ticket({ queueId, status: 'open', userId: user.userId })
    const quotedMsg = { id: await company.message(id, { queueId }), body: 'Tem pão?' }
    const answer = await api.request('POST', `/messages/${id}`, { token, body: { body: 'Tem', quotedMsg } })
    expect(answer).toMatchObject({ status: 201, body: { quotedMessageId: quotedMsg.id } })
    const remove = (messageId: unknown) => api.request('DELETE', `/messages/${String(messageId)}`, { token })
    expect(await remove(answer.body['id'])).toMatchObject({ status: 200 })
    expect((await get(`/messages/${id}`)).body).toMatchObject({ messages: [{}, { isDeleted: true }] })
    expect(await remove(quotedMsg.id)).toMatchObject({ status: 409, body: { error: 'ERR_DELETE_WAPP_MSG' } })
  })
})

test('the plain lists answer in their envelopes', async () => {
  expect((await get('/contacts?searchParam=nova')).body).toMatchObject({
    contacts: [{ name: 'Nova', uuid: expect.any(String) }],
    hasMore: false,
  })
  expect((await get('/users')).body).toMatchObject({ users: expect.any(Array) })
  expect((await get('/queue')).body).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ name: 'Vendas' })]),
  )
  expect(JSON.stringify((await get('/users')).body)).not.toMatch(/passwordHash|tokenVersion/)
})

test('OpenAPI describes every route with its body', async () => {
  const { body } = await api.request('GET', '/openapi.json')
  expect(body).toMatchObject({
    openapi: '3.1.0',
    paths: {
      '/tickets/{id}': { put: { requestBody: expect.anything() }, get: expect.anything(), delete: expect.anything() },
      '/messages/{ticketId}': { post: { requestBody: expect.anything() }, get: expect.anything() },
      '/mutations': { post: expect.anything() },
      '/whatsapp': { post: { requestBody: expect.anything() } },
    },
  })
})

test('what does not exist is not found, in our words', async () => {
  expect(await get('/nada')).toMatchObject({ status: 404, body: { error: 'ERR_NOT_FOUND' } })
  expect(await get('/tickets/nao-uuid')).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
})
