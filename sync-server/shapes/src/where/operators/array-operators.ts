// Operators on arrays. Between arrays both must be of one type; they go by elements, but for equality, which knows shape and NULLs too.
import type { Row } from '../../catalog.ts'
import type { ArrayValue } from '../types/arrays.ts'
import { comparedSql, holds, listBeside, orderBetween, scalarBeside } from './meeting.ts'
import {
  constant,
  isKnownNull,
  nameOf,
  text,
  truth,
  typedList,
  valueOf,
  type List,
  type Operand,
  type Scalar,
} from '../operand.ts'
import type { Comparison } from '../parse.ts'
import { isCanonical, type Type } from '../types/types.ts'
import type { Order } from '../types/values.ts'
import { WhereError } from '../where-error.ts'

export function compareArrays(
  operator: Comparison | 'is distinct from' | 'is not distinct from',
  left: List,
  right: List,
): Scalar {
  const equal = sameArrays(orderOfElements(left, right))
  if (operator !== '=' && operator !== '<>' && !operator.startsWith('is')) {
    throw new WhereError('arrays have only = and <>', right.position)
  }
  const wanted = operator === '=' || operator === 'is not distinct from'
  const isUnknown = !operator.startsWith('is') && isKnownNull([left, right])
  const test = (row: Row) => {
    if (isUnknown) return null
    const [a, b] = [left.read(row), right.read(row)]
    if (a && b) return equal(a, b) === wanted
    return operator.startsWith('is') ? (a === b) === wanted : null
  }
  return truth(left.position, isUnknown ? [] : [left, right], `(${left.sql} ${operator} ${right.sql})`, test)
}

function sameArrays(order: Order) {
  const same = (a: readonly number[], b: readonly number[]) =>
    a.length === b.length && a.every((n, index) => n === b[index])
  const sameItem = (x: string | null, y: string | null) => (x === null || y === null ? x === y : order(x, y) === 0)
  return (a: ArrayValue, b: ArrayValue) =>
    same(a.dims, b.dims) &&
    same(a.bounds, b.bounds) &&
    a.items.every((item, index) => sameItem(item, b.items[index] ?? null))
}

/** @throws WhereError for arrays of two types. */
export function orderOfElements(left: List, right: List): Order {
  if (left.element.name !== right.element.name) {
    throw new WhereError(`${nameOf(left)} does not go with ${nameOf(right)}`, right.position)
  }
  return orderBetween(left, right, '=')
}

/** @>, <@ and &&. To them NULL is equal to nothing. */
export function containment(operator: '@>' | '<@' | '&&', left: Operand, right: Operand): Scalar {
  const [a, b] = [listBeside(left, right), listBeside(right, left)]
  const order = orderOfElements(a, b)
  const has = (array: ArrayValue, item: string | null) =>
    item !== null && array.items.some((other) => other !== null && order(other, item) === 0)
  const tests = {
    '@>': (x: ArrayValue, y: ArrayValue) => y.items.every((item) => has(x, item)),
    '<@': (x: ArrayValue, y: ArrayValue) => x.items.every((item) => has(y, item)),
    '&&': (x: ArrayValue, y: ArrayValue) => x.items.some((item) => has(y, item)),
  }
  const isUnknown = isKnownNull([a, b])
  const test = (row: Row) => {
    if (isUnknown) return null
    const [x, y] = [a.read(row), b.read(row)]
    return x && y ? tests[operator](x, y) : null
  }
  return truth(left.position, isUnknown ? [] : [a, b], `(${a.sql} ${operator} ${b.sql})`, test)
}

/** ANY and ALL over an array's elements, of whatever dimension. */
export function quantified(operator: Comparison, all: boolean, left: Operand, right: Operand): Scalar {
  const array = elementsBeside(right, left)
  const value = scalarBeside(left, constant(null, array.element, right.position))
  const order = orderBetween(value, array, operator)
  const verdict = holds[operator]
  const known = array.fixed && operator === '=' && !all ? valueOf(array) : null
  const isMember = known && memberTest([value.type, array.element], known.items, () => order)
  const test = (row: Row) => {
    if (isMember) return isMember(value.read(row))
    const items = array.read(row)?.items
    return items ? overItems(items, value.read(row), all, (x, y) => verdict(order(x, y))) : null
  }
  const sql = `(${comparedSql(value)} ${operator} ${all ? 'all' : 'any'} (${array.sql}))`
  return truth(left.position, [value, array], sql, test)
}

/** An untyped array is one of the type that its elements are compared as. */
export function elementsBeside(operand: Operand, other: Operand): List {
  if (operand.kind !== 'untyped') return listBeside(operand, other)
  if (other.kind === 'list') throw new WhereError('arrays of arrays are not supported', operand.position)
  const type = other.kind === 'untyped' ? text : other.type
  return typedList(operand, type.kind === 'text' ? text : type)
}

/** Decided by one item that holds (ANY) or does not (ALL); else unknown where one is. Of no items even NULL holds or not. */
export function overItems(
  items: readonly (string | null)[],
  value: string | null,
  all: boolean,
  test: (value: string, item: string, index: number) => boolean,
): boolean | null {
  let verdict: boolean | null = all
  for (const [index, item] of items.entries()) {
    if (value === null || item === null) verdict = null
    else if (test(value, item, index) !== all) return !all
  }
  return verdict
}

/** Whether a value is one of some that are known: by one look-up where equal values have equal texts. `types` are its and theirs. */
export function memberTest(
  types: readonly Type[],
  items: readonly (string | null)[],
  orders: (index: number) => Order | undefined,
) {
  if (!types.every(isCanonical) || items.length === 0) {
    return (value: string | null) => overItems(items, value, false, (x, y, index) => orders(index)?.(x, y) === 0)
  }
  const known = new Set(items)
  const otherwise = known.has(null) ? null : false
  return (value: string | null) => (value === null ? null : known.has(value) || otherwise)
}
