// Random where clauses for the property tests: `accepted` ones must be understood; `wild` ones mix types, so that some have to be refused.
import * as fc from 'fast-check'

/** Texts of each column of the test's table. BC and arrays with shapes of their own are only in rows: clauses refuse them. */
export const values = {
  t: ['', 'a', 'A', 'b%', 'é', 'É', 'a_b', 'ab', '😀', '\uffee', 'a\nb', "it's \\", 'true', 'a '],
  v: ['a', 'ab', 'B', ' a', 'a '],
  c: ['a', 'ab', '', 'é b', 'A'],
  x: ['a', 'B', 'é', 'Z', 'ab'],
  n: ['-1', '0', '2', '10', '-2147483648'],
  s: ['-1', '2', '32767'],
  big: ['9007199254740992', '9007199254740993', '-1', '2'],
  num: ['0.1', '0.10', '10', '-0.5', '12345678901234567890.5', '12345678901234567890.50', 'NaN', 'Infinity', '2'],
  f: ['0.1', '2', '-0', '0', 'NaN', 'Infinity', '1e300', '0.10000000149011612', '-2.5'],
  r: ['0.1', '2', '1e30', 'NaN', '-Infinity', '-2.5'],
  b: ['true', 'false'],
  u: ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-00000000000a'],
  at: [
    '2024-01-31 10:00:00+00',
    '2024-01-31 10:00:00.5+00',
    '0099-12-31 23:59:59+00',
    'infinity',
    '2024-02-01 00:00:00+00',
  ],
  ts: ['2024-01-31 10:00:00', '2024-02-01 00:00:00', '-infinity'],
  d: ['2024-01-31', '2024-02-01', '-infinity', '2023-02-28'],
  ti: ['00:00:00', '10:30:00', '23:59:59.999999', '10:30:00.5'],
  iv: ['P1M', 'P30D', 'PT720H', 'P1Y2M-3DT4H-5M6.7S', 'PT0S', 'P-1M', 'PT-0.5S', 'P1M1D'],
  e: ['good', 'bad'],
  by: ['\\x', '\\x00ff', '\\x00', '\\xa0'],
  tags: ['{}', '{a}', '{a,b}', '{b,NULL}', '{"q\\"x","\\\\","a b",""}', '{"NULL",null}', '{a,a,B}'],
  vs: ['{}', '{a}', '{ab,a}'],
  ns: ['{}', '{1,2}', '{2}', '{2,NULL}', '{NULL}', '{-1,0,10}'],
  nums: ['{0.1,2.50}', '{NaN}', '{}', '{0.10}'],
  bs: ['{t,f}', '{NULL,true}', '{}'],
} as const
export type Name = keyof typeof values
export const names = Object.keys(values) as Name[]

/** What clauses don't write, or not alike. */
export const rowsOnly: Partial<Record<Name, readonly string[]>> = {
  num: [`1${'0'.repeat(400)}`, '-Infinity'],
  at: ['0044-03-15 00:00:00+00 BC', '294276-12-31 23:59:59.999999+00', '294275-12-31 23:59:59.999999+00'],
  d: ['5874897-12-31', '4713-01-01 BC', '0001-01-01', '2000-02-29'],
  ti: ['24:00:00'],
  iv: ['infinity', '-infinity', 'P178000000Y', 'PT2562047788H'],
  tags: ['{{a,b},{c,NULL}}', '[2:3]={a,b}', '[0:1][1:1]={{a},{b}}'],
  ns: ['{{1},{2}}', '[0:1]={1,2}'],
}

export const columnTypes = {
  t: 'text',
  v: 'varchar',
  c: 'bpchar',
  x: 'text',
  n: 'int',
  s: 'smallint',
  big: 'int8',
  num: 'numeric',
  f: 'double precision',
  r: 'real',
  b: 'boolean',
  u: 'uuid',
  at: 'timestamp with time zone',
  ts: 'timestamp',
  d: 'date',
  ti: 'time',
  iv: 'interval',
  e: 'mood',
  by: 'bytea',
  tags: 'text[]',
  vs: 'character varying[]',
  ns: 'integer[]',
  nums: 'numeric[]',
  bs: 'bool[]',
} as const satisfies Record<Name, string>

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
const constantFrom = <T>(...items: readonly T[]) => fc.constantFrom(...items)
const joined = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((texts) => texts.join(' '))
const isArray = (name: Name) => columnTypes[name].endsWith('[]')
const arrays = names.filter(isArray)
const scalars = names.filter((name) => !isArray(name))
const of = (name: Name) => constantFrom(...values[name])

const anyName = constantFrom(...scalars)
const equality = constantFrom('=', '<>', '!=')
const comparison = constantFrom('=', '<>', '!=', '<', '<=', '>', '>=')
const likes = constantFrom('like', 'ilike', 'not like', 'not ilike', '~~', '!~~', '~~*', '!~~*')
const patterns = ['a%', '%B', '_', 'a\\_b', '%', 'É', 'a\\\\', 'A_b', '%a%b%', '', '__%', 'a   '] as const
const isTests = constantFrom('is null', 'is not null', 'isnull', 'notnull')
const truths = constantFrom('is true', 'is not true', 'is false', 'is not false', 'is unknown', 'is not unknown')
const distinctness = constantFrom('is distinct from', 'is not distinct from')

/** Enums have no order here, and texts of another collation only with COLLATE. */
const operatorOf = (name: Name) => (name === 'e' || name === 'x' ? equality : comparison)
const spelled = (name: Name) => constantFrom<string>(name, `"${name}"`, `w.${name}`, `(${name})`)
const constantOf = (name: Name) =>
  fc.oneof(
    of(name).map(quoted),
    of(name).map((text) => `${quoted(text)}::${columnTypes[name]}`),
    of(name).map((text) => `cast(${quoted(text)} as ${columnTypes[name]})`),
  )
const listOf = (name: Name) =>
  fc
    .array(fc.oneof({ weight: 4, arbitrary: constantOf(name) }, constantFrom('null', name)), {
      minLength: 1,
      maxLength: 4,
    })
    .map((list) => list.join(', '))
const arrayLiteral = (name: Name) =>
  fc
    .array(fc.option(of(name), { nil: null }), { maxLength: 3 })
    .map((items) => items.map((item) => (item === null ? 'NULL' : `"${item.replaceAll(/["\\]/g, '\\$&')}"`)))
    .map((items) => quoted(`{${items.join(', ')}}`))
const arrayFor = (name: Name) =>
  name === 'e'
    ? arrayLiteral(name)
    : fc.oneof(
        arrayLiteral(name),
        arrayLiteral(name).map((text) => `${text}::${columnTypes[name]}[]`),
        listOf(name).map((list) => `array[${list}]::${columnTypes[name]}[]`),
      )
const quantifier = constantFrom('any', 'all', 'some')
const numbers = constantFrom(
  '2',
  '-1',
  '0.1',
  '2.5',
  '99999999999999999999',
  '1e3',
  '.5',
  '-2147483648',
  '2.',
  "'2'::int",
)
const texts = fc.oneof(
  constantFrom('t', 'v', 'lower(t)', 'upper(v)', 't || v', "t || 'x'", "coalesce(t, v, 'a')", "coalesce(t, 'none')"),
  constantFrom(
    'c::text',
    'n::text collate "C"',
    'u::text collate "C"',
    'e::text collate "C"',
    'b::text collate "C"',
    'lower(c)',
    "(v || 'A')::varchar",
    'upper(x collate "C")',
  ),
)
const ints = constantFrom(
  'n',
  'big',
  's',
  'length(t)',
  'char_length(c)',
  'length(v)',
  'cardinality(tags)',
  'cardinality(ns)',
)
const lengths = constantFrom(
  'array_length(tags, 1)',
  'array_length(ns, 2)',
  'array_length(tags, n)',
  'coalesce(n, big, 5)',
  'n::bigint',
)
const decimals = constantFrom('num', 'n::numeric', 'abs(num)', 'coalesce(num, n)', 'big::numeric')

/** Of each kind of value that functions and operators make, by what it is compared with. */
const made = {
  number: [
    'n + 1',
    'n - s * 2',
    'big / 2',
    'n % 3',
    '- n',
    '@ s',
    'abs(n)',
    'n & 6',
    'n | 1',
    'n # s',
    '~ n',
    'n << 2',
    'big >> 1',
    'num * 1.10',
    'num + n',
    'num / 3',
    'mod(n, 7)',
    'round(num, 1)',
    'ceil(num)',
    'floor(f)::int',
    'trunc(num)',
    'sign(num)',
    'greatest(n, s, 5)',
    'least(big, n)',
    'nullif(n, 2)',
    'ns[1]',
    'ns[array_lower(ns, 1)] + 1',
    "position('b' in t)",
    "d - date '2024-01-01'",
    'extract(year from at)',
    "extract(epoch from ts - timestamp '2024-01-01 00:00')",
    "date_part('month', d)",
    'array_position(ns, 2)',
    '10 / nullif(n, 0)',
    'n::bigint * n',
    'b::int',
  ],
  text: [
    't || n',
    "n || '-' || coalesce(t, '')",
    'concat(t, v, n, b)',
    "concat_ws('-', t, d, null, c)",
    'substring(t from 1 for 1)',
    'substr(t, 2)',
    'left(t, 1)',
    'right(v, -1)',
    'trim(t)',
    "trim(leading 'a' from t)",
    "replace(t, 'a', 'b')",
    "split_part(t, '_', 2)",
    'reverse(t)',
    "lpad(v, 3, '*')",
    'repeat(v, 2)',
    'tags[1]',
    '(tags || t)[2]',
    'd::text',
    'num::text',
    "array_to_string(tags, ',')",
    'md5(t)',
    'to_hex(n)',
    'greatest(t collate "C", \'b\')',
    "nullif(t, '')",
  ],
  at: [
    "at + interval '1 month'",
    "at - interval '36 hours 30 minutes'",
    'at + iv',
    "date_trunc('month', at)",
    "ts at time zone 'UTC'",
    "ts at time zone '+03'",
    'greatest(at, d)',
  ],
  ts: [
    "ts + interval '1 day'",
    'd + ti',
    "d + interval '1 month'",
    "at at time zone interval '-03:00'",
    'coalesce(ts, d)',
    'd - iv',
  ],
  d: ['d + 1', 'd - n', 's + d', 'at::date', 'make_date(2024, 2, 29)'],
  iv: [
    'at - at',
    "ts - timestamp '2024-01-01 00:00'",
    'iv * 2',
    '- iv',
    'justify_days(iv)',
    "iv + interval '1 day'",
    "interval '30 days'",
  ],
  ti: ["ti + interval '1 hour'", 'ts::time', "time '10:30'"],
} as const
const calculated = fc.oneof(
  joined(constantFrom(...made.number), comparison, fc.oneof(ints, decimals, numbers, constantFrom(...made.number))),
  joined(
    constantFrom('f * 2', 'r + 1', 'sqrt(abs(f))', 'f / 3', 'n / f', 'num * f', '- r'),
    comparison,
    constantFrom('f', 'r', 'n', 'num', '0.1'),
  ),
  joined(
    constantFrom(...made.text).map((text) => `(${text}) collate "C"`),
    comparison,
    constantFrom(...made.text, "'a'", "'b'"),
  ),
  ...(['at', 'ts', 'd', 'iv', 'ti'] as const).map((name) =>
    joined(
      constantFrom(...made[name]),
      comparison,
      fc.oneof(constantFrom<string>(name, ...made[name]), of(name).map(quoted)),
    ),
  ),
  joined(
    constantFrom(
      "tags || 'x'::text",
      "tags || '{a}'",
      'array_append(tags, t)',
      'tags[1:2]',
      "array_remove(tags, 'a')",
      'array_cat(tags, tags)',
    ),
    constantFrom('=', '<>', '@>', '&&'),
    fc.oneof(of('tags').map(quoted), constantFrom('tags')),
  ),
  joined(
    constantFrom(...made.number, ...made.text, ...made.iv).map((text) => `(${text})`),
    isTests,
  ),
)

const leaf = fc.oneof(
  { weight: 12, arbitrary: calculated },
  anyName.chain((name) => joined(spelled(name), operatorOf(name), constantOf(name))),
  anyName.chain((name) => joined(constantOf(name), equality, spelled(name))),
  anyName.chain((name) =>
    joined(spelled(name), distinctness, fc.oneof(constantOf(name), constantFrom<string>('null', name))),
  ),
  anyName.chain((name) =>
    fc.tuple(spelled(name), constantFrom('in', 'not in'), listOf(name)).map(([a, op, list]) => `${a} ${op} (${list})`),
  ),
  anyName.chain((name) =>
    fc
      .tuple(spelled(name), operatorOf(name), quantifier, arrayFor(name))
      .map(([column, op, each, array]) => `${column} ${op} ${each}(${array})`),
  ),
  joined(constantFrom(...names, 'j'), isTests),
  joined(fc.oneof(ints, lengths, decimals), comparison, fc.oneof(ints, lengths, decimals, numbers)),
  joined(constantFrom('f', 'r', 'abs(f)', 'abs(r)'), comparison, fc.oneof(constantFrom('f', 'r', 'n', 'big'), numbers)),
  joined(constantFrom('at', 'ts', 'd'), comparison, constantFrom('at', 'ts', 'd')),
  joined(
    constantFrom('at'),
    comparison,
    constantFrom(
      `'2024-01-31'`,
      `'2024-01-31T07:00:00-03:00'`,
      `timestamptz '2024-01-31 10:00:00.500Z'`,
      `date '2024-02-01'`,
    ),
  ),
  joined(texts, comparison, fc.oneof(texts, of('t').map(quoted))),
  joined(constantFrom('c'), comparison, fc.oneof(constantFrom('c', 't'), of('c').map(quoted))),
  joined(constantFrom('v'), comparison, fc.oneof(constantFrom('v', 't'), of('c').map(quoted))),
  joined(constantFrom('x collate "C"'), comparison, of('x').map(quoted)),
  joined(
    constantFrom('x', 't', "'a'"),
    comparison,
    of('x').map((text) => `${quoted(text)} collate "C"`),
  ),
  joined(constantFrom('t', 'v', 'c', 'x collate "C"', "lower(v) || 'b'"), likes, constantFrom(...patterns).map(quoted)),
  joined(constantFrom('x', 'e::text'), constantFrom('like', 'not like'), constantFrom(...patterns).map(quoted)),
  fc
    .tuple(constantFrom('t', 'c'), likes, quantifier, fc.subarray([...patterns, null]))
    .map(
      ([a, op, each, some]) =>
        `${a} ${op} ${each}(array[${some.map((text) => (text === null ? 'null' : quoted(text))).join()}]::text[])`,
    ),
  joined(
    constantFrom('n', 'num', 'f', 'length(t)', 'num::numeric'),
    constantFrom('between', 'not between', 'between symmetric', 'not between symmetric', 'between asymmetric'),
    constantFrom('-1 and 2', '0 and 10', '5 and 0', 'null and 1'),
  ),
  fc.tuple(of('t'), of('c')).map(([a, b]) => `starts_with(t, ${quoted(a)}) or starts_with(c, ${quoted(b)})`),
  constantFrom(...arrays).chain((name) =>
    joined(
      constantFrom<string>(name, `coalesce(${name}, '{}')`),
      constantFrom('=', '<>', '@>', '<@', '&&', 'is distinct from', 'is not distinct from'),
      fc.oneof(
        of(name).map(quoted),
        of(name).map((text) => `${quoted(text)}::${columnTypes[name]}`),
        constantFrom(name),
      ),
    ),
  ),
  fc
    .tuple(
      constantFrom("'a'", 't', "''", 'v', 'c', "'q\"x'", 'null', 't collate "C"'),
      comparison,
      quantifier,
      constantFrom('tags', 'array[t, v]'),
    )
    .map(([a, op, each, array]) => `${a} ${op} ${each}(${array})`),
  fc
    .tuple(
      constantFrom('n', "'2'", '2', '2.5', 'big', 'num'),
      comparison,
      quantifier,
      constantFrom('ns', 'nums', 'array[n, 2]'),
    )
    .map(([a, op, each, array]) => `${a} ${op} ${each}(${array})`),
  constantFrom(
    'b',
    'not b',
    "b <> 'no'",
    "b = 'T'",
    'true',
    'false',
    'null',
    "'yes'",
    '1 = 1',
    `'a' < 'B' collate "C"`,
    'true = any(bs)',
    'n in (1, 2.5)',
    'r in (0.1, 0.2)',
    'r in (0.1)',
    "num < 'infinity'",
    "num in ('2', 0.1, n)",
    "n in ('2', 10.0)",
    "'2' in (n, big)",
    'f in (n, 2, 0.1)',
    "'a' in ('a', 'b')",
    't in (\'a\' collate "C", v)',
    'at in (d, ts)',
    "at in (date '2024-02-01', timestamp '2024-01-31 10:00')",
    "array['a', t] @> array['a']",
    'array[1, n] && ns',
    'not n = 2',
    'x = t',
    'n in (1_0, 0x2, 0b10, -0o1)',
    "t = 'a'\n'b'",
    '"length"(t) = pg_catalog.int4 \'2\'',
    "n = any('{2}'::int[3])",
    "ns = '{1,2}'::int array[2]",
    "f < '2'::float(53)",
    "r = '2'::float(1)",
    "c = char 'ab' or c = nchar 'a'",
    'lower(all t) = t',
    "t is not null is true and 'b%' isnull is distinct from b",
  ),
)

const { accepted } = fc.letrec<{ accepted: string }>((tie) => ({
  accepted: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.tuple(tie('accepted'), constantFrom('and', 'or'), tie('accepted')).map(([a, op, b]) => `(${a} ${op} ${b})`),
    tie('accepted').map((inner) => `not (${inner})`),
    joined(
      tie('accepted').map((inner) => `(${inner})`),
      truths,
    ),
    fc
      .tuple(tie('accepted'), fc.oneof(comparison, distinctness), tie('accepted'))
      .map(([a, op, b]) => `(${a}) ${op} (${b})`),
  ),
}))

const types = constantFrom<string>(...new Set(Object.values(columnTypes)))
const { wild } = fc.letrec<{ operand: string; wild: string }>((tie) => ({
  operand: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    constantFrom<string>(...names, 'j'),
    constantFrom(...names).chain((name) => constantOf(name)),
    numbers,
    constantFrom('null', 'true', "'1'", "''", '-1', 'nope', "'{a,1}'"),
    joined(tie('operand'), types).map((text) => `(${text.replace(/ (?=[^ ]*$|[a-z]+ [a-z]+$)/, ')::')}`),
    fc
      .tuple(
        constantFrom(
          'lower',
          'upper',
          'length',
          'abs',
          'cardinality',
          'coalesce',
          'greatest',
          'round',
          'trim',
          'concat',
        ),
        tie('operand'),
      )
      .map(([name, a]) => `${name}(${a})`),
    fc
      .tuple(
        constantFrom('coalesce', 'starts_with', 'array_length', 'nullif', 'least', 'mod', 'left', 'array_append'),
        tie('operand'),
        tie('operand'),
      )
      .map(([name, a, b]) => `${name}(${a}, ${b})`),
    fc
      .tuple(tie('operand'), constantFrom('||', '@>', '&&', '=', '<', '+', '-', '*', '/', '%', '&', '#', '<<'))
      .map(([a, op]) => `(${a} ${op} ${a})`),
    fc.array(tie('operand'), { maxLength: 2 }).map((items) => `array[${items.join(', ')}]`),
    joined(tie('operand'), constantFrom('collate "C"')),
    tie('operand').map((inner) => `-${inner.startsWith('-') ? `(${inner})` : inner}`),
    fc.tuple(tie('operand'), tie('operand')).map(([a, b]) => `(${a})[${b}]`),
    tie('wild').map((inner) => `(${inner})`),
  ),
  wild: fc.oneof(
    { depthSize: 'small' },
    joined(
      tie('operand'),
      fc.oneof(comparison, likes, distinctness, constantFrom('||', '@>', '<@', '&&', '+', '-', '*')),
      tie('operand'),
    ),
    joined(tie('operand'), fc.oneof(isTests, truths)),
    fc
      .tuple(tie('operand'), fc.oneof(comparison, likes), quantifier, tie('operand'))
      .map(([a, op, each, array]) => `${a} ${op} ${each}(${array})`),
    fc
      .tuple(tie('operand'), constantFrom('in', 'not in'), fc.array(tie('operand'), { minLength: 1, maxLength: 3 }))
      .map(([a, op, list]) => `${a} ${op} (${list.join(', ')})`),
    fc.tuple(tie('operand'), tie('operand'), tie('operand')).map(([a, b, c]) => `${a} between ${b} and ${c}`),
    // Without parentheses: precedence decides.
    joined(tie('wild'), fc.oneof(constantFrom('and', 'or', 'and not'), comparison, distinctness), tie('wild')),
    joined(tie('wild'), truths),
    tie('wild').map((inner) => `not ${inner}`),
  ),
}))

const symbols = `( ) [ ] , ; . ' " = < - + || :: ::text [] -- /* $ $1 $2 e u&' 1 .5 \0 \n n w.`.split(' ')
const words = 'and or not is null in between like any all array union case select from isnull escape date for numeric'
const pieces = constantFrom(
  ...symbols,
  ...words.split(' ').map((word) => ` ${word} `),
  'date $1',
  'numeric $1',
  '$1isnull',
  't collate "C"',
  '$1[1]',
  'n[1]',
  ' at time zone ',
  'interval',
  'extract(day from d)',
  'trim(t)',
  'greatest(n, 1)',
  '(n, s)',
  'n) or (n',
)

/** Some words of a clause replaced: nearly right, or by chance still so. */
const spoilt = fc
  .tuple(fc.oneof(accepted, wild), fc.array(fc.tuple(fc.nat(), fc.nat(2), pieces), { minLength: 1, maxLength: 2 }))
  .map(([text, changes]) => {
    const parts = text.match(/'[^']*'|"[^"]*"|[\w.]+|\s+|[^\s\w]/g) ?? []
    for (const [place, count, piece] of changes) parts.splice(place % (parts.length + 1), count, piece)
    return parts.join('')
  })

export { accepted, wild, spoilt }
