// Subscripts and slices of arrays. What lies outside of an array is NULL, or is left out of a slice.
import type { Row } from '../../catalog.ts'
import { castTo } from '../casts.ts'
import { int4, nameOf, typeSql, type List, type Operand, type Part, type Scalar } from '../operand.ts'
import { emptyArray, strides, type ArrayValue } from '../types/arrays.ts'
import { WhereError } from '../where-error.ts'

/** [index], or [lower:upper], of which either may be missing. */
export type Subscript<Item> = { index: Item } | { lower: Item | null; upper: Item | null }

type Numbers = readonly Subscript<Scalar>[]

export function subscripted(operand: Operand, given: readonly Subscript<Operand>[]): Scalar | List {
  if (operand.kind !== 'list' || operand.element.kind === 'opaque') {
    throw new WhereError(`${nameOf(operand)} takes no subscripts`, operand.position)
  }
  const subscripts = given.map((one): Subscript<Scalar> =>
    'index' in one
      ? { index: asIndex(one.index) }
      : { lower: one.lower && asIndex(one.lower), upper: one.upper && asIndex(one.upper) },
  )
  const indexes = subscripts.flatMap((one) => ('index' in one ? [one.index] : []))
  return indexes.length === subscripts.length ? item(operand, indexes) : slice(operand, subscripts)
}

/** Numbers become int4 as where they are stored in a column, and nothing else does. */
function asIndex(operand: Operand): Scalar {
  const isNumber = operand.kind === 'untyped' || (operand.kind === 'scalar' && operand.type.kind === 'number')
  const index = isNumber ? castTo(operand, int4, false) : operand
  if (index.kind !== 'scalar' || !isNumber) throw new WhereError(`${nameOf(operand)} is no subscript`, operand.position)
  return index
}

function partOf({ sql, fixed, collation, position }: List, subscripts: Numbers): Omit<Part<string>, 'read'> {
  const inner = subscripts.flatMap((one) => ('index' in one ? [one.index] : [one.lower, one.upper]))
  const texts = subscripts.map((one) =>
    'index' in one ? `[${one.index.sql}]` : `[${one.lower?.sql ?? ''}:${one.upper?.sql ?? ''}]`,
  )
  return {
    sql: `(${sql})${texts.join('')}`,
    fixed: fixed && inner.every((one) => one?.fixed ?? true),
    collation,
    position,
  }
}

function item(list: List, indexes: readonly Scalar[]): Scalar {
  const part = partOf(
    list,
    indexes.map((index) => ({ index })),
  )
  const read = (row: Row) => {
    const array = list.read(row)
    // Of no array Postgres doesn't look at the subscripts, whatever errors they would raise.
    if (!array) return null
    const places = indexes.map((index) => index.read(row))
    if (places.includes(null) || places.length !== array.dims.length) return null
    const offsets = places.map((place, dimension) => Number(place) - (array.bounds[dimension] ?? 1))
    if (offsets.some((offset, dimension) => offset < 0 || offset >= (array.dims[dimension] ?? 0))) return null
    const steps = strides(array.dims)
    return array.items[offsets.reduce((sum, offset, dimension) => sum + offset * (steps[dimension] ?? 1), 0)] ?? null
  }
  const { element } = list
  // Labels are not known here, and are compared as texts.
  const sql = element.kind === 'enum' ? `(${part.sql})::${typeSql(element)}` : part.sql
  return { kind: 'scalar', type: element, ...part, sql, read }
}

/** An index among slices is a slice from 1. */
function slice(list: List, subscripts: Numbers): List {
  const read = (row: Row) => {
    const array = list.read(row)
    if (!array) return null
    const ranges = subscripts.map((one) =>
      'index' in one
        ? { from: 1, to: numberOf(one.index, row) }
        : { from: one.lower && numberOf(one.lower, row), to: one.upper && numberOf(one.upper, row) },
    )
    // A bound that is not written is the array's; one that is NULL makes all NULL.
    const isNull = subscripts.some((one, dimension) => {
      const { from, to } = ranges[dimension] ?? {}
      return 'index' in one ? to === null : (one.lower !== null && from === null) || (one.upper !== null && to === null)
    })
    return isNull ? null : sliceOf(array, ranges)
  }
  return { kind: 'list', element: list.element, ...partOf(list, subscripts), read }
}

function numberOf(index: Scalar, row: Row): number | null {
  const text = index.read(row)
  return text === null ? null : Number(text)
}

interface Range {
  from: number | null
  to: number | null
}

function sliceOf({ dims, bounds, items }: ArrayValue, given: readonly Range[]): ArrayValue {
  if (given.length > dims.length) return emptyArray
  const ranges = dims.map((length, dimension) => {
    const bound = bounds[dimension] ?? 1
    const { from = null, to = null } = given[dimension] ?? {}
    const start = Math.max(from ?? bound, bound)
    return { start: start - bound, length: Math.min(to ?? Infinity, bound + length - 1) - start + 1 }
  })
  if (ranges.some(({ length }) => length <= 0)) return emptyArray
  const steps = strides(dims)
  const pick = (dimension: number, offset: number): (string | null)[] => {
    const { start, length } = ranges[dimension] ?? { start: 0, length: 0 }
    const step = steps[dimension] ?? 1
    const first = offset + start * step
    if (dimension === dims.length - 1) return items.slice(first, first + length)
    return Array.from({ length }, (_, index) => pick(dimension + 1, first + index * step)).flat()
  }
  return { dims: ranges.map(({ length }) => length), bounds: dims.map(() => 1), items: pick(0, 0) }
}
