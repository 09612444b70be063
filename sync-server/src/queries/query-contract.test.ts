// Loops over the registry: what must hold of every query, also of those to come. Another company's rows, and those of a queue that one is
// not in, are as if they did not exist: every answer is the same with and without them, counts included.
import type { UserActor } from 'db/kit/actor.ts'
import { connectionDays } from 'db/connections/table.ts'
import { contactImports } from 'db/contacts/table.ts'
import { newId } from 'db/kit/new-id.ts'
import { connectionQueues } from 'db/queues/table.ts'
import { presences } from 'db/presences/table.ts'
import { ticketViewers } from 'db/presences/viewers-table.ts'
import { notificationSettings } from 'db/push/table.ts'
import { queries } from 'db/queries.ts'
import { defaultSettings, settings } from 'db/settings/table.ts'
import { ticketTags } from 'db/tags/table.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { world, type World } from '../http/contract-world.ts'
import { startTestApi, type TestApi } from '../test-api.ts'
import { runQuery } from './run-query.ts'

type IdOf = (noun: string) => string
/** Query and person → what they were told, in no order. */
type Answers = ReadonlyMap<string, readonly string[]>

let api: TestApi
let ours: World
let theirs: World
let people: Record<'admin' | 'supervisor' | 'attendant' | 'attendant of another queue', UserActor & { email: string }>
/** About what is ours, before there was another company. */
let alone: Answers
let besideThem: Answers
let aboutTheirs: Answers
let aboutNothing: Answers
/** Once the queue has no tickets any more. */
let withoutTickets: Answers

beforeAll(async () => {
  api = await startTestApi()
  ours = await fullWorld()
  const supervisor = await ours.company.user('supervisor', [ours.otherQueueId])
  people = { admin: ours.admin, supervisor, attendant: ours.ofQueue, 'attendant of another queue': ours.ofOtherQueue }
  alone = await askAll(idIn(ours))
  theirs = await fullWorld()
  besideThem = await askAll(idIn(ours))
  aboutTheirs = await askAll(idIn(theirs))
  const nobody = new Map<string, string>()
  aboutNothing = await askAll((noun) => nobody.get(noun) ?? (nobody.set(noun, newId()).get(noun) as string))
  await api.db.sql`delete from tickets where company_id = ${ours.company.id}`
  withoutTickets = await askAll(idIn(ours))
})
afterAll(() => api.stop())

/** With a row of everything that a query reads. */
async function fullWorld(): Promise<World> {
  const of = await world(api.db)
  const { orm, sql } = api.db
  const [companyId, now] = [of.company.id, new Date()]
  const own = { companyId, createdAt: now, updatedAt: now }
  const inQueue = { companyId, queueId: of.queueId, archived: false }
  await sql`update tickets set unread_messages = 2 where company_id = ${companyId}`
  await sql`update messages set from_me = true, ack = 0 where company_id = ${companyId}`
  await sql`update contacts set number = '5511987654321' where id = ${of.otherContactId}`
  await sql`update connections set status = 'TIMEOUT' where company_id = ${companyId}`
  const earlier = { contactId: of.contactId, queueId: of.queueId, createdAt: new Date(0) }
  await of.company.ticket({ ...earlier, status: 'closed' })
  await orm.insert(ticketTags).values({ id: newId(), ...inQueue, ticketId: of.ticketId, tagId: of.tagId })
  await orm.insert(presences).values({ id: of.ticketId, ...inQueue, state: 'composing', until: now })
  const viewer = { ticketId: of.ticketId, userId: of.ofQueue.userId, state: 'viewing', until: now } as const
  await orm.insert(ticketViewers).values({ id: newId(), ...inQueue, ...viewer })
  const { connectionId } = of.company
  await orm.insert(connectionQueues).values({ id: newId(), companyId, connectionId, queueId: of.queueId })
  await orm.insert(connectionDays).values({ id: newId(), ...own, connectionId, day: '2026-11-20' })
  const counts = { created: 1, updated: 2, skipped: 3 }
  await orm
    .insert(contactImports)
    .values({ id: of.contactId, ...own, connectionId, userId: of.admin.userId, status: 'done', ...counts })
  await orm.insert(notificationSettings).values({ id: of.admin.userId, ...own, showText: true })
  await orm.insert(settings).values({ id: companyId, ...own, ...defaultSettings })
  return of
}

const idIn =
  (of: World): IdOf =>
  (noun) => {
    const ids: Readonly<Record<string, string>> = {
      user: of.admin.userId,
      ticket: of.ticketId,
      message: of.messageId,
      contact: of.contactId,
      otherContact: of.otherContactId,
      contactImport: of.contactId,
      queue: of.queueId,
      connection: of.company.connectionId,
      tag: of.tagId,
      quickMessage: of.quickMessageId,
      schedule: of.scheduleId,
      fileList: of.fileListId,
      help: of.helpId,
    }
    const id = ids[noun]
    if (!id) throw new Error(`the contract's world has no ${noun}`)
    return id
  }

const keyOf = (name: string, person: string) => `${person}: ${name}`

async function askAll(idOf: IdOf): Promise<Answers> {
  const answers = new Map<string, readonly string[]>()
  for (const [person, actor] of Object.entries(people)) {
    for (const query of queries.values()) {
      const rows = await runQuery(api.db, actor, query, { ...query.example?.(idOf) })
      answers.set(keyOf(query.name, person), rows.toSorted())
    }
  }
  return answers
}

/** Of no company, and everybody's to read. */
const ofEverybody = /^help\./
/** They work on another queue. */
const outsiders = ['supervisor', 'attendant of another queue'] as const
/** How many tickets have a tag is counted over all queues for supervisors: decision 0041. */
const isCountedFor = (person: string, name: string) => person === 'supervisor' && /^tag\.(window|one)$/.test(name)

describe.each([...queries.values()].map((query) => [query.name, query] as const))('%s', (name, query) => {
  const example = () => ({ ...query.example?.(idIn(ours)) }) as Record<string, unknown>
  const post = async (body: object, token?: string) =>
    api.request('POST', `/queries/${name}`, { body, ...(token && { token }) })
  const told = (answers: Answers) =>
    Object.fromEntries(Object.keys(people).map((person) => [person, answers.get(keyOf(name, person))]))

  test('tells an admin something, and nothing but its columns', () => {
    const rows = besideThem.get(keyOf(name, 'admin')) ?? []
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(Object.keys(JSON.parse(row)).toSorted()).toEqual(Object.keys(query.row).toSorted())
  })

  test('tells nobody of another company', () => {
    if (ofEverybody.test(name)) return
    expect(told(besideThem)).toEqual(told(alone))
    expect(told(aboutTheirs)).toEqual(told(aboutNothing))
  })

  test('tells nobody of the tickets of a queue that they are not in', () => {
    if (ofEverybody.test(name)) return
    for (const person of outsiders) {
      if (!isCountedFor(person, name)) expect(told(besideThem)[person]).toEqual(told(withoutTickets)[person])
    }
  })

  test('is closed to who has no session, and to arguments that it does not have', async () => {
    expect(await post(example())).toMatchObject({ status: 401 })
    const token = await nextToken()
    const forged = [{ companyId: theirs.company.id }, { text: 'select 1' }, { params: [] }, { side: 'device' }]
    const broken = Object.keys(query.args.entries).flatMap((key) => [
      { ...example(), [key]: undefined },
      { ...example(), [key]: { text: 'select 1', params: [] } },
      { ...example(), [key]: 'x'.repeat(1024 * 1024) },
    ])
    for (const body of [...forged.map((extra) => ({ ...example(), ...extra })), ...broken])
      expect(await post(body, token)).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
  })
})

/** Of each in turn, because nobody may ask so much so fast; one login a person, because those are limited too. */
let turn = 0
const tokens = new Map<string, Promise<string>>()
function nextToken() {
  const all = Object.values(people)
  const email = all[turn++ % all.length]?.email ?? ''
  const token = tokens.get(email) ?? api.login(email)
  tokens.set(email, token)
  return token
}

test('the contract asks what it thinks: the queue’s tickets are told to those who work on it', () => {
  for (const name of ['ticket.one', 'message.ofTicket', 'ticketNote.ofContact', 'tag.ofTicket', 'presence.ofTicket'])
    expect(besideThem.get(keyOf(name, 'attendant'))).toEqual(besideThem.get(keyOf(name, 'admin')))
  expect(besideThem.get(keyOf('ticket.counts', 'attendant'))).toEqual(['{"mine":1,"open":1,"pending":0}'])
})

test('OpenAPI tells of every query', async () => {
  const { body } = await api.request('GET', '/openapi.json')
  const paths = body['paths'] as Record<string, { post?: { summary: string; requestBody?: object } }>
  for (const { name, summary } of queries.values())
    expect(paths[`/queries/${name}`]?.post).toMatchObject({ summary, requestBody: expect.anything() })
})
