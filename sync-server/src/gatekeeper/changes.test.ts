// Many positions in one question: whole transactions, all shapes up to the same commit.
import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { newId } from 'db/kit/new-id.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { electricChanges } from './electric-changes.ts'
import { parsePosition, type Changes, type ShapePosition } from 'shapes/engine.ts'
import { manyBody, readMany } from 'shapes/many.ts'
import { startTestEngine, type Message, type Position, type TestEngine } from 'shapes/test-engine.ts'

let world: TestEngine
beforeAll(async () => {
  world = await startTestEngine(
    `create table lefts (id uuid primary key, company_id text not null, n int not null, body text);
     create table rights (id uuid primary key, company_id text not null, n int not null, body text)`,
    { managePublication: true, longPollMs: 2000 },
  )
})
afterAll(() => world.stop())

const queryOf = (table: string, company: string) => `table=${table}&where=company_id='${company}'`
const never = new AbortController().signal

type Ask = (
  positions: readonly ShapePosition[],
  options: { wait: boolean; signal: AbortSignal },
) => Promise<Changes | Response>
const asks: Record<string, Ask> = {
  'the engine': (positions, options) => world.engine.changes(positions, options),
  'the engine over HTTP': async (positions, { wait, signal }) => {
    const body = manyBody(positions, wait)
    const answer = await world.engine.fetch(
      // Thousands of requests that listen to the same signal make each other slow.
      new Request('http://shapes.test/v1/changes', { method: 'POST', body, ...(signal !== never && { signal }) }),
    )
    return answer.ok ? readMany(await answer.json()) : answer
  },
  // One request a shape, as an Electric is asked.
  'the adapter': (positions, options) =>
    electricChanges((query, signal) => world.get(String(query), { signal }), positions, options),
}

interface Client {
  /** Rows of both tables, by id. */
  lefts: Map<string, number>
  rights: Map<string, number>
  next(wait?: boolean): Promise<Changes>
}

/** Follows both tables from now on, and applies answer by answer. */
async function clientOf(ask: Ask, company: string): Promise<Client> {
  const tables = ['lefts', 'rights'] as const
  const client = { lefts: new Map<string, number>(), rights: new Map<string, number>() }
  const positions = new Map<string, Position>()
  for (const table of tables) {
    const { messages, ...at } = await world.catchUp(queryOf(table, company))
    positions.set(table, at)
    apply(client[table], messages)
  }
  return {
    ...client,
    async next(wait = false) {
      const standings = tables.map((table) => {
        const { handle = '', offset = '' } = positions.get(table) ?? {}
        return parsePosition(new URLSearchParams(`${queryOf(table, company)}&handle=${handle}&offset=${offset}`))
      })
      const changes = await ask(standings, { wait, signal: never })
      if (changes instanceof Response) throw new Error(`${changes.status} ${await changes.text()}`)
      tables.forEach((table, index) => {
        const news = changes.shapes[index]
        if (!news || news === 'refetch') return
        positions.set(table, news)
        apply(
          client[table],
          news.messages.map((text) => JSON.parse(text) as Message),
        )
      })
      return changes
    },
  }
}

/** The next answer that says something; one that came too early does not. */
async function untilNews(client: Client) {
  for (;;) {
    const changes = await client.next(true)
    if (changes.shapes.some((one) => one !== null)) return changes
  }
}

function apply(rows: Map<string, number>, messages: readonly Message[]) {
  for (const { headers, value } of messages) {
    const id = String(value?.['id'])
    if (headers['operation'] === 'delete') rows.delete(id)
    else if (value?.['n'] !== undefined) rows.set(id, Number(value['n']))
  }
}

const insertBoth = (company: string, n: number, body = '') =>
  world.sql.begin(async (tx) => {
    const id = newId()
    await tx`insert into lefts values (${id}, ${company}, ${n}, ${body})`
    await tx`insert into rights values (${id}, ${company}, ${n}, ${body})`
    return id
  })

describe.each(Object.entries(asks))('%s', (name, ask) => {
  const companyOf = (what: string) => `${name}-${what}`.replaceAll(/\W/g, '-')

  test('tells whoever is behind, also when another has read everything', async () => {
    const company = companyOf('behind')
    const [quick, slow] = [await clientOf(ask, company), await clientOf(ask, company)]
    for (const n of [1, 2]) {
      const id = await insertBoth(company, n)
      await untilNews(quick)
      expect([quick.lefts.get(id), quick.rights.get(id)]).toEqual([n, n])
      expect((await quick.next()).shapes).toEqual([null, null])
    }
    await untilNews(slow)
    expect([...slow.lefts]).toEqual([...quick.lefts])
    expect([...slow.rights]).toEqual([...quick.rights])
    expect((await slow.next()).shapes).toEqual([null, null])
    const id = await insertBoth(company, 3)
    await untilNews(slow)
    await untilNews(quick)
    expect([slow.lefts.get(id), quick.rights.get(id)]).toEqual([3, 3])
  })

  test('tells both halves of a transaction in one answer, as soon as it is there', async () => {
    const company = companyOf('both')
    const client = await clientOf(ask, company)
    const answer = untilNews(client)
    const id = await insertBoth(company, 1)
    const { whole } = await answer
    expect([[...client.lefts], [...client.rights], whole]).toEqual([[[id, 1]], [[id, 1]], true])
  })

  test('says of what nothing happened to that it is as new as the rest', async () => {
    const company = companyOf('quiet')
    const client = await clientOf(ask, company)
    await world.sql`insert into lefts values (${newId()}, ${company}, 1, '')`
    await vi.waitFor(async () => expect((await client.next()).shapes[0]).not.toBeNull())
    const [{ now } = { now: '' }] = await world.sql<{ now: string }[]>`select pg_current_wal_lsn() - '0/0' as now`
    await vi.waitFor(async () => {
      await world.sql`select pg_logical_emit_message(true, 'tick', '')`
      const { upTo, shapes } = await client.next()
      expect(shapes).toEqual([null, null])
      expect(BigInt(upTo ?? 0)).toBeGreaterThanOrEqual(BigInt(now))
    })
  })

  test('answers who waits in vain with nothing', async () => {
    const client = await clientOf(ask, companyOf('vain'))
    expect(await client.next(true)).toEqual({ shapes: [null, null], upTo: expect.any(String), whole: true })
  })

  test('never shows half of a transaction while many write', async ({ signal }) => {
    const company = companyOf('many')
    const client = await clientOf(ask, company)
    let writing = true
    let answers = 0
    const writers = Promise.all(
      [1, 2, 3].map(async (writer) => {
        for (let n = 0; n < 60 || (answers <= 10 && n < 600); n++) {
          const id = await insertBoth(company, n)
          if (n % 3 === 0) {
            await world.sql.begin(async (tx) => {
              await tx`update lefts set n = ${1000 + writer} where id = ${id}`
              await tx`update rights set n = ${1000 + writer} where id = ${id}`
            })
          }
          if (n % 5 === 0) {
            await world.sql.begin(async (tx) => {
              await tx`delete from rights where id = ${id}`
              await tx`delete from lefts where id = ${id}`
            })
          }
        }
      }),
    ).finally(() => (writing = false))
    const follow = async () => {
      signal.throwIfAborted()
      await client.next(writing)
      answers++
      expect(client.lefts).toEqual(client.rights)
    }
    while (writing) {
      await setImmediate()
      await follow()
    }
    await writers
    const rows = await world.sql<{ id: string; n: number }[]>`select id, n from lefts where company_id = ${company}`
    const all = new Map(rows.map(({ id, n }) => [id, n]))
    // The change stream brings the last of them a moment later, and its socket needs a turn of the event loop: an engine in this process
    // answers within microtasks, which would leave it none.
    while (!isDeepStrictEqual(client.lefts, all)) {
      await setImmediate()
      await follow()
    }
  })

  test('sends long absence in parts that end between transactions', async () => {
    const company = companyOf('absence')
    const client = await clientOf(ask, company)
    const body = 'x'.repeat(20_000)
    for (let n = 0; n < 40; n++) await insertBoth(company, n, body)
    await vi.waitFor(async () => {
      const { whole } = await client.next()
      expect([whole, client.lefts.size]).toEqual([true, client.rights.size])
      expect(client.lefts.size).toBe(40)
    })
  })

  test('says when a shape is to be read anew, and tells of the others', async () => {
    const company = companyOf('anew')
    const client = await clientOf(ask, company)
    await world.sql`truncate lefts`
    const id = newId()
    await world.sql`insert into rights values (${id}, ${company}, 7, '')`
    await vi.waitFor(async () => {
      const { shapes } = await client.next()
      expect([shapes[0], client.rights.get(id)]).toEqual(['refetch', 7])
    })
  })
})

test('a transaction that is too large for one answer comes in parts, and says so', async () => {
  const company = 'large'
  const client = await clientOf(asks['the engine'] as Ask, company)
  await world.sql`insert into lefts select gen_random_uuid(), ${company}, n, repeat('x', 1000) from generate_series(1, 3000) n`
  const parts: boolean[] = []
  await vi.waitFor(async () => {
    parts.push((await client.next()).whole)
    expect(client.lefts.size).toBe(3000)
  })
  expect(parts).toContain(false)
})

test('a position in the middle of a snapshot, or none, is refused', async () => {
  for (const offset of ['-1', 'now', '0_0', 'x']) {
    const position = parsePosition(new URLSearchParams(`${queryOf('lefts', 'a')}&handle=1-1&offset=${offset}`))
    const answer = await world.engine.changes([position], { wait: false, signal: never })
    expect(answer instanceof Response && answer.status).toBe(400)
  }
})
