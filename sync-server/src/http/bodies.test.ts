// Bodies over a real socket: cost comes after authority, limits hold while bytes arrive, and a body that does not end ends by its deadline.
import { serve } from '@hono/node-server'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { connect as connectSocket, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { describedRoutes } from '../described-routes.ts'
import { kindOf } from '../limits/admission.ts'
import { startTestApi, type TestApi } from '../test-api.ts'

let api: TestApi
let server: ReturnType<typeof serve>
let port: number
let company: TestCompany
const sockets: Socket[] = []

beforeAll(async () => {
  api = await startTestApi()
  company = await testCompany(api.db)
  server = serve({ fetch: (request, env) => api.handle(request, env), port: 0, hostname: '127.0.0.1' })
  if (!server.listening) await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterEach(() => {
  vi.useRealTimers()
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(async () => {
  server.close()
  await api.stop()
})

/** A person of whom nothing was counted yet. */
const someone = async () => api.login((await company.user('admin')).email)

interface BeginOptions {
  announced?: number
  as?: string
  method?: string
  head?: readonly string[]
}

/** A request whose body is sent by the test. `announced`: its content-length; undefined: it is chunked. */
async function begin(
  path: string,
  { announced, as, method = 'POST', head: more = ['content-type: application/json'] }: BeginOptions,
) {
  const socket = connectSocket(port, '127.0.0.1')
  sockets.push(socket)
  await once(socket, 'connect')
  const length = announced === undefined ? 'transfer-encoding: chunked' : `content-length: ${announced}`
  const authorization = as === undefined ? [] : [`authorization: Bearer ${as}`]
  const head = [`${method} /api${path} HTTP/1.1`, 'host: balcao.test', ...more, length]
  socket.write(`${[...head, ...authorization].join('\r\n')}\r\n\r\n`)
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
  socket.on('error', () => undefined)
  const status = () => Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1])
  return {
    socket,
    text: () => text,
    write: (piece: string) => socket.write(piece),
    chunk: (piece: string) => socket.write(`${piece.length.toString(16)}\r\n${piece}\r\n`),
    answered: () => vi.waitUntil(() => status() || undefined),
  }
}

test('no stranger sends more than a login has: it is refused by what it announces, and while it comes', async () => {
  const { body: document } = await api.request('GET', '/openapi.json')
  const paths = Object.entries(document['paths'] as Record<string, { post?: { security?: []; requestBody?: object } }>)
  const open = paths.filter(([, { post }]) => post?.security?.length === 0 && post.requestBody !== undefined)
  expect(open.map(([path]) => path)).toContain('/auth/login')
  for (const [path] of open) {
    const announcing = await begin(path, { announced: 8_000_000 })
    const sending = await begin(path, {})
    for (let turn = 0; turn < 20; turn++) sending.chunk(`"${'x'.repeat(1000)}`)
    // Routes that are not there for this installation say so before they read.
    expect([413, 404], path).toContain(await announcing.answered())
    expect([413, 404], path).toContain(await sending.answered())
  }
})

test('a body without a session is not waited for: the credential comes first', async () => {
  const { answered } = await begin('/mutations', { announced: 8_000_000 })
  expect(await answered()).toBe(401)
  const chunked = await begin('/mutations', {})
  expect(await chunked.answered()).toBe(401)
})

test('nesting without end is refused at its first bytes', async () => {
  const token = await someone()
  const { write, answered } = await begin('/mutations', { announced: 8_000_000, as: token })
  write('['.repeat(300_000))
  expect(await answered()).toBe(400)
})

test('a million small values are refused while they come', async () => {
  const token = await someone()
  const { write, answered } = await begin('/mutations', { announced: 8_000_000, as: token })
  write(`{"mutations":[${'0,'.repeat(600_000)}`)
  expect(await answered()).toBe(400)
})

test('a body that lacks its last byte ends by its deadline, and its connection with it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { socket, write, answered } = await begin('/auth/login', { announced: 100 })
  write('{"email":"a@b.example","password":"x"')
  const ended = once(socket, 'close')
  await vi.waitUntil(() => vi.getTimerCount() > 0)
  await vi.advanceTimersByTimeAsync(10_000)
  vi.useRealTimers()
  expect(await answered()).toBe(408)
  await ended
})

test('unfinished bodies of one company hold no more than its share, and no place of those who write', async () => {
  const token = await someone()
  const piece = `"${'x'.repeat(7_900_000)}`
  const begun = performance.now()
  const bodies = await Promise.all(
    Array.from({ length: 12 }, () => begin('/mutations', { announced: 8_000_000, as: token })),
  )
  for (const { write } of bodies) write(piece)
  expect(await Promise.race(bodies.map((each) => each.answered()))).toBe(429)
  const another = await testCompany(api.db)
  const theirs = await api.login((await another.user('admin')).email)
  const name = { name: 'Urgente', color: '#ff0000', kanban: 0 }
  expect(await api.request('POST', '/tags', { token: theirs, body: name })).toMatchObject({ status: 201 })
  // Nobody waited for a gate's patience.
  expect(performance.now() - begun).toBeLessThan(15_000)
})

test('a colleague’s small write passes beside large bodies that never end', async () => {
  const colleague = await someone()
  for (let turn = 0; turn < 3; turn++) {
    const { write } = await begin('/mutations', { announced: 8_000_000, as: await someone() })
    write(`"${'x'.repeat(7_900_000)}`)
  }
  const name = { name: 'Depressa', color: '#ff0000', kanban: 0 }
  expect(await api.request('POST', '/tags', { token: colleague, body: name })).toMatchObject({ status: 201 })
})

test('a file that nobody goes on with ends by its silence, and an upload can be gone on with', async () => {
  const token = await someone()
  const content = Buffer.alloc(50_000, 'x')
  const begun = await api.fetch('/uploads', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'tus-resumable': '1.0.0',
      'upload-length': String(content.length),
      'upload-metadata': `sha256 ${Buffer.from(createHash('sha256').update(content).digest('hex')).toString('base64')}`,
    },
  })
  const location = `/uploads/${begun.headers.get('location')?.split('/').at(-1)}`
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const tus = ['tus-resumable: 1.0.0', 'upload-offset: 0', 'content-type: application/offset+octet-stream']
  const { socket, write } = await begin(location, { announced: content.length, as: token, method: 'PATCH', head: tus })
  write(content.subarray(0, 20_000).toString())
  const ended = once(socket, 'close')
  const file = join(api.folder, 'uploads', company.id, location.replace('/uploads/', ''))
  await vi.waitUntil(async () => (await stat(file)).size === 20_000)
  await vi.advanceTimersByTimeAsync(90_000)
  await ended
  vi.useRealTimers()
  const at = await api.request('HEAD', location, { token, headers: { 'tus-resumable': '1.0.0' } })
  expect(at.headers.get('upload-offset')).toBe('20000')
})

test('a client that asks before it sends is told to go on, and its connection serves the next request', async () => {
  const token = await someone()
  const tag = JSON.stringify({ name: 'Aos poucos', color: '#ff0000', kanban: 0 })
  const head = ['expect: 100-continue']
  const { write, chunk, text, socket } = await begin('/tags', { as: token, head })
  await vi.waitUntil(() => text().includes('100 Continue'))
  for (const letter of tag) chunk(letter)
  write('0\r\n\r\n')
  await vi.waitUntil(() => text().includes('HTTP/1.1 201'))
  socket.write(`GET /api/auth/me HTTP/1.1\r\nhost: balcao.test\r\nauthorization: Bearer ${token}\r\n\r\n`)
  await vi.waitUntil(() => text().includes('HTTP/1.1 200'))
})

test('every form with files passes a gate of its own, never the one of small writes', async () => {
  const { body: document } = await api.request('GET', '/openapi.json')
  const paths = document['paths'] as Record<string, { post?: { requestBody?: { content: object } } }>
  const forms = Object.entries(paths).filter(
    ([, { post }]) => 'multipart/form-data' in (post?.requestBody?.content ?? {}),
  )
  expect(forms.length).toBeGreaterThan(3)
  expect((await describedRoutes(api)).length).toBeGreaterThan(forms.length)
  for (const [path] of forms)
    expect(['upload', 'import'], path).toContain(
      kindOf('POST', path.replaceAll(/\{\w+\}/g, '018f'), { hasFiles: true }),
    )
})
