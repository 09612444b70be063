// Where words that somebody typed are in a text, as folding compares them. Pure.
// Invariant: the pieces, joined, are the text, or its snippet.
import { foldText } from 'db/kit/search-text.ts'

export interface Piece {
  text: string
  found: boolean
}

const context = 24

/** Character by character: folding may make one of two, or none. */
function folded(text: string): { letters: string; places: number[] } {
  const places: number[] = []
  let letters = ''
  let at = 0
  for (const character of text) {
    // A space stands for itself: foldText trims.
    const plain = /\s/.test(character) ? ' ' : foldText(character)
    for (let i = 0; i < plain.length; i++) places.push(at)
    letters += plain
    at += character.length
  }
  places.push(at)
  return { letters, places }
}

function rangesOf(text: string, words: readonly string[]): [number, number][] {
  const { letters, places } = folded(text)
  const ranges: [number, number][] = []
  for (const word of words) {
    for (let at = letters.indexOf(word); at !== -1 && word !== ''; at = letters.indexOf(word, at + word.length)) {
      ranges.push([places[at] ?? 0, places[at + word.length] ?? text.length])
    }
  }
  return ranges.toSorted((a, b) => a[0] - b[0])
}

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
  const start = rangesOf(line, words)[0]?.[0] ?? 0
  const from = start <= context ? 0 : line.indexOf(' ', start - context) + 1
  const begin = from > start || from === 0 ? Math.max(0, start - context) : from
  return piecesOf((begin > 0 ? '…' : '') + line.slice(begin, begin + 300), words)
}
