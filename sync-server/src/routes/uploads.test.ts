import { readdir, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from 'db/kit/new-id.ts'
import { companies } from 'db/companies/table.ts'
import { testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweepUploads } from '../media/sweep-uploads.ts'
import { startTestApi, type TestApi } from '../test-api.ts'
import { pdf, sha256, testUploads, type TestUploads } from './test-uploads.ts'

let api: TestApi
let company: TestCompany
let token: string
let uploads: TestUploads
let otherToken: string
beforeAll(async () => {
  api = await startTestApi({ MAX_UPLOAD_MB: '20' })
  company = await testCompany(api.db)
  token = await api.login((await company.user('admin')).email)
  uploads = testUploads(api, company, token)
  otherToken = await api.login((await (await testCompany(api.db)).user('admin')).email)
})
afterAll(() => api.stop())

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const base64 = (text: string) => Buffer.from(text).toString('base64')

async function upload(content: Buffer, name?: string) {
  const hash = sha256(content)
  const { location } = await uploads.begin(content.length, hash, name)
  expect((await uploads.patch(location, 0, Uint8Array.from(content))).status).toBe(204)
  return hash
}

test('a file arrives, is known by its content, and is answered to its company only', async () => {
  const hash = sha256(png)
  const stored = async (as?: string) => (await uploads.ask(`/media/${hash}/stored`, { method: 'GET' }, as)).json()
  expect((await uploads.ask(`/media/${hash}`, { method: 'HEAD' })).status).toBe(404)
  expect(await stored()).toEqual({ stored: false })
  await upload(png, 'foto.png')
  expect(await stored()).toEqual({ stored: true })
  expect(await stored(otherToken)).toEqual({ stored: false })
  expect(await uploads.rowOf(hash)).toMatchObject({ size: png.length, mime: 'image/png' })
  const there = await uploads.ask(`/media/${hash}`, { method: 'HEAD' })
  expect([there.status, there.headers.get('content-length')]).toEqual([200, String(png.length)])
  const answer = await uploads.ask(`/media/${hash}`, { method: 'GET' })
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(png)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': 'inline',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
    etag: `"${hash}"`,
  })
  for (const method of ['GET', 'HEAD']) {
    expect((await uploads.ask(`/media/${hash}`, { method }, otherToken)).status).toBe(404)
    expect((await api.fetch(`/media/${hash}`, { method })).status).toBe(401)
  }
  expect(await (await uploads.ask(`/media/${hash}`, { method: 'GET' }, otherToken)).json()).toEqual({
    error: 'ERR_NO_MEDIA_FOUND',
  })
  expect(await uploads.left()).toEqual([])
})

test.each([
  [{ 'upload-length': '0' }],
  [{ 'upload-defer-length': '1' }],
  [{ 'upload-length': '-1' }],
  [{ 'upload-length': 'x' }],
  [{ 'upload-length': '1e400' }],
  [{ 'upload-length': '4', 'upload-metadata': '=' }],
  [{ 'upload-length': '4', 'upload-metadata': `sha256 ${base64('a\0')}` }],
  [{ 'upload-length': '4', 'upload-metadata': `sha256 ${base64('../../etc/passwd')}` }],
])('an upload that can be none is refused: %j', async (headers) => {
  const metadata = { 'upload-metadata': `sha256 ${base64(sha256(png))}` }
  const { status } = await uploads.ask('/uploads', { method: 'POST', headers: { ...metadata, ...headers } })
  expect(status).toBe(400)
  expect(await uploads.left()).toEqual([])
})

test('what is there already may be uploaded again, also twice at the same time', async () => {
  const content = pdf(10_000)
  const [one] = await Promise.all([upload(content), upload(content)])
  await upload(content)
  expect(await uploads.rowOf(one)).toMatchObject({ mime: 'application/pdf' })
})

test('content that is not what was announced is refused and thrown away', async () => {
  const content = pdf(100)
  const hash = sha256(content)
  content[50] = (content[50] ?? 0) ^ 1
  const { location } = await uploads.begin(content.length, hash)
  const answer = await uploads.patch(location, 0, Uint8Array.from(content))
  expect([answer.status, await answer.json()]).toEqual([422, { error: 'ERR_MEDIA_CORRUPTED' }])
  expect(await uploads.rowOf(hash)).toBeUndefined()
  expect((await uploads.position(location)).status).toBe(404)
  expect(await uploads.left()).toEqual([])
})

test('an upload of another company is not found', async () => {
  const content = pdf(100)
  const { location } = await uploads.begin(content.length, sha256(content))
  expect((await uploads.position(location, otherToken)).status).toBe(404)
  expect((await uploads.patch(location, 0, Uint8Array.from(content), otherToken)).status).toBe(404)
  expect((await uploads.ask(location, { method: 'DELETE' }, otherToken)).status).toBe(404)
  expect((await uploads.position(location)).offset).toBe('0')
  // Nor is what is half here ever answered.
  expect((await uploads.ask(location, { method: 'GET' })).status).toBe(404)
  expect((await uploads.ask(location, { method: 'DELETE' })).status).toBe(204)
  expect((await uploads.position(location)).status).toBe(404)
})

test('too large is refused, before a byte and on the way', async () => {
  const { answer } = await uploads.begin(20 * 1024 * 1024 + 1, 'ab'.repeat(32))
  expect([answer.status, await answer.json()]).toEqual([413, { error: 'ERR_MEDIA_TOO_LARGE' }])
  const content = pdf(100)
  const { location } = await uploads.begin(content.length, sha256(content))
  const more = new ReadableStream({
    start(controller) {
      controller.enqueue(content)
      controller.enqueue(content)
      controller.close()
    },
  })
  expect((await uploads.patch(location, 0, more)).status).toBe(413)
  expect(await uploads.rowOf(sha256(content))).toBeUndefined()
})

test('a chunk may be larger than any other request', async () => {
  expect(await uploads.rowOf(await upload(pdf(9 * 1024 * 1024)))).toMatchObject({ mime: 'application/pdf' })
})

describe('names', () => {
  test.each(['../../secrets.json', '/etc/passwd', 'a\u0000b', '..\\..\\x'])('%j leads nowhere', async (name) => {
    const content = pdf(50)
    const hash = await upload(content, name)
    const where = (await readdir(join(api.folder, 'media'), { recursive: true })).filter((path) => path.endsWith(hash))
    expect(where).toEqual([join(company.id, hash.slice(0, 2), hash)])
  })

  test.each(['../secrets.json', `../../${'ab'.repeat(32)}`, '', 'AB'.repeat(32)])(
    'an announced hash %j is refused',
    async (hash) => {
      expect((await uploads.begin(10, hash)).answer.status).toBe(400)
    },
  )

  test.each(['..%2f..%2fsecrets.json', '%2e%2e%2fx', `${'ab'.repeat(32)}-${'0'.repeat(32)}.json`])(
    'there is no upload %s',
    async (id) => {
      for (const method of ['HEAD', 'PATCH', 'DELETE']) {
        const headers = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
        expect((await uploads.ask(`/uploads/${id}`, { method, headers })).status).toBe(404)
      }
      expect((await uploads.ask(`/media/${id}`, { method: 'GET' })).status).toBe(404)
    },
  )
})

test.each([
  ['HTML', '<!doctype html><script>alert(1)</script>', 'application/octet-stream'],
  [
    'SVG',
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    'application/xml',
  ],
  ['SVG without a prologue', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'application/octet-stream'],
  ['text', 'bom dia', 'application/octet-stream'],
  ['PDF', '%PDF-1.7 …', 'application/pdf'],
])('%s is a download, whatever its name says', async (_kind, content, mime) => {
  const hash = await upload(Buffer.from(content), 'foto.png')
  const { headers } = await uploads.ask(`/media/${hash}`, { method: 'GET' })
  expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([mime, 'attachment'])
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test('a part of a file is answered, and nothing when it has not changed', async () => {
  const content = pdf(1000)
  const hash = await upload(content)
  const part = async (range: string) => {
    const answer = await uploads.ask(`/media/${hash}`, { method: 'GET', headers: { range } })
    return {
      status: answer.status,
      range: answer.headers.get('content-range'),
      body: Buffer.from(await answer.arrayBuffer()),
    }
  }
  expect(await part('bytes=9-99')).toEqual({
    status: 206,
    range: `bytes 9-99/${content.length}`,
    body: content.subarray(9, 100),
  })
  expect(await part('bytes=-10')).toMatchObject({ status: 206, body: content.subarray(-10) })
  expect(await part('bytes=99999-')).toMatchObject({ status: 416, range: `bytes */${content.length}` })
  expect(await part('bytes=0-1,4-5')).toMatchObject({ status: 200, body: content })
  const headers = { 'if-none-match': `"${hash}"` }
  expect((await uploads.ask(`/media/${hash}`, { method: 'GET', headers })).status).toBe(304)
})

test('without a session, or past the due date, nothing is taken', async () => {
  expect((await api.fetch('/uploads', { method: 'POST', headers: { 'tus-resumable': '1.0.0' } })).status).toBe(401)
  const late = await testCompany(api.db)
  const lateToken = await api.login((await late.user('admin')).email)
  await api.db.orm
    .update(companies)
    .set({ dueDate: new Date(0) })
    .where(eq(companies.id, late.id))
  expect((await uploads.begin(10, 'ab'.repeat(32), 'x', lateToken)).answer.status).toBe(402)
})

test('a message is sent with a file that was uploaded, and not before', async () => {
  const content = pdf(200)
  const media = { hash: sha256(content), mime: 'image/png', name: 'tabela.pdf', size: 1 }
  const ticketId = await company.ticket({ status: 'open' })
  const push = async (as: string) => {
    const send = { id: newId(), name: 'message.send', args: { id: newId(), ticketId, body: '', media } }
    const { body } = await api.request('POST', '/mutations', { token: as, body: { mutations: [send] } })
    return (body['results'] as object[])[0]
  }
  expect(await push(token)).toMatchObject({ status: 'rejected', code: 'ERR_NO_MEDIA_FOUND' })
  const hash = await upload(content)
  expect(await push(token)).toMatchObject({ status: 'applied' })
  const { body } = await api.request('GET', `/messages/${ticketId}`, { token })
  expect(body['messages']).toMatchObject([
    {
      body: '',
      mediaType: 'application',
      mediaMime: 'application/pdf',
      mediaSize: content.length,
      mediaUrl: `/api/media/${hash}`,
    },
  ])
})

test('one person begins no more than so many uploads, and a colleague goes on', async () => {
  const [busy, colleague] = [await company.user('user'), await company.user('user')]
  const headers = { 'upload-length': '4', 'upload-metadata': `sha256 ${base64('0'.repeat(64))}` }
  const begin = async (as: string) => (await uploads.ask('/uploads', { method: 'POST', headers }, as)).status
  const [busyToken, colleagueToken] = [await api.login(busy.email), await api.login(colleague.email)]
  const statuses = []
  for (let turn = 0; turn < 41; turn++) statuses.push(await begin(busyToken))
  expect(new Set(statuses.slice(0, 40))).toEqual(new Set([201]))
  expect(statuses.at(-1)).toBe(429)
  expect(await begin(colleagueToken)).toBe(201)
  await sweepUploads(join(api.folder, 'uploads'), Date.now() + 2 * 3_600_000)
})

test('an upload is swept an hour after its last byte, not before', async () => {
  const content = pdf(100)
  const [old, fresh] = [
    await uploads.begin(content.length, sha256(content)),
    await uploads.begin(content.length, sha256(content)),
  ]
  for (const { location } of [old, fresh]) await uploads.patch(location, 0, Uint8Array.from(content.subarray(0, 10)))
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const touch = async (location: string, lastByte: number, description: number) => {
    const file = uploads.fileOf(location)
    await utimes(file, minutesAgo(lastByte), minutesAgo(lastByte))
    await utimes(`${file}.json`, minutesAgo(description), minutesAgo(description))
  }
  await touch(old.location, 61, 300)
  await touch(fresh.location, 59, 300)
  await sweepUploads(join(api.folder, 'uploads'), Date.now())
  expect((await uploads.position(old.location)).status).toBe(404)
  expect((await uploads.position(fresh.location)).offset).toBe('10')
  await expect(stat(`${uploads.fileOf(old.location)}.json`)).rejects.toThrow('ENOENT')
})
