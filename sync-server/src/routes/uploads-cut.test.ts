// An upload that is cut goes on where it was, wherever the cut is, and whoever asks meanwhile.
import { serve } from '@hono/node-server'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { stat } from 'node:fs/promises'
import { testCompany } from 'db/node/testing/test-world.ts'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'
import { pdf, sha256, testUploads, type TestUploads } from './test-uploads.ts'

let api: TestApi
let token: string
let uploads: TestUploads
beforeAll(async () => {
  api = await startTestApi({ MAX_UPLOAD_MB: '20' })
  const company = await testCompany(api.db)
  token = await api.login((await company.user('admin')).email)
  uploads = testUploads(api, company, token)
})
afterAll(() => api.stop())

describe('a cut', () => {
  test('in the middle of a chunk: the upload goes on at the last byte that came', async () => {
    const content = pdf(3_000_000)
    const hash = sha256(content)
    const { location } = await uploads.begin(content.length, hash)
    expect((await uploads.patch(location, 0, Uint8Array.from(content.subarray(0, 1_000_000)))).status).toBe(204)
    const arrived = async () => (await stat(uploads.fileOf(location))).size
    const cut = new ReadableStream({
      async pull(controller) {
        if ((await arrived()) === 1_000_000) controller.enqueue(content.subarray(1_000_000, 1_400_000))
        await vi.waitUntil(async () => (await arrived()) === 1_400_000)
        controller.error(new Error('the line was cut'))
      },
    })
    // As after a wrong position: nothing is wrong with the file.
    expect((await uploads.patch(location, 1_000_000, cut)).status).toBe(409)
    const { offset } = await uploads.position(location)
    expect(Number(offset)).toBe(1_400_000)
    // What was thought to be the position is not taken for it.
    expect((await uploads.patch(location, 1_000_000, 'x')).status).toBe(409)
    expect((await uploads.patch(location, 1_400_000, Uint8Array.from(content.subarray(1_400_000)))).status).toBe(204)
    expect(await uploads.rowOf(hash)).toMatchObject({ size: content.length })
  })

  test('of the socket itself: what came through the wire stays', async () => {
    const server = serve({ fetch: api.handle, port: 0, hostname: '127.0.0.1' })
    if (!server.listening) await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const content = pdf(500_000)
    const { location } = await uploads.begin(content.length, sha256(content))
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
    await vi.waitUntil(async () => (await stat(uploads.fileOf(location))).size === 200_000)
    wire.destroy()
    expect((await uploads.position(location)).offset).toBe('200000')
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
    const { location } = await uploads.begin(content.length, sha256(content))
    await uploads.patch(location, 0, Uint8Array.from(content))
    expect(await uploads.position(location)).toEqual({ status: 200, offset: String(content.length) })
  })

  test('by who asks where to go on: what had come is kept, and said to both', async () => {
    const content = pdf(500)
    const { location } = await uploads.begin(content.length, sha256(content))
    const halting = new ReadableStream({ start: (controller) => controller.enqueue(content.subarray(0, 200)) })
    const halted = uploads.patch(location, 0, halting)
    await vi.waitUntil(async () => (await stat(uploads.fileOf(location))).size === 200)
    expect(await uploads.position(location)).toEqual({ status: 200, offset: '200' })
    const answer = await halted
    expect([answer.status, answer.headers.get('upload-offset')]).toEqual([204, '200'])
    expect((await uploads.patch(location, 200, Uint8Array.from(content.subarray(200)))).status).toBe(204)
  })

  test('while it is taken in: who asks where to go on disturbs nobody', async () => {
    const content = pdf(500)
    const { location } = await uploads.begin(content.length, sha256(content))
    const superuser = postgres(api.superuserUrl, { max: 1 })
    const asked: Promise<unknown>[] = []
    await superuser.begin(async (tx) => {
      // Nothing is taken in.
      await tx`lock table media_files in share mode`
      asked.push(uploads.patch(location, 0, Uint8Array.from(content)).then(({ status }) => status))
      await vi.waitUntil(async () => (await stat(uploads.fileOf(location))).size === content.length)
      asked.push(uploads.position(location), uploads.position(location), uploads.position(location))
      await vi.waitUntil(async () => {
        const waiting = await tx`select 1 from pg_locks where not granted and relation = 'media_files'::regclass`
        return waiting.length > 0
      })
    })
    await superuser.end()
    const whole = { status: 200, offset: String(content.length) }
    expect(await Promise.all(asked)).toEqual([204, whole, whole, whole])
    expect(await uploads.left()).toEqual([])
  })

  test('of the server before it took the file in: HEAD makes up for it', async () => {
    const content = pdf(500)
    const hash = sha256(content)
    const { location } = await uploads.begin(content.length, hash)
    // The store can't be written to: all bytes are here, and that is how far it got.
    await api.alter('alter table media_files rename to gone')
    expect((await uploads.patch(location, 0, Uint8Array.from(content))).status).toBe(500)
    await api.alter('alter table gone rename to media_files')
    expect(await uploads.rowOf(hash)).toBeUndefined()
    expect(await uploads.position(location)).toEqual({ status: 200, offset: String(content.length) })
    expect(await uploads.rowOf(hash)).toMatchObject({ size: content.length })
  })
})
