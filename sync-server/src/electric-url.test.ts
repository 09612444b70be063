// ELECTRIC_URL: two sync-servers in front of one shape engine, which is a process of its own.
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { newId } from 'db/kit/new-id.ts'
import { startChild, type Child } from 'db/node/child.ts'
import { testCompany } from 'db/node/testing/test-world.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from './test-api.ts'
import { serveApp } from './test-served-app.ts'

const secret = 'between-us'
const tags = 60
let api: TestApi
let engine: Child
let servers: { origin: string; close(): void }[]

beforeAll(async () => {
  api = await startTestApi()
  engine = startChild(fileURLToPath(new URL('../shapes/src/main.ts', import.meta.url)), [], {
    DATABASE_URL: api.shapesUrl,
    PORT: '0',
    SHAPES_DIR: join(api.folder, 'shapes'),
    PUBLICATION: 'balcao',
    SLOT: `t_${newId().slice(-8)}`,
    MANAGE_PUBLICATION: '0',
    SECRET: secret,
    LONG_POLL_MS: '1000',
  })
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let url = ''
  engine.onLine((line) => {
    url ||= /listening on (\S+)/.exec(line)?.[1] ?? ''
    if (line.includes('shapes active')) resolve(url)
  })
  void engine.exited.then((how) => reject(new Error(`the engine ended: ${how}`)))
  const electricUrl = await promise
  const start = () => serveApp(api, { url: electricUrl, secret }, pino({ level: 'error' }))
  servers = await Promise.all([start(), start()])
})
afterAll(async () => {
  for (const { close } of servers) close()
  await engine.kill('SIGTERM')
  await api.stop()
})

interface Answer {
  upTo: string | null
  whole: boolean
  changes: {
    name: string
    handle: string
    offset: string
    messages: { value?: { id?: string }; headers: { operation?: string } }[]
  }[]
}

/** A device at one of the servers: what it was told of tags and of the log, answer by answer. */
async function deviceAt(origin: string, token: string) {
  const names = ['tags', 'applied_mutations']
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const shapes = await Promise.all(
    names.map(async (name) => {
      let at = { handle: '', offset: '-1' }
      for (;;) {
        const response = await fetch(`${origin}/shapes/${name}?offset=${at.offset}&handle=${at.handle}`, { headers })
        expect(response.status).toBe(200)
        await response.text()
        const [handle = '', offset = ''] = ['handle', 'offset'].map(
          (key) => response.headers.get(`electric-${key}`) ?? '',
        )
        at = { handle, offset }
        if (response.headers.has('electric-up-to-date')) return { name, ...at }
      }
    }),
  )
  return async (wait: boolean) => {
    const response = await fetch(`${origin}/shapes/changes`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ wait, shapes }),
    })
    expect(response.status).toBe(200)
    const answer = (await response.json()) as Answer
    for (const { name, handle, offset } of answer.changes) {
      const shape = shapes.find((one) => one.name === name)
      if (shape) Object.assign(shape, { handle, offset })
    }
    return answer
  }
}

test('devices at both servers get whole transactions, the same ones', async ({ signal }) => {
  const company = await testCompany(api.db)
  const admin = await company.user('admin')
  const token = await api.login(admin.email)
  const devices = await Promise.all(servers.map(({ origin }) => deviceAt(origin, token)))
  const seen = devices.map(() => ({ tags: new Set<string>(), applied_mutations: new Set<string>() }))

  const following = devices.map(async (next, index) => {
    const told = seen[index]
    // The change stream brings the last of them a moment after they were written.
    while ((told?.tags.size ?? 0) < tags) {
      signal.throwIfAborted()
      const { whole, changes } = await next(true)
      expect(whole).toBe(true)
      for (const { name, messages } of changes) {
        for (const { value, headers } of messages) {
          if (headers.operation === 'insert') told?.[name as 'tags' | 'applied_mutations'].add(value?.id ?? '')
        }
      }
      expect(told?.tags.size).toBe(told?.applied_mutations.size)
    }
  })
  for (let i = 0; i < tags; i++) {
    // Each is a row and its line in the log, in one transaction.
    const call = {
      id: newId(),
      name: 'tag.create',
      args: { id: newId(), name: `Etiqueta ${i}`, color: '#112233', kanban: false },
    }
    const { body } = await api.request('POST', '/mutations', { token, body: { mutations: [call] } })
    expect(body).toMatchObject({ results: [{ status: 'applied' }] })
  }
  await Promise.all(following)
  expect(seen.map((told) => [told.tags.size, told.applied_mutations.size])).toEqual([
    [tags, tags],
    [tags, tags],
  ])
})
