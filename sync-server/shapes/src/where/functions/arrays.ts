// Arrays: || and the functions on them. Elements keep their type: arrays of two types are not brought together.
import type { Row } from '../../catalog.ts'
import { castTo, textArgument } from '../casts.ts'
import { strict } from '../evaluate.ts'
import { EvaluationError } from '../evaluation-error.ts'
import { int4, isKnownNull, nameOf, text, typed, type List, type Operand, type Part, type Scalar } from '../operand.ts'
import { listBeside, orderBetween } from '../operators/meeting.ts'
import { emptyArray, type ArrayValue } from '../types/arrays.ts'
import { assertRoom } from '../types/characters.ts'
import { defaultCollation, mergeCollations } from '../types/collation.ts'
import { widerOf } from '../types/types.ts'
import { WhereError } from '../where-error.ts'

type Implementation = (args: readonly Operand[], position: number) => Operand

const incompatible = new EvaluationError('cannot concatenate incompatible arrays')
const notOneDimension = new EvaluationError('argument must be empty or one-dimensional array')

/** || where one side is an array; beside one a string is an array too. */
export function concatenatedArrays(left: Operand, right: Operand): List {
  if (left.kind === 'scalar' && right.kind === 'list') return appended(right, left, 'start', operatorSql(left, right))
  if (right.kind === 'scalar' && left.kind === 'list') return appended(left, right, 'end', operatorSql(left, right))
  return joined(left, right, operatorSql)
}

type SqlOf = (left: { sql: string }, right: { sql: string }) => string

const operatorSql: SqlOf = (left, right) => `(${left.sql} || ${right.sql})`

function joined(left: Operand, right: Operand, sqlOf: SqlOf): List {
  const [a, b] = [listBeside(left, right), listBeside(right, left)]
  if (a.element.name !== b.element.name) throw mismatch(a, b)
  const read = (row: Row) => {
    const [x, y] = [a.read(row), b.read(row)]
    return x && y ? join(x, y) : (x ?? y)
  }
  return made(a, [a, b], sqlOf(a, b), read)
}

const mismatch = (list: List, other: Operand) =>
  new WhereError(`${nameOf(list)} does not go with ${nameOf(other)}`, other.position)

function made(list: List, parts: readonly Part<unknown>[], sql: string, read: List['read']): List {
  if (list.element.kind === 'opaque' || list.element.kind === 'enum') {
    throw new WhereError(`${nameOf(list)} is not an array that is understood`, list.position)
  }
  const [a, b] = parts
  return {
    kind: 'list',
    element: list.element,
    sql,
    read,
    fixed: parts.every(({ fixed }) => fixed),
    collation: mergeCollations(a?.collation ?? null, b?.collation ?? null, list.position),
    position: a?.position ?? list.position,
  }
}

/** One after the other, or one as a further element of the other, whose elements then are arrays like it. */
function join(a: ArrayValue, b: ArrayValue): ArrayValue {
  if (a.items.length === 0 || b.items.length === 0) return a.items.length === 0 ? b : a
  const difference = a.dims.length - b.dims.length
  if (Math.abs(difference) > 1) throw incompatible
  const [outer, inner] = difference < 0 ? [b, a] : [a, b]
  const [first = 0, ...rest] = outer.dims
  const [added = 0, ...others] = difference === 0 ? inner.dims : [1, ...inner.dims]
  const bounds = difference === 0 ? inner.bounds.slice(1) : inner.bounds
  if (!areSame(rest, others) || !areSame(outer.bounds.slice(1), bounds)) throw incompatible
  assertRoom(a.items.length + b.items.length)
  return { dims: [first + added, ...rest], bounds: outer.bounds, items: [...a.items, ...b.items] }
}

const areSame = (a: readonly number[], b: readonly number[]) =>
  a.length === b.length && a.every((value, index) => value === b[index])

function appended(list: List, element: Operand, end: 'start' | 'end', sql: string): List {
  const item = elementOf(list, element)
  const read = (row: Row) => {
    const [array, value] = [list.read(row) ?? emptyArray, item.read(row)]
    if (array.dims.length > 1) throw notOneDimension
    assertRoom(array.items.length)
    const items = end === 'end' ? [...array.items, value] : [value, ...array.items]
    return { dims: [items.length], bounds: array.dims.length > 0 ? array.bounds : [1], items }
  }
  return made(list, end === 'end' ? [list, item] : [item, list], sql, read)
}

/** An element as one of an array; a narrower number becomes one of its. */
function elementOf(list: List, operand: Operand): Scalar {
  if (operand.kind === 'untyped') return typed(operand, list.element)
  const fits =
    operand.kind === 'scalar' && (operand.type.name === list.element.name || isNarrower(operand, list.element.name))
  const cast = fits ? castTo(operand, list.element, false) : null
  if (cast?.kind !== 'scalar') throw mismatch(list, operand)
  return cast
}

const isNarrower = ({ type }: Scalar, name: string) =>
  type.kind === 'number' && widerOf(type, { name, kind: 'number' })?.name === name

function asList(operand: Operand | undefined, position: number): List {
  if (operand?.kind === 'list' && operand.element.kind !== 'opaque') return operand
  if (!operand) throw new WhereError('takes an array', position)
  throw new WhereError(`${nameOf(operand)} is not an array that is understood`, operand.position)
}

function asCount(operand: Operand): Scalar {
  const number = operand.kind === 'untyped' ? typed(operand, int4) : operand
  if (number.kind !== 'scalar' || !['int2', 'int4'].includes(number.type.name)) {
    throw new WhereError(`${nameOf(number)} is not int4`, number.position)
  }
  return number
}

function assertCount(args: readonly Operand[], count: number, name: string, position: number) {
  if (args.length !== count) throw new WhereError(`${name} does not take ${args.length} arguments`, position)
}

const counted = (
  name: string,
  parts: readonly Part<unknown>[],
  position: number,
  read: (row: Row) => number | null,
  isNull = isKnownNull(parts),
): Scalar => ({
  kind: 'scalar',
  type: int4,
  sql: `${name}(${parts.map(({ sql }) => sql).join(', ')})`,
  read: (row) => {
    const value = isNull ? null : read(row)
    return value === null ? null : String(value)
  },
  fixed: isNull || parts.every(({ fixed }) => fixed),
  collation: null,
  position,
})

/** What is known of an array's shape. */
const ofWhole =
  (name: string, measure: (array: ArrayValue) => number | null): Implementation =>
  (args, position) => {
    assertCount(args, 1, name, position)
    const list = asList(args[0], position)
    return counted(name, [list], position, (row) => {
      const array = list.read(row)
      return array ? measure(array) : null
    })
  }

/** What is known of one of its dimensions, counted from 0; NULL where it has none. */
const ofDimension =
  (name: string, measure: (array: ArrayValue, dimension: number) => number | null): Implementation =>
  (args, position) => {
    const [, dimension] = args
    assertCount(args, 2, name, position)
    if (!dimension) return counted(name, [], position, () => null)
    const [list, number] = [asList(args[0], position), asCount(dimension)]
    return counted(name, [list, number], position, (row) => {
      const [array, given] = [list.read(row), number.read(row)]
      return array && given !== null ? measure(array, Number(given) - 1) : null
    })
  }

function upper({ bounds, dims }: ArrayValue, dimension: number): number | null {
  const [bound, length] = [bounds[dimension], dims[dimension]]
  return bound === undefined || length === undefined ? null : bound + length - 1
}

const callSql =
  (name: string): SqlOf =>
  (left, right) =>
    `${name}(${left.sql}, ${right.sql})`

function twoOf(args: readonly Operand[], name: string, position: number): [Operand, Operand] {
  const [a, b] = args
  if (!a || !b || args.length !== 2) throw new WhereError(`${name} takes two arguments`, position)
  return [a, b]
}

const append: Implementation = (args, position) => {
  const [array, element] = twoOf(args, 'array_append', position)
  const list = asList(array, position)
  return appended(list, element, 'end', callSql('array_append')(list, elementOf(list, element)))
}

const prepend: Implementation = (args, position) => {
  const [element, array] = twoOf(args, 'array_prepend', position)
  const list = asList(array, position)
  return appended(list, element, 'start', callSql('array_prepend')(elementOf(list, element), list))
}

const isSearched = new EvaluationError('only one-dimensional arrays are searched')

/** Whether an item is the one that is looked for; NULL is NULL. */
function finder(list: List, item: Scalar) {
  const order = orderBetween(list, item, '=')
  return (a: string | null, b: string | null) => (a === null || b === null ? a === b : order(a, b) === 0)
}

const position: Implementation = (args, at) => {
  const [array, element] = twoOf(args, 'array_position', at)
  const list = asList(array, at)
  const item = elementOf(list, element)
  const isSame = finder(list, item)
  const read = (row: Row) => {
    const [searched, wanted] = [list.read(row), item.read(row)]
    if (!searched) return null
    if (searched.dims.length > 1) throw isSearched
    const index = searched.items.findIndex((one) => isSame(one, wanted))
    return index === -1 ? null : index + (searched.bounds[0] ?? 1)
  }
  return counted('array_position', [list, item], at, read, false)
}

const remove: Implementation = (args, at) => {
  const [array, element] = twoOf(args, 'array_remove', at)
  const list = asList(array, at)
  const item = elementOf(list, element)
  const isSame = finder(list, item)
  const read = (row: Row) => {
    const [searched, wanted] = [list.read(row), item.read(row)]
    if (!searched) return null
    if (searched.dims.length > 1) throw isSearched
    const items = searched.items.filter((one) => !isSame(one, wanted))
    return items.length === 0 ? emptyArray : { dims: [items.length], bounds: searched.bounds, items }
  }
  return made(list, [list, item], callSql('array_remove')(list, item), read)
}

/** Texts of all items, with a separator between; NULL is left out, or is what a third argument says. */
const toText: Implementation = (args, at) => {
  const [array, ...others] = args
  const list = asList(array, at)
  const [separator, substitute] = others.map(textArgument)
  if (!separator || others.length > 2) {
    throw new WhereError('array_to_string takes an array, a separator and a text for NULL', at)
  }
  const print = (item: string) => (list.element.kind === 'bool' ? item.slice(0, 1) : item)
  const printAll = (items: ArrayValue['items'], between: string, forNull: string | null) => {
    const texts = items.map((item) => (item === null ? forNull : print(item))).filter((item) => item !== null)
    assertRoom(texts.reduce((sum, item) => sum + item.length + between.length, 0))
    return texts.join(between)
  }
  const parts = [separator, ...(substitute ? [substitute] : [])]
  const isNull = !substitute && isKnownNull([list, separator])
  const read = (row: Row) => {
    if (isNull) return null
    const [value, between] = [list.read(row), separator.read(row)]
    const forNull = substitute?.read(row) ?? null
    return value && between !== null ? printAll(value.items, between, forNull) : null
  }
  return {
    kind: 'scalar',
    type: text,
    sql: `array_to_string(${[list, ...parts].map(({ sql }) => sql).join(', ')})`,
    read,
    fixed: [list, ...parts].every(({ fixed }) => fixed),
    collation:
      [list, ...parts].map(({ collation }) => collation).reduce((a, b) => mergeCollations(a, b, at), null) ??
      defaultCollation,
    position: at,
  }
}

export const arrayFunctions: Readonly<Record<string, Implementation>> = {
  cardinality: ofWhole('cardinality', ({ items }) => items.length),
  array_ndims: ofWhole('array_ndims', ({ dims }) => dims.length || null),
  array_length: ofDimension('array_length', ({ dims }, dimension) => dims[dimension] ?? null),
  array_lower: ofDimension('array_lower', ({ bounds }, dimension) => bounds[dimension] ?? null),
  array_upper: ofDimension('array_upper', upper),
  array_append: append,
  array_prepend: prepend,
  array_cat: (args, at) => joined(...twoOf(args, 'array_cat', at), callSql('array_cat')),
  array_position: position,
  array_remove: remove,
  array_to_string: toText,
}

export const concatenatedBytes = (left: Scalar, right: Scalar): Scalar => ({
  kind: 'scalar',
  type: left.type,
  sql: operatorSql(left, right),
  collation: null,
  position: left.position,
  ...strict(
    [left, right],
    (a, b) => {
      assertRoom(a.length + b.length)
      return a + b.slice(2)
    },
    left.position,
  ),
})
