// x IN (SELECT …) in a compiled clause. Its answer is none of the row's columns, and is told with the row, under a name that no column has.
import type { Row, Table } from '../../catalog.ts'
import { quoteIdent } from '../../catalog.ts'
import { columnOf } from '../column.ts'
import type { CompiledWhere } from '../compile.ts'
import { bool, type Scalar } from '../operand.ts'
import { compare } from '../operators/compare.ts'
import type { ColumnName } from '../parse.ts'
import { isCanonical, type Type } from '../types/types.ts'
import { WhereError } from '../where-error.ts'
import type { Place } from './places.ts'
import type { Select } from './select.ts'

/** The rows that a subquery finds, as a set of the values of some columns. */
export interface CompiledSelect {
  table: Table
  columns: readonly string[]
  where: CompiledWhere | null
  /** Complete, as a clause's. */
  sql: string
}

export interface Subquery extends Place {
  /** Under which its answer is told: 'true', 'false' or null. */
  name: string
  /** Whose values are looked for, of the table around. */
  columns: readonly string[]
  select: CompiledSelect
}

/** Null, of three answers: whether a value is in a set that has NULLs, say. */
export type Truth = boolean | null

/** A row as a clause with subqueries reads it. */
export function withAnswers(row: Row, answers: Iterable<readonly [string, Truth]>): Row {
  const told = Object.create(row) as Record<string, string | null>
  for (const [name, answer] of answers) told[name] = answer === null ? null : String(answer)
  return told
}

interface Within {
  columns: readonly ColumnName[]
  select: Select
  position: number
}

/** `where`: the subquery's own clause. @throws WhereError for columns that can't be looked for by their texts. */
export function subqueryOf(
  { columns, select, position }: Within,
  {
    table,
    inner,
    where,
    place,
    index,
  }: { table: Table; inner: Table; where: CompiledWhere | null; place: Place; index: number },
): { subquery: Subquery; operand: Scalar } {
  if (columns.length > 1 && place.negated) {
    throw new WhereError('several columns are not supported in NOT IN (SELECT …)', position)
  }
  for (const [at, { name, position: of }] of columns.entries()) {
    const [mine, theirs] = [scalarOf(table, name, of), scalarOf(inner, select.columns[at] ?? '', select.position)]
    // What Postgres would not compare is refused.
    compare('=', mine, theirs)
    if (!meetAsTexts(mine.type, theirs.type)) {
      throw new WhereError(`${mine.type.name} IN (SELECT ${theirs.type.name}) is not supported`, of)
    }
  }
  const list = select.columns.map(quoteIdent).join(', ')
  const from = `${quoteIdent(inner.schema)}.${quoteIdent(inner.name)}`
  const sql = `select ${list} from ${from}${where ? ` where ${where.sql}` : ''}`
  const left = columns.map(({ name }) => quoteIdent(name)).join(', ')
  // A zero byte is in no column's name.
  const name = `\0${index}`
  return {
    subquery: {
      ...place,
      name,
      columns: columns.map((column) => column.name),
      select: { table: inner, columns: select.columns, where, sql },
    },
    operand: {
      kind: 'scalar',
      type: bool,
      sql: `((${left}) in (${sql}))`,
      read: (row) => row[name] ?? null,
      fixed: false,
      collation: null,
      position,
    },
  }
}

function scalarOf(table: Table, name: string, position: number): Scalar {
  const column = table.columns.find((one) => one.name === name)
  if (!column) throw new WhereError(`unknown column ${name} of ${table.name}`, position)
  const operand = columnOf(column, position)
  if (operand.kind === 'list') throw new WhereError(`${name} is an array`, position)
  return operand
}

/** Whether equal values of both have the same text. */
function meetAsTexts(a: Type, b: Type): boolean {
  if (isCanonical(a) && isCanonical(b)) return a.kind === b.kind
  return a.name === b.name && (a.kind === 'time' || a.kind === 'clock')
}
