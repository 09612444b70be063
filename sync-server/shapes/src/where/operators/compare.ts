// Comparisons of values: =, <, IS DISTINCT FROM, IN.
import type { Row } from '../../catalog.ts'
import { compareArrays, memberTest } from './array-operators.ts'
import { junction } from './logic.ts'
import { comparedSql, holds, listBeside, orderBetween, scalarBeside } from './meeting.ts'
import { constant, isKnownNull, nameOf, text, truth, typed, valueOf, type Operand, type Scalar } from '../operand.ts'
import type { Comparison } from '../parse.ts'
import { isCanonical, widerOf, type Type } from '../types/types.ts'
import { WhereError } from '../where-error.ts'

export function compare(operator: Comparison, left: Operand, right: Operand): Scalar {
  if (left.kind === 'list' || right.kind === 'list') {
    return compareArrays(operator, listBeside(left, right), listBeside(right, left))
  }
  const [a, b] = [scalarBeside(left, right), scalarBeside(right, left)]
  const order = orderBetween(a, b, operator)
  const verdict = holds[operator]
  const isUnknown = isKnownNull([a, b])
  const test = (row: Row) => {
    if (isUnknown) return null
    const [x, y] = [a.read(row), b.read(row)]
    return x === null || y === null ? null : verdict(order(x, y))
  }
  const parts = isUnknown ? [] : [a, b]
  const whole = truth(left.position, parts, `(${comparedSql(a)} ${operator} ${comparedSql(b)})`, test)
  return operator === '=' ? { ...whole, equalities: equalitiesOf(a, b) } : whole
}

/** IS [NOT] DISTINCT FROM: to it NULL is a value as others. */
export function distinct(negated: boolean, left: Operand, right: Operand): Scalar {
  const operator = negated ? 'is not distinct from' : 'is distinct from'
  if (left.kind === 'list' || right.kind === 'list') {
    return compareArrays(operator, listBeside(left, right), listBeside(right, left))
  }
  const [a, b] = [scalarBeside(left, right), scalarBeside(right, left)]
  const order = orderBetween(a, b, '=')
  const test = (row: Row) => {
    const [x, y] = [a.read(row), b.read(row)]
    return (x === null || y === null ? x === y : order(x, y) === 0) === negated
  }
  const whole = truth(left.position, [a, b], `(${comparedSql(a)} ${operator} ${comparedSql(b)})`, test)
  return negated ? { ...whole, equalities: equalitiesOf(a, b) } : whole
}

function equalitiesOf(a: Scalar, b: Scalar): [string, string][] {
  const [column, other] = a.column === undefined ? [b, a] : [a, b]
  if (column.column === undefined || !other.fixed || !isCanonical(column.type) || !isCanonical(other.type)) return []
  const value = valueOf(other)
  return value === null ? [] : [[column.column, value]]
}

/**
 * IN. As in Postgres, two or more constants are an array of the type that all values have in common, which is not always the one that
 * each would be compared as; those that read columns are compared one by one, each with an `operand` of its own.
 */
export function among(operand: () => Operand, list: readonly Operand[], position: number): Scalar {
  const isConstant = (item: Operand) => item.kind === 'untyped' || item.fixed
  const constants = list.filter(isConstant)
  const together = constants.length > 1 ? constants : []
  const alone = together.length > 0 ? list.filter((item) => !isConstant(item)) : list
  const single = alone.map((item) => compare('=', operand(), item))
  const first = together.length > 0 ? [amongConstants(operand(), together)] : []
  return junction('or', [...first, ...single], position)
}

function amongConstants(operand: Operand, constants: readonly Operand[]): Scalar {
  const type = commonType([operand, ...constants]) ?? text
  const value = scalarBeside(operand, constant(null, type, operand.position))
  const items = constants.map((item) => fixedAs(item, type))
  const orders = items.map((item) => orderBetween(value, item, '='))
  const sql = `(${comparedSql(value)} in (${items.map(comparedSql).join(', ')}))`
  const isMember = memberTest([value.type, type], items.map(valueOf), (index) => orders[index])
  return truth(operand.position, [value], sql, (row) => isMember(value.read(row)))
}

/** The one type of all operands that CASE, ARRAY and IN bring together. @throws WhereError when there is none, or char(n) would lose its padding. */
export function commonType(operands: readonly Operand[]): Type | null {
  let common: Type | null = null
  for (const operand of operands) {
    if (operand.kind === 'untyped') continue
    const type = operand.kind === 'scalar' ? operand.type : null
    common = type && (common ? widerOf(common, type) : type)
    if (!common) throw new WhereError(`${nameOf(operand)} does not go with the other values`, operand.position)
  }
  return common
}

/** A constant as one of another type. */
export function fixedAs(operand: Operand, type: Type): Scalar {
  if (operand.kind === 'untyped') return typed(operand, type)
  if (operand.kind !== 'scalar') throw new WhereError(`${nameOf(operand)} is an array`, operand.position)
  if (operand.type.name === type.name) return operand
  // The text of a float4 is not that of the float8 which its 4 bytes make.
  if (operand.type.name === 'float4') throw new WhereError('float4 among float8 is not supported', operand.position)
  return constant(valueOf(operand), type, operand.position)
}
