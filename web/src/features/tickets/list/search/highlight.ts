// Where words that somebody typed are in a text, as folding compares them. Pure.
// Invariant: the pieces, joined, are the text, or its snippet.
import { foldText } from 'db/kit/sql/search-text.ts'

export interface Piece {
  text: string
  found: boolean
}

const context = 24

interface Folded {
  letters: string
  /** Where in the text a letter stands. */
  placeOf(letter: number): number
}

/** Most texts are plain: every letter stands where it stood. */
function folded(text: string): Folded {
  const plain = /^[ -~]*$/.test(text)
  return plain ? { letters: text.toLowerCase(), placeOf: (letter) => letter } : foldedByCharacter(text)
}

/** Folding may make two letters of one, or none. */
function foldedByCharacter(text: string): Folded {
  const places: number[] = []
  let letters = ''
  let at = 0
  for (const character of text) {
    const plain = foldCharacter(character)
    for (let i = 0; i < plain.length; i++) places.push(at)
    letters += plain
    at += character.length
  }
  return { letters, placeOf: (letter) => places[letter] ?? at }
}

/** Folding one is slow, and texts have few different ones. */
const known = new Map<string, string>()
const maxKnown = 5_000

function foldCharacter(character: string): string {
  const before = known.get(character)
  if (before !== undefined) return before
  // A space stands for itself: foldText trims.
  const plain = /\s/.test(character) ? ' ' : foldText(character)
  if (known.size >= maxKnown) known.clear()
  known.set(character, plain)
  return plain
}

function rangesOf(text: string, words: readonly string[]): [number, number][] {
  const { letters, placeOf } = folded(text)
  const ranges: [number, number][] = []
  for (const word of words) {
    for (let at = letters.indexOf(word); at !== -1 && word !== ''; at = letters.indexOf(word, at + word.length)) {
      ranges.push([placeOf(at), placeOf(at + word.length)])
    }
  }
  return ranges.toSorted((a, b) => a[0] - b[0])
}

/** Where the first of the words that are found begins, 0 when none is. The text may be long; it is cut to a line afterwards. */
function firstFound(text: string, words: readonly string[]): number {
  const { letters, placeOf } = folded(text)
  const found = words.map((word) => letters.indexOf(word)).filter((at) => at !== -1)
  return found.length === 0 ? 0 : placeOf(Math.min(...found))
}

/** `text` is short: a name, or what a list shows of a message. */
export function piecesOf(text: string, words: readonly string[]): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const [start, end] of rangesOf(text, words)) {
    if (end <= at) continue
    if (start > at) pieces.push({ text: text.slice(at, start), found: false })
    pieces.push({ text: text.slice(Math.max(at, start), end), found: true })
    at = end
  }
  if (at < text.length) pieces.push({ text: text.slice(at), found: false })
  return pieces
}

/** One line that begins shortly before the first word that was found. */
export function snippetOf(text: string, words: readonly string[]): Piece[] {
  const line = text.replaceAll(/\s+/g, ' ')
  const start = firstFound(line, words)
  const from = start <= context ? 0 : line.indexOf(' ', start - context) + 1
  const begin = from > start || from === 0 ? Math.max(0, start - context) : from
  return piecesOf((begin > 0 ? '…' : '') + line.slice(begin, begin + 300), words)
}
