// Random expressions of all types for the property test: most of those by type must be understood; wild ones take anything.
import * as fc from 'fast-check'
import { columnTypes, values, type Name } from '../test-clauses.ts'
import { signatures } from './table.ts'

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

const columnsOf: Readonly<Record<string, readonly Name[]>> = {
  int2: ['s'],
  int4: ['n'],
  int8: ['big'],
  numeric: ['num'],
  float4: ['r'],
  float8: ['f'],
  text: ['t', 'v', 'c'],
  date: ['d'],
  timestamp: ['ts'],
  timestamptz: ['at'],
  time: ['ti'],
  interval: ['iv'],
  bool: ['b'],
  bytea: ['by'],
  'text[]': ['tags'],
  'int4[]': ['ns'],
}

const constants: Readonly<Record<string, readonly string[]>> = {
  int4: ['1', '-3', '0', '7', '2147483647'],
  int8: ['9223372036854775807', '3000000000'],
  numeric: ['0.1', '2.50', '-1.005', '1000000', '0.0000001', '99999999999999999999.5', '3.', '1e-10'],
  text: ["'b'", "'aXbXc'", "''", "'é😀x'", "' a '"],
  interval: ["interval '1 month -2 days 03:04:05.5'", "interval '36 hours'", "interval 'P1Y2M'", "interval '3 weeks'"],
  date: ["date '2024-02-29'"],
  timestamp: ["timestamp '2023-12-31 23:59:59.5'"],
  timestamptz: ["timestamptz '2024-01-31 10:00:00-03'"],
  time: ["time '10:11:12.13'"],
}

/** Some of which are not understood. */
const intervalConstant = fc
  .tuple(
    fc.array(
      fc.tuple(
        fc.constantFrom('', '-', '+'),
        fc.constantFrom(0, 1, 7, 45, 1000, 999_999_999),
        fc.constantFrom('', ' '),
        fc.constantFrom(
          ...'year years yr month mons week days day hours hr minute mins second sec millisecond microseconds Days y'.split(
            ' ',
          ),
        ),
      ),
      { maxLength: 3 },
    ),
    fc.constantFrom(
      '',
      '04:05',
      '-100:00:59.5',
      '4:05:06.123456',
      'P1Y2M3W4DT5H6M7.8S',
      'P-1Y',
      'PT-0.5S',
      '1',
      '2.5 days',
    ),
    fc.constantFrom(' ', '', '  '),
  )
  .map(([parts, clock, joint]) => `interval '${[...parts.map((part) => part.join('')), clock].join(joint)}'`)

const text = (type: string): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(...(columnsOf[type] ?? ['null'])),
    fc
      .constantFrom(...(columnsOf[type] ?? []))
      .chain((name) => fc.constantFrom(...values[name]).map((value) => `${quoted(value)}::${columnTypes[name]}`)),
    fc.constantFrom(...(constants[type] ?? columnsOf[type] ?? ['null'])),
    ...(type === 'interval' ? [intervalConstant] : []),
  )

const fields = fc.constantFrom(
  ...'year month day hour minute second milliseconds microseconds epoch quarter week isoyear dow isodow doy decade century millennium'.split(
    ' ',
  ),
)
const zones = fc.constantFrom("'UTC'", "'+03'", "'-05:30'", "'UTC-3'", "interval '-03:00'", "interval '2 hours'")

type Make = (...texts: string[]) => string
const numbers = ['int2', 'int4', 'int8', 'numeric', 'float4', 'float8'] as const

/** Result → how it is made of others: types of the operands, and the text. */
const makers: [result: string, operands: string, make: Make][] = [
  ...numbers.flatMap((type): [string, string, Make][] => [
    ...['+', '-', '*', '/'].map((operator): [string, string, Make] => [
      type,
      `${type} ${type}`,
      (a, b) => `(${a} ${operator} ${b})`,
    ]),
    [type, type, (a) => `(- ${a})`],
    [type, type, (a) => `abs(${a})`],
    [type, `${type} ${type}`, (a, b) => `greatest(${a}, ${b}, null)`],
    [type, `${type} ${type}`, (a, b) => `least(${a}, ${b})`],
    [type, `${type} ${type}`, (a, b) => `nullif(${a}, ${b})`],
    [type, `${type} ${type}`, (a, b) => `coalesce(${a}, ${b})`],
    ['text', type, (a) => `(${a})::text`],
  ]),
  ...['int2', 'int4', 'int8'].flatMap((type): [string, string, Make][] => [
    ...['%', '&', '|', '#'].map((operator): [string, string, Make] => [
      type,
      `${type} ${type}`,
      (a, b) => `(${a} ${operator} ${b})`,
    ]),
    [type, type, (a) => `(~ ${a})`],
    [type, type, (a) => `(${a} << 3)`],
    [type, type, (a) => `(${a} >> 5)`],
    ['numeric', type, (a) => `(${a})::numeric`],
    ['float8', type, (a) => `(${a})::float8`],
    ['float4', type, (a) => `(${a})::float4`],
    [type, 'numeric', (a) => `(${a})::${type}`],
    [type, 'float8', (a) => `(${a})::${type}`],
    [type, 'int8', (a) => `(${a})::${type}`],
  ]),
  ['int4', 'int4 int4', (a, b) => `gcd(${a}, ${b})`],
  ['int8', 'int8 int4', (a, b) => `lcm(${a}, ${b})`],
  ['int8', 'int8 int2', (a, b) => `(${a} - ${b})`],
  ['text', 'int8', (a) => `to_hex(${a})`],
  ['numeric', 'numeric int4', (a, b) => `(${a} * ${b})`],
  ['numeric', 'numeric numeric', (a, b) => `mod(${a}, ${b})`],
  ['numeric', 'numeric numeric', (a, b) => `div(${a}, ${b})`],
  ['numeric', 'int8 numeric', (a, b) => `(${a} / ${b})`],
  ['numeric', 'numeric', (a) => `round(${a}, 2)`],
  ['numeric', 'numeric', (a) => `round(${a}, -2)`],
  ['numeric', 'numeric', (a) => `trunc(${a}, 1)`],
  ...['round', 'trunc', 'ceil', 'floor', 'sign'].flatMap((name): [string, string, Make][] => [
    ['numeric', 'numeric', (a) => `${name}(${a})`],
    ['float8', 'float8', (a) => `${name}(${a})`],
  ]),
  ['float8', 'float8', (a) => `sqrt(abs(${a}))`],
  ['float8', 'float4', (a) => `(|/ ${a})`],
  ['float8', 'numeric', (a) => `(${a})::float8`],
  ['float4', 'float8', (a) => `(${a})::float4`],
  ['float8', 'float4 float8', (a, b) => `(${a} * ${b})`],
  ['float8', 'float4 int4', (a, b) => `(${a} + ${b})`],
  ['float8', 'numeric float8', (a, b) => `(${a} / ${b})`],
  ...['btrim', 'ltrim', 'rtrim', 'concat', 'coalesce', 'greatest', 'least', 'nullif'].map(
    (name): [string, string, Make] => ['text', 'text text', (a, b) => `${name}((${a}) collate "C", ${b})`],
  ),
  ...['lower', 'upper', 'initcap'].map((name): [string, string, Make] => [
    'text',
    'text',
    (a) => `${name}((${a}) collate "C")`,
  ]),
  ...['length', 'octet_length', 'bit_length', 'ascii', 'char_length'].map((name): [string, string, Make] => [
    'int4',
    'text',
    (a) => `${name}(${a})`,
  ]),
  ...['reverse', 'md5', 'trim'].map((name): [string, string, Make] => ['text', 'text', (a) => `${name}(${a})`]),
  ['text', 'text text', (a, b) => `(${a} || ${b})`],
  ['text', 'text text', (a, b) => `trim(both ${b} from ${a})`],
  ['text', 'text int4', (a, b) => `(${a} || ${b})`],
  ['text', 'date text', (a, b) => `(${a} || ${b})`],
  ['text', 'bool text interval', (a, b, c) => `concat(${a}, ${b}, ${c})`],
  ['text', 'bool text float8', (a, b, c) => `concat_ws(${b}, ${a}, ${c}, null, ${b})`],
  ['text', 'text int4', (a, b) => `substring(${a} from ${b})`],
  ['text', 'text int4 int4', (a, b, c) => `substring(${a} from ${b} for ${c})`],
  ['text', 'text int4', (a, b) => `left(${a}, ${b})`],
  ['text', 'text int4', (a, b) => `right(${a}, ${b})`],
  ['int4', 'text text', (a, b) => `position(${a} in ${b})`],
  ['int4', 'text text', (a, b) => `strpos(${a}, ${b})`],
  ['text', 'text text text', (a, b, c) => `replace(${a}, ${b}, ${c})`],
  ['text', 'text text text', (a, b, c) => `translate(${a}, ${b}, ${c})`],
  ['text', 'text text int4', (a, b, c) => `split_part(${a}, ${b}, ${c})`],
  ['text', 'text', (a) => `repeat(${a}, 3)`],
  ['text', 'text text', (a, b) => `lpad(${a}, 4, ${b})`],
  ['text', 'text text', (a, b) => `rpad(${a}, 4, ${b})`],
  ['text', 'int4', (a) => `chr(${a})`],
  ['bool', 'text text', (a, b) => `starts_with(${a}, ${b})`],
  ['bytea', 'bytea bytea', (a, b) => `(${a} || ${b})`],
  ['int4', 'bytea', (a) => `length(${a})`],
  ['date', 'date int4', (a, b) => `(${a} + ${b})`],
  ['date', 'date int4', (a, b) => `(${b} + ${a})`],
  ['date', 'date int4', (a, b) => `(${a} - ${b})`],
  ['int4', 'date date', (a, b) => `(${a} - ${b})`],
  ['timestamp', 'date time', (a, b) => `(${a} + ${b})`],
  ['interval', 'date timestamp', (a, b) => `(${a} - ${b})`],
  ['date', 'int4 int4 int4', (a, b, c) => `make_date(${a}, ${b}, ${c})`],
  ['date', 'timestamp', (a) => `(${a})::date`],
  ['date', 'timestamptz', (a) => `(${a})::date`],
  ['time', 'timestamp', (a) => `(${a})::time`],
  ['timestamp', 'date', (a) => `(${a})::timestamp`],
  ['timestamptz', 'date', (a) => `(${a})::timestamptz`],
  ['timestamp', 'timestamptz', (a) => `(${a})::timestamp`],
  ['timestamp', 'date interval', (a, b) => `(${a} + ${b})`],
  ...['timestamp', 'timestamptz', 'time'].flatMap((type): [string, string, Make][] => [
    [type, `${type} interval`, (a, b) => `(${a} + ${b})`],
    [type, `${type} interval`, (a, b) => `(${b} + ${a})`],
    [type, `${type} interval`, (a, b) => `(${a} - ${b})`],
    ['interval', `${type} ${type}`, (a, b) => `(${a} - ${b})`],
    ['text', type, (a) => `(${a})::text`],
    [type, `${type} ${type}`, (a, b) => `greatest(${a}, ${b})`],
  ]),
  ['interval', 'interval interval', (a, b) => `(${a} + ${b})`],
  ['interval', 'interval interval', (a, b) => `(${a} - ${b})`],
  ['interval', 'interval interval', (a, b) => `least(${a}, ${b})`],
  ['interval', 'interval interval', (a, b) => `nullif(${a}, ${b})`],
  ['interval', 'interval', (a) => `(- ${a})`],
  ['interval', 'interval int4', (a, b) => `(${a} * ${b})`],
  ['interval', 'interval int8', (a, b) => `(${b} * ${a})`],
  ['bool', 'interval interval', (a, b) => `(${a} > ${b})`],
  ['interval', 'interval', (a) => `justify_hours(${a})`],
  ['interval', 'interval', (a) => `justify_days(${a})`],
  ['interval', 'interval', (a) => `justify_interval(${a})`],
  ['bool', 'interval', (a) => `isfinite(${a})`],
  ['bool', 'timestamptz', (a) => `isfinite(${a})`],
  ['text', 'interval', (a) => `(${a})::text`],
  ['text[]', 'text[] text[]', (a, b) => `(${a} || ${b})`],
  ['text[]', 'text[] text', (a, b) => `(${a} || (${b})::text)`],
  ['text[]', 'text[] text', (a, b) => `((${b})::text || ${a})`],
  ['text[]', 'text[] text', (a, b) => `array_append(${a}, (${b})::text)`],
  ['text[]', 'text[] text', (a, b) => `array_remove(${a}, (${b})::text)`],
  ['int4[]', 'int4[] int4[]', (a, b) => `array_cat(${a}, ${b})`],
  ['int4[]', 'int4[] int4', (a, b) => `array_prepend(${b}, ${a})`],
  ['int4[]', 'int4[] int2', (a, b) => `(${a} || ${b})`],
  ['int4[]', 'int4[] int4 int4', (a, b, c) => `(${a})[${b}:${c}]`],
  ['int4[]', 'int4[] int4', (a, b) => `(${a})[:${b}]`],
  ['int4[]', 'int4[] int4', (a, b) => `(${a})[${b}:][1:1]`],
  ['int4', 'int4[] int4', (a, b) => `(${a})[${b}]`],
  ['int4', 'int4[] int4 int8', (a, b, c) => `(${a})[${b}][${c}]`],
  ['text', 'text[]', (a) => `(${a})[2]`],
  ['int4', 'text[]', (a) => `array_ndims(${a})`],
  ['int4', 'int4[]', (a) => `array_lower(${a}, 1)`],
  ['int4', 'int4[]', (a) => `array_upper(${a}, 2)`],
  ['int4', 'int4[]', (a) => `cardinality(${a})`],
  ['int4', 'text[] text', (a, b) => `array_position(${a}, (${b})::text)`],
  ['text', 'int4[] text', (a, b) => `array_to_string(${a}, ${b})`],
  ['text', 'text[] text text', (a, b, c) => `array_to_string(${a}, ${b}, ${c})`],
]

const shaped: [result: string, arbitrary: (of: (type: string) => fc.Arbitrary<string>) => fc.Arbitrary<string>][] = [
  ...['timestamp', 'timestamptz', 'date', 'time', 'interval'].map((type): (typeof shaped)[number] => [
    'numeric',
    (of) => fc.tuple(fields, of(type)).map(([field, a]) => `extract(${field} from ${a})`),
  ]),
  ...['timestamp', 'timestamptz', 'interval'].flatMap((type): (typeof shaped)[number][] => [
    [type, (of) => fc.tuple(fields, of(type)).map(([field, a]) => `date_trunc('${field}', ${a})`)],
    ['float8', (of) => fc.tuple(fields, of(type)).map(([field, a]) => `date_part('${field}', ${a})`)],
  ]),
  ['timestamp', (of) => fc.tuple(of('timestamptz'), zones).map(([a, zone]) => `(${a} at time zone ${zone})`)],
  ['timestamptz', (of) => fc.tuple(of('timestamp'), zones).map(([a, zone]) => `(${a} at time zone ${zone})`)],
]

const types = Object.keys(columnsOf)

const byType = fc.letrec<Record<string, string>>((tie) =>
  Object.fromEntries(
    types.map((type) => [
      type,
      fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        text(type),
        ...makers
          .filter(([result]) => result === type)
          .map(([, operands, make]) =>
            fc.tuple(...operands.split(' ').map((one) => tie(one))).map((texts) => make(...texts)),
          ),
        ...shaped.filter(([result]) => result === type).map(([, arbitrary]) => arbitrary(tie)),
      ),
    ]),
  ),
)

/** Of one type throughout, as Postgres wants it. */
export const expression = fc.oneof(...types.map((type) => byType[type] ?? fc.constant('null')))

const anything = fc.oneof(
  { depthSize: 'small' },
  ...types.map(text),
  fc.constantFrom(
    'x',
    'e',
    'u',
    'vs',
    'bs',
    'j',
    "'1'",
    "'2024-01-31'",
    "'a'",
    "'1 day'",
    'null',
    '1.5',
    "'{}'",
    "'1:00'",
  ),
)
const called = fc.constantFrom(
  ...signatures.keys(),
  '||',
  'concat',
  'greatest',
  'least',
  'coalesce',
  'array_append',
  'array_cat',
)

/** Any function of anything. */
export const { wildExpression } = fc.letrec<{ wildExpression: string }>((tie) => ({
  wildExpression: fc
    .tuple(
      called,
      fc.array(fc.oneof({ depthSize: 'small', withCrossShrink: true }, anything, tie('wildExpression')), {
        minLength: 1,
        maxLength: 3,
      }),
    )
    .map(([name, args]) => {
      const [a = '', b = a] = args
      if (/^[a-z]/.test(name))
        return `${/^(extract|position|substring|overlay)$/.test(name) ? 'length' : name}(${args.join(', ')})`
      return args.length === 1 ? `(${name} ${a})` : `(${a} ${name} ${b})`
    }),
}))
