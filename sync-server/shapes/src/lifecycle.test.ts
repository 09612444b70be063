// Starting, waiting, stopping, and the moments in which a snapshot and the change stream could miss each other.
import { setImmediate } from 'node:timers/promises'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createShapeEngine } from './engine.ts'
import { startTestEngine, type TestEngine } from './test-engine.ts'

let world: TestEngine
beforeAll(async () => {
  world = await startTestEngine(
    `create table items (id int primary key, company_id text not null);
     alter table items replica identity full;
     create table careless (id int primary key);
     create publication unsafe for table careless;
     create publication partial for table items with (publish = 'insert');
     alter publication balcao add table items`,
  )
})
afterAll(() => world.stop())

const health = async (engine: TestEngine['engine']) => {
  const response = await engine.fetch(new Request('http://shapes.test/v1/health'))
  return [response.status, ((await response.json()) as { status: string }).status]
}
const slotsOf = async (prefix: string) => [
  ...(await world.sql`select temporary, active from pg_replication_slots where starts_with(slot_name, ${prefix})`),
]

test('only one engine follows; the next one waits until it is gone, and goes on with its slot', async () => {
  const settings = world.settings()
  const slot = String(settings.slot)
  const [first, second] = [createShapeEngine(settings), createShapeEngine(settings)]
  expect(await health(first)).toEqual([202, 'starting'])
  await first.start()
  expect(await health(first)).toEqual([200, 'active'])
  const waiting = second.start()
  await vi.waitFor(async () => expect(await health(second)).toEqual([202, 'waiting']))
  expect((await second.fetch(new Request('http://shapes.test/v1/shape?table=items&offset=-1'))).status).toBe(503)
  await first.stop()
  await waiting
  expect(await health(second)).toEqual([200, 'active'])
  expect(await slotsOf(slot)).toEqual([{ temporary: false, active: true }])
  await second.stop()
  expect(await slotsOf(slot)).toEqual([{ temporary: false, active: false }])
})

test('an engine that waits can be stopped', async () => {
  const settings = world.settings()
  const [first, second] = [createShapeEngine(settings), createShapeEngine(settings)]
  await first.start()
  const waiting = second.start()
  const refused = expect(waiting).rejects.toThrow('stopped')
  await vi.waitFor(async () => expect(await health(second)).toEqual([202, 'waiting']))
  await second.stop()
  await refused
  await first.stop()
})

test.each([
  ['nowhere', 'publication nowhere does not exist'],
  ['unsafe', 'these tables need REPLICA IDENTITY FULL: careless'],
  ['partial', 'publication partial must publish insert, update, delete and truncate'],
])('a start with publication %s fails: %s', async (publication, message) => {
  const engine = createShapeEngine(world.settings({ publication }))
  await expect(engine.start()).rejects.toThrow(message)
  await engine.stop()
})

test('on stopping, who waits gets an answer', async () => {
  const engine = createShapeEngine(world.settings())
  await engine.start()
  const ask = (query: string) => engine.fetch(new Request(`http://shapes.test/v1/shape?table=items${query}`))
  const handle = (await ask('&offset=-1')).headers.get('electric-handle')
  const poll = ask(`&offset=0_inf&handle=${handle}&live=true`)
  // So that it has begun to wait.
  await setImmediate()
  await engine.stop()
  const answer = await poll
  expect([answer.status, answer.headers.get('electric-up-to-date')]).toEqual([200, ''])
  expect((await ask('&offset=-1')).status).toBe(503)
})

describe('a transaction that the stream brings before it is visible', () => {
  /** Commits wait, after the log was flushed and sent, for a standby that never answers. */
  const holdCommits = async (hold: boolean) => {
    await world.sql.unsafe(
      hold ? `alter system set synchronous_standby_names = 'nobody'` : 'alter system reset synchronous_standby_names',
    )
    await world.sql`select pg_reload_conf()`
  }

  const isHeld = () =>
    vi
      .waitFor(async () => {
        const waiting =
          await world.sql`select 1 from pg_stat_activity where wait_event = 'SyncRep' and datname = current_database()`
        expect(waiting).toHaveLength(1)
        return true
      })
      .catch(() => false)

  test('is in the shape that was asked for in this moment', async () => {
    const held = postgres(world.settings().databaseUrl, { max: 1, connection: { synchronous_commit: 'on' } })
    try {
      await holdCommits(true)
      const before = `table=items&where=company_id='held'`
      const at = await world.catchUp(before)
      let id = 0
      let commit: Promise<unknown> = Promise.resolve()
      // The setting takes a moment to be known everywhere: until then commits just pass.
      for (let stuck = false; !stuck;) {
        Object.assign(at, await world.catchUp(before))
        const poll = world.poll(before, at)
        commit = held`insert into items values (${++id}, 'held')`.execute()
        await poll
        stuck = await Promise.race([commit.then(() => false), isHeld()])
      }
      const [now] = await world.sql<{ at: string }[]>`select clock_timestamp()::text as at`
      const during = world.catchUp(`table=items&where=company_id='held' and id > 0`)
      await vi.waitFor(async () => {
        const tries = await world.sql`select 1 from pg_stat_activity
          where application_name = 'balcao-snapshots' and datname = current_database()
            and query ilike 'commit%' and query_start > ${now?.at ?? ''}::timestamptz`
        expect(tries.length).toBeGreaterThan(0)
      })
      await holdCommits(false)
      await commit
      const rows = (await during).messages.flatMap(({ value }) => value?.['id'] ?? [])
      expect(rows).toEqual(Array.from({ length: id }, (_, index) => String(index + 1)))
    } finally {
      await holdCommits(false)
      await held.end()
    }
  })
})
