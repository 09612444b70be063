// ELECTRIC_URL: two sync-servers in front of shape engines, which are processes of their own.
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { createChat, updateChat } from 'db/chats/mutations.ts'
import { sendChatMessage } from 'db/chats/send-message.ts'
import { newId } from 'db/kit/new-id.ts'
import { startChild, type Child } from 'db/node/child.ts'
import { runFor, testCompany } from 'db/node/testing/test-world.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { leftWithin } from './shape-engines.ts'
import { startTestApi, type TestApi } from '../test-api.ts'
import { serveApp } from '../test-served-app.ts'

const secret = 'between-us'
const tags = 60
let api: TestApi
let engines: Engine[]
let servers: { origin: string; close(): void }[]

interface Engine {
  child: Child
  url: string
}

/** Of several that know each other's shapes. */
async function startEngine(name: string): Promise<Engine> {
  const child = startChild(fileURLToPath(new URL('../../shapes/src/main.ts', import.meta.url)), [], {
    DATABASE_URL: api.shapesUrl,
    PORT: '0',
    SHAPES_DIR: join(api.folder, name),
    PUBLICATION: 'balcao',
    SLOT: `t_${newId().slice(-8)}_${name}`,
    PEERS: '1',
    MANAGE_PUBLICATION: '0',
    SECRET: secret,
    LONG_POLL_MS: '1000',
  })
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let url = ''
  child.onLine((line) => {
    url ||= /listening on (\S+)/.exec(line)?.[1] ?? ''
    if (line.includes('shapes active')) resolve(url)
  })
  void child.exited.then((how) => reject(new Error(`the engine ended: ${how}`)))
  return { child, url: await promise }
}

beforeAll(async () => {
  api = await startTestApi()
  engines = await Promise.all(['a', 'b'].map(startEngine))
  const [a, b] = engines.map(({ url }) => url)
  const start = (url: string) => serveApp(api, { url, secret }, pino({ level: 'silent' }))
  servers = await Promise.all([start(`${a},${b}`), start(`${b},${a}`)])
})
afterAll(async () => {
  for (const { close } of servers) close()
  await Promise.all(engines.map(({ child }) => child.kill('SIGKILL')))
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

/** Writes tags while devices at both servers follow, and `meanwhile` happens; each must have been told of all, whole and without starting again. */
async function followed(names: string, meanwhile: () => Promise<void>, signal: AbortSignal) {
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
    const args = { id: newId(), name: `${names} ${i}`, color: '#112233', kanban: false }
    const call = { id: newId(), name: 'tag.create', args }
    const { body } = await api.request('POST', '/mutations', { token, body: { mutations: [call] } })
    expect(body).toMatchObject({ results: [{ status: 'applied' }] })
    if (i === tags / 2) await meanwhile()
  }
  await Promise.all(following)
  expect(seen.map((told) => [told.tags.size, told.applied_mutations.size])).toEqual([
    [tags, tags],
    [tags, tags],
  ])
}

test('devices at both servers get whole transactions, the same ones', ({ signal }) =>
  followed('Etiqueta', async () => {}, signal))

test('an engine that falls silent, as one on a machine that is gone, is left for the other within 10 seconds, and nobody starts again', async ({
  signal,
}) => {
  const [first] = engines
  await followed(
    'Silêncio',
    async () => {
      first?.child.process.kill('SIGSTOP')
      await vi.waitFor(async () => {
        const [server] = servers
        const quick = AbortSignal.timeout(1000)
        const answer = await fetch(`${server?.origin}/health`, { signal: quick })
        expect(await answer.json()).toMatchObject({ shapes: { status: 'active' } })
      })
      // How long it took here says as much of what else this machine does.
      expect(leftWithin).toBeLessThan(10_000)
    },
    signal,
  )
  first?.child.process.kill('SIGCONT')
})

test('an Electric is asked for chats by their ids: who comes into one has it with all that was said, who goes reads anew', async () => {
  const company = await testCompany(api.db)
  const [ana, bruno] = [await company.user('user'), await company.user('user')]
  const [id, chatMessageId] = [newId(), newId()]
  await runFor(api.db, ana, createChat, { id, title: 'Padaria', userIds: [ana.userId] })
  await runFor(api.db, ana, sendChatMessage, { id: chatMessageId, chatId: id, body: 'oi' })
  const choose = (...userIds: string[]) =>
    runFor(api.db, ana, updateChat, { id, changes: { userIds: { to: userIds } } })
  const headers = { authorization: `Bearer ${await api.login(bruno.email)}`, 'content-type': 'application/json' }
  const origin = servers[0]?.origin ?? ''
  const load = async (name: string) => {
    let [at, text] = [{ handle: '', offset: '-1' }, '']
    for (;;) {
      const response = await fetch(`${origin}/shapes/${name}?offset=${at.offset}&handle=${at.handle}`, { headers })
      text += await response.text()
      at = {
        handle: response.headers.get('electric-handle') ?? '',
        offset: response.headers.get('electric-offset') ?? '',
      }
      if (response.headers.has('electric-up-to-date')) return { at: { name, ...at }, text }
    }
  }
  const names = ['chats', 'chat_members', 'chat_messages']
  const follow = async (shapes: object[]) => {
    const body = JSON.stringify({ wait: true, shapes })
    const response = await fetch(`${origin}/shapes/changes`, { method: 'POST', headers, body })
    return ((await response.json()) as { changes: { name: string; refetch: boolean }[] }).changes
  }
  /** Names of the shapes that a device reads anew, once it was told of its own row. */
  const anewAfter = async (change: () => Promise<void>) => {
    const shapes = (await Promise.all(names.map(load))).map(({ at }) => at)
    const waiting = follow(shapes)
    await change()
    // The first answer may be of before the change.
    let told = await waiting
    while (!told.some(({ refetch }) => refetch)) told = await follow(shapes)
    return told.flatMap(({ name, refetch }) => (refetch ? [name] : [])).toSorted()
  }
  expect((await Promise.all(names.map(load))).map(({ text }) => text.includes(id))).toEqual([false, false, false])
  expect(await anewAfter(() => choose(bruno.userId))).toEqual(names.toSorted())
  expect((await Promise.all(names.map(load))).map(({ text }) => text.includes(id))).toEqual([true, true, true])
  expect((await load('chat_messages')).text).toContain(chatMessageId)
  expect(await anewAfter(() => choose(ana.userId))).toEqual(names.toSorted())
  // The log of who is in which has that they came and went.
  const gone = await Promise.all(['chats', 'chat_messages'].map(load))
  expect(gone.map(({ text }) => text.includes(id))).toEqual([false, false])
})

test('an engine that is killed is left for the other at once, and nobody starts again', ({ signal }) =>
  followed('Ende', async () => engines[0]?.child.kill('SIGKILL'), signal))
