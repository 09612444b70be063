// Functions, and || on text. Only those that can't fail on any value, so that a clause never raises an error in a row.
import type { Row } from '../../catalog.ts'
import { orderOfElements } from '../operators/array-operators.ts'
import type { ArrayValue } from '../types/arrays.ts'
import { castTo } from '../casts.ts'
import { assertAscii, mergeCollations } from '../types/collation.ts'
import { commonType } from '../operators/compare.ts'
import { listBeside } from '../operators/meeting.ts'
import {
  asText,
  int4,
  nameOf,
  text,
  truth,
  typed,
  type List,
  type Operand,
  type Part,
  type Scalar,
} from '../operand.ts'
import { lowerAscii } from '../types/text.ts'
import { integers } from '../types/types.ts'
import { WhereError } from '../where-error.ts'

type Implementation = (args: readonly Operand[], position: number) => Operand

const functions: Readonly<Record<string, Implementation>> = {
  lower: folding('lower', lowerAscii),
  upper: folding('upper', (value) => value.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase())),
  length,
  char_length: length,
  character_length: length,
  coalesce,
  abs,
  starts_with: startsWith,
  array_length: arrayLength,
  cardinality,
}

export function call(name: string, args: readonly Operand[], position: number): Operand {
  const implementation = Object.hasOwn(functions, name) ? functions[name] : undefined
  if (!implementation) throw new WhereError(`function ${name} is not supported`, position)
  return implementation(args, position)
}

/** || */
export function concat(left: Operand, right: Operand): Scalar {
  const [a, b] = [asText(left), asText(right)]
  const collation = mergeCollations(a.collation, b.collation, b.position)
  const read = (row: Row) => {
    const [x, y] = [a.read(row), b.read(row)]
    return x === null || y === null ? null : x + y
  }
  const { position } = left
  return {
    kind: 'scalar',
    type: text,
    sql: `(${a.sql} || ${b.sql})`,
    read,
    fixed: a.fixed && b.fixed,
    collation,
    position,
  }
}

function folding(name: string, fold: (value: string) => string): Implementation {
  return (args, position) => {
    const argument = textArgument(onlyOf(args, position))
    assertAscii(argument.collation, argument.position)
    return mapped(
      argument,
      { type: text, sql: `${name}(${argument.sql})`, collation: argument.collation, position },
      fold,
    )
  }
}

/** In characters. */
function length(args: readonly Operand[], position: number): Scalar {
  const argument = textArgument(onlyOf(args, position))
  return mapped(argument, { type: int4, sql: `length(${argument.sql})`, collation: null, position }, (value) =>
    String(Array.from(value).length),
  )
}

/** That of the least integer is an error, so of integers none is taken. */
function abs(args: readonly Operand[], position: number): Scalar {
  const argument = onlyOf(args, position)
  if (argument.kind !== 'scalar' || argument.type.kind !== 'number' || integers.includes(argument.type.name)) {
    throw new WhereError(`abs takes numeric, float4 or float8, not ${nameOf(argument)}`, argument.position)
  }
  const { type } = argument
  return mapped(argument, { type, sql: `abs(${argument.sql})`, collation: null, position }, (value) =>
    value.replace(/^-/, ''),
  )
}

function startsWith(args: readonly Operand[], position: number): Scalar {
  const [whole, start] = args.map(textArgument)
  if (!whole || !start || args.length !== 2) throw new WhereError('starts_with takes two arguments', position)
  mergeCollations(whole.collation, start.collation, start.position)
  return truth(position, [whole, start], `starts_with(${whole.sql}, ${start.sql})`, (row) => {
    const [a, b] = [whole.read(row), start.read(row)]
    return a === null || b === null ? null : a.startsWith(b)
  })
}

function cardinality(args: readonly Operand[], position: number): Scalar {
  const list = listArgument(onlyOf(args, position))
  return mapped(list, { type: int4, sql: `cardinality(${list.sql})`, collation: null, position }, ({ items }) =>
    String(items.length),
  )
}

function arrayLength(args: readonly Operand[], position: number): Scalar {
  const [array, dimension] = args
  if (!array || !dimension || args.length !== 2) throw new WhereError('array_length takes two arguments', position)
  const list = listArgument(array)
  const number = dimension.kind === 'untyped' ? typed(dimension, int4) : dimension
  if (number.kind !== 'scalar' || !['int2', 'int4'].includes(number.type.name)) {
    throw new WhereError(`${nameOf(number)} is not int4`, number.position)
  }
  const read = (row: Row) => {
    const found = list.read(row)?.dims[Number(number.read(row) ?? 0) - 1]
    return found === undefined ? null : String(found)
  }
  const [sql, fixed] = [`array_length(${list.sql}, ${number.sql})`, list.fixed && number.fixed]
  return { kind: 'scalar', type: int4, sql, read, fixed, collation: null, position }
}

function coalesce(args: readonly Operand[], position: number): Operand {
  const list = args.find((argument) => argument.kind === 'list')
  if (list) {
    const lists = args.map((argument) => listBeside(argument, list))
    lists.forEach((one) => orderOfElements(list, one))
    return { ...firstOf<ArrayValue>(lists, position), kind: 'list', element: list.element }
  }
  const type = commonType(args) ?? text
  if (type.kind === 'enum' || type.kind === 'opaque')
    throw new WhereError(`coalesce does not take ${type.name}`, position)
  const scalars = args.map((argument) => castTo(argument, type, false)).filter((one) => one.kind === 'scalar')
  return { ...firstOf<string>(scalars, position), kind: 'scalar', type }
}

/** The first that is not NULL. */
function firstOf<Value>(parts: readonly Part<Value>[], position: number): Part<Value> {
  if (parts.length === 0) throw new WhereError('coalesce takes at least one argument', position)
  const collations = parts.map((part) => part.collation)
  return {
    position,
    sql: `coalesce(${parts.map(({ sql }) => sql).join(', ')})`,
    read: (row) =>
      parts
        .values()
        .map((part) => part.read(row))
        .find((value) => value !== null) ?? null,
    fixed: parts.every(({ fixed }) => fixed),
    collation: collations.reduce((a, b) => mergeCollations(a, b, position), null),
  }
}

function onlyOf(args: readonly Operand[], position: number): Operand {
  const [only] = args
  if (!only || args.length !== 1) throw new WhereError('takes one argument', position)
  return only
}

/** char(n) loses its padding, as by Postgres' implicit cast. */
function textArgument(operand: Operand): Scalar {
  return asText(operand.kind === 'scalar' && operand.type.kind === 'char' ? castTo(operand, text, false) : operand)
}

function listArgument(operand: Operand): List {
  if (operand.kind === 'list' && operand.element.kind !== 'opaque') return operand
  throw new WhereError(`${nameOf(operand)} is not an array that is understood`, operand.position)
}

/** What becomes of a value that is not NULL. */
function mapped<Value>(
  { read, fixed }: Part<Value>,
  what: Pick<Scalar, 'type' | 'sql' | 'collation' | 'position'>,
  value: (value: Value) => string,
): Scalar {
  const readMapped = (row: Row) => {
    const given = read(row)
    return given === null ? null : value(given)
  }
  return { kind: 'scalar', ...what, read: readMapped, fixed }
}
