// Each role against the table of screens (decision 0041): what it may not do is refused and changes nothing, what is not for it does not
// reach it. What an attendant's queues decide is contract.test.ts.
import { defaultPace } from 'db/campaigns/pace.ts'
import { campaignSettings } from 'db/campaigns/table.ts'
import { getTableName } from 'drizzle-orm'
import { connectionDays } from 'db/connections/table.ts'
import { fileListOptions } from 'db/file-lists/table.ts'
import { profiles, type Profile, type UserActor } from 'db/kit/actor.ts'
import { newId } from 'db/kit/new-id.ts'
import { mutations, type MutationName } from 'db/mutations.ts'
import { onlyAdmins, screenRoles, shapeRoles, type Access } from 'db/node/testing/test-roles.ts'
import { quickMessages } from 'db/quick-messages/table.ts'
import type { SyncedTable } from 'db/kit/define-table.ts'
import { shapes } from 'db/tables.ts'
import { ticketTags } from 'db/tags/table.ts'
import { userSightings } from 'db/users/sightings.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'
import { argsFor, world, type World } from './contract-world.ts'
import { shapeSource } from '../gatekeeper/shape-where.ts'

let api: TestApi
let ours: World
const actors = new Map<Profile, UserActor>()
const tokens = new Map<Profile, string>()
beforeAll(async () => {
  api = await startTestApi()
  ours = await world(api.db)
  const now = new Date()
  const own = { companyId: ours.company.id, createdAt: now, updatedAt: now }
  await api.db.orm
    .insert(connectionDays)
    .values({ ...own, id: newId(), connectionId: ours.company.connectionId, day: '2026-11-20' })
  await api.db.orm.insert(campaignSettings).values({ ...own, id: own.companyId, ...defaultPace })
  const option = { id: newId(), companyId: own.companyId, fileListId: ours.fileListId, position: 0, name: 'Tabela' }
  await api.db.orm.insert(fileListOptions).values(option)
  const tagged = { ticketId: ours.ticketId, tagId: ours.tagId, queueId: ours.queueId, archived: false }
  await api.db.orm.insert(ticketTags).values({ id: newId(), companyId: own.companyId, ...tagged })
  for (const profile of profiles) {
    const actor = await ours.company.user(profile, [ours.queueId])
    actors.set(profile, actor)
    tokens.set(profile, await api.login(actor.email))
    const seen = { id: actor.userId, companyId: own.companyId, lastSeenAt: now }
    await api.db.orm.insert(userSightings).values(seen).onConflictDoNothing()
  }
})
afterAll(() => api.stop())

const push = async (profile: Profile, name: string, args: object) => {
  const body = { mutations: [{ id: newId(), name, args }] }
  const answer = await api.request('POST', '/mutations', { token: tokens.get(profile) ?? '', body })
  return (answer.body['results'] as { status: string; code?: string }[])[0]
}

const actorOf = (profile: Profile) => {
  const actor = actors.get(profile)
  if (!actor) throw new Error(profile)
  return actor
}

async function rowsFor(profile: Profile, synced: SyncedTable) {
  const { name: table, where, params } = shapeSource(synced, actorOf(profile))
  return (await api.db.sql.unsafe(`select id from ${table} where ${where}`, [...params])).length
}

/** Everything that devices have, as text. */
async function everything() {
  const tables = [...new Set([...shapes.values()].map(({ table }) => getTableName(table)))]
  const all = tables.map((table) => `(select json_agg(t order by id) from ${table} t)`)
  return JSON.stringify(await api.db.sql.unsafe(`select ${all.join(', ')}`))
}

const screens = Object.entries(screenRoles).flatMap(([path, { mutations: names, ...access }]) =>
  names.map((name: MutationName) => ({ path, name, access: access as Record<Profile, Access> })),
)
const ofAdmins = onlyAdmins.map((name) => ({
  path: 'everywhere',
  name,
  access: { user: 'none', supervisor: 'none', admin: 'works' } as Record<Profile, Access>,
}))

describe.each([...screens, ...ofAdmins])('$path: $name', ({ name, access }) => {
  test.each(profiles)('%s', async (profile) => {
    if (access[profile] === 'works') {
      expect(mutations.get(name)?.can(actorOf(profile))).toBe(true)
      return
    }
    const before = await everything()
    expect(await push(profile, name, argsFor[name](ours))).toMatchObject({
      status: 'rejected',
      code: 'ERR_NO_PERMISSION',
    })
    expect(await everything()).toBe(before)
  })
})

/** Shapes in which each person finds only their own rows, whatever their role. */
const ofOnePerson = new Set(['applied_mutations', 'notification_settings', 'announcement_views', 'note_mentions'])

describe.each([...shapes].filter(([name]) => !ofOnePerson.has(name)))('shape %s', (name, synced) => {
  test.each(profiles)('%s', async (profile) => {
    const reached = shapeRoles[name]
    const count = await rowsFor(profile, synced)
    if (reached) expect(count > 0).toBe(reached.includes(profile))
    // Who works on the queue has of everything else what there is of it.
    else expect(count).toBe(await rowsFor('admin', synced))
  })
})

test('what everybody of a company uses is changed by its author, supervisors and admins', async () => {
  const id = newId()
  const text = { shortcode: 'pix', message: 'Nossa chave', geral: true }
  const own = { id, companyId: ours.company.id, userId: actorOf('admin').userId, ...text }
  await api.db.orm.insert(quickMessages).values({ ...own, createdAt: new Date(), updatedAt: new Date() })
  const change = (to: string) => ({ id, changes: { message: { to } } })
  expect(await push('user', 'quickMessage.update', change('Outra'))).toMatchObject({ code: 'ERR_NO_PERMISSION' })
  expect(await push('user', 'quickMessage.delete', { id })).toMatchObject({ code: 'ERR_NO_PERMISSION' })
  expect(await push('supervisor', 'quickMessage.update', change('A chave é o CNPJ'))).toMatchObject({
    status: 'applied',
  })
  const [row] = await api.db.orm.select().from(quickMessages).where(eq(quickMessages.id, id))
  expect(row).toMatchObject({ message: 'A chave é o CNPJ', userId: actorOf('admin').userId })
  expect(await push('supervisor', 'quickMessage.delete', { id })).toMatchObject({ status: 'applied' })
})

test('what links a phone is shown to nobody who may not link one, over REST either', async () => {
  await api.db.sql`update connections set qrcode = 'segredo-do-qr' where id = ${ours.company.connectionId}`
  for (const profile of profiles) {
    const { status, body } = await api.request('GET', `/whatsapp/${ours.company.connectionId}`, {
      token: tokens.get(profile) ?? '',
    })
    expect(status).toBe(200)
    expect(JSON.stringify(body).includes('segredo-do-qr')).toBe(profile === 'admin')
  }
})

test('a tag’s tickets: all of the company’s for who may know, archived ones too; of others those of their queues', async () => {
  const elsewhere = [
    {
      ticketId: await ours.company.ticket({ queueId: ours.otherQueueId }),
      queueId: ours.otherQueueId,
      archived: false,
    },
    {
      ticketId: await ours.company.ticket({ queueId: ours.queueId, archived: true }),
      queueId: ours.queueId,
      archived: true,
    },
  ]
  for (const ticket of elsewhere) {
    await api.db.orm
      .insert(ticketTags)
      .values({ id: newId(), companyId: ours.company.id, tagId: ours.tagId, ...ticket })
  }
  const counts = profiles.map(async (profile) => {
    const { body } = await api.request('GET', '/tags', { token: tokens.get(profile) ?? '' })
    const all = body['tags'] as { id: string; ticketsCount: number }[]
    return all.find(({ id }) => id === ours.tagId)?.ticketsCount
  })
  expect(await Promise.all(counts)).toEqual([1, 3, 3])
})
