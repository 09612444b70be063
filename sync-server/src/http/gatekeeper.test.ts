import type { UserActor } from 'db/kit/actor.ts'
import { newId } from 'db/kit/new-id.ts'
import { testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'

let api: TestApi
let company: TestCompany
let user: UserActor & { email: string }
let token: string
beforeAll(async () => {
  api = await startTestApi()
  company = await testCompany(api.db)
  user = await company.user('user', [await company.queue('Vendas')])
  token = await api.login(user.email)
})
afterAll(() => api.stop())
beforeEach(() => {
  api.upstreamRequests.length = 0
})

const upstreamParams = () => api.upstreamRequests.map((r) => Object.fromEntries(new URL(r.url).searchParams))

test('table, columns and rows come from the session, whatever the client says', async () => {
  const evil = 'table=users&columns=password_hash&where=true&params[1]=x&offset=-1&replica=full&subset__limit=1'
  await api.request('GET', `/shapes/tickets?${evil}`, { token })
  expect(upstreamParams()).toEqual([
    {
      table: 'tickets',
      columns: expect.stringContaining('"unread_messages"'),
      where: '("company_id" = $1 and "archived" = $2 and "queue_id" in ($3))',
      'params[1]': company.id,
      'params[2]': 'false',
      'params[3]': user.queueIds[0],
      offset: '-1',
    },
  ])
})

test('password hashes and QR codes are not among the columns', async () => {
  await api.request('GET', '/shapes/users?offset=-1', { token })
  await api.request('GET', '/shapes/connections?offset=-1', { token })
  const columns = upstreamParams().map((params) => params['columns'])
  expect(columns.join()).not.toMatch(/password_hash|token_version|qrcode/)
})

test('the QR shape is empty for those who may not link a connection', async () => {
  await api.request('GET', '/shapes/connection_qr?offset=-1', { token })
  expect(upstreamParams()).toMatchObject([{ where: 'false' }])
})

test('no cache and no other origin gets to keep an answer', async () => {
  api.upstream = async () =>
    new Response('[]', {
      headers: {
        'electric-handle': 'h',
        'cache-control': 'public, max-age=604800',
        'access-control-allow-origin': '*',
      },
    })
  const { headers } = await api.request('GET', '/shapes/queues?offset=-1', { token })
  expect([...headers.keys()]).not.toContain('access-control-allow-origin')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('electric-handle')).toBe('h')
})

test('unknown shapes are not found, and nobody gets one without a session', async () => {
  expect(await api.request('GET', '/shapes/session_keys?offset=-1', { token })).toMatchObject({ status: 404 })
  expect(await api.request('GET', '/shapes/tickets?offset=-1')).toMatchObject({ status: 401 })
  expect(api.upstreamRequests).toEqual([])
})

describe('live shapes in one request', () => {
  const live = (...names: string[]) =>
    api.request('POST', '/shapes/live', {
      token,
      body: { shapes: names.map((name) => ({ name, handle: 'h', offset: '5_0', cursor: '1' })) },
    })
  const nameOf = (request: Request) => new URL(request.url).searchParams.get('table') ?? ''
  const waiting = (request: Request) =>
    new Promise<Response>((_, reject) => {
      request.signal.addEventListener('abort', () => reject(new Error('aborted')))
    })

  test('answers as soon as one has something, with what has something, and lets the others go', async () => {
    api.upstream = (request) =>
      ['tickets', 'messages'].includes(nameOf(request))
        ? Promise.resolve(new Response(`["${nameOf(request)}"]`, { headers: { 'electric-offset': '6_0' } }))
        : waiting(request)
    const { body } = await live('tickets', 'contacts', 'messages')
    expect(body['answers']).toMatchObject([
      { name: 'tickets', status: 200, headers: { 'electric-offset': '6_0' }, body: '["tickets"]' },
      { name: 'messages' },
    ])
    expect(api.upstreamRequests.map((request) => request.signal.aborted)).toEqual([true, true, true])
  })

  test('catching up is answered at once, with where each stands', async () => {
    api.upstream = async (request) => new Response(`["${nameOf(request)}"]`)
    const shapes = ['tickets', 'contacts'].map((name) => ({ name, handle: 'h', offset: '5_0' }))
    const { body } = await api.request('POST', '/shapes/live', { token, body: { live: false, shapes } })
    expect(body['answers']).toMatchObject([{ name: 'tickets' }, { name: 'contacts' }])
    expect(api.upstreamRequests.map(({ url }) => new URL(url).searchParams.get('live'))).toEqual([null, null])
  })

  test('hands on a 409 as it is', async () => {
    api.upstream = async () => new Response('[{"headers":{"control":"must-refetch"}}]', { status: 409 })
    expect((await live('tickets')).body['answers']).toMatchObject([
      { status: 409, body: expect.stringContaining('must-refetch') },
    ])
  })
})

test('an app that is too old is told to update; its outbox is taken all the same', async () => {
  const old = { headers: { 'x-client-protocol': '0' }, token }
  expect(await api.request('GET', '/shapes/tickets?offset=-1', old)).toMatchObject({
    status: 426,
    body: { error: 'ERR_UPDATE_REQUIRED' },
  })
  const call = { id: newId(), name: 'ticket.close', args: { id: newId() } }
  const pushed = await api.request('POST', '/mutations', { ...old, body: { mutations: [call] } })
  expect(pushed).toMatchObject({ status: 200, body: { results: [{ code: 'ERR_NO_TICKET_FOUND' }] } })
})
