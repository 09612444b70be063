// Values as where clauses compare them: constants checked and made canonical, texts of rows put in Postgres' order.
// Invariant: two values compare here as they do in the SQL that the snapshot runs.
import { compareDecimals, compareFloats, numberConstant } from './numbers.ts'
import { compareIntervals, intervalConstant } from './intervals.ts'
import {
  clockMicros,
  clockText,
  dateText,
  isClockConstant,
  isTimeConstant,
  microseconds,
  timestampText,
} from './times.ts'
import { trimSpace } from './text.ts'
import type { Type } from './types.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** What a string constant is as a value of a type, as Postgres would print it; null when it is none that is understood. */
export function constantOf(text: string, { name, kind, labels }: Type): string | null {
  switch (kind) {
    case 'text':
    case 'char':
      return text
    case 'enum':
      return labels?.includes(text) ? text : null
    case 'bool':
      return boolOf(trimSpace(text).toLowerCase())
    case 'uuid':
      return uuid.test(text) ? text.toLowerCase() : null
    case 'bytes':
      return /^\\x(?:[0-9a-f]{2})*$/i.test(text) ? text.toLowerCase() : null
    case 'number':
      return numberConstant(text, name)
    case 'time':
      return isTimeConstant(text, name) ? timeText(text, name) : null
    case 'clock':
      return isClockConstant(text) ? clockText(clockMicros(text)) : null
    case 'interval':
      return intervalConstant(text)
    case 'opaque':
      return null
  }
}

function timeText(text: string, type: string): string {
  const micros = microseconds(text)
  return type === 'date' ? dateText(micros) : timestampText(micros, type === 'timestamp' ? '' : '+00')
}

function boolOf(text: string): string | null {
  for (const [value, names] of [
    ['true', ['true', 'yes', 'on', '1']],
    ['false', ['false', 'no', 'off', '0']],
  ] as const) {
    // Postgres takes unambiguous beginnings; that of on and off is none.
    if (text !== '' && text !== 'o' && names.some((name) => name.startsWith(text))) return value
  }
  return null
}

/** Below, at or above 0. */
export type Order = (a: string, b: string) => number

/** How texts of two types are compared; null when Postgres has no such comparison. */
export function orderOf(a: Type, b: Type): Order | null {
  if (a.kind === 'enum' || b.kind === 'enum') return a.kind === b.kind && a.name === b.name ? compareTexts : null
  if (a.kind !== b.kind) return orderOfTexts(a, b)
  switch (a.kind) {
    case 'number':
      return [a.name, b.name].some((name) => name.startsWith('float'))
        ? compareFloats([a.name, b.name])
        : compareDecimals
    case 'time':
      return (x, y) => Number(microseconds(x) - microseconds(y))
    case 'clock':
      return (x, y) => Number(clockMicros(x) - clockMicros(y))
    case 'interval':
      return compareIntervals
    case 'char':
      return (x, y) => compareTexts(unpadded(x), unpadded(y))
    case 'opaque':
      return null
    default:
      return compareTexts
  }
}

/** char(n) with text is compared as text, which has no padding to ignore; with varchar it would be the other way round. */
function orderOfTexts(a: Type, b: Type): Order | null {
  if (a.name === 'varchar' || b.name === 'varchar') return null
  if (a.kind === 'char' && b.kind === 'text') return (x, y) => compareTexts(unpadded(x), y)
  return a.kind === 'text' && b.kind === 'char' ? (x, y) => compareTexts(x, unpadded(y)) : null
}

/** char(n) as text. */
export function unpadded(text: string): string {
  // No expression such as / +$/: it would try each space of a long text anew.
  let end = text.length
  while (text[end - 1] === ' ') end--
  return text.slice(0, end)
}

/** Byte order: the C collation. */
function compareTexts(a: string, b: string): number {
  return a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b))
}
