// The SELECT of a subquery: columns of one table, and a clause of its own.
import type { Node, RangeVar, SelectStmt } from 'libpg-query'
import type { Expression } from '../parse.ts'
import { nameParts, type Syntax } from '../syntax.ts'
import { WhereError } from '../where-error.ts'

export interface Select {
  schema: string
  name: string
  /** Of that table, in the order of those that are compared with them. */
  columns: readonly string[]
  where: Expression | null
  /** From 1, in the clause, of the IN. */
  position: number
}

interface Around {
  /** Where the IN is. */
  at: number
  positionAt: Syntax['positionAt']
  /** The expression of a node in which `table`'s columns are meant. */
  clauseOf(node: Node, table: string): Expression
}

/** Others are DISTINCT, GROUP BY, HAVING, ORDER BY, LIMIT, WITH, FOR, WINDOW. */
const selectFields: ReadonlySet<string> = new Set<keyof SelectStmt>([
  'targetList',
  'fromClause',
  'whereClause',
  'limitOption',
  'op',
])
/** Others are a database, ONLY and an alias. */
const tableFields: ReadonlySet<string> = new Set<keyof RangeVar>([
  'schemaname',
  'relname',
  'inh',
  'relpersistence',
  'location',
])

/** `width`: how many columns it has to have. @throws WhereError for all but SELECT column, … FROM table [WHERE …]. */
export function readSelect(node: Node | undefined, width: number, { at, positionAt, clauseOf }: Around): Select {
  const select = node && 'SelectStmt' in node ? node.SelectStmt : {}
  const isPlain = select.op === 'SETOP_NONE' && select.limitOption === 'LIMIT_OPTION_DEFAULT'
  if (!isPlain || !Object.keys(select).every((key) => selectFields.has(key))) {
    throw new WhereError('of subqueries only SELECT column FROM table WHERE … is supported', at)
  }
  const { targetList = [], fromClause = [], whereClause } = select
  const [from, ...others] = fromClause
  const table = from && 'RangeVar' in from ? from.RangeVar : null
  const isTable = table?.inh === true && Object.keys(table).every((key) => tableFields.has(key))
  if (!table?.relname || !isTable || others.length > 0) {
    throw new WhereError('a subquery is of one table, without another name', table ? positionAt(table.location) : at)
  }
  const columns = targetList.map((target) => columnIn(target, at, positionAt))
  if (columns.length !== width) throw new WhereError('IN (SELECT …) compares as many columns as it selects', at)
  return {
    schema: table.schemaname ?? 'public',
    name: table.relname,
    columns,
    where: whereClause ? clauseOf(whereClause, table.relname) : null,
    position: at,
  }
}

function columnIn(node: Node, at: number, positionAt: Syntax['positionAt']): string {
  const { val, name, location } = 'ResTarget' in node ? node.ResTarget : {}
  const [column, ...more] = val && 'ColumnRef' in val ? nameParts(val.ColumnRef.fields) : []
  if (column === undefined || more.length > 0 || name !== undefined) {
    throw new WhereError(
      'a subquery selects columns by their bare names',
      location === undefined ? at : positionAt(location),
    )
  }
  return column
}
