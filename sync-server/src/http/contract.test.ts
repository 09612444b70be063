// Loops over the registries: what must hold of every mutation, every route and every shape, also of those to come.
// That nothing of another company is found is tenants/matrix.test.ts.
import { getTableName } from 'drizzle-orm'
import type { UserActor } from 'db/kit/actor.ts'
import { newId } from 'db/kit/new-id.ts'
import { superUser } from 'db/node/testing/test-world.ts'
import { mutations, type MutationName } from 'db/mutations.ts'
import { connectionQueue } from 'db/jobs.ts'
import { ofEverybody, resourceOf } from 'db/resources.ts'
import { defaultSettings, settings } from 'db/settings/table.ts'
import { shapes } from 'db/tables.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'
import { argsFor, world, type World } from './contract-world.ts'
import { shapeSource } from '../gatekeeper/shape-where.ts'

let api: TestApi
let ours: World
let theirs: World
/** E-mail of a super user, who alone may change what belongs to everybody. */
let superEmail: string
beforeAll(async () => {
  api = await startTestApi()
  ours = await world(api.db)
  theirs = await world(api.db)
  superEmail = (await superUser(api.db)).email
})
afterAll(() => api.stop())

/** What every attendant does for the whole company. */
const shared = new Set<string>([
  'contact.create',
  'contact.update',
  'tag.create',
  'quickMessage.create',
  'schedule.create',
  'chat.create',
])
/** What everybody may do, because it changes only what is their own. */
const ownOnly = new Set<string>([
  'notificationSettings.update',
  'announcement.see',
  'ticketNote.see',
  'user.updateProfile',
])

/** One login a person: the number of logins from an address is limited. */
const tokens = new Map<string, Promise<string>>()
function tokenOf(email: string) {
  const token = tokens.get(email) ?? api.login(email)
  tokens.set(email, token)
  return token
}

const push = async (token: string, name: string, args: object, id = newId()) => {
  const { body } = await api.request('POST', '/mutations', { token, body: { mutations: [{ id, name, args }] } })
  return (body['results'] as { status: string; code?: string }[])[0]
}

/** Everything that a mutation could change, as text. What is secret is changed past mutations. */
const everything = async () => {
  const columns = [...shapes.values()].map((synced) => [synced.table, synced.columns.join(', ')] as const)
  const all = columns.map(
    ([table, names]) => `(select json_agg(t order by id) from (select ${names} from ${getTableName(table)}) t)`,
  )
  const actions = '(select json_agg(a order by id) from message_actions a)'
  return JSON.stringify(await api.db.sql.unsafe(`select ${[...all, actions].join(', ')}`))
}

type Args = Record<string, unknown>

/** With what a row has and nobody may say of it, beside the arguments and among the changes. */
function unaskedFor(name: string, args: object): Args[] {
  const known = mutations.get(name)?.args.entries ?? {}
  const forged = { companyId: theirs.company.id, userId: theirs.admin.userId, super: true, createdAt: new Date(0) }
  return Object.entries(forged)
    .filter(([key]) => !(key in known))
    .flatMap(([key, to]) => {
      const { changes } = args as { changes?: object }
      const inChanges = changes && 'changes' in known ? [{ ...args, changes: { ...changes, [key]: { to } } }] : []
      return [{ ...args, [key]: to }, ...inChanges]
    })
}

/** Each text of the arguments in turn longer than any field takes. */
function hugeArgs(args: object): Args[] {
  const huge = 'x'.repeat(128 * 1024)
  return Object.entries(args).flatMap(([key, value]): Args[] => {
    if (typeof value === 'string') return [{ ...args, [key]: huge }]
    if (key !== 'changes') return []
    return Object.entries(value as Record<string, { to: unknown }>)
      .filter(([, { to }]) => typeof to === 'string')
      .map(([field]) => ({ ...args, changes: { [field]: { to: huge } } }))
  })
}

describe.each(Object.entries(argsFor))('%s', (name, args) => {
  test('an attendant of another queue is refused', async () => {
    if (ownOnly.has(name) || shared.has(name)) return
    const token = await tokenOf(ours.ofOtherQueue.email)
    const before = await everything()
    expect(await push(token, name, args(ours))).toMatchObject({
      status: 'rejected',
      code: expect.stringMatching(/^ERR_(NO_TICKET_FOUND|NO_MESSAGE_FOUND|NO_CHAT_FOUND|NO_PERMISSION|NOT_FOUND)$/),
    })
    expect(await everything()).toBe(before)
  })

  test('unknown and missing arguments are refused', async () => {
    const token = await tokenOf(resourceOf(name)?.ofEverybody ? superEmail : ours.admin.email)
    const before = await everything()
    for (const extra of unaskedFor(name, args(ours))) {
      expect(await push(token, name, extra)).toMatchObject({ status: 'rejected', code: 'ERR_VALIDATION' })
    }
    expect(await push(token, name, {})).toMatchObject({ status: 'rejected', code: 'ERR_VALIDATION' })
    expect(await everything()).toBe(before)
  })

  test('no text may be as long as it likes', async () => {
    const token = await tokenOf(resourceOf(name)?.ofEverybody ? superEmail : ours.admin.email)
    const before = await everything()
    for (const huge of hugeArgs(args(ours))) {
      expect(await push(token, name, huge)).toMatchObject({ status: 'rejected', code: 'ERR_VALIDATION' })
    }
    expect(await everything()).toBe(before)
  })

  test('without a session nothing is answered', async () => {
    const body = { mutations: [{ id: newId(), name, args: args(ours) }] }
    expect(await api.request('POST', '/mutations', { body })).toMatchObject({ status: 401 })
  })
})

test('the contract covers every mutation', () => {
  expect(Object.keys(argsFor).toSorted()).toEqual([...mutations.keys()].toSorted())
})

/** What the company has that waits to go out, and the names of the jobs that its connection's holder finds. */
async function outgoing({ company }: World) {
  const rows = await api.db.sql<{ count: number }[]>`
    select count(*)::int from messages where company_id = ${company.id} and from_me and ack = 0
    union all select count(*)::int from message_actions where company_id = ${company.id} and sent_at is null`
  const jobs = await api.db.sql<{ name: string }[]>`
    select data->>'name' as name from pgboss.job where name = ${connectionQueue(company.connectionId)}`
  return { written: rows.reduce((sum, { count }) => sum + count, 0), jobs: jobs.map(({ name }) => name) }
}

/** Those that speak, whatever the company's settings. */
const speaking = new Set(['message.send', 'message.forward', 'message.react', 'ticket.close'])

test.each(Object.entries(argsFor))('%s wakes the sender if it writes an outgoing message', async (name, args) => {
  const own = await world(api.db)
  // The desk speaks by itself wherever it can.
  await api.db.sql`update connections set complation_message = 'Até logo' where id = ${own.company.connectionId}`
  const { id } = own.company
  const speaks = { userRating: 'enabled', sendGreetingAccepted: 'enabled', sendMsgTransfTicket: 'enabled' } as const
  const times = { createdAt: new Date(), updatedAt: new Date() }
  await api.db.orm.insert(settings).values({ id, companyId: id, ...defaultSettings, ...speaks, ...times })
  await push(await api.login(own.admin.email), name, args(own))
  const { written, jobs } = await outgoing(own)
  expect(jobs.filter((job) => job === 'sender.wake')).toHaveLength(written > 0 ? 1 : 0)
  if (speaking.has(name)) expect(written).toBeGreaterThan(0)
})

test('a mutation id of somebody else is refused, not taken as done', async () => {
  const id = newId()
  const own = await tokenOf(ours.admin.email)
  await push(own, 'ticket.markRead', { id: ours.ticketId }, id)
  const other = await tokenOf(theirs.admin.email)
  expect(await push(other, 'ticket.markRead', { id: theirs.ticketId }, id)).toMatchObject({ code: 'ERR_DUPLICATED_ID' })
})

describe.each([...shapes])('shape %s', (_name, synced) => {
  test('selects only rows of the actor’s company', async () => {
    if (ofEverybody.some((resource) => resource.synced === synced)) return
    for (const actor of [ours.admin, ours.ofQueue, ours.ofOtherQueue]) {
      const { name: table, where, params } = shapeSource(synced, actor)
      const owner = table === 'companies' ? 'id' : 'company_id'
      const rows = await api.db.sql.unsafe(`select ${owner} as owner from ${table} where ${where}`, [...params])
      expect(new Set(rows.map((row) => row['owner'])).size).toBeLessThanOrEqual(1)
      for (const row of rows) expect(row['owner']).toBe(ours.company.id)
    }
  })

  test('has no secret column', () => {
    // A file's hash is its name: it opens nothing without a session of the company.
    const files = ['media_hash', 'thumbnail_hash', 'picture_hash']
    // Four characters of many: to tell one token from another.
    const known = [...files, 'token_hint', 'secret_hint', 'max_tokens']
    const secret = (column: string) => /password|token|secret|hash/.test(column) && !known.includes(column)
    expect(synced.columns.filter(secret)).toEqual([])
  })
})

test('what is everybody’s is kept by the operator’s super users alone', async () => {
  for (const { name } of ofEverybody.flatMap((resource) => resource.mutations)) {
    const before = await everything()
    const token = await tokenOf(ours.admin.email)
    expect(await push(token, name, argsFor[name as MutationName](ours))).toMatchObject({ code: 'ERR_NO_PERMISSION' })
    expect(await everything()).toBe(before)
  }
})

test('tickets and messages of a queue reach its attendants and admins only', async () => {
  const seen = async (name: string, actor: UserActor) => {
    const synced = shapes.get(name)
    if (!synced) throw new Error(name)
    const { name: table, where, params } = shapeSource(synced, actor)
    return (await api.db.sql.unsafe(`select id from ${table} where ${where}`, [...params])).length
  }
  for (const name of ['tickets', 'messages']) {
    expect(await seen(name, ours.ofQueue)).toBe(1)
    expect(await seen(name, ours.admin)).toBe(1)
    expect(await seen(name, ours.ofOtherQueue)).toBe(0)
  }
})

const ofOnePerson = new Set(['applied_mutations', 'notification_settings', 'announcement_views', 'note_mentions'])
/** Own ones, and everybody's or all for who may see them; what is said among members. */
const ownAndShared = new Set(['quick_messages', 'schedules', 'chats', 'chat_members', 'chat_messages'])

test('attendants with the same queues share one shape, whatever order they are in', async () => {
  const both = [ours.queueId, ours.otherQueueId]
  const one = { ...ours.ofQueue, queueIds: both }
  const two = { ...ours.ofOtherQueue, queueIds: both.toReversed() }
  for (const [name, synced] of shapes) {
    if (ofOnePerson.has(name) || ownAndShared.has(name)) continue
    expect(shapeSource(synced, one)).toEqual(shapeSource(synced, two))
  }
})

test('a person’s own rows reach nobody else', async () => {
  const token = await tokenOf(ours.ofQueue.email)
  expect(await push(token, 'notificationSettings.update', { showText: false })).toMatchObject({ status: 'applied' })
  for (const name of ofOnePerson) {
    const synced = shapes.get(name)
    if (!synced) throw new Error(name)
    for (const actor of [ours.admin, ours.ofOtherQueue, theirs.admin]) {
      const { name: table, where, params } = shapeSource(synced, actor)
      const rows = await api.db.sql.unsafe(`select * from ${table} where ${where}`, [...params])
      expect(rows.filter((row) => row['id'] === ours.ofQueue.userId || row['user_id'] === ours.ofQueue.userId)).toEqual(
        [],
      )
    }
  }
})
