import { createHash } from 'node:crypto'
import { testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'
import { usualPace } from './admission.ts'

let api: TestApi
let ours: TestCompany
let theirs: TestCompany
let admin: string
let attendant: string
let neighbour: string
beforeAll(async () => {
  api = await startTestApi({ MEDIA_QUOTA_MB: '0.001' }, usualPace)
  ours = await testCompany(api.db)
  theirs = await testCompany(api.db)
  admin = await api.login((await ours.user('admin')).email)
  attendant = await api.login((await ours.user('user')).email)
  neighbour = await api.login((await theirs.user('admin')).email)
})
afterAll(() => api.stop())

const tooMany = { status: 429, body: { error: 'ERR_TOO_MANY_REQUESTS', details: { retryAfter: expect.any(Number) } } }

test('live requests of one person are bounded, and those of others go on', async () => {
  const released = Promise.withResolvers<void>()
  const before = api.upstream
  api.upstream = async () => {
    await released.promise
    return new Response('[]', { headers: { 'electric-handle': 'h', 'electric-offset': '0_0' } })
  }
  const live = (token: string) => api.request('GET', '/shapes/tickets?live=true&offset=0_0&handle=h', { token })
  const asked = Array.from({ length: 121 }, () => live(attendant))
  const refused = await Promise.race(asked)
  expect(refused).toMatchObject(tooMany)
  expect(refused.headers.get('retry-after')).toBe(
    String((refused.body['details'] as { retryAfter: number }).retryAfter),
  )
  const other = live(neighbour)
  released.resolve()
  expect((await other).status).toBe(200)
  expect((await Promise.all(asked)).filter(({ status }) => status === 200)).toHaveLength(120)
  api.upstream = before
})

test('whoever asks without a pause is slowed down before anything is looked up', async () => {
  const hasty = await api.login((await ours.user('user')).email)
  const ask = (token: string) => api.request('GET', '/media/none', { token })
  const startedAt = performance.now()
  const answers: Awaited<ReturnType<typeof ask>>[] = []
  // A machine that takes seconds for the first of them slows down by itself.
  while (answers.every(({ status }) => status === 404)) {
    answers.push(...(await Promise.all(Array.from({ length: 400 }, () => ask(hasty)))))
  }
  const allowed = answers.filter(({ status }) => status === 404).length
  // A burst, and some of each second that it takes.
  expect(allowed).toBeGreaterThanOrEqual(260)
  expect(answers.find(({ status }) => status !== 404)).toMatchObject(tooMany)
  // Refused late: whoever asks again at once has waited.
  expect(performance.now() - startedAt).toBeGreaterThan(999)
  expect((await ask(neighbour)).status).toBe(404)
})

test('test notifications are three a minute', async () => {
  const codes: number[] = []
  for (let time = 0; time < 4; time++) {
    codes.push((await api.request('POST', '/push/test', { token: attendant })).status)
  }
  // Nobody subscribed here.
  expect(codes).toEqual([404, 404, 404, 429])
})

function upload(token: string, content: string) {
  const sha256 = createHash('sha256').update(content).digest('base64')
  const hex = Buffer.from(sha256, 'base64').toString('hex')
  const metadata = `sha256 ${Buffer.from(hex).toString('base64')}`
  const headers = { 'tus-resumable': '1.0.0', 'upload-length': String(content.length), 'upload-metadata': metadata }
  return api.request('POST', '/uploads', { token, headers })
}

async function file(token: string, id: string, content: string) {
  const body = new FormData()
  body.set('file', new File([content], 'nota.txt'))
  const headers = { authorization: `Bearer ${token}`, origin: 'http://balcao.test' }
  return (await api.fetch(`/queue/${id}/media-upload`, { method: 'POST', headers, body })).json()
}

test('a company keeps as many files as it may; who has no more room is told before a byte is sent', async () => {
  const queueId = await ours.queue('Vendas')
  expect(await file(admin, queueId, 'x'.repeat(1000))).toMatchObject({ id: queueId })
  const full = { error: 'ERR_STORAGE_FULL', details: { quota: 1048 } }
  expect(await file(admin, queueId, 'y'.repeat(100))).toEqual(full)
  expect(await upload(admin, 'z'.repeat(100))).toMatchObject({ status: 413, body: { error: 'ERR_STORAGE_FULL' } })
  expect(await upload(admin, 'z'.repeat(40))).toMatchObject({ status: 201 })
  // What was announced counts before it has come.
  expect(await upload(admin, 'w'.repeat(40))).toMatchObject({ status: 413, body: { error: 'ERR_STORAGE_FULL' } })
  expect(await upload(neighbour, 'z'.repeat(1000))).toMatchObject({ status: 201 })
})

test('admins see what uses the room', async () => {
  expect(await api.request('GET', '/storage', { token: admin })).toMatchObject({
    status: 200,
    body: {
      used: 1000,
      quota: 1048,
      kinds: [
        { kind: 'conversations', bytes: 0, files: 0 },
        { kind: 'library', bytes: 1000, files: 1 },
        { kind: 'pictures', bytes: 0, files: 0 },
        { kind: 'other', bytes: 0, files: 0 },
      ],
    },
  })
  expect(await api.request('GET', '/storage', { token: attendant })).toMatchObject({ status: 403 })
  expect(await api.request('GET', '/storage', { token: neighbour })).toMatchObject({ body: { used: 0 } })
})
