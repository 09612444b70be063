// The predicate must say what Postgres says, on every row: random clauses over random rows, compared with SELECT.
import * as fc from 'fast-check'
import { testDatabase, type TestDatabase } from 'db/node/testing/test-database.ts'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTable, type Row, type Table } from '../catalog.ts'
import { printSettings } from '../stream/replication.ts'
import { compileWhere, type CompiledWhere } from './compile.ts'
import { parseWhere, WhereError } from './parse.ts'
import { accepted, names, rowsOnly, spoilt, values, wild, type Name } from './test-clauses.ts'

let database: TestDatabase
let sql: postgres.Sql
let table: Table
let rows: Row[]

beforeAll(async () => {
  database = await testDatabase()
  sql = postgres(database.ownerUrl, { max: 1, onnotice: () => {}, connection: { ...printSettings } })
  await sql.unsafe(`create type mood as enum ('good', 'bad');
    create table w (id int primary key, t text, v varchar(8), c char(4), x text collate "en-x-icu", n int4, s int2, big int8, num numeric,
      f float8, r float4, b bool, u uuid, at timestamptz, ts timestamp, d date, e mood, by bytea,
      tags text[], vs varchar(8)[], ns int4[], nums numeric[], bs bool[], j jsonb default 'null', "select" int default 1)`)
  const column = (name: Name) => fc.constantFrom(...values[name], ...(rowsOnly[name] ?? []), null)
  const row = fc.record(Object.fromEntries(names.map((name) => [name, column(name)])))
  const made = fc.sample(row, { numRuns: 300, seed: 7 }).map((one, id) => ({ id, ...one }))
  const list = sql(['id', ...names])
  await sql`insert into w (${list}) select ${list} from jsonb_populate_recordset(null::w, ${sql.json(made)})`
  table = await readMadeTable()
  // char(n) keeps its padding in rows.
  const texts = table.columns.map(({ name }) =>
    name === 'c' ? `case when c is not null then concat(c, '') end as c` : `"${name}"::text`,
  )
  rows = [...(await sql.unsafe<Row[]>(`select ${texts.join(', ')} from w`))]
})
afterAll(async () => {
  await sql.end()
  await database.drop()
})

async function readMadeTable(): Promise<Table> {
  const found = await readTable(sql, 'none', { schema: 'public', name: 'w' })
  if (!found) throw new Error('the table was just made')
  return found
}

const compile = (text: string, params: readonly string[] = []) => compileWhere(parseWhere(text, params, 'w'), table)

const idsOf = (found: readonly Row[]) => found.map(({ id }) => Number(id)).toSorted((a, b) => a - b)

/** Ids of the rows that Postgres finds. */
const selected = async (text: string) => idsOf([...(await sql.unsafe<Row[]>(`select id::text from w where ${text}`))])

async function assertSame(text: string, compiled: CompiledWhere) {
  const wanted = await selected(text)
  expect(await selected(compiled.sql)).toEqual(wanted)
  expect(idsOf(rows.filter((row) => compiled.matches(row)))).toEqual(wanted)
  const read = (row: Row) => Object.fromEntries(compiled.columns.map((name) => [name, row[name] ?? null]))
  expect(idsOf(rows.filter((row) => compiled.matches({ ...read(row), id: row['id'] ?? null })))).toEqual(wanted)
  for (const [name, value] of compiled.equalities) {
    expect(rows.filter((row) => compiled.matches(row) && row[name] !== value)).toEqual([])
  }
}

const numRuns = Number(process.env['WHERE_RUNS'] ?? 500)

test('the predicate holds exactly where SELECT finds the row, and its SQL finds the same', async () => {
  await fc.assert(
    fc.asyncProperty(accepted, (text) => assertSame(text, compile(text))),
    { numRuns },
  )
}, 600_000)

test.each([
  ['of any types', wild],
  ['changed at random', spoilt],
])(
  'what is not refused means to Postgres what it means here: %s',
  async (_, clause) => {
    await fc.assert(
      fc.asyncProperty(clause, async (text) => {
        const compiled = orRefuse(() => compile(text))
        if (compiled) await assertSame(text, compiled)
      }),
      { numRuns: 4 * numRuns },
    )
  },
  600_000,
)

test('what is read as an expression is one to Postgres, parameters too', async () => {
  await fc.assert(
    fc.asyncProperty(spoilt, async (text) => {
      if (!orRefuse(() => parseWhere(text, ['1', 'a'], 'w'))) return
      const code = await selected(text).then(
        () => null,
        (error: postgres.PostgresError) => error.code,
      )
      expect(code).not.toBe(syntaxError)
    }),
    { numRuns: 4 * numRuns },
  )
}, 600_000)

const syntaxError = '42601'

function orRefuse<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof WhereError) return null
    throw error
  }
}
