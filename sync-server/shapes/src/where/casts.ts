// Casts: strings are read as the type; what varies takes those of the table below, and is printed as text.
import type { Row } from '../catalog.ts'
import { outOfRange } from './evaluation-error.ts'
import { strict } from './evaluate.ts'
import { constant, nameOf, typed, typedList, valueOf, type Operand, type Scalar } from './operand.ts'
import { defaultCollation } from './types/collation.ts'
import { decimalToInteger } from './types/decimals.ts'
import {
  decimalToFloat8,
  float8Text,
  floatText,
  floatToInteger,
  integerToFloat4,
  readAs,
  type FloatType,
} from './types/floats.ts'
import { intervalText } from './types/intervals.ts'
import { clockMicros, clockText, dateText, isForever, microseconds, timeOfDay, timestampText } from './types/times.ts'
import { integers, type Type } from './types/types.ts'
import { constantOf, unpadded } from './types/values.ts'
import { WhereError } from './where-error.ts'

/** Null is NULL: infinity has no time of day. */
type Convert = (text: string) => string | null

const same: Convert = (text) => text

const bitsOf = (type: string) => 8 * Number(type.slice(3))

const toDay: Convert = (text) => {
  const micros = microseconds(text)
  return dateText(isForever(micros) ? micros : micros - timeOfDay(micros))
}
const toClock: Convert = (text) => {
  const micros = microseconds(text)
  return isForever(micros) ? null : clockText(timeOfDay(micros))
}
const toTimestamp =
  (zone: '' | '+00'): Convert =>
  (text) =>
    timestampText(microseconds(text), zone)

function narrower(text: string, bits: number): string {
  if (BigInt.asIntN(bits, BigInt(text)) !== BigInt(text)) throw outOfRange
  return text
}

function toFloat4(text: string): string {
  const value = readAs(text, 'float8')
  const rounded = readAs(text, 'float4')
  if ((Number.isFinite(value) && !Number.isFinite(rounded)) || (value !== 0 && rounded === 0)) throw outOfRange
  return floatText(rounded, 'float4')
}

const ofIntegers = integers.flatMap((from): [string, Convert][] => [
  ...integers.map((to): [string, Convert] => [
    `${from} ${to}`,
    integers.indexOf(to) < integers.indexOf(from) ? (text) => narrower(text, bitsOf(to)) : same,
  ]),
  [`${from} numeric`, same],
  [`${from} float4`, integerToFloat4],
  [`${from} float8`, (text) => float8Text(Number(text))],
  [`numeric ${from}`, (text) => decimalToInteger(text, bitsOf(from))],
  ...(['float4', 'float8'] as const).map((type: FloatType): [string, Convert] => [
    `${type} ${from}`,
    (text) => floatToInteger(readAs(text, type), bitsOf(from)),
  ]),
])

/** By the names of both types. Not here: those that depend on how many digits a float is printed with. */
const conversions: ReadonlyMap<string, Convert> = new Map([
  ...ofIntegers,
  ['numeric float8', decimalToFloat8],
  ['float4 float8', (text: string) => float8Text(readAs(text, 'float4'))],
  ['float8 float4', toFloat4],
  ['int4 bool', (text: string) => String(text !== '0')],
  ['bool int4', (text: string) => (text === 'true' ? '1' : '0')],
  ['date timestamp', toTimestamp('')],
  ['date timestamptz', toTimestamp('+00')],
  ['timestamp timestamptz', toTimestamp('+00')],
  ['timestamptz timestamp', toTimestamp('')],
  ['timestamp date', toDay],
  ['timestamptz date', toDay],
  ['timestamp time', toClock],
  ['timestamptz time', toClock],
  ['time interval', (text: string) => intervalText({ months: 0, days: 0, micros: clockMicros(text) })],
])

export function castTo(operand: Operand, type: Type, isArray: boolean): Operand {
  if (operand.kind === 'untyped') return isArray ? typedList(operand, type) : typed(operand, type)
  if (operand.kind === 'list' && isArray && operand.element.name === type.name) return operand
  const cast = operand.kind === 'scalar' && !isArray ? scalarTo(operand, type) : null
  if (cast) return cast
  const target = `${type.name}${isArray ? '[]' : ''}`
  throw new WhereError(`a cast from ${nameOf(operand)} to ${target} is not supported`, operand.position)
}

/** As text where Postgres needs no word for it. @throws WhereError for what is none. */
export function textArgument(operand: Operand): Scalar {
  const isTextual =
    operand.kind === 'untyped' || (operand.kind === 'scalar' && ['text', 'char'].includes(operand.type.kind))
  const cast = isTextual ? castTo(operand, { name: 'text', kind: 'text' }, false) : null
  if (cast?.kind !== 'scalar') throw new WhereError(`${nameOf(operand)} is not text`, operand.position)
  return cast
}

/** Null where it is not supported. */
function scalarTo(operand: Scalar, type: Type): Scalar | null {
  const { type: from, fixed, position, read } = operand
  if (from.name === type.name) return operand
  const sql = `(${operand.sql})::${type.name}`
  if (type.kind === 'text' && from.kind === 'text')
    return { kind: 'scalar', type, sql, read, fixed, position, collation: operand.collation }
  if (type.name === 'text') return asText(operand, type, sql)
  const convert = conversions.get(`${from.name} ${type.name}`)
  if (convert && from.kind !== 'enum') {
    return { kind: 'scalar', type, sql, ...strict([operand], convert, position), position, collation: null }
  }
  return from.kind === 'text' && fixed ? readAgain(operand, type) : null
}

/** Values are texts already, as they are printed. */
function asText({ type: from, read, fixed, position, collation }: Scalar, type: Type, sql: string): Scalar | null {
  if (from.kind === 'opaque') return null
  if (from.kind !== 'char') return { kind: 'scalar', type, sql, read, fixed, position, collation: defaultCollation }
  const strip = (row: Row) => {
    const text = read(row)
    return text === null ? null : unpadded(text)
  }
  return { kind: 'scalar', type, sql, read: strip, fixed, position, collation }
}

/** A constant of text. */
function readAgain(operand: Scalar, type: Type): Scalar | null {
  const value = valueOf(operand)
  return value === null || constantOf(value, type) !== null ? constant(value, type, operand.position) : null
}
