// A log past 2^53 bytes, where a JavaScript number keeps no position, and past 2^63, where a sign would be: every change arrives, once, before,
// at and after the boundary, over every way that a position goes.
import { startFarLog, type FarLog } from 'db/node/testing/far-log.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createShapeEngine, parsePosition, type ShapeEngine } from './engine.ts'
import { asking, startTestEngine, type Message, type TestEngine } from './test-engine.ts'

const schema = `create table items (id int primary key, company_id text not null, n int8 not null);
  create table teams (id int primary key, is_open bool not null)`
const changes = 300
const ofCompany = (company: string) => `table=items&where=company_id='${company}'`
const ofTeams = `table=items&where=id IN (SELECT id FROM teams WHERE is_open)`
const never = new AbortController().signal

describe.each([
  ['2^53', 2n ** 53n],
  ['2^63', 2n ** 63n],
])('where the log passes %s', (_name, boundary) => {
  let log: FarLog
  let world: TestEngine
  beforeAll(async () => {
    log = await startFarLog(boundary)
    world = await startTestEngine(schema, { managePublication: true, longPollMs: 2000 })
    await log.approach()
  })
  afterAll(async () => {
    await world.stop()
    await log.stop()
  })

  /** One after the other, each a transaction, the first time the middle one at the boundary. Their ids. */
  async function write(company: string, first: number) {
    const ids = Array.from({ length: changes }, (_, index) => first + index)
    for (const [index, id] of ids.entries()) {
      if (index === changes / 2) await log.pass()
      await world.sql`insert into items values (${id}, ${company}, ${String(2n ** 53n + BigInt(id))})`
    }
    expect(await log.position()).toBeGreaterThan(boundary)
    return ids.map(String)
  }

  const idsIn = (messages: readonly Message[]) => messages.flatMap(({ value }) => value?.['id'] ?? [])

  test('a client gets each of 300 changes, and so does who asks for many shapes, or by a subquery', async () => {
    await world.sql`insert into teams select id, true from generate_series(1, ${changes}) id`
    const following = world.follow('items', `company_id = 'a'`)
    await following.shape.rows
    const [plain, asked] = [await world.catchUp(ofCompany('a')), await world.catchUp(ofTeams)]
    const told: string[] = []
    let upTo = 0n
    const reading = (async () => {
      for (let { handle, offset } = plain; told.length < changes;) {
        const position = parsePosition(new URLSearchParams(`${ofCompany('a')}&handle=${handle}&offset=${offset}`))
        const answer = await world.engine.changes([position], { wait: true, signal: never })
        if (answer instanceof Response) throw new Error(`${answer.status}`)
        const [news] = answer.shapes
        if (news === 'refetch') throw new Error('sent back to the start')
        if (news) {
          offset = news.offset
          told.push(...idsIn(news.messages.map((text) => JSON.parse(text) as Message)))
        }
        if (answer.upTo === null) continue
        expect(BigInt(answer.upTo)).toBeGreaterThanOrEqual(upTo)
        upTo = BigInt(answer.upTo)
      }
    })()
    const ids = await write('a', 1)
    await reading
    expect(told).toEqual(ids)
    await vi.waitFor(async () => expect([...(await following.shape.value).keys()]).toHaveLength(changes))
    following.stop()
    for (const [query, at] of [[ofCompany('a'), plain] as const, [ofTeams, asked] as const]) {
      // A subquery's log may be behind the one of all.
      const rest = await vi.waitFor(async () => {
        const read = await catchUpFrom(world.engine, query, at)
        expect(idsIn(read.messages)).toEqual(ids)
        return read
      })
      const positions = rest.messages.flatMap(({ headers }) => (headers['lsn'] ? [BigInt(String(headers['lsn']))] : []))
      expect(new Set(positions).size).toBe(changes)
      expect(positions[0]).toBeLessThan(boundary)
      expect(positions.at(-1)).toBeGreaterThanOrEqual(boundary)
      expect(positions).toEqual(positions.toSorted((a, b) => (a < b ? -1 : 1)))
      // int8 past what a number keeps, too.
      expect(rest.messages[0]?.value?.['n']).toBe(String(2n ** 53n + 1n))
    }
  })

  test('a restart, and another engine, go on where a client stands', async () => {
    const settings = world.settings({ managePublication: true, peers: true, longPollMs: 2000 })
    const first = createShapeEngine(settings)
    await first.start()
    const second = createShapeEngine({ ...settings, ...world.settings(), peers: true })
    await second.start()
    const query = ofCompany('b')
    const start = await asking(first).catchUp(query)
    const ids = await write('b', 1000)
    await vi.waitFor(async () => expect(idsIn((await catchUpFrom(second, query, start)).messages)).toEqual(ids))
    await first.stop()
    const again = createShapeEngine(settings)
    await again.start()
    await world.sql`insert into items values (0, 'b', 0)`
    await vi.waitFor(async () => {
      const { messages, handle } = await catchUpFrom(again, query, start)
      expect([idsIn(messages), handle]).toEqual([[...ids, '0'], start.handle])
    })
    await again.stop()
    await second.stop()
  })
})

async function catchUpFrom(engine: ShapeEngine, query: string, at: { handle: string; offset: string }) {
  const messages: Message[] = []
  for (let { handle, offset } = at; ;) {
    const response = await asking(engine).get(`${query}&handle=${handle}&offset=${offset}`)
    expect(response.status).toBe(200)
    handle = response.headers.get('electric-handle') ?? ''
    offset = response.headers.get('electric-offset') ?? ''
    messages.push(...((await response.json()) as Message[]))
    if (response.headers.has('electric-up-to-date')) return { handle, messages }
  }
}
