// What constants, ARRAY, COLLATE and a sign make.
import type { Row } from '../catalog.ts'
import { arrayValue } from './types/arrays.ts'
import { castTo } from './casts.ts'
import { mergeCollations, type Collation } from './types/collation.ts'
import { commonType } from './operators/compare.ts'
import { bareNumber } from './types/numbers.ts'
import { collated, constant, nameOf, text, type List, type Operand, type Scalar } from './operand.ts'
import { typeNamed, type Type } from './types/types.ts'
import { WhereError } from './where-error.ts'

/** A number without quotes. */
export function numberOf(written: string, position: number): Scalar {
  const number = bareNumber(written)
  const type = number && typeNamed(number.name)
  if (!number || !type) throw new WhereError(`number ${written} is not supported`, position)
  return constant(number.text, type, position)
}

/** ARRAY[…]; `cast` is the type of its elements where one is written. */
export function arrayOf(items: readonly Operand[], cast: Type | null, position: number): List {
  if (items.length === 0 && !cast) throw new WhereError('an empty array needs a type', position)
  const element = cast ?? commonType(items) ?? text
  if (element.kind === 'enum' || element.kind === 'opaque') {
    throw new WhereError(`arrays of ${element.name} are not supported`, position)
  }
  const scalars = items.map((item) => castTo(item, element, false)).filter((item) => item.kind === 'scalar')
  const fixed = scalars.every((item) => item.fixed)
  const make = (row: Row) => arrayValue(scalars.map((item) => item.read(row)))
  const known = fixed ? make({}) : null
  return {
    kind: 'list',
    element,
    sql: `array[${scalars.map(({ sql }) => sql).join(', ')}]::${element.name}[]`,
    read: (row) => known ?? make(row),
    fixed,
    collation: scalars.map(({ collation }) => collation).reduce((a, b) => mergeCollations(a, b, position), null),
    position,
  }
}

export function collate(operand: Operand, collation: Collation): Operand {
  if (operand.kind === 'untyped') return { ...operand, collation }
  if (operand.kind === 'scalar') return collated(operand, collation)
  throw new WhereError(`${nameOf(operand)} takes no COLLATE here`, operand.position)
}
