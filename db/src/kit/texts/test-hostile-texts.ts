// Texts as somebody writes them who wants the desk to stop: for tests of whatever reads what strangers wrote.
import * as fc from 'fast-check'
import { expect } from 'vitest'

/** As long as a text can be. */
export const longest = 65_536

const filled = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

/** Units of which nothing but repeats makes an attack. */
const units: readonly string[] = [
  'https://a)',
  'https://a(',
  'https://',
  'www.',
  'www.a.',
  '.)',
  '?!',
  ').',
  '([{<',
  '>}])',
  '[](',
  '*a*',
  '*a ',
  ' *a',
  '*_~a~_*',
  '*_~',
  '~_*',
  '_*a_*',
  '`a',
  '`a\n',
  '```',
  '```\n',
  '``` ',
  '* ',
  ' *',
  '*\n',
  '@5511',
  '@',
  '{{name',
  '{{ ',
  '{{name}}',
  '\u0301\u0316',
  'e\u0301\u0316',
  '\u05B0\u0591',
  '\u202Ea',
  '\u202E\u202D\u2066',
  '\u2067\u2066',
  '\u200B',
  '\u200D',
  '\uFEFF',
  '👨‍👩‍👧‍👦',
  '👩\u200D',
  '🏳️‍🌈',
  '🇧',
  '1\uFE0F\u20E3',
  '\uD800',
  '\uDC00',
  '\uDC00\uD800',
  '\0',
  'İ',
  'ﷺ',
  '각',
  '각',
  'ไำ',
  '1 ',
  ';waid=',
  'TEL:',
  '\r\n ',
  '\t',
  '\n',
  '\\',
  '\\n',
]

const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))

/** What stands at the beginning or the end and makes a repeat worse. */
const edges = ['', 'https://a', '*a']

/** Texts of exactly `length`, each with its name. */
export function hostileTexts(length: number): { name: string; text: string }[] {
  const repeat = (unit: string, edge: string) => ({
    name: JSON.stringify([edge, unit]),
    text: edge + filled(unit, length - edge.length - 1) + 'a',
  })
  const repeated = [
    ...units.flatMap((unit) => edges.map((edge) => repeat(unit, edge))),
    ...ascii.map((letter) => repeat(letter, 'https://a')),
  ]
  const half = length / 2
  const special = [
    { name: 'one word', text: filled('palavra', length) },
    { name: 'marks in the wrong order', text: 'a' + '\u0301'.repeat(half - 1) + '\u0316'.repeat(half) },
    { name: 'opened and closed', text: '('.repeat(half) + ')'.repeat(half) },
    { name: 'an address and its brackets', text: `https://a${'('.repeat(half - 9)}${')'.repeat(half)}` },
  ]
  return [...repeated, ...special]
}

/** Two ASCII characters, and what stands before them: `pairText` makes them long, so that a failure is short to read. */
export const hostilePair: fc.Arbitrary<readonly [string, string, string]> = fc.tuple(
  fc.constantFrom(...edges),
  fc.constantFrom(...ascii),
  fc.constantFrom(...ascii),
)

export const pairText = ([edge, one, other]: readonly [string, string, string]) =>
  edge + filled(one + other, longest - edge.length)

/** Short ones of any shape, to find what throws. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .array(fc.constantFrom(...units, ...ascii, 'a', ' ', '*', '_', '~', '`'), { maxLength: 40 })
    .map((parts) => parts.join('')),
)

/**
 * Some pure work costs its thread less than `limitMs`. What does not is measured once more: a host that takes the processor away, or the
 * garbage of other tests, adds to one of two; what takes the square of a length takes seconds both times.
 */
export function expectCheap(limitMs: number, work: () => unknown, name = '') {
  const first = threadMs(work)
  expect(first < limitMs ? first : Math.min(first, threadMs(work)), name).toBeLessThan(limitMs)
}

/** The same of reading any text that a stranger may send; of `pairs` ASCII characters that repeat as well. */
export function expectCheapToRead(limitMs: number, read: (text: string) => unknown, { pairs = 0 } = {}) {
  for (const { name, text } of hostileTexts(longest)) expectCheap(limitMs, () => read(text), name)
  if (pairs === 0) return
  fc.assert(
    fc.property(hostilePair, (pair) => expectCheap(limitMs, () => read(pairText(pair)))),
    { numRuns: pairs },
  )
}

function threadMs(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
