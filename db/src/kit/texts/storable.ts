// What Postgres can keep of what a caller sent. A text with NUL is refused by every database on the way, so it is refused here, once for all
// fields; half of a surrogate pair, as a cut through an emoji leaves it, becomes the replacement character, as it would in UTF-8.
import { AppError } from '../errors.ts'

/** Deeper than anything that is asked for; recursion over values stays far from the stack's end. */
const deepest = 32

/** The value itself, or a copy with whole characters. @throws AppError ERR_VALIDATION with the field, of NUL and of what is too deep. */
export const storable = (value: unknown): unknown => (isWhole(value, []) ? value : whole(value))

/**
 * Without halves of surrogate pairs. `path`: the keys that lead to it. All that a device asks for comes through here, with every change that
 * it hears of: nothing is made in vain.
 */
function isWhole(value: unknown, path: string[]): boolean {
  if (typeof value === 'string') return isWholeText(value, path)
  if (!isPlain(value)) return true
  if (path.length === deepest) throw refused(path, 'Too deep')
  let all = true
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) all = isWholeAt(value[index], String(index), path) && all
    return all
  }
  for (const key of Object.keys(value)) {
    all = isWholeText(key, path) && all
    all = isWholeAt(value[key], key, path) && all
  }
  return all
}

function isWholeAt(inner: unknown, key: string, path: string[]): boolean {
  path.push(key)
  const all = isWhole(inner, path)
  path.pop()
  return all
}

function isWholeText(text: string, path: readonly string[]): boolean {
  if (text.includes('\0')) throw refused(path, 'NUL')
  return text.isWellFormed()
}

function refused(path: readonly string[], why: string) {
  return new AppError('ERR_VALIDATION', path.length === 0 ? { root: [why] } : { fields: { [path.join('.')]: [why] } })
}

/** A copy whose texts and keys have no half surrogate pairs. It may recurse: `storable` has refused what is too deep. */
function whole(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(whole)
  if (!isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.toWellFormed(), whole(inner)]))
}

/** What JSON makes. */
function isPlain(value: unknown): value is Record<string, unknown> | unknown[] {
  if (Array.isArray(value)) return true
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
