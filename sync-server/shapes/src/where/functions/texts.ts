// Texts. Lengths that a clause asks for are constants, so that no row makes a text of any size.
import { createHash } from 'node:crypto'
import { EvaluationError, outOfRange } from '../evaluation-error.ts'
import { assertRoom, countCharacters, placeOf, sliceCharacters } from '../types/characters.ts'
import { lowerAscii, upperAscii } from '../types/text.ts'
import { unpadded } from '../types/values.ts'
import { define, type Demand, type Signature } from './signature.ts'

const ascii = true

const bytes = (text: string) => String(Buffer.byteLength(text))
const bytesOfHex = (text: string) => (text.length - 2) / 2
const characters = (text: string) => String(countCharacters(text))

/** The first letter of each word is upper case, the others are lower case. */
const capitals = (text: string) =>
  lowerAscii(text).replaceAll(/[a-z0-9]+/g, (word) => upperAscii(word.slice(0, 1)) + word.slice(1))

const negativeLength = new EvaluationError('negative substring length not allowed')

/** Positions count from 1; some of those that are asked for may lie before the text. */
function substring(text: string, start: string, length?: string): string {
  const first = Number(start)
  if (length === undefined) return sliceCharacters(text, Math.max(first, 1) - 1)
  const count = Number(length)
  const end = first + count
  if (count < 0) throw negativeLength
  return end < 1 ? '' : sliceCharacters(text, Math.max(first, 1) - 1, end - 1)
}

function left(text: string, given: string): string {
  const count = Number(given)
  return sliceCharacters(text, 0, count < 0 ? Math.max(0, countCharacters(text) + count) : count)
}

const leastInteger = -(2 ** 31)

/** The opposite of the least integer is itself: of nothing is then left out. */
function right(text: string, given: string): string {
  const count = Number(given)
  const skipped = count < 0 ? -count : countCharacters(text) - count
  return count === leastInteger ? text : sliceCharacters(text, Math.max(0, skipped))
}

/** Takes characters of a set from one end or both. */
function trim(text: string, set: string, ends: { start: boolean; end: boolean }): string {
  const taken = new Set(set)
  let [from, to] = [0, text.length]
  while (ends.start && from < to && taken.has(characterAt(text, from))) from += characterAt(text, from).length
  while (ends.end && to > from && taken.has(characterBefore(text, to))) to -= characterBefore(text, to).length
  return text.slice(from, to)
}

const characterAt = (text: string, index: number) => String.fromCodePoint(text.codePointAt(index) ?? 0)

const isLowSurrogate = (code: number) => code >= 0xdc00 && code <= 0xdfff

const characterBefore = (text: string, end: number) =>
  text.slice(isLowSurrogate(text.charCodeAt(end - 1)) ? end - 2 : end - 1, end)

function replace(text: string, from: string, to: string): string {
  if (from === '') return text
  let count = 0
  for (let at = text.indexOf(from); at !== -1; at = text.indexOf(from, at + from.length)) count++
  assertRoom(text.length + count * Math.max(0, to.length - from.length))
  return text.replaceAll(from, () => to)
}

const noField = new EvaluationError('field position must not be zero')

/** The field at a place, counted from 1, or from the end where it is negative. */
function splitPart(text: string, separator: string, given: string): string {
  const place = Number(given)
  if (place === 0) throw noField
  if (separator === '') return text !== '' && (place === 1 || place === -1) ? text : ''
  let fields = 1
  for (let at = text.indexOf(separator); at !== -1; at = text.indexOf(separator, at + separator.length)) fields++
  const wanted = place > 0 ? place : fields + place + 1
  if (wanted < 1 || wanted > fields) return ''
  let start = 0
  for (let field = 1; field < wanted; field++) start = text.indexOf(separator, start) + separator.length
  const end = text.indexOf(separator, start)
  return end === -1 ? text.slice(start) : text.slice(start, end)
}

function repeat(text: string, given: string): string {
  const count = Math.max(0, Number(given))
  assertRoom(text.length * count)
  return text.repeat(count)
}

/** To a length in characters, cut where it is longer. */
function padding(text: string, given: string, fill: string): { kept: string; added: string } {
  const length = Math.max(0, Number(given))
  const missing = length - countCharacters(text)
  if (missing <= 0) return { kept: sliceCharacters(text, 0, length), added: '' }
  const width = countCharacters(fill)
  if (width === 0) return { kept: text, added: '' }
  return { kept: text, added: sliceCharacters(fill.repeat(Math.ceil(missing / width)), 0, missing) }
}

function lpad(text: string, length: string, fill: string): string {
  const { kept, added } = padding(text, length, fill)
  return added + kept
}

function rpad(text: string, length: string, fill: string): string {
  const { kept, added } = padding(text, length, fill)
  return kept + added
}

/** By bytes: a long text is not split into its characters. Surrogate pairs are put in order again. */
const reverse = (text: string) =>
  Buffer.from(Buffer.from(text, 'utf16le').swap16().toReversed())
    .toString('utf16le')
    .replaceAll(/([\udc00-\udfff])([\ud800-\udbff])/g, '$2$1')

const noCharacter = new EvaluationError('requested character is not valid')

function chr(given: string): string {
  const code = Number(given)
  if (code === 0 || (code >= 0xd800 && code <= 0xdfff)) throw noCharacter
  if (code < 0 || code > 0x10ffff) throw outOfRange
  return String.fromCodePoint(code)
}

/** Each character of `from` becomes that at its place in `to`, or none. */
function translate(text: string, from: string, to: string): string {
  const targets = to[Symbol.iterator]()
  const map = new Map<string, string>()
  for (const character of from) {
    const target = targets.next().value ?? ''
    if (!map.has(character)) map.set(character, target)
  }
  assertRoom(2 * text.length)
  // In pieces: a text to which characters are added one by one takes many times its room.
  const pieces: string[] = []
  let piece = ''
  for (const character of text) {
    piece += map.get(character) ?? character
    if (piece.length < 4096) continue
    pieces.push(piece)
    piece = ''
  }
  return pieces.join('') + piece
}

const md5 = (data: string | Buffer) => createHash('md5').update(data).digest('hex')

/** Characters; enough for what is padded to be sorted or shown. */
const maxPadding = 10_000

const bounded: Demand = { argument: 1, must: 'be constant', accepts: (value) => Number(value) <= maxPadding }

const [both, start, end] = [
  { start: true, end: true },
  { start: true, end: false },
  { start: false, end: true },
]

const trims = (
  [
    ['btrim', both],
    ['ltrim', start],
    ['rtrim', end],
  ] as const
).flatMap(([name, ends]) => [
  define(name, 'text → text', (a) => trim(a, ' ', ends ?? both)),
  define(name, 'text text → text', (a, b) => trim(a, b, ends ?? both)),
])

const isStart = (a: string, b: string) => String(a.startsWith(b))

export const textFunctions: readonly Signature[] = [
  define('lower', 'text → text', lowerAscii, { ascii }),
  define('upper', 'text → text', upperAscii, { ascii }),
  define('initcap', 'text → text', capitals, { ascii }),
  ...['length', 'char_length', 'character_length'].flatMap((name) => [
    define(name, 'text → int4', characters),
    define(name, 'bpchar → int4', (a) => characters(unpadded(a))),
  ]),
  define('length', 'bytea → int4', (a) => String(bytesOfHex(a))),
  define('octet_length', 'text → int4', bytes),
  define('octet_length', 'bpchar → int4', bytes),
  define('octet_length', 'bytea → int4', (a) => String(bytesOfHex(a))),
  define('bit_length', 'text → int4', (a) => String(8 * Number(bytes(a)))),
  define('bit_length', 'bytea → int4', (a) => String(8 * bytesOfHex(a))),
  ...['substring', 'substr'].flatMap((name) => [
    define(name, 'text int4 → text', (a, b) => substring(a, b)),
    define(name, 'text int4 int4 → text', substring),
  ]),
  define('left', 'text int4 → text', left),
  define('right', 'text int4 → text', right),
  ...trims,
  define('position', 'text text → int4', (a, b) => String(placeOf(a, b))),
  define('strpos', 'text text → int4', (a, b) => String(placeOf(a, b))),
  define('replace', 'text text text → text', replace),
  define('split_part', 'text text int4 → text', splitPart),
  define('repeat', 'text int4 → text', repeat, { demands: [bounded] }),
  define('lpad', 'text int4 → text', (a, b) => lpad(a, b, ' '), { demands: [bounded] }),
  define('rpad', 'text int4 → text', (a, b) => rpad(a, b, ' '), { demands: [bounded] }),
  define('lpad', 'text int4 text → text', lpad, { demands: [bounded] }),
  define('rpad', 'text int4 text → text', rpad, { demands: [bounded] }),
  define('reverse', 'text → text', reverse),
  define('ascii', 'text → int4', (a) => String(a.codePointAt(0) ?? 0)),
  define('chr', 'int4 → text', chr),
  define('translate', 'text text text → text', translate),
  define('md5', 'text → text', md5),
  define('md5', 'bytea → text', (a) => md5(Buffer.from(a.slice(2), 'hex'))),
  define('starts_with', 'text text → bool', isStart),
  define('^@', 'text text → bool', isStart),
]
