// The predicate must say what Postgres says, on every row: random clauses over random rows, compared with SELECT.
import * as fc from 'fast-check'
import { testDatabase, type TestDatabase } from 'db/node/test-database.ts'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTable, type Row, type Table } from '../catalog.ts'
import { compileWhere } from './compile.ts'
import { parseWhere, WhereError } from './parse.ts'

let database: TestDatabase
let sql: postgres.Sql
let table: Table
let rows: Row[]

const texts = ['', 'a', 'A', 'b%', 'é', 'a_b', 'ab']
const numbers = ['-1', '0', '2', '10']
const uuids = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-00000000000a']

beforeAll(async () => {
  database = await testDatabase()
  sql = postgres(database.url, { max: 1, onnotice: () => {} })
  await sql`create table w (id int primary key, t text, n int4, b bool, u uuid)`
  await sql`
    insert into w select row_number() over (), t, n::int4, b, u::uuid
    from unnest(${[...texts, null]}::text[]) t, unnest(${[...numbers, null]}::text[]) n,
      unnest(array[true, false, null]) b, unnest(${[...uuids, null]}::text[]) u`
  const found = await readTable(sql, 'public', 'w')
  if (!found) throw new Error('the table was just made')
  table = found
  rows = [...(await sql<Row[]>`select id::text, t::text, n::text, b::text, u::text from w`)]
})
afterAll(async () => {
  await sql.end()
  await database.drop()
})

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
const textConstant = fc.constantFrom(...texts).map(quoted)
const uuidConstant = fc.constantFrom(...uuids, ...uuids.map((id) => id.toUpperCase())).map(quoted)
const operator = fc.constantFrom('=', '<>', '!=', '<', '<=', '>', '>=')
const leaf = fc.oneof(
  fc.tuple(fc.constantFrom('t', '"t"', 'w.t'), operator, textConstant).map((parts) => parts.join(' ')),
  fc.tuple(operator, fc.constantFrom(...numbers)).map(([op, n]) => `n ${op} ${n}`),
  fc.tuple(fc.constantFrom('=', '<>'), uuidConstant).map(([op, u]) => `u ${op} ${u}`),
  fc.array(textConstant, { minLength: 1, maxLength: 3 }).map((list) => `t in (${list.join(', ')})`),
  fc
    .array(fc.constantFrom(...numbers, 'null'), { minLength: 1, maxLength: 3 })
    .map((list) => `n not in (${list.join(', ')})`),
  fc.constantFrom('b', 'not b', 'b is true', 'b is not false', 'b = true', 'b <> false', 'true', 'false'),
  fc
    .tuple(fc.constantFrom('t', 'n', 'b', 'u'), fc.constantFrom('is null', 'is not null'))
    .map((parts) => parts.join(' ')),
  fc
    .tuple(fc.constantFrom('like', 'ilike', 'not like'), fc.constantFrom('a%', '%B', '_', 'a\\_b', '%'))
    .map(([op, p]) => `t ${op} '${p}'`),
  fc.tuple(fc.constantFrom(...numbers), fc.constantFrom(...numbers)).map(([a, b]) => `n between ${a} and ${b}`),
  fc.constantFrom(`n = any('{0,2}')`, `t = any('{a,"b%"}')`),
)
const { clause } = fc.letrec<{ clause: string }>((tie) => ({
  clause: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.tuple(tie('clause'), fc.constantFrom('and', 'or'), tie('clause')).map(([a, op, b]) => `(${a} ${op} ${b})`),
    tie('clause').map((inner) => `not (${inner})`),
  ),
}))

test('the predicate holds exactly where SELECT finds the row, and its SQL finds the same', async () => {
  await fc.assert(
    fc.asyncProperty(clause, async (text) => {
      const compiled = compileWhere(parseWhere(text, [], 'w'), table)
      const expected = await sql.unsafe<{ id: string }[]>(`select id::text from w where ${text}`)
      const own = await sql.unsafe<{ id: string }[]>(`select id::text from w where ${compiled.sql}`, [
        ...compiled.params,
      ])
      const ids = (found: readonly { id: string }[]) => found.map(({ id }) => Number(id)).toSorted((a, b) => a - b)
      const wanted = ids([...expected])
      expect(ids([...own])).toEqual(wanted)
      expect(
        rows
          .filter((row) => compiled.matches(row))
          .map((row) => Number(row['id']))
          .toSorted((a, b) => a - b),
      ).toEqual(wanted)
    }),
    { numRuns: 300 },
  )
})

test.each([
  [`t ~ 'x'`, 3],
  ['lower(t) = 1', 1],
  ['nope = 1', 1],
  [`t = 'a' and`, 12],
  ['n = $1', 5],
  [`t = 'a'; drop table w`, 8],
])('%s is refused at position %i', (text, position) => {
  try {
    compileWhere(parseWhere(text, [], 'w'), table)
    expect.unreachable()
  } catch (error) {
    expect(error).toBeInstanceOf(WhereError)
    expect(error).toMatchObject({ position })
  }
})

test('what must be equal is known for routing', () => {
  const { equalities } = compileWhere(parseWhere(`(t = $1 and b = false) and (n = 1 or n = 2)`, ['x'], 'w'), table)
  expect([...equalities]).toEqual([
    ['t', 'x'],
    ['b', 'false'],
  ])
})
