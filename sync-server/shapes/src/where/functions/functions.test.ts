// What a row's values make, where they make an error, and what is refused because nobody could bound it or be sure of it.
import { expectCheap } from 'db/kit/texts/test-hostile-texts.ts'
import { describe, expect, test } from 'vitest'
import type { Column, Row, Table } from '../../catalog.ts'
import { compileWhere } from '../compile.ts'
import { parseWhere, WhereError } from '../parse.ts'

const column = (name: string, type: string, dims = 0): Column => ({
  name,
  type,
  typeOid: 1,
  typeMod: -1,
  dims,
  output: `${type}out`,
  isEnum: false,
  labels: null,
  collation: type === 'text' ? 'C' : null,
  hasDefaultCollation: type === 'text',
  notNull: false,
  keyIndex: null,
})
const table: Table = {
  oid: 1,
  fingerprint: '',
  schema: 'public',
  name: 'w',
  key: ['n'],
  problem: null,
  unpublished: [],
  isPublishable: true,
  columns: [
    column('n', 'int4'),
    column('num', 'numeric'),
    column('f', 'float8'),
    column('t', 'text'),
    column('d', 'date'),
    column('at', 'timestamptz'),
    column('ts', 'timestamp'),
    column('iv', 'interval'),
    column('tags', 'text', 1),
  ],
}
const compile = (text: string) => compileWhere(parseWhere(text, [], 'w'), table)
const holds = (text: string, row: Row) => compile(text).matches(row)

describe('a row whose clause errs is not in the shape', () => {
  test.each<[string, Row]>([
    ['10 / n > 1', { n: '0' }],
    ['not (10 / n > 1)', { n: '0' }],
    ['10 / n is null', { n: '0' }],
    ['10 / n > 1 or n = 0', { n: '0' }],
    ['n + 1 > 0', { n: '2147483647' }],
    ['- n > 0', { n: '-2147483648' }],
    ['n * 1.0 / num > 0', { n: '1', num: '0.00' }],
    ['num > f', { num: `1${'0'.repeat(400)}`, f: '1' }],
    ['f * f > 0', { f: '1e+200' }],
    ["ts + interval '1 day' > ts", { ts: '294276-12-31 10:00:00' }],
    ['d + n > d', { d: '5874897-12-31', n: '1' }],
    ["tags || 'a'::text @> '{a}'", { tags: '{{a},{b}}' }],
    ["split_part(t, ',', n) = 'a'", { t: 'a', n: '0' }],
  ])('%s', (text, row) => {
    expect(holds(text, row)).toBe(false)
  })

  test.each<[string, Row]>([
    ['n <> 0 and 10 / n > 1', { n: '5' }],
    ['n = 0 or 10 / n > 1', { n: '0' }],
    ['coalesce(n, 10 / n) = 0', { n: '0' }],
    ['10 / nullif(n, 0) is null', { n: '0' }],
    ['num > f', { num: `1${'0'.repeat(300)}`, f: '1' }],
  ])('but the part that errs is asked only where it is needed: %s', (text, row) => {
    expect(holds(text, row)).toBe(true)
  })

  test.each([
    ['n = 1 / 0', 7],
    ['n = 2147483647 + 1', 16],
    ["d = date '2024-01-31' + 2147483647", 23],
    ['n = abs(-2147483648)', 5],
    ['n = 3000000000::int', 5],
  ])('what errs in every row is refused at once: %s at position %i', (text, position) => {
    expect(() => compile(text)).toThrow(expect.objectContaining({ position }))
  })
})

describe('NULL', () => {
  const nothing: Row = { n: null, t: null, tags: null, num: '1' }
  test.each([
    'n + 1 is null',
    'greatest(n, 3, null) = 3',
    'least(n, num) = 1',
    "concat(t, 'a', n) = 'a'",
    "concat_ws('-', 'a', t, 'b') = 'a-b'",
    "t || 'a' is null",
    'tags[1] is null',
    "tags || 'a'::text = '{a}'",
    "array_to_string(array['a', t, 'b'], ',') = 'a,b'",
    'nullif(1, n) = 1',
  ])('%s', (text) => {
    expect(holds(text, nothing)).toBe(true)
  })
})

test.each<[string, Row]>([
  ["d + interval '1 month' = timestamp '2024-02-29 00:00:00'", { d: '2024-01-31' }],
  ["iv = interval '30 days'", { iv: 'P1M' }],
  ["at at time zone '+03' = timestamp '2024-01-31 07:00:00'", { at: '2024-01-31 10:00:00+00' }],
  ["extract(epoch from iv) = '2592000'", { iv: 'P1M' }],
  ["num / 3 = '0.33333333333333333333'", { num: '1' }],
  ["num * num = '0.01' and (num * num)::text = '0.0100'", { num: '0.10' }],
  ['-7 / n = -3 and -7 % n = -1', { n: '2' }],
  ["f::text = '1e+15'", { f: '1e+15' }],
  ["tags[2] = 'b' and tags[1] is null", { tags: '[2:3]={b,c}' }],
  ["tags[2:3] = '{b,c}'", { tags: '{a,b,c}' }],
  ["length(t) = 2 and reverse(t) = 'a😀'", { t: '😀a' }],
])('%s', (text, row) => {
  expect(holds(text, row)).toBe(true)
})

describe('what may take any time or memory', () => {
  test.each([
    "repeat('x', 10001) = t",
    'repeat(t, n) = t',
    'lpad(t, 1000000000) = t',
    'rpad(t, n) = t',
    'round(num, n) = 1',
    'round(num, 100000) = 1',
    'n << n = 1',
    '10 ^ 10 ^ 10 = f',
    'power(num, num) = 1',
  ])('is refused: %s', (text) => {
    expect(() => compile(text)).toThrow(WhereError)
  })

  const long = 'a'.repeat(2 ** 22)
  test.each<[string, string, Row]>([
    ['what grows', `replace(replace(t, 'a', '${'b'.repeat(1000)}'), 'b', 't') is not null`, { t: long }],
    ['what is repeated', 'repeat(repeat(t, 1000), 1000) is not null', { t: long }],
    ['what is joined', `t${' || t'.repeat(180)} is not null`, { t: long }],
    ['digits', `num${' * num'.repeat(180)} is not null`, { num: '9'.repeat(100_000) }],
    ['few digits, often', `num${' * num'.repeat(180)} is not null`, { num: '9'.repeat(4000) }],
  ])('is an error in a row: %s', (_, text, row) => {
    expectCheap(2000, () => expect(holds(text, row)).toBe(false))
  })

  test.each<[string, Row]>([
    ['reverse(translate(t, t, t)) = t', { t: long }],
    ["split_part(t, 'a', 100000) = ''", { t: long }],
    ["position('b' in t) = 0", { t: long }],
    ["md5(t) = md5(t || '')", { t: long }],
  ])('is none where the row is only long: %s', (text, row) => {
    expectCheap(4000, () => expect(holds(text, row)).toBe(true))
  })
})

test.each([
  "at at time zone 'America/Sao_Paulo' > ts",
  'at at time zone t > ts',
  'iv * 1.5 > iv',
  'iv / 2 > iv',
  'sqrt(num) > 1',
  'f::numeric > 1',
  't::int = 1',
  "iv = interval '1.5 days'",
  'extract(hour from d) = 1',
  "'1' + '2' = 3",
  "n || n = 'a'",
  'now() > at',
])('what can not be told to equal Postgres is refused: %s', (text) => {
  expect(() => compile(text)).toThrow(WhereError)
})
