// Texts as Postgres sees them.
import { WhereError } from '../where-error.ts'

/** @throws WhereError for what can't be sent to Postgres unchanged. */
export function assertText(text: string, position: number) {
  if (text.includes('\0')) throw new WhereError('NUL', position + text.indexOf('\0'))
  if (!text.isWellFormed()) throw new WhereError('half a surrogate pair', position)
}

export const lowerAscii = (text: string) => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
export const upperAscii = (text: string) => text.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase())

/** Without Postgres' white space around it. */
export function trimSpace(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && isSpace(text.charAt(start))) start++
  while (end > start && isSpace(text.charAt(end - 1))) end--
  return text.slice(start, end)
}

const isSpace = (character: string) => ' \t\n\r\f\v'.includes(character)
