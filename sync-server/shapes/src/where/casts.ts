// Casts: constants are read as the type; what varies takes only those that can't fail and depend on no setting.
import { defaultCollation } from './types/collation.ts'
import { constant, nameOf, typed, typedList, valueOf, type Operand, type Scalar } from './operand.ts'
import { integers, type Type } from './types/types.ts'
import { constantOf, unpadded } from './types/values.ts'
import { WhereError } from './where-error.ts'

export function castTo(operand: Operand, type: Type, isArray: boolean): Operand {
  if (operand.kind === 'untyped') return isArray ? typedList(operand, type) : typed(operand, type)
  if (operand.kind === 'list' && isArray && operand.element.name === type.name) return operand
  const cast = operand.kind === 'scalar' && !isArray ? scalarTo(operand, type) : null
  if (cast) return cast
  const target = `${type.name}${isArray ? '[]' : ''}`
  throw new WhereError(`a cast from ${nameOf(operand)} to ${target} is not supported`, operand.position)
}

/** Null where it is not supported. */
function scalarTo(operand: Scalar, type: Type): Scalar | null {
  const { type: from, fixed, position, read } = operand
  if (from.name === type.name) return operand
  const sql = `(${operand.sql})::${type.name}`
  if (type.kind === 'text' && from.kind === 'text')
    return { kind: 'scalar', type, sql, read, fixed, position, collation: operand.collation }
  if (type.name === 'text') return asCanonicalText(operand, type, sql)
  if (fixed) return constantTo(operand, type)
  // Wider integers print the same.
  const widens =
    integers.includes(from.name) && [...integers, 'numeric'].slice(integers.indexOf(from.name)).includes(type.name)
  return widens ? { kind: 'scalar', type, sql, read, fixed, position, collation: null } : null
}

/** Types whose values are printed alike under all settings. */
function asCanonicalText(
  { type: from, read, fixed, position, collation }: Scalar,
  type: Type,
  sql: string,
): Scalar | null {
  if (from.kind === 'char') {
    const strip: Scalar['read'] = (row) => unpaddedOrNull(read(row))
    return { kind: 'scalar', type, sql, read: strip, fixed, position, collation }
  }
  const canonical = integers.includes(from.name) || ['uuid', 'bool', 'enum'].includes(from.kind)
  return canonical ? { kind: 'scalar', type, sql, read, fixed, position, collation: defaultCollation } : null
}

const unpaddedOrNull = (text: string | null) => (text === null ? null : unpadded(text))

/** A constant of text is read again; one number as another only where it keeps its value. */
function constantTo(operand: Scalar, type: Type): Scalar | null {
  const { kind, name } = operand.type
  const value = valueOf(operand)
  const isRead = kind === 'text' || (kind === 'number' && type.kind === 'number' && !name.startsWith('float'))
  if (!isRead || (value !== null && constantOf(value, type) === null)) return null
  return constant(value, type, operand.position)
}
