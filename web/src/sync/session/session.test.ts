import 'fake-indexeddb/auto'
import { newId } from 'db/kit/new-id.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browserStore } from '../kit/browser-store.ts'
import { deliverLogouts, keepLogoutsDelivered, readOwedLogouts } from './owed-logouts.ts'
import { authorizedFetch, closeSession, login, readSession } from './session.ts'

interface Asked {
  path: string
  method: string
  bearer: string | null
  credentials: string | undefined
}

/** What the server answers, by path; null: no network. */
let answers: Record<string, () => Response | null | Promise<Response | null>>
let asked: Asked[]

const user = (id: string) => ({
  id,
  name: 'Ana',
  email: 'ana@aurora.example',
  profile: 'user',
  super: false,
  companyId: newId(),
  allTicket: 'enable',
  company: { id: newId(), name: 'Aurora', dueDate: new Date().toISOString() },
  queues: [],
})
const ana = newId()
const session =
  (token: string, id = ana) =>
  () =>
    Response.json({ token, user: user(id) })
const done = () => new Response(null, { status: 204 })
const expired = () => Response.json({ error: 'ERR_SESSION_EXPIRED' }, { status: 403 })
const down = () => new Response('<h1>Bad gateway</h1>', { status: 502 })

const browser = new EventTarget()
/** As often as it takes: who waits for it begins to wait at some moment. */
const online = (until: () => boolean | Promise<boolean>) =>
  vi.waitUntil(() => {
    browser.dispatchEvent(new Event('online'))
    return until()
  })

beforeEach(() => {
  asked = []
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    const { method = 'GET', credentials } = init
    asked.push({ path, method, bearer: headers.get('authorization'), credentials })
    const answer = await answers[path]?.()
    if (!answer) throw new TypeError('fetch failed')
    return answer
  })
})
afterEach(async () => {
  answers = { '/api/auth/logout': done }
  await closeSession()
  await online(async () => (await readOwedLogouts()).length === 0)
  vi.unstubAllGlobals()
})

const logouts = () => asked.filter(({ path }) => path === '/api/auth/logout')
const owedTokens = async () => (await readOwedLogouts()).map(({ token }) => token)

test('who logs out without network is gone from the device at once, and from the server as soon as there is one', async () => {
  answers = { '/api/auth/login': session('t1') }
  await login('ana@aurora.example', 'segredo')
  await closeSession()
  expect(await readSession()).toBeNull()
  await vi.waitUntil(() => logouts().length > 0)
  expect(await owedTokens()).toEqual(['t1'])

  answers = { '/api/auth/logout': down }
  await online(() => logouts().length > 1)
  expect(await owedTokens()).toEqual(['t1'])

  answers = { '/api/auth/logout': done }
  await online(async () => (await owedTokens()).length === 0)
  // While they leave, the cookie goes with them; later it may be somebody else's.
  const [first, ...later] = logouts()
  expect(first).toMatchObject({ bearer: 'Bearer t1', credentials: 'same-origin' })
  expect(later.every(({ bearer, credentials }) => bearer === 'Bearer t1' && credentials === 'omit')).toBe(true)
})

test('it is delivered before the next login, and under its own token', async () => {
  answers = { '/api/auth/login': session('t1') }
  await login('ana@aurora.example', 'segredo')
  await closeSession()
  await vi.waitUntil(() => logouts().length > 0)
  asked = []
  answers = { '/api/auth/login': session('t2', newId()), '/api/auth/logout': done }
  await login('bia@aurora.example', 'segredo')
  expect(asked.map(({ path, bearer }) => [path, bearer])).toEqual([
    ['/api/auth/logout', 'Bearer t1'],
    ['/api/auth/login', null],
  ])
  expect((await readSession())?.token).toBe('t2')
})

test('one that is owed while another is on its way goes out too, with its cookie', async () => {
  const held = Promise.withResolvers<void>()
  answers = {
    '/api/auth/login': session('t1'),
    '/api/auth/logout': async () => {
      await held.promise
      return done()
    },
  }
  await login('ana@aurora.example', 'segredo')
  const left = await readSession()
  if (!left) throw new Error('nobody is logged in')
  await closeSession()
  await vi.waitUntil(() => logouts().length > 0)
  // As another tab had it: this one does not wait for the first.
  await browserStore.put('session', { ...left, token: 't2' }, 'current')
  await closeSession()
  held.resolve()
  await vi.waitUntil(async () => (await owedTokens()).length === 0)
  expect(logouts().at(-1)).toMatchObject({ bearer: 'Bearer t2', credentials: 'same-origin' })
})

test('a server that can’t take it does not keep the next person out', async () => {
  answers = { '/api/auth/login': session('t1') }
  await login('ana@aurora.example', 'segredo')
  await closeSession()
  answers = { '/api/auth/login': session('t2'), '/api/auth/logout': down }
  await login('bia@aurora.example', 'segredo')
  await closeSession()
  expect(await owedTokens()).toEqual(['t1', 't2'])
})

test('what is older than any login is owed no more', async () => {
  const owed = [{ token: 'old', at: Date.now() - 9 * 86_400_000 }]
  await browserStore.put('device', { kind: 'logouts', owed }, 'logouts')
  answers = {}
  expect(await deliverLogouts()).toBe(true)
  await keepLogoutsDelivered()
  expect(asked).toEqual([])
  expect(await owedTokens()).toEqual([])
})

test('an answer to a refresh that comes after the logout brings nobody back', async () => {
  const { promise: late, resolve } = Promise.withResolvers<Response>()
  answers = { '/api/auth/login': session('t1'), '/api/auth/me': expired, '/api/auth/refresh_token': () => late }
  await login('ana@aurora.example', 'segredo')
  const asking = authorizedFetch('/api/auth/me')
  await vi.waitUntil(() => asked.some(({ path }) => path === '/api/auth/refresh_token'))
  await closeSession()
  resolve(session('t2')())
  expect((await asking).status).toBe(403)
  expect(await readSession()).toBeNull()
  // The login is one, whatever its token.
  await vi.waitUntil(() => logouts().length > 0)
  expect(logouts()[0]?.bearer).toBe('Bearer t1')
})
