// Functions to which NULL is a value: COALESCE, GREATEST, LEAST, NULLIF, concat.
import type { Row } from '../../catalog.ts'
import { castTo, textArgument } from '../casts.ts'
import { strict } from '../evaluate.ts'
import { nameOf, text, typed, valueOf, type Operand, type Part, type Scalar } from '../operand.ts'
import { orderOfElements } from '../operators/array-operators.ts'
import { commonType } from '../operators/compare.ts'
import { comparedSql, listBeside, orderBetween, scalarBeside } from '../operators/meeting.ts'
import type { ArrayValue } from '../types/arrays.ts'
import { assertRoom } from '../types/characters.ts'
import { defaultCollation } from '../types/collation.ts'
import { integers, typeNamed, type Type } from '../types/types.ts'
import { WhereError } from '../where-error.ts'
import { collationOfAll } from './apply.ts'

export function coalesce(args: readonly Operand[], position: number): Operand {
  const list = args.find((argument) => argument.kind === 'list')
  if (list) {
    const lists = args.map((argument) => listBeside(argument, list))
    lists.forEach((one) => orderOfElements(list, one))
    return { ...firstOf<ArrayValue>(lists, position), kind: 'list', element: list.element }
  }
  const { type, scalars } = ofCommonType('coalesce', args, position)
  return { ...firstOf<string>(scalars, position), kind: 'scalar', type }
}

/** The first that is not NULL. As Postgres does, what is known now is decided now: behind a constant nothing is asked. */
function firstOf<Value>(parts: readonly Part<Value>[], position: number): Part<Value> {
  const open = parts.filter((part) => !part.fixed || valueOf(part) !== null)
  const end = open.findIndex(({ fixed }) => fixed)
  const asked = end === -1 ? open : open.slice(0, end + 1)
  return {
    position,
    sql: `coalesce(${parts.map(({ sql }) => sql).join(', ')})`,
    read: (row) =>
      asked
        .values()
        .map((part) => part.read(row))
        .find((value) => value !== null) ?? null,
    fixed: asked.every(({ fixed }) => fixed),
    collation: collationOfAll(parts, position),
  }
}

function ofCommonType(name: string, args: readonly Operand[], position: number): { type: Type; scalars: Scalar[] } {
  if (args.length === 0) throw new WhereError(`${name} takes at least one argument`, position)
  const type = commonType(args) ?? text
  if (type.kind === 'enum' || type.kind === 'opaque')
    throw new WhereError(`${name} does not take ${type.name}`, position)
  const scalars = args.map((argument) => castTo(argument, type, false)).filter((one) => one.kind === 'scalar')
  return { type, scalars }
}

/** GREATEST and LEAST, of those that are not NULL. Of equal ones the first. */
export const extreme =
  (name: 'greatest' | 'least') =>
  (args: readonly Operand[], position: number): Scalar => {
    const { type, scalars } = ofCommonType(name, args, position)
    const [first] = scalars
    if (!first) throw new WhereError(`${name} takes at least one argument`, position)
    const order = scalars.map((one) => orderBetween(first, one, '<')).at(-1)
    const sign = name === 'greatest' ? 1 : -1
    const read = (row: Row) => {
      let found: string | null = null
      for (const scalar of scalars) {
        const value = scalar.read(row)
        if (value !== null && (found === null || (order?.(value, found) ?? 0) * sign > 0)) found = value
      }
      return found
    }
    return {
      kind: 'scalar',
      type,
      sql: `${name}(${scalars.map(({ sql }) => sql).join(', ')})`,
      read,
      fixed: scalars.every(({ fixed }) => fixed),
      collation: collationOfAll(scalars, position),
      position,
    }
  }

/** The first, unless both are equal. It becomes what it has to be for the comparison. */
export function nullif(args: readonly Operand[], position: number): Scalar {
  const [left, right] = args
  if (!left || !right || args.length !== 2) throw new WhereError('nullif takes two arguments', position)
  const [a, b] = [scalarBeside(left, right), scalarBeside(right, left)]
  if (a.type.kind === 'enum') throw new WhereError(`nullif does not take ${nameOf(a)}`, position)
  const order = orderBetween(a, b, '=')
  const type = typeBeside(a.type, b.type)
  const kept = castTo(a, type, false)
  if (kept.kind !== 'scalar') throw new WhereError(`nullif does not take ${nameOf(a)}`, position)
  // Of a NULL that is known Postgres doesn't look at the other side.
  const isNull = a.fixed && valueOf(a) === null
  const read = (row: Row) => {
    if (isNull) return null
    const [x, y] = [a.read(row), b.read(row)]
    return x === null || y === null || order(x, y) !== 0 ? kept.read(row) : null
  }
  const collation = type.kind === 'text' || type.kind === 'char' ? collationOfAll([a, b], position) : null
  const sql = `nullif(${kept.sql}, ${comparedSql(b)})`
  return { kind: 'scalar', type, sql, read, fixed: isNull || (a.fixed && b.fixed), collation, position }
}

/** What the left side of = is to Postgres, by the operators that it has. */
function typeBeside(a: Type, b: Type): Type {
  const [isWhole, isFloat] = [integers.includes(a.name), a.name.startsWith('float')]
  const wider = b.name.startsWith('float') && !isFloat ? 'float8' : isWhole && b.name === 'numeric' ? 'numeric' : null
  if (wider) return typeNamed(wider) ?? a
  return a.kind === 'text' || (a.kind === 'char' && b.kind === 'text') ? text : a
}

/** As the function prints a value, which is not always as a cast does. */
function printed(operand: Operand): Scalar {
  const scalar = operand.kind === 'untyped' ? typed(operand, text) : operand
  if (scalar.kind !== 'scalar' || scalar.type.kind === 'opaque') {
    throw new WhereError(`concat does not take ${nameOf(operand)}`, operand.position)
  }
  if (scalar.type.kind !== 'bool') return scalar
  const read = (row: Row) => scalar.read(row)?.slice(0, 1) ?? null
  return { ...scalar, read }
}

/** concat, and concat_ws, whose first argument stands between the others. NULL is left out. */
export const concat =
  (name: 'concat' | 'concat_ws') =>
  (args: readonly Operand[], position: number): Scalar => {
    const [separator, others] = name === 'concat' ? [null, args] : [args[0], args.slice(1)]
    if (others.length === 0 || separator === undefined) throw new WhereError(`${name} takes more arguments`, position)
    const between = separator && textArgument(separator)
    const parts = others.map(printed)
    const all = between ? [between, ...parts] : parts
    const read = (row: Row) => {
      const values = parts.map((part) => part.read(row)).filter((value) => value !== null)
      const joint = between ? between.read(row) : ''
      if (joint === null) return null
      assertRoom(values.reduce((sum, value) => sum + value.length + joint.length, 0))
      return values.join(joint)
    }
    return {
      kind: 'scalar',
      type: text,
      sql: `pg_catalog.${name}(${all.map(({ sql }) => sql).join(', ')})`,
      read,
      fixed: all.every(({ fixed }) => fixed),
      collation: collationOfAll(all, position) ?? defaultCollation,
      position,
    }
  }

/** || of texts, or of a text and anything. */
export function concatenated(left: Operand, right: Operand): Scalar {
  const isTextual = (operand: Operand) =>
    operand.kind === 'untyped' || (operand.kind === 'scalar' && ['text', 'char'].includes(operand.type.kind))
  if (!isTextual(left) && !isTextual(right)) {
    throw new WhereError(`${nameOf(left)} || ${nameOf(right)} is not supported`, right.position)
  }
  const parts = [left, right].map((operand) => castTo(operand, text, false)).filter((part) => part.kind === 'scalar')
  const { position } = left
  const join = (a: string, b: string) => {
    assertRoom(a.length + b.length)
    return a + b
  }
  return {
    kind: 'scalar',
    type: text,
    sql: `(${parts.map(({ sql }) => sql).join(' || ')})`,
    ...strict(parts, join, position),
    collation: collationOfAll(parts, position),
    position,
  }
}
