// Announcements: who has which, up to when somebody has seen them, and pictures that need no session.
import { newId } from 'db/kit/new-id.ts'
import { superUser, testCompany } from 'db/node/testing/test-world.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'

let api: TestApi
let operator: string
let attendant: string
let attendantId: string
beforeAll(async () => {
  api = await startTestApi()
  operator = await api.login((await superUser(api.db)).email)
  const company = await testCompany(api.db)
  const user = await company.user('user', [await company.queue('Vendas')])
  attendant = await api.login(user.email)
  attendantId = user.userId
})
afterAll(() => api.stop())

type Body = Record<string, unknown>
const png = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
)
async function add(values: Body) {
  const body = { title: 'Novidades', text: 'O kanban chegou.', ...values }
  const made = await api.request('POST', '/announcements', { token: operator, body })
  expect(made.status).toBe(201)
  return String(made.body['id'])
}
const titles = async (token: string) => {
  const { body } = await api.request('GET', '/announcements', { token })
  return (body as { records: { title: string }[] }).records.map(({ title }) => title).toSorted()
}
async function give(id: string, file: File, token = operator) {
  const body = new FormData()
  body.append('file', file)
  const headers = { authorization: `Bearer ${token}`, origin: 'http://balcao.test' }
  return api.fetch(`/announcements/${id}/media-upload`, { method: 'POST', headers, body })
}
const change = (id: string, body: Body) => api.request('PUT', `/announcements/${id}`, { token: operator, body })

test('those that are switched on are everybody’s, the others are found by who keeps them alone', async () => {
  const hidden = await add({ title: 'Rascunho', status: false, priority: 1 })
  await add({ title: 'Aviso' })
  expect(await titles(attendant)).toEqual(['Aviso'])
  expect(await titles(operator)).toEqual(['Aviso', 'Rascunho'])
  expect(await api.request('GET', `/announcements/${hidden}`, { token: attendant })).toMatchObject({ status: 404 })
  expect(await change(hidden, { status: true })).toMatchObject({ status: 200 })
  expect(await titles(attendant)).toEqual(['Aviso', 'Rascunho'])
  for (const [method, path] of [
    ['PUT', `/announcements/${hidden}`],
    ['DELETE', `/announcements/${hidden}`],
  ] as const) {
    expect(await api.request(method, path, { token: attendant, body: {} })).toMatchObject({ status: 403 })
  }
})

test('a picture is there for anybody while its announcement is switched on, and nothing else is', async () => {
  const id = await add({ title: 'Com imagem' })
  expect((await give(id, new File([png], 'mapa.png', { type: 'image/png' }))).status).toBe(200)
  const { body } = await api.request('GET', `/announcements/${id}`, { token: attendant })
  const { mediaPath, mediaName } = body as { mediaPath: string; mediaName: string }
  expect(mediaName).toBe('mapa.png')
  const picture = () => api.handle(new Request(`http://balcao.test/public/${mediaPath}`))
  const shown = await picture()
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(new Uint8Array(await shown.arrayBuffer())).toEqual(png)
  await change(id, { status: false })
  expect((await picture()).status).toBe(404)
  await change(id, { status: true })
  expect((await picture()).status).toBe(200)
  await api.request('DELETE', `/announcements/${id}/media-upload`, { token: operator })
  // It still is in the operator's store.
  expect((await picture()).status).toBe(404)
  for (const path of ['', 'mapa.png', 'f'.repeat(64)]) {
    expect((await api.handle(new Request(`http://balcao.test/public/${path}`))).status).toBe(404)
  }
})

test('nothing but a picture can be given', async () => {
  const id = await add({ title: 'Sem programa' })
  const svg = new File(['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'], 'a.png', {
    type: 'image/png',
  })
  expect(await (await give(id, svg)).json()).toMatchObject({ error: 'ERR_VALIDATION' })
  expect((await give(id, new File([png], 'a.png'), attendant)).status).toBe(403)
})

test('what was seen stays seen, and the future is seen by nobody', async () => {
  const see = (until: string) =>
    api.request('POST', '/mutations', {
      token: attendant,
      body: { mutations: [{ id: newId(), name: 'announcement.see', args: { until } }] },
    })
  const seen = async () => {
    const [row] = await api.db.sql`select seen_at from announcement_views where id = ${attendantId}`
    return row?.['seen_at'] as Date
  }
  await see('2026-01-02T00:00:00.000Z')
  await see('2026-01-01T00:00:00.000Z')
  expect(await seen()).toEqual(new Date('2026-01-02T00:00:00.000Z'))
  await see('2999-01-01T00:00:00.000Z')
  expect((await seen()).getTime()).toBeLessThanOrEqual(Date.now())
})
