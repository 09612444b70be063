// LIKE: % is any text, _ one character, \ takes the next one literally.
import { lowerAscii } from '../types/text.ts'
import { WhereError } from '../where-error.ts'

const any = Symbol('%')
const one = Symbol('_')

/**
 * `insensitive` folds ASCII letters, as ILIKE does in the C collation. Takes time in proportion to text times pattern at worst.
 * @throws WhereError for a pattern that Postgres refuses.
 */
export function likeMatcher(pattern: string, insensitive: boolean, position: number): (text: string) => boolean {
  const fold = insensitive ? lowerAscii : (text: string) => text
  const parts = partsOf(fold(pattern), position)
  return (text) => matches(Array.from(fold(text)), parts)
}

function partsOf(pattern: string, position: number): (string | symbol)[] {
  const parts: (string | symbol)[] = []
  const characters = Array.from(pattern)
  for (let index = 0; index < characters.length; index++) {
    const character = characters[index] ?? ''
    if (character === '%') parts.push(any)
    else if (character === '_') parts.push(one)
    else if (character !== '\\') parts.push(character)
    else {
      const next = characters[++index]
      if (next === undefined) throw new WhereError('the pattern ends with an escape', position)
      parts.push(next)
    }
  }
  return parts
}

/** Only the last % needs to be tried again: what came before it has matched at its earliest, which leaves the most. */
function matches(text: readonly string[], parts: readonly (string | symbol)[]): boolean {
  let [at, part] = [0, 0]
  let retry: { at: number; part: number } | null = null
  while (at < text.length) {
    if (parts[part] === any) {
      retry = { at, part: ++part }
    } else if (part < parts.length && (parts[part] === one || parts[part] === text[at])) {
      at++
      part++
    } else {
      if (!retry) return false
      retry.at++
      at = retry.at
      part = retry.part
    }
  }
  while (parts[part] === any) part++
  return part === parts.length
}
