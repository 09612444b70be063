// Typed parts of a clause. Each knows its SQL and its value in a row, and both always mean the same.
import type { Row } from '../catalog.ts'
import { arrayText, arrayValue, parseArray, type ArrayValue } from './types/arrays.ts'
import { defaultCollation, type Collation } from './types/collation.ts'
import { quoteLiteral } from './quote.ts'
import { trimSpace } from './types/text.ts'
import type { Type } from './types/types.ts'
import { constantOf } from './types/values.ts'
import { WhereError } from './where-error.ts'

export interface Part<Value> {
  position: number
  sql: string
  /** Null is NULL, of truth too. */
  read(row: Row): Value | null
  /** Whether it reads no column, so that its value is known now. */
  fixed: boolean
  /** Null for what is not text. */
  collation: Collation | null
}

/** Values are texts as Postgres prints them; truth is 'true' and 'false'. */
export interface Scalar extends Part<string> {
  kind: 'scalar'
  type: Type
  /** The column that it is, and nothing else. */
  column?: string
  /** `column` → text for each `column = constant` without which this is not true. */
  equalities?: readonly (readonly [string, string])[]
  /** Of AND and OR: what they say where only being true counts. */
  condition?: Condition
}

/**
 * As Postgres simplifies a WHERE before any row (canonicalize_qual): what is known to be NULL is as good as false there, and what it decides is not
 * looked at, whatever errors it would raise.
 */
export interface Condition {
  /** Null: it depends on the row. */
  known: boolean | null
  read(row: Row): string | null
}

export interface List extends Part<ArrayValue> {
  kind: 'list'
  element: Type
}

/** A string or NULL whose type is still to be told. */
export interface Untyped {
  kind: 'untyped'
  position: number
  text: string | null
  /** By COLLATE only. */
  collation: Collation | null
}

export type Operand = Scalar | List | Untyped

export const bool: Type = { name: 'bool', kind: 'bool' }
export const int4: Type = { name: 'int4', kind: 'number' }
export const text: Type = { name: 'text', kind: 'text' }

const isText = ({ kind }: Type) => kind === 'text' || kind === 'char'

const collationOf = (type: Type) => (isText(type) ? defaultCollation : null)

/** An operand whose value is known already, before any row. */
export const valueOf = <Value>(part: Part<Value>): Value | null => part.read({})

/** Whether one is known to be NULL: what is strict is NULL then, and Postgres doesn't look at the others, whatever errors they would raise. */
export const isKnownNull = (parts: readonly Part<unknown>[]) =>
  parts.some((part) => part.fixed && valueOf(part) === null)

/** The name of a type in SQL; enums are compared as texts, whose labels are not known here. */
export const typeSql = ({ name, kind }: Type) => (kind === 'enum' ? 'text' : name)

export const literalSql = (value: string | null, type: Type) =>
  `${value === null ? 'null' : quoteLiteral(value)}::${typeSql(type)}`

/** @throws WhereError when `value` is not understood as the type. */
export function constant(value: string | null, type: Type, position: number): Scalar {
  const known = value === null ? null : constantOf(value, type)
  if (value !== null && known === null) throw new WhereError(`not understood as ${type.name}: ${value}`, position)
  const sql = literalSql(known, type)
  return { kind: 'scalar', type, sql, read: () => known, fixed: true, collation: collationOf(type), position }
}

export function constantList(items: readonly (string | null)[] | null, element: Type, position: number): List {
  const known = items?.map((item) => (item === null ? null : valueOf(constant(item, element, position))))
  const value = known ? arrayValue(known) : null
  const sql = `${value ? quoteLiteral(arrayText(value)) : 'null'}::${typeSql(element)}[]`
  return { kind: 'list', element, sql, read: () => value, fixed: true, collation: collationOf(element), position }
}

/** An untyped constant as a value of a type. */
export function typed({ text: value, collation, position }: Untyped, type: Type): Scalar {
  const scalar = constant(value, type, position)
  return collation ? collated(scalar, collation) : scalar
}

/** @throws WhereError for arrays of arrays and what is no array. */
export function typedList({ text: value, collation, position }: Untyped, element: Type): List {
  if (collation) throw new WhereError('arrays have no COLLATE here', position)
  if (value === null) return constantList(null, element, position)
  const trimmed = trimSpace(value)
  const array = trimmed.startsWith('{') ? parseArray(trimmed) : null
  if (!array || array.dims.length > 1) {
    throw new WhereError('not understood as an array of one dimension', position)
  }
  return constantList(array.items, element, position)
}

export function collated(scalar: Scalar, collation: Collation): Scalar {
  if (!isText(scalar.type)) throw new WhereError(`${scalar.type.name} has no collation`, scalar.position)
  const { type, read, fixed, position } = scalar
  return { kind: 'scalar', type, read, fixed, position, collation, sql: `(${scalar.sql} collate "${collation.name}")` }
}

/** Something that is true, false or NULL. */
export function truth(position: number, parts: readonly { fixed: boolean }[], sql: string, test: Test): Scalar {
  const fixed = parts.every((part) => part.fixed)
  return { kind: 'scalar', type: bool, sql, read: (row) => textOf(test(row)), fixed, collation: null, position }
}

/** Truth as Postgres prints it. */
export const textOf = (verdict: boolean | null) => (verdict === null ? null : String(verdict))

type Test = (row: Row) => boolean | null

/** @throws WhereError for what is neither truth nor can be read as it. */
export function asTruth(operand: Operand): Scalar {
  if (operand.kind === 'untyped') return typed(operand, bool)
  if (operand.kind === 'scalar' && operand.type.kind === 'bool') return operand
  throw new WhereError(`${nameOf(operand)} is neither true nor false`, operand.position)
}

export const nameOf = (operand: Operand) =>
  operand.kind === 'untyped' ? 'text' : operand.kind === 'list' ? `${operand.element.name}[]` : operand.type.name

/** @throws WhereError for all that is not text, char(n) too. */
export function asText(operand: Operand): Scalar {
  if (operand.kind === 'untyped') return typed(operand, text)
  if (operand.kind !== 'scalar' || operand.type.kind !== 'text') {
    throw new WhereError(`${nameOf(operand)} is not text`, operand.position)
  }
  return operand
}
