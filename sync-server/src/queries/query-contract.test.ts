// Loops over the registry: what must hold of every query, also of those to come. Another company's rows, and those of a queue that one is
// not in, are as if they did not exist: every answer is the same with and without them, counts included.
import type { UserActor } from 'db/kit/actor.ts'
import type { ExampleId } from 'db/kit/define-query.ts'
import { newId } from 'db/kit/new-id.ts'
import { queries } from 'db/queries.ts'
import { resourceOf } from 'db/resources.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { World } from '../http/contract-world.ts'
import { idIn } from '../http/contract-world.ts'
import { fullWorld } from '../tenants/tenant.ts'
import { startTestApi, type TestApi } from '../test-api.ts'
import { runQuery } from './run-query.ts'

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
  ours = await fullWorld(api.db)
  const supervisor = await ours.company.user('supervisor', [ours.otherQueueId])
  people = { admin: ours.admin, supervisor, attendant: ours.ofQueue, 'attendant of another queue': ours.ofOtherQueue }
  alone = await askAll(idIn(ours))
  theirs = await fullWorld(api.db)
  besideThem = await askAll(idIn(ours))
  aboutTheirs = await askAll(idIn(theirs))
  const nobody = new Map<string, string>()
  aboutNothing = await askAll((noun) => nobody.get(noun) ?? (nobody.set(noun, newId()).get(noun) as string))
  await api.db.sql`delete from tickets where company_id = ${ours.company.id}`
  withoutTickets = await askAll(idIn(ours))
})
afterAll(() => api.stop())

const keyOf = (name: string, person: string) => `${person}: ${name}`

async function askAll(idOf: ExampleId): Promise<Answers> {
  const answers = new Map<string, readonly string[]>()
  for (const [person, actor] of Object.entries(people)) {
    for (const query of queries.values()) {
      const rows = await runQuery(api.db, actor, query, { ...query.example?.(idOf) })
      answers.set(keyOf(query.name, person), rows.toSorted())
    }
  }
  return answers
}

/** Whether the query reads rows that belong to no company and that everybody may read. */
const isOfEverybody = (name: string) => resourceOf(name)?.ofEverybody === true
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
    if (isOfEverybody(name)) return
    expect(told(besideThem)).toEqual(told(alone))
    expect(told(aboutTheirs)).toEqual(told(aboutNothing))
  })

  test('tells nobody of the tickets of a queue that they are not in', () => {
    if (isOfEverybody(name)) return
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
      { ...example(), [key]: 'x'.repeat(128 * 1024) },
    ])
    for (const body of [...forged.map((extra) => ({ ...example(), ...extra })), ...broken])
      expect(await post(body, token)).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
  })
})

/** Index of the person who asks next: the people take turns, because nobody may ask so fast; each logs in once, since logins are limited. */
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
  expect(besideThem.get(keyOf('ticket.counts', 'attendant'))).toEqual(['{"mine":1,"open":1,"pending":1}'])
})

test('OpenAPI tells of every query', async () => {
  const { body } = await api.request('GET', '/openapi.json')
  const paths = body['paths'] as Record<string, { post?: { summary: string; requestBody?: object } }>
  for (const { name, summary } of queries.values())
    expect(paths[`/queries/${name}`]?.post).toMatchObject({ summary, requestBody: expect.anything() })
})
