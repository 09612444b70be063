// What Postgres can keep of what a caller sent. A text with NUL is refused by every database on the way, so it is refused here, once for all
// fields; half of a surrogate pair, as a cut through an emoji leaves it, becomes the replacement character, as it would in UTF-8.
import { AppError } from '../errors.ts'

/** Deeper than anything that is asked for; recursion over values stays far from the stack's end. */
const deepest = 32

/** The value itself, or a copy with whole characters. @throws AppError ERR_VALIDATION with the field, of NUL and of what is too deep. */
export function storable(value: unknown): unknown {
  let isWhole = true
  const look = (text: string, path: string) => {
    if (text.includes('\0')) throw refused(path, 'NUL')
    isWhole &&= text.isWellFormed()
  }
  const left = [{ value, path: '', depth: 0 }]
  for (let next = left.pop(); next; next = left.pop()) {
    const { path, depth } = next
    if (typeof next.value === 'string') look(next.value, path)
    if (!isPlain(next.value)) continue
    if (depth === deepest) throw refused(path, 'Too deep')
    for (const [key, inner] of Object.entries(next.value)) {
      look(key, path)
      left.push({ value: inner, path: path === '' ? key : `${path}.${key}`, depth: depth + 1 })
    }
  }
  return isWhole ? value : whole(value)
}

function refused(path: string, why: string) {
  return new AppError('ERR_VALIDATION', path === '' ? { root: [why] } : { fields: { [path]: [why] } })
}

/** A copy whose texts and keys have no half surrogate pairs. It may recurse: `storable` has refused what is too deep. */
function whole(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(whole)
  if (!isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.toWellFormed(), whole(inner)]))
}

/** What JSON makes. */
function isPlain(value: unknown): value is object {
  if (Array.isArray(value)) return true
  return typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value))
}
