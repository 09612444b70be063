// Loops over every route that OpenAPI tells of: nothing of another company is read, by whichever role and id; what is too large or not asked
// for is refused. A new route is part of it by being mounted. What mutations do with their arguments is contract.test.ts.
import { fileListOptions, fileLists } from 'db/file-lists/table.ts'
import { newId } from 'db/kit/new-id.ts'
import type { Profile } from 'db/kit/actor.ts'
import { testCompany } from 'db/node/testing/test-world.ts'
import { quickMessages } from 'db/quick-messages/table.ts'
import { schedules } from 'db/schedules/table.ts'
import { tags, ticketTags } from 'db/tags/table.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describedRoutes, fieldsOf } from '../described-routes.ts'
import { startTestApi, type TestApi } from '../test-api.ts'

interface Route {
  method: string
  path: string
  /** Fields of the route's JSON body. */
  fields: string[]
}

const roles = ['user', 'supervisor', 'admin'] as const
const api: TestApi = await startTestApi()
const routes: Route[] = (await describedRoutes(api)).map((route) => ({ ...route, fields: fieldsOf(route) }))
/** The messages API takes no session: what its tokens may see is tried in the matrix of two companies. */
const reads = routes.filter(({ method, path }) => method === 'get' && !path.startsWith('/messages/send/'))

/**
 * What takes no body and names no row does the caller's own, whatever is sent. Uploads, logins, queries and the messages API have tests of
 * their own.
 */
const writes = routes.filter(
  ({ method, path, fields }) =>
    ['post', 'put', 'delete'].includes(method) &&
    (fields.length > 0 || path.includes('{')) &&
    !/upload|^\/(auth|queries|messages\/send)\b/.test(path),
)

const tokens = new Map<Profile, string>()
let theirIds: string[]

beforeAll(async () => {
  await world('nossa')
  theirIds = await world('alheia')
  const ours = await testCompany(api.db)
  for (const role of roles)
    tokens.set(role, await api.login((await ours.user(role, [await ours.queue('Vendas')])).email))
})
afterAll(() => api.stop())

/** A company with a row of everything that has an id; the ids. */
async function world(name: string): Promise<string[]> {
  const company = await testCompany(api.db)
  const queueId = await company.queue(name)
  const { userId } = await company.user('admin', [queueId])
  const contactId = await company.contact(name)
  const ticketId = await company.ticket({ contactId, queueId, status: 'open', userId })
  const messageId = await company.message(ticketId, { contactId, queueId })
  const own = { companyId: company.id, createdAt: new Date(), updatedAt: new Date() }
  const [tagId, quickId, listId, optionId, scheduleId] = [newId(), newId(), newId(), newId(), newId()]
  const { orm } = api.db
  await orm.insert(tags).values({ ...own, id: tagId, name, color: '#ff0000', kanban: true })
  await orm.insert(ticketTags).values({ id: newId(), companyId: company.id, ticketId, tagId, queueId, archived: false })
  await orm.insert(quickMessages).values({ ...own, id: quickId, userId, shortcode: name, message: name, geral: true })
  const schedule = { id: scheduleId, userId, contactId, body: name, sendAt: new Date(), status: 'PENDENTE' } as const
  await orm.insert(schedules).values({ ...own, ...schedule })
  await orm.insert(fileLists).values({ ...own, id: listId, userId, name, message: name })
  await orm
    .insert(fileListOptions)
    .values({ id: optionId, companyId: company.id, fileListId: listId, position: 0, name })
  const ids = [company.id, company.connectionId, queueId, userId, contactId, ticketId, messageId]
  return [...ids, tagId, quickId, listId, optionId, scheduleId, await company.queueOption(queueId)]
}

const tokenOf = (role: Profile) => tokens.get(role) ?? ''
const withIds = (path: string, id: string) => path.replaceAll(/\{\w+\}/g, id)

const names = await api.db.sql<{ name: string }[]>`
  select table_name as name from information_schema.tables
  where table_schema = 'public' and table_name not in ('sessions', 'schema_migrations') and table_name !~ 'login' order by 1`
const ofAll = names.map(
  ({ name }) => `(select md5(string_agg(t::text, ',' order by t::text)) as "${name}" from "${name}" t)`,
)

/** By table. */
const everything = async () => (await api.db.sql.unsafe(`select ${ofAll.join(', ')}`))[0]

/** What nobody has is an answer there, and no failure. */
const storedPath = '/media/{hash}/stored'

describe.each(roles)('%s', (role) => {
  test.each(reads.map(({ path }) => path))('GET %s shows nothing of another company', async (path) => {
    const token = tokenOf(role)
    for (const id of theirIds) {
      const { status, body } = await api.request('GET', withIds(path, id), { token })
      if (path.includes('{')) expect(path === storedPath ? [200] : [400, 404], `${path} ${id}`).toContain(status)
      const answer = JSON.stringify(body)
      expect(theirIds.filter((theirs) => answer.includes(theirs))).toEqual([])
      // Without an id in it, it answers the same every time.
      if (!path.includes('{')) return
    }
  })
})

test('without a session no route answers but those that make one or say nothing of anybody', async () => {
  const open = []
  for (const { method, path } of routes) {
    const { status } = await api.request(method.toUpperCase(), withIds(path, newId()), {})
    if (status !== 401) open.push(`${method} ${path}`)
  }
  expect(open.toSorted()).toEqual([
    'delete /auth/logout',
    'get /companies/cadastro',
    'get /health',
    'get /plans/list',
    'get /setup',
    'post /auth/invitation/accept',
    'post /auth/invitation/link',
    'post /auth/login',
    'post /auth/login/authenticator',
    'post /auth/login/code',
    'post /auth/login/confirm',
    'post /auth/login/passkey',
    'post /auth/login/passkey/options',
    'post /auth/password/forgotten',
    'post /auth/password/link',
    'post /auth/password/reset',
    'post /companies/cadastro',
    'post /companies/cadastro/confirm',
    'post /pix/efi/{secret}',
    'post /pix/efi/{secret}/pix',
    'post /setup',
    'put /auth/login/authenticator',
  ])
})

test.each(writes)(
  '$method $path refuses what is too large and what nobody asked for',
  async ({ method, path, fields }) => {
    const token = tokenOf('admin')
    const ask = (body: object) => api.request(method.toUpperCase(), withIds(path, newId()), { token, body })
    const before = await everything()
    const huge = 'x'.repeat(128 * 1024)
    const bodies = [
      ...fields.map((field) => ({ [field]: huge })),
      Object.fromEntries(fields.map((field) => [field, huge])),
      { companyId: theirIds[0], userId: theirIds[3], super: true, profile: 'admin', id: newId() },
    ]
    for (const body of bodies) {
      const { status } = await ask(body)
      expect([400, 402, 403, 404, 409, 413, 422, 426], Object.keys(body).join(' ')).toContain(status)
    }
    expect(await everything()).toEqual(before)
  },
)

test('more than a body may have is not even read', async () => {
  const body = { mutations: [], filler: 'x'.repeat(9 * 1024 * 1024) }
  expect(await api.request('POST', '/mutations', { token: tokenOf('admin'), body })).toMatchObject({ status: 413 })
})
