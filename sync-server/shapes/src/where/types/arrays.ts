// Arrays: Postgres' text → items with their shape, and back.

import { trimSpace } from './text.ts'

export interface ArrayValue {
  /** Lengths, outermost first; none for an empty array. */
  dims: readonly number[]
  /** First indexes; 1 unless the text says otherwise. */
  bounds: readonly number[]
  /** The elements of all dimensions, in order. */
  items: readonly (string | null)[]
}

export const emptyArray: ArrayValue = { dims: [], bounds: [], items: [] }
const prefix = /^((?:\[-?\d+:-?\d+\])+)=/
const token = /[ \t\n\r\f\v]*(?:"((?:[^"\\]|\\[\s\S])*)"|([{},])|([^",{}\\]+))/y

/** Null for a malformed text, and for some that only a person would write. */
export function parseArray(text: string): ArrayValue | null {
  const bounds = prefix.exec(text)
  const parsed = itemsOf(text, bounds?.[0].length ?? 0)
  if (!parsed) return null
  if (parsed.items.length === 0) return parsed.dims.length === 1 ? emptyArray : null
  const lower = bounds
    ? Array.from(bounds[0].matchAll(/\[(-?\d+):/g), ([, bound]) => Number(bound))
    : parsed.dims.map(() => 1)
  return lower.length === parsed.dims.length ? { ...parsed, bounds: lower } : null
}

function itemsOf(text: string, start: number): Pick<ArrayValue, 'dims' | 'items'> | null {
  const items: (string | null)[] = []
  const dims: number[] = []
  const counts: number[] = []
  /** Whether an item or an inner array may come next. */
  let due = true
  token.lastIndex = start
  do {
    const match = token.exec(text)
    if (!match) return null
    const [, quoted, symbol, bare] = match
    if (symbol === '{') {
      if (!due) return null
      counts.push(0)
    } else if (counts.length === 0) {
      return null
    } else if (symbol === '}') {
      // An empty array has no item before its end; a comma must be followed by one.
      const count = counts.pop() ?? 0
      if (due && (count > 0 || items.length > 0)) return null
      dims[counts.length] = count + (due ? 0 : 1)
      due = false
    } else if (symbol === ',') {
      if (due) return null
      counts[counts.length - 1] = (counts.at(-1) ?? 0) + 1
      due = true
    } else {
      const item = itemOf(quoted, bare)
      if (!due || item === undefined) return null
      items.push(item)
      due = false
    }
  } while (counts.length > 0)
  return /^[ \t\n\r\f\v]*$/.test(text.slice(token.lastIndex)) && isRegular(dims, items.length) ? { dims, items } : null
}

const isRegular = (dims: readonly number[], count: number) =>
  dims.reduce((product, length) => product * length, 1) === count

/** Undefined for nothing but white space. */
function itemOf(quoted: string | undefined, bare: string | undefined): string | null | undefined {
  if (quoted !== undefined) return quoted.replaceAll(/\\([\s\S])/g, '$1')
  const text = trimSpace(bare ?? '')
  return text === '' ? undefined : text.toLowerCase() === 'null' ? null : text
}

export const arrayValue = (items: readonly (string | null)[]): ArrayValue =>
  items.length === 0 ? emptyArray : { dims: [items.length], bounds: [1], items }

/** How many items an index of each dimension goes past. */
export const strides = (dims: readonly number[]) =>
  dims.map((_, dimension) => dims.slice(dimension + 1).reduce((product, length) => product * length, 1))

export const arrayText = ({ items }: ArrayValue) =>
  `{${items.map((item) => (item === null ? 'NULL' : `"${item.replaceAll(/["\\]/g, '\\$&')}"`)).join(',')}}`
