// The predicate must say what Postgres says, on every row: random clauses over random rows, compared with SELECT.
import * as fc from 'fast-check'
import { testDatabase, type TestDatabase } from 'db/node/test-database.ts'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { printSettings } from '../replication.ts'
import { readTable, type Row, type Table } from '../catalog.ts'
import { compileWhere } from './compile.ts'
import { parseWhere, WhereError } from './parse.ts'

let database: TestDatabase
let sql: postgres.Sql
let table: Table
let rows: Row[]

const values = {
  t: ['', 'a', 'A', 'b%', 'é', 'É', 'a_b', 'ab', '😀', '\uffee', 'a\nb'],
  n: ['-1', '0', '2', '10', '32767'],
  big: ['9007199254740992', '9007199254740993', '-1', '2'],
  num: ['0.1', '0.10', '10', '-0.5', '12345678901234567890.5', '12345678901234567890.50', 'NaN'],
  f: ['0.1', '2', '-0', '0', 'NaN', 'Infinity', '1e300', '0.10000000149011612'],
  r: ['0.1', '2', '1e30', 'NaN', '-Infinity'],
  b: ['true', 'false'],
  u: ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-00000000000a'],
  at: [
    '2024-01-31 10:00:00+00',
    '2024-01-31 10:00:00.5+00',
    '0099-12-31 23:59:59+00',
    '0044-03-15 00:00:00+00 BC',
    'infinity',
  ],
  d: ['2024-01-31', '2024-02-01', '-infinity'],
  e: ['good', 'bad'],
} as const
type Name = keyof typeof values
const names = Object.keys(values) as Name[]

beforeAll(async () => {
  database = await testDatabase()
  sql = postgres(database.url, { max: 1, onnotice: () => {}, connection: { ...printSettings } })
  await sql.unsafe(`create type mood as enum ('good', 'bad');
    create table w (id int primary key, t text, n int4, big int8, num numeric, f float8, r float4, b bool, u uuid, at timestamptz, d date, e mood)`)
  const row = fc.record(Object.fromEntries(names.map((name) => [name, fc.constantFrom(...values[name], null)])))
  const made = fc.sample(row, { numRuns: 300, seed: 7 }).map((one, id) => ({ id, ...one }))
  await sql`insert into w select * from jsonb_populate_recordset(null::w, ${sql.json(made)})`
  const found = await readTable(sql, 'none', { schema: 'public', name: 'w' })
  if (!found) throw new Error('the table was just made')
  table = found
  const columns = ['id', ...names].map((name) => `${name}::text`)
  rows = [...(await sql.unsafe<Row[]>(`select ${columns.join(', ')} from w`))]
})
afterAll(async () => {
  await sql.end()
  await database.drop()
})

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
// BC is only refused in clauses.
const constants = (name: Name) => fc.constantFrom(...values[name].filter((text) => !text.endsWith('BC'))).map(quoted)
const anyName = fc.constantFrom(...names)
const equality = fc.constantFrom('=', '<>', '!=')
const operator = fc.constantFrom('=', '<>', '!=', '<', '<=', '>', '>=')
const spelled = (name: Name) => fc.constantFrom(name, `"${name}"`, `w.${name}`)
const joined = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((texts) => texts.join(' '))
const listOf = (name: Name) =>
  fc
    .array(fc.oneof(constants(name), fc.constant('null')), { minLength: 1, maxLength: 3 })
    .map((list) => `(${list.join(', ')})`)
const leaf = fc.oneof(
  anyName.chain((name) => joined(spelled(name), name === 'e' ? equality : operator, constants(name))),
  anyName.chain((name) => joined(constants(name), equality, spelled(name))),
  anyName.chain((name) => joined(spelled(name), fc.constantFrom('in', 'not in'), listOf(name))),
  anyName.map(
    (name) =>
      `${name} = any('{${values[name]
        .filter((text) => !/[ ,"]/.test(text))
        .map((text) => JSON.stringify(text))
        .join(', ')}, NULL}')`,
  ),
  joined(anyName, fc.constantFrom('is null', 'is not null')),
  joined(
    fc.constantFrom('n', 'big', 'num', 'f', 'r'),
    operator,
    fc.constantFrom('n', 'big', 'num', 'f', 'r', '2', '-1', '0.1', '2.5', '99999999999999999999'),
  ),
  joined(fc.constantFrom('at', 'd'), operator, fc.constantFrom('at', 'd')),
  joined(
    fc.constant('at'),
    operator,
    fc.constantFrom(`'2024-01-31'`, `'2024-01-31T07:00:00-03:00'`, `'2024-01-31 10:00:00.500Z'`),
  ),
  fc.constantFrom(
    'b',
    'not b',
    'b is true',
    'b is not false',
    'b = true',
    `b <> 'no'`,
    `b = 'T'`,
    'true',
    'false',
    'null',
    '1 = 1',
    `'a' < 'B'`,
  ),
  fc
    .tuple(
      fc.constantFrom('like', 'ilike', 'not like'),
      fc.constantFrom('a%', '%B', '_', 'a\\_b', '%', 'É', 'a\\\\', 'A_b'),
    )
    .map(([op, pattern]) => `t ${op} '${pattern}'`),
  joined(
    fc.constantFrom('n', 'num', 'f'),
    fc.constantFrom('between', 'not between'),
    fc.constantFrom('-1 and 2', '0 and 10', '5 and 0', 'null and 1'),
  ),
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
      // The databases of a run have the C collation, as the predicate.
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
    { numRuns: 500 },
  )
})

test.each([
  [`t ~ 'x'`, 3],
  ['lower(t) = 1', 1],
  ['nope = 1', 1],
  [`t = 'a' and`, 12],
  ['n = $1', 5],
  [`t = 'a'; drop table w`, 8],
  [`u = 'nope'`, 5],
  [`n = 'x'`, 5],
  [`n in (1, 'x')`, 10],
  [`b = 'perhaps'`, 5],
  [`at < 'yesterday'`, 6],
  [`at < '2024-02-31'`, 6],
  [`d = '2024-01-31 10:00'`, 5],
  [`e < 'bad'`, 5],
  ['n is true', 1],
  ['n::text = 1', 2],
  ['t = n', 5],
  [`t like 'a\\'`, 8],
  [`n = any('{1,{2}}')`, 9],
  [`${'('.repeat(101)}b`, 101],
])('%s is refused at position %i', (text, position) => {
  try {
    compileWhere(parseWhere(text, [], 'w'), table)
    expect.unreachable()
  } catch (error) {
    expect(error).toBeInstanceOf(WhereError)
    expect(error).toMatchObject({ position })
  }
})

test('parameters take the type of their column, whatever cast helps Postgres', () => {
  const [id] = values.u
  const text = `u = $1::uuid and n = ANY($2::int[]) and b = $3 and t = $4`
  const {
    matches,
    params,
    sql: own,
  } = compileWhere(parseWhere(text, [id.toUpperCase(), '{1, 02}', 'false', `'; drop table w`], 'w'), table)
  expect(matches({ u: id, n: '2', b: 'false', t: `'; drop table w` })).toBe(true)
  expect(matches({ u: id, n: '3', b: 'false', t: `'; drop table w` })).toBe(false)
  expect(params).toEqual([id, '1', '2', 'false', `'; drop table w`])
  expect(own).not.toContain('drop')
})

test('what must be equal is known for routing', () => {
  const { equalities } = compileWhere(parseWhere(`(t = $1 and b = false) and (n = 1 or n = 2)`, ['x'], 'w'), table)
  expect([...equalities]).toEqual([
    ['t', 'x'],
    ['b', 'false'],
  ])
})
