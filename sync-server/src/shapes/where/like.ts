// LIKE and ILIKE in the C collation: % is any text, _ one character, \ takes the next one literally; ILIKE folds only ASCII letters.
import { WhereError } from './parse.ts'

/** @throws WhereError for a pattern that Postgres refuses. */
export function likeMatcher(pattern: string, insensitive: boolean, position: number): (text: string) => boolean {
  if (/(?:^|[^\\])(?:\\\\)*\\$/.test(pattern)) throw new WhereError('the pattern ends with an escape', position)
  const fold = insensitive ? lowerAscii : (text: string) => text
  const source = fold(pattern).replaceAll(/\\?[\s\S]/gu, (part) => {
    if (part === '%') return '[\\s\\S]*'
    if (part === '_') return '[\\s\\S]'
    return RegExp.escape(part.length > 1 && part.startsWith('\\') ? part.slice(1) : part)
  })
  const expression = new RegExp(`^${source}$`, 'u')
  return (text) => expression.test(fold(text))
}

const lowerAscii = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
