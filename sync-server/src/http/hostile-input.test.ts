// Loops over every mutation and every route that OpenAPI tells of, with values that nobody sends by accident: each is taken or refused by a
// code, none is a failure of ours. A text with NUL, which no database takes, is refused wherever it stands.
import { connections } from 'db/connections/table.ts'
import { eq } from 'drizzle-orm'
import { newId } from 'db/kit/new-id.ts'
import { superUser } from 'db/node/testing/test-world.ts'
import { hashToken } from 'db/node/hash-token.ts'
import { resourceOf } from 'db/resources.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newToken } from '../messages-api/token.ts'
import { describedRoutes, fieldsOf } from '../described-routes.ts'
import { startTestApi, type TestApi } from '../test-api.ts'
import { argsFor, world, type World } from './contract-world.ts'

interface Route {
  method: string
  path: string
  query: string[]
  fields: string[]
}

const api: TestApi = await startTestApi()
const routes: Route[] = (await describedRoutes(api)).map((route) => ({
  ...route,
  query: route.parameters.filter((each) => each.in === 'query').map(({ name }) => name),
  fields: fieldsOf(route),
}))
let ours: World
let token: string
let superToken: string
const apiToken = newToken()
beforeAll(async () => {
  ours = await world(api.db)
  token = await api.login(ours.admin.email)
  superToken = await api.login((await superUser(api.db)).email)
  const its = eq(connections.id, ours.company.connectionId)
  await api.db.orm
    .update(connections)
    .set({ tokenHash: hashToken(apiToken) })
    .where(its)
})
afterAll(() => api.stop())

function deep(levels: number): unknown {
  let value: unknown = 'x'
  for (let level = 0; level < levels; level++) value = [value]
  return value
}

const withNul = ['\0', 'a\0b']
const hostile: readonly unknown[] = [
  '',
  ' ',
  '\uD800',
  'a\uDC00\uD800b',
  '\u202e\u200b\ufdfd',
  '-1',
  '1e400',
  '9'.repeat(40),
  'null',
  '%',
  '\\',
  '[[',
  '{"a":1}',
  `' or 1=1 --`,
  '0000-01-01T00:00:00.000Z',
  '2026-02-31T00:00:00Z',
  '9999-12-31T23:59:60Z',
  '+275760-09-13T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
  '00000000-0000-0000-0000-000000000000',
  '9'.repeat(64),
  null,
  true,
  [],
  {},
  [null],
  -1,
  0,
  0.5,
  2 ** 31,
  2 ** 53,
  1e308,
  { a: { b: [] } },
  deep(40),
]

const parts = 8
let turn = 0
/** A part of them, and another part the next time: all of them everywhere would take minutes. */
const someHostile = () => {
  const part = turn++ % parts
  return hostile.filter((_, index) => index % parts === part)
}

type Path = readonly string[]

/** Paths to all values in `value` that are neither objects nor lists. */
const leavesOf = (value: unknown): Path[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => leavesOf(inner).map((rest) => [key, ...rest]))
    : [[]]

function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined || typeof value !== 'object' || value === null) return by
  const inner = replaced((value as Record<string, unknown>)[key], rest, by)
  return Array.isArray(value) ? value.with(Number(key), inner) : { ...value, [key]: inner }
}

const isFailure = (code: string | undefined) => code !== undefined && /^ERR_(INTERNAL|CREATING_\w+)$/.test(code)

/** How one mutation was answered. */
async function push(name: string, args: unknown): Promise<string | undefined> {
  const body = { mutations: [{ id: newId(), name, args }] }
  const answer = await api.request('POST', '/mutations', {
    token: resourceOf(name)?.ofEverybody ? superToken : token,
    body,
  })
  const [result] = (answer.body['results'] ?? []) as { code?: string }[]
  return result ? result.code : `${answer.status}`
}

describe.each(Object.entries(argsFor))('%s', (name, argsOf) => {
  const leaves = () => leavesOf(argsOf(ours))

  test('refuses a text with NUL, wherever it stands', async () => {
    for (const path of leaves())
      for (const text of withNul) expect(await push(name, replaced(argsOf(ours), path, text))).toBe('ERR_VALIDATION')
  })

  test('takes or refuses whatever is sent', async () => {
    const failed = []
    for (const path of leaves())
      for (const value of someHostile()) {
        const code = await push(name, replaced(argsOf(ours), path, value))
        if (isFailure(code)) failed.push(`${code} ${path.join('.')} ${JSON.stringify(value)}`)
      }
    expect(failed).toEqual([])
  })
})

/** The operator's office is not there for anybody but super users, the messages API for no session. */
function tokenFor(path: string) {
  if (path.startsWith('/messages/send')) return apiToken
  return /^\/(plans|companies|installation)\b/.test(path) ? superToken : token
}

const statusOf = async (method: string, path: string, body?: unknown) =>
  (await api.request(method.toUpperCase(), path, { token: tokenFor(path), ...(body !== undefined && { body }) })).status

const encoded = (key: unknown) => Buffer.from(JSON.stringify(key)).toString('base64url')
const id = newId()
const cursors = [
  '',
  'x',
  'AAAA',
  'bnVsbA',
  encoded(null),
  encoded({}),
  encoded([]),
  encoded([1, id]),
  encoded(['x']),
  encoded(['x', 'x']),
  encoded([['x'], id]),
  encoded(['0001-01-01T00:00:00Z', id]),
  encoded(['-271821-04-20', id]),
  encoded(['+275760-09-13T00:00:00.000Z', id]),
  encoded(['x\0', id]),
  encoded(['\uD800', id]),
  `${encoded(['a', id])}%`,
]

describe.each(routes.filter(({ method }) => method === 'get'))('$method $path', ({ path, query }) => {
  const at = path.replaceAll(/\{\w+\}/g, id)

  test('refuses NUL in its path and in each of its parameters', async () => {
    expect(await statusOf('get', `${path.replaceAll(/\{\w+\}/g, '%00')}${path.includes('{') ? '' : '%00'}`)).toBe(400)
    for (const name of [...query, 'other'])
      expect([name, await statusOf('get', `${at}?${name}=a%00b`)]).toEqual([name, 400])
  })

  test('takes or refuses whatever its path and parameters are', async () => {
    const failed = []
    for (const text of hostile.filter((each) => typeof each === 'string')) {
      const asked = [
        path.replaceAll(/\{\w+\}/g, encodeURIComponent(text.toWellFormed())),
        ...query.map((name) => `${at}?${name}=${encodeURIComponent(text.toWellFormed())}`),
      ]
      for (const each of asked) if ((await statusOf('get', each)) >= 500) failed.push(each)
    }
    if (query.includes('cursor'))
      for (const cursor of cursors) if ((await statusOf('get', `${at}?cursor=${cursor}`)) >= 500) failed.push(cursor)
    expect(failed).toEqual([])
  })
})

test.each(['%', '%zz', '%ff', '%c0%80', '%ed%a0%80', '..%2f..', '%2500', '\u202e'])(
  'an address with %s is answered',
  async (text) => {
    for (const path of [`/contacts/${text}`, `/contacts?searchParam=${text}`, `/media/${text}`, `/${text}`])
      expect(await statusOf('get', path)).toBeLessThan(500)
  },
)

describe.each(routes.filter(({ fields }) => fields.length > 0))('$method $path', ({ method, path, fields }) => {
  const at = path.replaceAll(/\{\w+\}/g, id)

  test('refuses a text with NUL in each field of its body', async () => {
    // Mutations are told apart above; a setup that was done is not there.
    if (path === '/mutations' || path === '/setup') return
    for (const field of fields) {
      const answer = await api.request(method.toUpperCase(), at, { token: tokenFor(path), body: { [field]: 'a\0b' } })
      expect([field, answer.status]).toEqual([field, 400])
    }
  })

  test('takes or refuses whatever its body is', async () => {
    const failed = []
    for (const field of fields)
      for (const value of someHostile())
        if ((await statusOf(method, at, { [field]: value })) >= 500) failed.push(`${field} ${JSON.stringify(value)}`)
    for (const body of [null, 1, 'x', [], [[]], true])
      if ((await statusOf(method, at, body)) >= 500) failed.push(JSON.stringify(body))
    expect(failed).toEqual([])
  })
})
