// Where two operands meet, types meet as in Postgres: an untyped constant takes the other side's, numbers and times are compared across
// types, text with char(n) as text; all else must be of one type.
import { assertByteOrder, mergeCollations, type Collation } from '../types/collation.ts'
import { castTo } from '../casts.ts'
import { nameOf, text, typed, typedList, valueOf, type List, type Operand, type Scalar } from '../operand.ts'
import type { Comparison } from '../parse.ts'
import { typeNamed, type Type } from '../types/types.ts'
import { constantOf, orderOf, type Order } from '../types/values.ts'
import { WhereError } from '../where-error.ts'

/** `operand` as it is compared with `other`. */
export function scalarBeside(operand: Operand, other: Operand): Scalar {
  if (operand.kind === 'scalar') return isFloat(other) ? asFloat(operand) : operand
  if (operand.kind === 'untyped' && other.kind !== 'list') {
    return typed(operand, other.kind === 'scalar' ? other.type : text)
  }
  throw new WhereError(`${nameOf(operand)} can't be compared with ${nameOf(other)}`, operand.position)
}

const isFloat = (operand: Operand) =>
  operand.kind !== 'untyped' && (operand.kind === 'list' ? operand.element : operand.type).name.startsWith('float')

/** Beside a float a numeric becomes a float8, which is an error where it has no room for it. */
function asFloat(scalar: Scalar): Scalar {
  const float8 = scalar.type.name === 'numeric' && typeNamed('float8')
  const cast = float8 && castTo(scalar, float8, false)
  return cast && cast.kind === 'scalar' ? cast : scalar
}

export function listBeside(operand: Operand, other: Operand): List {
  if (operand.kind === 'list') return operand
  if (operand.kind === 'untyped' && other.kind === 'list') return typedList(operand, other.element)
  throw new WhereError(`${nameOf(operand)} is no array`, operand.position)
}

/** A value, or each of an array. */
interface Side {
  type: Type
  collation: Collation | null
  position: number
  /** Those that are known already; null for others. */
  known: readonly (string | null)[] | null
}

function sideOf(part: Scalar | List): Side {
  const { collation, position } = part
  if (part.kind === 'scalar')
    return { type: part.type, collation, position, known: part.fixed ? [valueOf(part)] : null }
  return { type: part.element, collation, position, known: part.fixed ? (valueOf(part)?.items ?? []) : null }
}

/**
 * How a value of the left is ordered with one of the right.
 * @throws WhereError where Postgres has no such comparison, or one that can't be told here.
 */
export function orderBetween(left: Scalar | List, right: Scalar | List, operator: string): Order {
  const [a, b] = [sideOf(left), sideOf(right)]
  const order = orderOf(a.type, b.type)
  if (!order) throw new WhereError(`${a.type.name} can't be compared with ${b.type.name}`, b.position)
  const collation = mergeCollations(a.collation, b.collation, b.position)
  if (operator !== '=' && operator !== '<>') {
    if (a.type.kind === 'enum') throw new WhereError('enums have only = and <>', b.position)
    assertByteOrder(collation, b.position)
  }
  assertFits(a, b)
  assertFits(b, a)
  return order
}

/** Beside a float the numerics of an array become floats, too. */
function assertFits({ type, known, position }: Side, other: Side) {
  const float8 = typeNamed('float8')
  if (!float8 || type.name !== 'numeric' || !other.type.name.startsWith('float')) return
  if (!known) throw new WhereError('numeric arrays are not compared with floats', position)
  if (known.some((value) => value !== null && constantOf(value, float8) === null)) {
    throw new WhereError('out of range of float8', position)
  }
}

/** In a comparison. An enum's labels are not known here: it is compared as text. */
export const comparedSql = ({ type, column, sql }: Scalar) =>
  type.kind === 'enum' && column !== undefined ? `${sql}::text` : sql

export const holds: Readonly<Record<Comparison, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '<>': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
}
