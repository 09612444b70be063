// COPY as the patched driver streams it (decision 0015): however a stream ends, its connection goes on with the next statement.
import * as fc from 'fast-check'
import { createHash } from 'node:crypto'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import postgres from 'postgres'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { nameDatabase, testDatabase } from './testing/test-database.ts'

const named = nameDatabase()
beforeAll(async () => {
  const { drop } = await testDatabase(named)
  return drop
})

/** One connection: what comes next waits for the stream before it. */
let sql: postgres.Sql
beforeEach(() => {
  sql = postgres(named.superuserUrl, { max: 1, onnotice: () => {} })
})
afterEach(() => sql.end({ timeout: 1 }))

const kib = 1024
const rowsOf = (count: number, length: number) =>
  `copy (select repeat('x', ${length}) from generate_series(1, ${count})) to stdout`

/** Takes chunks one by one, each after as many turns of the event loop as `turns` says. */
function writerOf({ turns = 0, highWaterMark = 16 * kib } = {}) {
  const hash = createHash('sha256')
  const writer = new Writable({
    highWaterMark,
    write(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      const wait = (left: number): void => void (left > 0 ? setImmediate(wait, left - 1) : done())
      wait(turns)
    },
  })
  return { writer, sum: () => hash.digest('hex') }
}

const sumOf = (count: number, length: number) =>
  createHash('sha256')
    .update(`${'x'.repeat(length)}\n`.repeat(count))
    .digest('hex')

async function read(tx: postgres.TransactionSql, count: number, length: number, turns: number) {
  const { writer, sum } = writerOf({ turns })
  await pipeline(await tx.unsafe(rowsOf(count, length)).readable(), writer)
  return sum()
}

/** Stream buffers and socket reads are 16 and 64 KiB; a row has a header of 5 bytes, and COPY's own end some 30 behind it. */
const edges = [16 * kib, 64 * kib, 128 * kib].flatMap((edge) =>
  [-64, -40, -30, -20, -10, -6, -5, -1, 0, 1, 5, 40].map((off) => edge + off),
)

test('after a table of any size the next one is read, also by a slow writer', async () => {
  await sql.begin(async (tx) => {
    for (const turns of [0, 3]) {
      for (const size of edges) {
        expect(await read(tx, 1, size, turns)).toBe(sumOf(1, size))
        expect(await read(tx, Math.ceil(size / 100), 94, turns)).toBe(sumOf(Math.ceil(size / 100), 94))
      }
    }
    expect(await tx`select 1 as one`).toEqual([{ one: 1 }])
  })
})

test('tables of random sizes, one after the other', async () => {
  const table = fc.record({
    count: fc.integer({ min: 0, max: 3000 }),
    length: fc.integer({ min: 0, max: 300 }),
    turns: fc.integer({ min: 0, max: 2 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(table, { minLength: 1, maxLength: 6 }), async (tables) => {
      await sql.begin(async (tx) => {
        for (const { count, length, turns } of tables) {
          expect(await read(tx, count, length, turns)).toBe(sumOf(count, length))
        }
      })
    }),
    { numRuns: 40 },
  )
})

test.each([2, 500, 3000, 60_000])('an error at row %i is the reader’s, and the connection goes on', async (row) => {
  const failing = sql.begin(async (tx) => {
    const rows = await tx
      .unsafe(`copy (select repeat('x', 90), 1 / (i - ${row}) from generate_series(1, 100000) i) to stdout`)
      .readable()
    await pipeline(rows, writerOf({ turns: 1 }).writer)
  })
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
})

test('a reader that stops early leaves a connection that goes on', async () => {
  const [count, length] = [20_000, 100]
  await sql.begin(async (tx) => {
    const stopped = await tx.unsafe(rowsOf(count, length)).readable()
    for await (const _ of stopped) break
    expect(await tx`select 1 as one`).toEqual([{ one: 1 }])
    // Before the first row, and in the middle of what nobody took.
    for (const turns of [0, 1, 20]) {
      const left = await tx.unsafe(rowsOf(count, length)).readable()
      for (let n = 0; n < turns; n++) await new Promise(setImmediate)
      left.destroy()
      expect(await tx`select 2 as two`).toEqual([{ two: 2 }])
    }
    expect(await read(tx, 1000, 70, 0)).toBe(sumOf(1000, 70))
  })
})

test('what fails to write ends the transaction, and the connection goes on', async () => {
  let left = 5
  const full = () =>
    new Writable({
      write: (_chunk, _encoding, done) => void setImmediate(() => done(left-- > 0 ? null : new Error('disk is full'))),
    })
  const failing = sql.begin(async (tx) => {
    await pipeline(await tx.unsafe(rowsOf(50_000, 100)).readable(), full())
  })
  await expect(failing).rejects.toThrow('disk is full')
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
})

test.each([
  ['in a row at the end', (n: number) => (n === 19_999 ? 'none\n' : `${n}\n`), '22P02'],
  ['in an early row', (n: number) => (n === 5 ? 'none\n' : `${n}\n`), '22P02'],
  ['only once all rows are there', (n: number) => `${n === 19_999 ? 0 : n}\n`, '23505'],
])('rows that Postgres refuses %s are told to who sends them', async (_name, line, code) => {
  const failing = sql.begin(async (tx) => {
    await tx`create temporary table numbers (n integer, unique (n) deferrable initially immediate) on commit drop`
    const into = await tx.unsafe('copy numbers from stdin').writable()
    await pipeline(Readable.from(Array.from({ length: 20_000 }, (_each, n) => line(n))), into)
  })
  await expect(failing).rejects.toMatchObject({ code })
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
})

test('rows whose source breaks off are not kept, and the next ones are', async () => {
  await sql.begin(async (tx) => {
    await tx`create temporary table kept (n integer) on commit drop`
    function* broken() {
      yield '1\n'
      throw new Error('damaged')
    }
    const load = (rows: Iterable<string>) =>
      tx.savepoint(async (inner) => {
        await pipeline(Readable.from(rows), await inner.unsafe('copy kept from stdin').writable())
      })
    await expect(load(broken())).rejects.toThrow('damaged')
    await load(['2\n', '3\n'])
    await load(['4\n'])
    expect(await tx`select n from kept order by n`).toEqual([{ n: 2 }, { n: 3 }, { n: 4 }])
  })
})

test('a connection that ends in the middle ends the stream both ways', async () => {
  const killed = async (use: (tx: postgres.TransactionSql, kill: () => Promise<unknown>) => Promise<unknown>) => {
    const own = postgres(named.superuserUrl, { max: 1, onnotice: () => {} })
    try {
      await own.begin(async (tx) => {
        const [row] = await tx`select pg_backend_pid() as pid`
        await use(tx, () => sql`select pg_terminate_backend(${row?.['pid']}, 10000)`)
      })
    } finally {
      await own.end({ timeout: 1 })
    }
  }
  const reading = killed(async (tx, kill) => {
    const rows = await tx.unsafe(rowsOf(2_000_000, 100)).readable()
    let isFirst = true
    await pipeline(rows, async function (chunks: AsyncIterable<Buffer>) {
      for await (const _ of chunks) {
        if (isFirst) await kill()
        isFirst = false
      }
    })
  })
  await expect(reading).rejects.toThrow()
  const writing = killed(async (tx, kill) => {
    await tx`create temporary table numbers (n integer)`
    const into = await tx.unsafe('copy numbers from stdin').writable()
    async function* numbers() {
      yield '1\n'
      await kill()
      for (let n = 0; n < 100_000; n++) yield `${n}\n`
    }
    await pipeline(numbers, into)
  })
  await expect(writing).rejects.toThrow()
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
})

test.each([true, false])(
  'rows of a cursor whose connection ended between them have no end, with another made: %s',
  async (again) => {
    const own = postgres(named.superuserUrl, { max: 1, onnotice: () => {} })
    const connection = await own.reserve()
    const [row] = await connection`select pg_backend_pid() as pid`
    let count = 0
    const reading = async () => {
      for await (const rows of connection`select generate_series(1, 1000)`.cursor(100)) {
        count += rows.length
        if (count === 300) {
          await sql`select pg_terminate_backend(${row?.['pid']}, 10000)`
          // This side has heard of it when it can't ask, and then when its next connection answers.
          const asks = () => own`select 1`.then(Boolean, () => false)
          await asks()
          if (again) await vi.waitUntil(asks)
        }
      }
    }
    await expect(reading()).rejects.toThrow()
    expect(count).toBe(300)
    await own.end({ timeout: 1 })
  },
)
