// Characters of a text, as Postgres counts them in UTF-8: a surrogate pair is one. Texts may be long, so that none is split into an array.
import { tooLarge } from '../evaluation-error.ts'

/** UTF-16 units of what a clause makes; Postgres has room for a gigabyte. */
const maxLength = 2 ** 24

/** @throws EvaluationError when a text of so many UTF-16 units is more than a clause may make. */
export function assertRoom(length: number) {
  if (length > maxLength) throw tooLarge
}

const surrogate = /[\ud800-\udbff]/

export function countCharacters(text: string): number {
  if (!surrogate.test(text)) return text.length
  let count = 0
  for (const _ of text) count++
  return count
}

/** Where the character at `index` begins; the end of the text when there are fewer. */
function offsetOf(text: string, index: number): number {
  if (!surrogate.test(text)) return Math.min(index, text.length)
  let offset = 0
  for (let left = index; left > 0 && offset < text.length; left--)
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1
  return offset
}

/** From the character at `from` to that before `to`, counted from 0. */
export const sliceCharacters = (text: string, from: number, to = Infinity) =>
  text.slice(offsetOf(text, from), to === Infinity ? undefined : offsetOf(text, to))

/** Counted from 1; 0 when it is not in it. */
export function placeOf(text: string, part: string): number {
  const index = text.indexOf(part)
  return index === -1 ? 0 : countCharacters(text.slice(0, index)) + 1
}
