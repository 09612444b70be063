// What is done to a valid request, as plain values that fast-check draws, prints and makes smaller: values put into its places, places taken
// away or added, another's ids, headers, a broken body.
import * as fc from 'fast-check'

export interface Plan {
  /** Name of a subject. */
  subject: string
  /** Which of its requests, counted round and round. */
  example: number
  person: 'admin' | 'attendant'
  edits: Edit[]
  headers: [name: string, value: string][]
  /** What is done to the body's text. */
  text: TextEdit | null
  method: string | null
}

/** `at` counts the request's places round and round. */
export type Edit =
  | { kind: 'put'; at: number; value: unknown }
  | { kind: 'add'; at: number; key: string; value: unknown }
  | { kind: 'remove'; at: number }
  /** In place of one's own, what is the other company's or nobody's. */
  | { kind: 'foreign'; at: number; of: 'theirs' | 'nobody' }
  | { kind: 'anyOfTheirs'; at: number; which: number }

export type TextEdit =
  | { kind: 'cut'; at: number }
  | { kind: 'insert'; at: number; text: string }
  | { kind: 'type'; type: string }
  | { kind: 'whole'; text: string }

/** Stand for what is too long to be written down: see `written`. */
const large = ['«x:300»', '«x:70000»', '«x:1200000»', '«[:40»', '«[:9800»', '«{:9800»', '«😀:40000»', '«)»', '«%:5000»']

/** A text with what its marks stand for; as JSON when they stood in quotes. */
export function written(text: string): string {
  return text.replaceAll(/"?«(.)(?::(\d+))?»"?/gu, (mark, letter: string, times = '20000') => {
    const count = Number(times)
    const quoted = mark.startsWith('"')
    if (letter === '[') return '['.repeat(count) + ']'.repeat(count)
    if (letter === '{') return `${'{"a":'.repeat(count)}1${'}'.repeat(count)}`
    const long = letter.repeat(count)
    return quoted ? `"${long}"` : long
  })
}

const names = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'then',
  'length',
  'id',
  'companyId',
  'super',
]
const texts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\uD800',
  'a\uDC00\uD800b',
  '\u202E\u200B\uFEFF\uFDFD',
  'é\u0301\u0301\u0301',
  '👩‍👩‍👧‍👦',
  "' or 1=1 --",
  '"; select pg_sleep(9); --',
  '$1',
  '%',
  '%%_\\',
  '\\',
  '../../../etc/passwd',
  '..%2f..%2f',
  '%00',
  '%ff%fe',
  '%zz',
  '{{name}}',
  '<script>',
  '[[',
  'null',
  'undefined',
  'NaN',
  '-0',
  '1e400',
  '0x10',
  '-1',
  '9'.repeat(40),
  '9'.repeat(64),
  'f'.repeat(64),
  '0000-01-01T00:00:00.000Z',
  '+275760-09-13T00:00:00.001Z',
  '-271821-04-20T00:00:00.000Z',
  '9999-12-31T23:59:60Z',
  '2026-02-31T00:00:00Z',
  '2026-11-22',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'FFFFFFFF-FFFF-7FFF-BFFF-FFFFFFFFFFFF',
  '{00000000-0000-0000-0000-000000000000}',
  ...names,
  ...large,
]
const numbers = [0, -0, -1, 0.5, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 63, -1e308, 1e308, 5e-324]

const hostileText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...texts) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.bigInt().map(String) },
  { weight: 1, arbitrary: fc.base64String({ maxLength: 60 }) },
)

const hostileKey = fc.oneof(fc.constantFrom(...names), hostileText)

const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: hostileText },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [null], [[]], [{}]) },
  { weight: 3, arbitrary: fc.oneof(fc.constantFrom(...numbers), fc.integer(), fc.double({ noNaN: true })) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.dictionary(hostileKey, hostileText, { maxKeys: 4 }) },
  { weight: 1, arbitrary: fc.array(hostileText, { maxLength: 200 }) },
)

const at = fc.nat({ max: 60 })
const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('put' as const), at, value: hostileValue }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), at }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('add' as const), at, key: hostileKey, value: hostileValue }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('foreign' as const),
      at,
      of: fc.constantFrom('theirs' as const, 'theirs' as const, 'nobody' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('anyOfTheirs' as const), at, which: at }) },
)

const headerNames = [
  'idempotency-key',
  'x-client-protocol',
  'authorization',
  'cookie',
  'origin',
  'host',
  'range',
  'if-none-match',
  'accept',
  'accept-encoding',
  'content-encoding',
  'x-forwarded-for',
  'x-http-method-override',
  'upload-length',
  'upload-offset',
  'upload-metadata',
  'upload-defer-length',
  'upload-concat',
  'tus-resumable',
]
const headerValues = [
  'bytes=0-',
  'bytes=-1',
  'bytes=9-1',
  'bytes=0-0,5-9',
  'gzip',
  'br',
  'Bearer x',
  'a=b; balcao_refresh=x',
  '1',
  '99',
  'DELETE',
]
const header = fc.tuple(fc.constantFrom(...headerNames), fc.oneof(fc.constantFrom(...headerValues), hostileText))

const types = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/offset+octet-stream',
  '',
]
const textEdit: fc.Arbitrary<TextEdit> = fc.oneof(
  fc.record({ kind: fc.constant('cut' as const), at }),
  fc.record({ kind: fc.constant('insert' as const), at, text: hostileText }),
  fc.record({ kind: fc.constant('type' as const), type: fc.constantFrom(...types) }),
  fc.record({
    kind: fc.constant('whole' as const),
    text: fc.oneof(
      fc.constantFrom(
        '',
        'null',
        '[]',
        '"',
        '{',
        '{"mutations":',
        '--x\r\n',
        '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nx\r\n--x--\r\n',
      ),
      hostileText,
    ),
  }),
)

/** Most requests are edited in a place or two and otherwise as they should be, so that they get far. */
export const planOf = (subjects: readonly string[]): fc.Arbitrary<Plan> =>
  fc.record({
    subject: fc.constantFrom(...subjects),
    example: fc.nat({ max: 5 }),
    person: fc.constantFrom('admin' as const, 'attendant' as const),
    edits: fc.oneof(
      { weight: 1, arbitrary: fc.constant<Edit[]>([]) },
      { weight: 8, arbitrary: fc.array(edit, { minLength: 1, maxLength: 2 }) },
      { weight: 1, arbitrary: fc.array(edit, { maxLength: 6 }) },
    ),
    headers: fc.oneof(
      { weight: 9, arbitrary: fc.constant<[string, string][]>([]) },
      { weight: 1, arbitrary: fc.array(header, { minLength: 1, maxLength: 3 }) },
    ),
    text: fc.oneof({ weight: 15, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: textEdit }),
    method: fc.oneof(
      { weight: 30, arbitrary: fc.constant(null) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'),
      },
    ),
  })
