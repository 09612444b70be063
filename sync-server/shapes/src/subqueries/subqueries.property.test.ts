// Whatever is written, every client of a shape with subqueries has what SELECT finds: with news asked for in any way, and over restarts.
import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { randomFrom, type Random } from 'db/node/random.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createShapeEngine, parsePosition, type ShapeEngine } from '../engine.ts'
import { Offset } from '../offset.ts'
import { startTestEngine, type Message, type TestEngine } from '../test-engine.ts'
import { randomClause, randomTransaction, schema, tables, type Name } from './test-histories.ts'

let world: TestEngine
beforeAll(async () => {
  world = await startTestEngine(schema)
})
afterAll(() => world.stop())

/**
 * Strict: no message may be missing or come twice. From where a client may have older versions of rows, one that changed since comes whole,
 * and one that left as a deletion, whether or not it has it; so is it where values were erased, as they don't tell
 * whether the row was in the shape. Then it is another now: the same one never comes twice.
 */
class Client {
  readonly query: string
  readonly rows = new Map<string, object>()
  at = { handle: '', offset: '-1' }

  constructor(query: string) {
    this.query = query
  }

  get asked() {
    return new URLSearchParams(`${this.query}&handle=${this.at.handle}&offset=${this.at.offset}`)
  }

  take(messages: readonly Message[]) {
    const isExact = Offset.parse(this.at.offset)?.isExact
    for (const { key, value, headers } of messages) {
      if (key === undefined) continue
      const isThere = this.rows.has(key)
      const isTwice = isThere && isDeepStrictEqual(this.rows.get(key), value)
      const isGone = headers['operation'] === 'delete' && Object.keys(value ?? {}).join() === 'id'
      const fits = headers['operation'] === 'insert' ? !isTwice || !isExact : isThere || isGone
      if (!fits)
        throw new Error(
          `${decodeURIComponent(this.query)} ${JSON.stringify(messages)} ${JSON.stringify({ key, value, headers })} after ${JSON.stringify([...this.rows])}`,
        )
      if (headers['operation'] === 'delete') this.rows.delete(key)
      else this.rows.set(key, { ...this.rows.get(key), ...value })
    }
  }
}

/** Up to now, or at least up to a position. */
async function follow(engine: ShapeEngine, client: Client, lsn = 0n) {
  for (;;) {
    const response = await engine.fetch(new Request(`http://shapes.test/v1/shape?${client.asked.toString()}`))
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${response.status} ${text}`)
    const messages = JSON.parse(text) as Message[]
    client.take(messages)
    client.at = {
      handle: response.headers.get('electric-handle') ?? '',
      offset: response.headers.get('electric-offset') ?? '',
    }
    const reached = messages.at(-1)?.headers['global_last_seen_lsn']
    if (typeof reached !== 'string') continue
    if (BigInt(reached) >= lsn) return
    // Nothing else has its turn while all is at hand.
    await delay(1)
  }
}

async function followTogether(engine: ShapeEngine, clients: readonly Client[]) {
  const signal = new AbortController().signal
  for (;;) {
    const changes = await engine.changes(
      clients.map(({ asked }) => parsePosition(asked)),
      { wait: false, signal },
    )
    if (changes instanceof Response) throw new Error(await changes.text())
    for (const [index, news] of changes.shapes.entries()) {
      if (news === 'refetch') throw new Error('refetch')
      clients[index]?.take((news?.messages ?? []).map((text) => JSON.parse(text) as Message))
      if (news && clients[index]) clients[index].at = { handle: news.handle, offset: news.offset }
    }
    if (changes.upTo !== null) return
  }
}

/** A position that the engine gets to, with all that is committed. */
async function committed() {
  const [row] = await world.sql<{ lsn: string }[]>`select (pg_current_wal_insert_lsn() - '0/0')::text as lsn`
  await world.sql`insert into marks values (1) on conflict (id) do update set id = 1`
  return BigInt(row?.lsn ?? 0)
}

async function run(texts: readonly string[]) {
  await world.sql.begin(async (tx) => {
    for (const text of texts) await tx.unsafe(text)
  })
}

/** Two that want the same, or wait for each other: one of them is not done. */
const unlessAtOdds = (error: unknown) => {
  if (!(error instanceof Error && 'code' in error && ['40P01', '23505'].includes(String(error.code)))) throw error
}

async function remove(engine: ShapeEngine, query: string) {
  await engine.fetch(new Request(`http://shapes.test/v1/shape?${query}`, { method: 'DELETE' }))
}

interface Followed {
  client: Client
  table: Name
  where: string
}

async function open(engine: ShapeEngine, random: Random): Promise<Followed | null> {
  const table = random.pick(tables.slice(0, 3))
  const where = randomClause(random, table, 3)
  const client = new Client(`table=${table}&where=${encodeURIComponent(where)}`)
  const first = await engine.fetch(new Request(`http://shapes.test/v1/shape?${client.asked.toString()}`))
  // Several columns under NOT.
  if (first.status === 400) {
    expect(await first.text()).toContain('several columns')
    return null
  }
  await follow(engine, client)
  return { client, table, where }
}

/** Its rows are those of the clause's SQL, whatever the sets are. */
async function subsetOf(engine: ShapeEngine, { query }: Client) {
  const asked = `${query}&offset=-1&subset__where=true`
  const response = await engine.fetch(new Request(`http://shapes.test/v1/shape?${asked}`))
  return ((await response.json()) as { data: Message[] }).data.map(({ value }) => value ?? {})
}

async function assertEqual(engine: ShapeEngine, { client, table, where }: Followed) {
  const found = await world.sql.unsafe<{ row: object }[]>(
    `select (select json_object_agg(key, value) from json_each_text(row_to_json(${table}))) as row from ${table} where ${where}`,
  )
  const lines = (rows: Iterable<object>) => Array.from(rows, (row) => JSON.stringify(row)).toSorted()
  const wanted = lines(found.map(({ row }) => row))
  expect(lines(client.rows.values()), `${table} where ${where}`).toEqual(wanted)
  expect(lines(await subsetOf(engine, client)), `a subset of ${table} where ${where}`).toEqual(wanted)
}

const histories = Number(process.env['SUBQUERY_RUNS'] ?? 6)
const first = Number(process.env['SUBQUERY_SEED'] ?? 1)

test.each(Array.from({ length: histories }, (_, index) => first + index))(
  'clients have what SELECT finds: history %i',
  async (seed) => {
    const random = randomFrom(seed)
    await run(tables.map((table) => `delete from ${table}`))
    for (let i = 0; i < 10; i++) await run(randomTransaction(random))
    // In every other history, whatever can be interrupted is.
    const settings = world.settings({ allowDeletion: true, ...(seed % 2 === 0 && { turnMs: 0 }) })
    let engine = createShapeEngine(settings)
    await engine.start()
    let followed: Followed[] = []
    try {
      for (let step = 0; step < 40; step++) {
        if (followed.length < 12) {
          const opened = await open(engine, random)
          if (opened) followed.push(opened)
        }
        if (random.chance(0.1)) {
          const gone = followed[random.int(0, followed.length)]?.client.query
          // Some follow the same.
          followed = followed.filter(({ client }) => client.query !== gone)
          if (gone !== undefined) await remove(engine, gone)
        }
        if (random.chance(0.1)) {
          await engine.stop()
          if (random.chance(0.5)) await run(randomTransaction(random))
          engine = createShapeEngine(settings)
          await engine.start()
        }
        const transactions = Array.from({ length: random.pick([1, 2, 4]) }, () => randomTransaction(random))
        await Promise.all(transactions.map((texts) => run(texts).catch(unlessAtOdds)))
        // Some come later, and have more to read.
        const asking = random.some(followed, random.int(0, followed.length))
        if (random.chance(0.5)) for (const { client } of asking) await follow(engine, client)
        else
          await followTogether(
            engine,
            asking.map(({ client }) => client),
          )
        if (!random.chance(0.3)) continue
        const lsn = await committed()
        for (const { client } of followed) await follow(engine, client, lsn)
        for (const one of followed) await assertEqual(engine, one)
      }
    } finally {
      await engine.stop()
      await world.sql`select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = ${settings.slot ?? ''} and not active`
    }
  },
)
