// What clauses are refused, and where; what parameters and casts mean.
import { describe, expect, test } from 'vitest'
import type { Column, Table } from '../catalog.ts'
import { compileWhere } from './compile.ts'
import { parseWhere } from './parse.ts'
import { WhereError } from './where-error.ts'

const column = (name: string, type: string, change: Partial<Column> = {}): Column => ({
  name,
  type,
  typeOid: 1,
  typeMod: -1,
  dims: 0,
  output: '',
  isEnum: false,
  labels: null,
  collation: type === 'text' ? 'C' : null,
  hasDefaultCollation: type === 'text',
  notNull: false,
  keyIndex: null,
  ...change,
})
const table: Table = {
  oid: 1,
  fingerprint: '',
  schema: 'public',
  name: 'w',
  key: ['id'],
  unpublished: ['g'],
  problem: null,
  isPublishable: true,
  columns: [
    column('id', 'int4', { keyIndex: 0 }),
    column('t', 'text'),
    column('x', 'text', { collation: 'pt_BR.utf8' }),
    column('n', 'int4'),
    column('b', 'bool'),
    column('u', 'uuid'),
    column('at', 'timestamptz'),
    column('d', 'date'),
    column('e', 'mood', { isEnum: true, labels: ['good', 'bad'] }),
    column('c', 'bpchar', { collation: 'C', hasDefaultCollation: true }),
    column('v', 'varchar', { collation: 'C', hasDefaultCollation: true }),
    column('j', 'jsonb'),
    column('tags', 'text', { dims: 1 }),
  ],
}
const compile = (text: string, params: readonly string[] = []) => compileWhere(parseWhere(text, params, 'w'), table)

test.each([
  [`t ~ 'x'`, 3],
  ['substr(t, 1) = 1', 16],
  ['format(t, 1) = t', 1],
  ['nope = 1', 1],
  ['t is null or g = 1', 14],
  [`t = 'a' and`, 12],
  ['n = $1', 5],
  [`t = 'a'; drop table w`, 8],
  [`t = 'a' -- and more`, 9],
  [`u = 'nope'`, 5],
  [`n = 'x'`, 5],
  [`b = 'perhaps'`, 5],
  [`at < 'yesterday'`, 6],
  [`at < '2024-02-31'`, 6],
  [`d = '2024-01-31 10:00'`, 5],
  [`e = 'ugly'`, 5],
  [`e < 'bad'`, 5],
  ['t = n', 5],
  ['c = v', 5],
  [`t like 'a\\'`, 8],
  [`x < 'b'`, 5],
  [`lower(x) = 'b'`, 7],
  [`t = e'a'`, 5],
  ['1 < 2 < 3', 7],
  ['n + t = 2', 3],
  ['n ^ 2 = 4', 3],
  [`j = '{}'`, 5],
  [`n = any('{1,{2}}')`, 9],
  [`n = any('[1:5]={1,2}')`, 9],
  [`'1'::float8 in ('2'::real, '3'::float8)`, 17],
])('%s is refused at position %i', (text, position) => {
  try {
    compile(text)
    expect.unreachable()
  } catch (error) {
    expect(error).toBeInstanceOf(WhereError)
    expect(error).toMatchObject({ position })
  }
})

const nested = (wrap: (inner: string) => string) =>
  Array.from({ length: 60 }).reduce<string>((inner) => `(${wrap(inner)})`, 'b')

test.each([
  `${'('.repeat(500)}b`,
  `${'not '.repeat(5000)}b`,
  `n in (${'1,'.repeat(50_000)}1)`,
  nested((inner) => `${inner} between symmetric false and b`),
  nested((inner) => `${inner} in (b, b)`),
])('what is nested or long past reason is refused, not a crash', (text) => {
  expect(() => compile(text)).toThrow(WhereError)
})

test('texts of another collation are compared where it makes no difference, and ordered by COLLATE', () => {
  for (const text of [`x = 'b'`, `x like 'b%'`, `x in ('a', 'b')`, `x collate "C" < 'b'`]) {
    expect(() => compile(text)).not.toThrow()
  }
  expect(compile(`x collate "C" < 'b'`).sql).toContain('collate "C"')
})

test('parameters take the type of their column, whatever cast helps Postgres, and never become SQL', () => {
  const id = '018f0000-0000-7000-8000-00000000000a'
  const text = `u = $1::uuid and n = ANY($2::int[]) and b = $3 and t = $4`
  const { matches, sql } = compile(text, [id.toUpperCase(), '{1, 02}', 'false', `'; drop table w`])
  const row = { u: id, n: '2', b: 'false', t: `'; drop table w` }
  expect([matches(row), matches({ ...row, n: '3' })]).toEqual([true, false])
  expect(sql).toContain(`'''; drop table w'`)
})

describe('for routing and permission', () => {
  test('what must be equal is known', () => {
    const { equalities } = compile(`(t = $1 and b = false) and (n = 1 or n = 2)`, ['x'])
    expect([...equalities]).toEqual([
      ['t', 'x'],
      ['b', 'false'],
    ])
  })

  test('what is read is known', () => {
    expect(compile(`t = 'a' or 'b' = any(tags) and n is null`).columns.toSorted()).toEqual(['n', 't', 'tags'])
  })
})
