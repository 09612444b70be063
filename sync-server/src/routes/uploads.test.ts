import { serve } from '@hono/node-server'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readdir, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from 'db/kit/new-id.ts'
import { mediaFiles } from 'db/media/table.ts'
import { companies } from 'db/companies/table.ts'
import { testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { and, eq } from 'drizzle-orm'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sweepUploads } from '../media/sweep-uploads.ts'
import { startTestApi, type TestApi } from '../test-api.ts'

let api: TestApi
let company: TestCompany
let token: string
let otherToken: string
beforeAll(async () => {
  api = await startTestApi({ MAX_UPLOAD_MB: '20' })
  company = await testCompany(api.db)
  token = await api.login((await company.user('admin')).email)
  otherToken = await api.login((await (await testCompany(api.db)).user('admin')).email)
})
afterAll(() => api.stop())

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')
const pdf = (size: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size)])

type Init = { method: string; headers?: Record<string, string>; body?: RequestInit['body'] }
const ask = (path: string, init: Init, as = token) =>
  api.fetch(path.replace(/^\/api/, ''), {
    ...init,
    headers: { authorization: `Bearer ${as}`, 'tus-resumable': '1.0.0', ...init.headers },
    ...(init.body instanceof ReadableStream && { duplex: 'half' }),
  })

const base64 = (text: string) => Buffer.from(text).toString('base64')

async function begin(length: number, hash: string, name = 'foto.png', as = token) {
  const headers = {
    'upload-length': String(length),
    'upload-metadata': `sha256 ${base64(hash)},filename ${base64(name)}`,
  }
  const answer = await ask('/uploads', { method: 'POST', headers }, as)
  return { answer, location: answer.headers.get('location') ?? '' }
}

const patch = (location: string, offset: number, body: RequestInit['body'], as = token) => {
  const headers = { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }
  return ask(location, { method: 'PATCH', headers, body }, as)
}
const position = async (location: string, as = token) => {
  const answer = await ask(location, { method: 'HEAD' }, as)
  return { status: answer.status, offset: answer.headers.get('upload-offset') }
}

async function upload(content: Buffer, name?: string) {
  const hash = sha256(content)
  const { location } = await begin(content.length, hash, name)
  expect((await patch(location, 0, Uint8Array.from(content))).status).toBe(204)
  return hash
}
const rowOf = async (hash: string, companyId = company.id) =>
  (
    await api.db.orm
      .select()
      .from(mediaFiles)
      .where(and(eq(mediaFiles.hash, hash), eq(mediaFiles.companyId, companyId)))
  )[0]
const fileOf = (location: string) => join(api.folder, 'uploads', company.id, location.split('/').at(-1) ?? '')
const left = async () => (await readdir(join(api.folder, 'uploads', company.id))).toSorted()

test('a file arrives, is known by its content, and is answered to its company only', async () => {
  const hash = sha256(png)
  const stored = async (as?: string) => (await ask(`/media/${hash}/stored`, { method: 'GET' }, as)).json()
  expect((await ask(`/media/${hash}`, { method: 'HEAD' })).status).toBe(404)
  expect(await stored()).toEqual({ stored: false })
  await upload(png, 'foto.png')
  expect(await stored()).toEqual({ stored: true })
  expect(await stored(otherToken)).toEqual({ stored: false })
  expect(await rowOf(hash)).toMatchObject({ size: png.length, mime: 'image/png' })
  const there = await ask(`/media/${hash}`, { method: 'HEAD' })
  expect([there.status, there.headers.get('content-length')]).toEqual([200, String(png.length)])
  const answer = await ask(`/media/${hash}`, { method: 'GET' })
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(png)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': 'inline',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
    etag: `"${hash}"`,
  })
  for (const method of ['GET', 'HEAD']) {
    expect((await ask(`/media/${hash}`, { method }, otherToken)).status).toBe(404)
    expect((await api.fetch(`/media/${hash}`, { method })).status).toBe(401)
  }
  expect(await (await ask(`/media/${hash}`, { method: 'GET' }, otherToken)).json()).toEqual({
    error: 'ERR_NO_MEDIA_FOUND',
  })
  expect(await left()).toEqual([])
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
  const { status } = await ask('/uploads', { method: 'POST', headers: { ...metadata, ...headers } })
  expect(status).toBe(400)
  expect(await left()).toEqual([])
})

test('what is there already may be uploaded again, also twice at the same time', async () => {
  const content = pdf(10_000)
  const [one] = await Promise.all([upload(content), upload(content)])
  await upload(content)
  expect(await rowOf(one)).toMatchObject({ mime: 'application/pdf' })
})

describe('a cut', () => {
  test('in the middle of a chunk: the upload goes on at the last byte that came', async () => {
    const content = pdf(3_000_000)
    const hash = sha256(content)
    const { location } = await begin(content.length, hash)
    expect((await patch(location, 0, Uint8Array.from(content.subarray(0, 1_000_000)))).status).toBe(204)
    const arrived = async () => (await stat(fileOf(location))).size
    const cut = new ReadableStream({
      async pull(controller) {
        if ((await arrived()) === 1_000_000) controller.enqueue(content.subarray(1_000_000, 1_400_000))
        await vi.waitUntil(async () => (await arrived()) === 1_400_000)
        controller.error(new Error('the line was cut'))
      },
    })
    // As after a wrong position: nothing is wrong with the file.
    expect((await patch(location, 1_000_000, cut)).status).toBe(409)
    const { offset } = await position(location)
    expect(Number(offset)).toBe(1_400_000)
    // What was thought to be the position is not taken for it.
    expect((await patch(location, 1_000_000, 'x')).status).toBe(409)
    expect((await patch(location, 1_400_000, Uint8Array.from(content.subarray(1_400_000)))).status).toBe(204)
    expect(await rowOf(hash)).toMatchObject({ size: content.length })
  })

  test('of the socket itself: what came through the wire stays', async () => {
    const server = serve({ fetch: api.handle, port: 0, hostname: '127.0.0.1' })
    if (!server.listening) await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const content = pdf(500_000)
    const { location } = await begin(content.length, sha256(content))
    const headers = {
      authorization: `Bearer ${token}`,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': content.length,
    }
    const wire = httpRequest({ port, host: '127.0.0.1', path: location, method: 'PATCH', headers })
    wire.on('error', () => {})
    wire.write(content.subarray(0, 200_000))
    await vi.waitUntil(async () => (await stat(fileOf(location))).size === 200_000)
    wire.destroy()
    expect((await position(location)).offset).toBe('200000')
    const rest = await fetch(`http://127.0.0.1:${port}${location}`, {
      method: 'PATCH',
      headers: { ...headers, 'upload-offset': '200000', 'content-length': String(content.length - 200_000) },
      body: Uint8Array.from(content.subarray(200_000)),
    })
    expect(rest.status).toBe(204)
    const answer = await fetch(`http://127.0.0.1:${port}/api/media/${sha256(content)}`, {
      headers: { authorization: headers.authorization },
    })
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(content)
    server.close()
  })

  test('after the last byte: HEAD says that all of it is here', async () => {
    const content = pdf(500)
    const { location } = await begin(content.length, sha256(content))
    await patch(location, 0, Uint8Array.from(content))
    expect(await position(location)).toEqual({ status: 200, offset: String(content.length) })
  })

  test('by who asks where to go on: what had come is kept, and said to both', async () => {
    const content = pdf(500)
    const { location } = await begin(content.length, sha256(content))
    const halting = new ReadableStream({ start: (controller) => controller.enqueue(content.subarray(0, 200)) })
    const halted = patch(location, 0, halting)
    await vi.waitUntil(async () => (await stat(fileOf(location))).size === 200)
    expect(await position(location)).toEqual({ status: 200, offset: '200' })
    const answer = await halted
    expect([answer.status, answer.headers.get('upload-offset')]).toEqual([204, '200'])
    expect((await patch(location, 200, Uint8Array.from(content.subarray(200)))).status).toBe(204)
  })

  test('while it is taken in: who asks where to go on disturbs nobody', async () => {
    const content = pdf(500)
    const { location } = await begin(content.length, sha256(content))
    const superuser = postgres(api.superuserUrl, { max: 1 })
    const asked: Promise<unknown>[] = []
    await superuser.begin(async (tx) => {
      // Nothing is taken in.
      await tx`lock table media_files in share mode`
      asked.push(patch(location, 0, Uint8Array.from(content)).then(({ status }) => status))
      await vi.waitUntil(async () => (await stat(fileOf(location))).size === content.length)
      asked.push(position(location), position(location), position(location))
      await vi.waitUntil(async () => {
        const waiting = await tx`select 1 from pg_locks where not granted and relation = 'media_files'::regclass`
        return waiting.length > 0
      })
    })
    await superuser.end()
    const whole = { status: 200, offset: String(content.length) }
    expect(await Promise.all(asked)).toEqual([204, whole, whole, whole])
    expect(await left()).toEqual([])
  })

  test('of the server before it took the file in: HEAD makes up for it', async () => {
    const content = pdf(500)
    const hash = sha256(content)
    const { location } = await begin(content.length, hash)
    // The store can't be written to: all bytes are here, and that is how far it got.
    await api.alter('alter table media_files rename to gone')
    expect((await patch(location, 0, Uint8Array.from(content))).status).toBe(500)
    await api.alter('alter table gone rename to media_files')
    expect(await rowOf(hash)).toBeUndefined()
    expect(await position(location)).toEqual({ status: 200, offset: String(content.length) })
    expect(await rowOf(hash)).toMatchObject({ size: content.length })
  })
})

test('content that is not what was announced is refused and thrown away', async () => {
  const content = pdf(100)
  const hash = sha256(content)
  content[50] = (content[50] ?? 0) ^ 1
  const { location } = await begin(content.length, hash)
  const answer = await patch(location, 0, Uint8Array.from(content))
  expect([answer.status, await answer.json()]).toEqual([422, { error: 'ERR_MEDIA_CORRUPTED' }])
  expect(await rowOf(hash)).toBeUndefined()
  expect((await position(location)).status).toBe(404)
  expect(await left()).toEqual([])
})

test('an upload of another company is not found', async () => {
  const content = pdf(100)
  const { location } = await begin(content.length, sha256(content))
  expect((await position(location, otherToken)).status).toBe(404)
  expect((await patch(location, 0, Uint8Array.from(content), otherToken)).status).toBe(404)
  expect((await ask(location, { method: 'DELETE' }, otherToken)).status).toBe(404)
  expect((await position(location)).offset).toBe('0')
  // Nor is what is half here ever answered.
  expect((await ask(location, { method: 'GET' })).status).toBe(404)
  expect((await ask(location, { method: 'DELETE' })).status).toBe(204)
  expect((await position(location)).status).toBe(404)
})

test('too large is refused, before a byte and on the way', async () => {
  const { answer } = await begin(20 * 1024 * 1024 + 1, 'ab'.repeat(32))
  expect([answer.status, await answer.json()]).toEqual([413, { error: 'ERR_MEDIA_TOO_LARGE' }])
  const content = pdf(100)
  const { location } = await begin(content.length, sha256(content))
  const more = new ReadableStream({
    start(controller) {
      controller.enqueue(content)
      controller.enqueue(content)
      controller.close()
    },
  })
  expect((await patch(location, 0, more)).status).toBe(413)
  expect(await rowOf(sha256(content))).toBeUndefined()
})

test('a chunk may be larger than any other request', async () => {
  expect(await rowOf(await upload(pdf(9 * 1024 * 1024)))).toMatchObject({ mime: 'application/pdf' })
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
      expect((await begin(10, hash)).answer.status).toBe(400)
    },
  )

  test.each(['..%2f..%2fsecrets.json', '%2e%2e%2fx', `${'ab'.repeat(32)}-${'0'.repeat(32)}.json`])(
    'there is no upload %s',
    async (id) => {
      for (const method of ['HEAD', 'PATCH', 'DELETE']) {
        const headers = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
        expect((await ask(`/uploads/${id}`, { method, headers })).status).toBe(404)
      }
      expect((await ask(`/media/${id}`, { method: 'GET' })).status).toBe(404)
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
  const { headers } = await ask(`/media/${hash}`, { method: 'GET' })
  expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([mime, 'attachment'])
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test('a part of a file is answered, and nothing when it has not changed', async () => {
  const content = pdf(1000)
  const hash = await upload(content)
  const part = async (range: string) => {
    const answer = await ask(`/media/${hash}`, { method: 'GET', headers: { range } })
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
  expect((await ask(`/media/${hash}`, { method: 'GET', headers })).status).toBe(304)
})

test('without a session, or past the due date, nothing is taken', async () => {
  expect((await api.fetch('/uploads', { method: 'POST', headers: { 'tus-resumable': '1.0.0' } })).status).toBe(401)
  const late = await testCompany(api.db)
  const lateToken = await api.login((await late.user('admin')).email)
  await api.db.orm
    .update(companies)
    .set({ dueDate: new Date(0) })
    .where(eq(companies.id, late.id))
  expect((await begin(10, 'ab'.repeat(32), 'x', lateToken)).answer.status).toBe(402)
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

test('an upload is swept a day after its last byte, not before', async () => {
  const content = pdf(100)
  const [old, fresh] = [await begin(content.length, sha256(content)), await begin(content.length, sha256(content))]
  for (const { location } of [old, fresh]) await patch(location, 0, Uint8Array.from(content.subarray(0, 10)))
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000)
  for (const file of [fileOf(old.location), `${fileOf(old.location)}.json`, `${fileOf(fresh.location)}.json`]) {
    await utimes(file, twoDaysAgo, twoDaysAgo)
  }
  await sweepUploads(join(api.folder, 'uploads'), Date.now() - 86_400_000)
  expect((await position(old.location)).status).toBe(404)
  expect((await position(fresh.location)).offset).toBe('10')
  await expect(stat(`${fileOf(old.location)}.json`)).rejects.toThrow('ENOENT')
})
