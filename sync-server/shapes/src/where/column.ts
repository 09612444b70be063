import { quoteIdent, type Column, type Row } from '../catalog.ts'
import { parseArray, type ArrayValue } from './types/arrays.ts'
import type { Collation } from './types/collation.ts'
import type { List, Scalar } from './operand.ts'
import { typeOf, type Type } from './types/types.ts'
import { WhereError } from './where-error.ts'

/** A column as a clause reads it. @throws WhereError for types of which not even NULL can be told. */
export function columnOf(column: Column, position: number): Scalar | List {
  const { name, dims } = column
  const type = typeOf(column)
  if (!type) throw new WhereError(`${name} is of type ${column.type}, which clauses can't read`, position)
  const part = { sql: quoteIdent(name), fixed: false, collation: collationOf(column, type), position }
  const read = (row: Row) => row[name] ?? null
  if (dims === 0) return { kind: 'scalar', type, ...part, read, column: name }
  return { kind: 'list', element: type, ...part, read: (row) => arrayIn(read(row), type) }
}

function collationOf({ collation, hasDefaultCollation: isDefault }: Column, { kind }: Type): Collation | null {
  return kind === 'text' || kind === 'char' ? { name: collation, isDefault, explicit: false } : null
}

const unread: ArrayValue = { dims: [], bounds: [], items: [] }

function arrayIn(text: string | null, { kind }: Type): ArrayValue | null {
  if (text === null) return null
  // Of arrays of other things only NULL is told.
  if (kind === 'opaque') return unread
  const array = parseArray(text)
  if (!array) throw new Error('an array that is not as Postgres prints it')
  // In an array Postgres writes t and f.
  return kind === 'bool'
    ? { ...array, items: array.items.map((item) => item && (item === 't' ? 'true' : 'false')) }
    : array
}
