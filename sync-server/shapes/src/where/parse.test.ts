// Clauses of an enemy: what is not one expression, or past reason, is refused at its place, and what is read next is read as ever.
import { expectCheap } from 'db/kit/texts/test-hostile-texts.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { parseWhere, WhereError } from './parse.ts'

const parse = (text: string, params: readonly string[] = []) => parseWhere(text, params, 'w')

function positionOf(text: string, params: readonly string[] = []): number {
  try {
    parse(text, params)
  } catch (error) {
    if (error instanceof WhereError) return error.position
    throw error
  }
  return 0
}

const usual = `w.company = $1 and (n in (1, 2) or t like 'x%' or tags && array['a']::text[])`
const tree = parse(usual, ['c'])
afterEach(() => {
  expect(parse(usual, ['c'])).toEqual(tree)
})

/** Just below the longest that is read at all. */
const many = (piece: string, before = '', after = '') =>
  before + piece.repeat(Math.floor((99_000 - before.length - after.length) / piece.length)) + after

describe('past reason', () => {
  const named = (text: string) => [text.slice(0, 30), text] as const
  const both = (open: string, close: string, inner = 'b') => {
    const count = Math.floor(90_000 / (open.length + close.length))
    return open.repeat(count) + inner + close.repeat(count)
  }

  test.each(
    [
      many('('),
      many('['),
      many('[', 'array'),
      many(')'),
      both('(', ')'),
      both('array[', ']'),
      both('lower(', ')'),
      both('(select ', ')'),
      both('exists(select where ', ')'),
      both('case when b then ', ' end'),
      both('n in (', ')', '1'),
      both('not (', ')'),
      many('not ', '', 'b'),
      many('- ', '', '1'),
      many('+', 'n ', ' n'),
      many('@ ', '', 'n'),
      many(' || t', 't', ' is null'),
      many('||t', 't', ' is null'),
      many('::int', 'n', ' = 1'),
      many(' collate "C"', 't', ' = t'),
      many(' isnull', 'b'),
      many(' is not true', 'b'),
      many(' in (b)', 'b'),
      many(' = any (tags)', 'b'),
      many(' at time zone t', 'at', ' is null'),
      many(' isnull between b and b', 'b'),
      many('||w.and', 't', ' is null'),
      many('||w . or', 't', ' is null'),
      many('||(t),(t)', '(t', ') is null'),
      many(' union select 1', 'b'),
      many(' 1. union select b', 'b'),
      many(' join w on b and b', 'n in (select n from w', ' on b)'),
      both('n in (select n from w where ', ')'),
      many('/*', '', 'b'),
      many('/**/', '', 'b'),
      many('-- \n', '', 'b'),
      many('$a', 'n = '),
      many('9', '$'),
      many('a', '', ' ='),
      many("'", 't = ', ' '),
      many('"', '', ' '),
      many('=', 't ', ' t'),
      many('1,', 'n in (', '1)') + many('1', ','),
    ].map(named),
  )('is refused in time: %s', (_, text) => {
    expectCheap(5000, () => expect(positionOf(text)).toBeGreaterThan(0))
  })

  test.each(
    [
      many('n = 1 or ', '', 'b'),
      many('n = 1 and b or ', '', 'b'),
      many('n between 1 and 2 and ', '', 'b'),
      many('1,', 'n in (', '1)'),
      many("'((', ", 't in (', "'[[')"),
      many('[', "t = '", "'"),
      many('(', '"', '" = 1'),
      many("''", "t = '", "'"),
      many('t, ', "'a' = any (array[", 't])'),
      `${'('.repeat(100)}b${')'.repeat(100)}`,
      `t${' || t'.repeat(180)} = 'x'`,
      many(' ', 'n =', '1'),
    ].map(named),
  )('but not what is only long: %s', (_, text) => {
    expect(positionOf(text)).toBe(0)
  })

  test('a number is not read as another', () => {
    expect(parse('1e999999')).toMatchObject({ kind: 'number', text: '1e999999' })
    expect(parse('0.10')).toMatchObject({ kind: 'number', text: '0.10' })
  })
})

test.each([
  ['', 1],
  ['b) or (b', 2],
  ['b) group by (b', 2],
  ['(b)) or ((b)', 4],
  ['b; select 1', 4],
  ['b;', 2],
  ['b union select 1', 3],
  ['b for read only', 3],
  ['b group by b', 3],
  ['b order by b', 3],
  ['b limit all', 3],
  ['b into x', 3],
  ['b as x', 3],
  ['b, b', 1],
  ['select b', 1],
  ['exists (select)', 1],
  ['n in (1, select 1)', 10],
  ['n in (select n from w join w on b)', 23],
  ['n in (select n from w natural join w)', 31],
  ['n in (select n from (select n from w) v)', 3],
  ['n in (values (1))', 3],
  ['n in (with v as (select 1) select n from v)', 28],
  ['n in (select n from only w)', 26],
  ['n in (select n from x.y.w)', 21],
  ['n in (select n from w for update)', 3],
  ['n in (select n as m from w)', 14],
  ['n = (table w)', 5],
  ['values (1)', 1],
  ['b -- ', 3],
  ['b /* ) */', 3],
  ['b\n--', 3],
  [`t = E'\\''`, 5],
  [`t = u&'\\0041'`, 5],
  ['u&"t" = 1', 1],
  ['t = $$a$$', 5],
  ['t = $a$b$a$', 5],
  ['t = $1', 5],
  ['t = $0', 5],
  ['t = $2147483648', 5],
  ['t = $1and b', 5],
  ["t = '\0'", 6],
  ["t = '\ud800'", 1],
  [`t = 'a`, 5],
  ['"t = 1', 1],
  ['"" = 1', 1],
  ['w.* is null', 1],
  ['v.t is null', 1],
  ['public.w.t is null', 1],
  ['(w).t is null', 2],
  [`t like 'a' escape 'b'`, 3],
  [`t similar to 'a'`, 3],
  ['n operator(pg_catalog.=) 1', 3],
  ['n is json', 1],
  ['lower(distinct t) is null', 1],
  ['lower(t) over () is null', 1],
  ['lower(variadic t) is null', 1],
  ['pg_catalog.lower(t) is null', 1],
  ['"coalesce"(t) is null', 1],
  ['"greatest"(t) is null', 1],
  ["interval '1' day = iv", 1],
  ['tags[1].a is null', 1],
  ['current_user = t', 1],
  [`t::varchar(3) = 'a'`, 4],
  [`t = 'a'::char`, 10],
  [`e = 'x'::public.mood`, 10],
])('%s is refused at position %i', (text, position) => {
  expect(positionOf(text)).toBe(position)
})

test('fifty subqueries are enough', () => {
  const clause = (count: number) => Array.from({ length: count }, () => 'n in (select n from w)').join(' or ')
  expect([positionOf(clause(50)), positionOf(clause(51))]).toEqual([0, 50 * 26 + 3])
})

test('a parameter stands for a value, and for nothing else', () => {
  expect(parse('$1', ['t) or (true'])).toMatchObject({ kind: 'untyped', text: 't) or (true' })
  expect(positionOf('date $1 = d', ['2024-01-31'])).toBe(6)
  expect(positionOf('t = $1isnull', ['a'])).toBe(5)
  expect(positionOf('w.$1 = 1', ['n'])).toBe(3)
  expect(positionOf('n $1 1', ['='])).toBe(6)
  expect(positionOf('t = $1', ['\0'])).toBe(5)
})

test('positions count the characters of the clause as its client does', () => {
  expect(parse(`t = '😀é' ~ 'x'`)).toMatchObject({ right: { name: '~', position: 11 } })
  expect(positionOf(`t = '😀é' and and`)).toBe(15)
  expect(positionOf(`t = '😀é' and`)).toBe(14)
  expect(parse(`'😀' = "é"`)).toMatchObject({ left: { position: 1 }, right: { name: 'é', position: 8 } })
})

test('texts are what was written', () => {
  const odd = ` \t\r\n\u0001\u001f\u007f\u0080\u00a0\u2028\ufeff\uffff"\\/é😀 ''$1 /* -- `
  expect(parse(`'${odd}'`)).toMatchObject({ kind: 'untyped', text: odd.replace("''", "'") })
  const name = odd.slice(1, 20).replace('"', '""')
  expect(parse(`"${name}"`)).toMatchObject({ kind: 'column', name: name.replace('""', '"') })
})
