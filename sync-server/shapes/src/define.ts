// A shape as it is asked for → a definition over the tables as they are now.
import { keyed, type Table, type TableName } from './catalog.ts'
import { clauseOf, InvalidRequest, parseClause, type ShapeSource } from './request.ts'
import type { ShapeDefinition } from './shape.ts'
import type { TableOf } from './where/compile.ts'
import { tablesIn } from './where/subqueries/places.ts'

const projections = new Map<string, number>()

/** Tables that the clause's subqueries ask. @throws InvalidRequest for what is no clause. */
export function tablesBehind({ where, params, name }: Pick<ShapeSource, 'where' | 'params' | 'name'>): TableName[] {
  if (where === null || !/select/i.test(where)) return []
  return tablesIn(parseClause('where', where, params, name))
}

/** `inner`: those of `tablesBehind`. @throws InvalidRequest for columns and where clauses that the tables can't answer. */
export function defineShape(source: ShapeSource, table: Table, inner: readonly Table[]): ShapeDefinition {
  const tableOf: TableOf = ({ schema, name }) => {
    const found = inner.find((one) => one.schema === schema && one.name === name)
    if (!found) throw new Error(`the table ${name} was not looked up`)
    return found
  }
  const { where, params, replica, log } = source
  const columns = selectedOf(source, table)
  const look = JSON.stringify([table.oid, columns, replica])
  const projection = projections.get(look) ?? projections.size
  projections.set(look, projection)
  return {
    id: JSON.stringify([table.schema, table.name, columns, where, params, replica, log]),
    table,
    tables: [table, ...inner],
    columns,
    where: where === null ? null : clauseOf('where', where, params, table, tableOf),
    source: { where, params },
    replica,
    log,
    projection,
  }
}

/** Those that clients get, in table order. @throws InvalidRequest */
function selectedOf({ columns, queryable }: ShapeSource, table: Table): readonly string[] {
  const { unpublished } = table
  const published = table.columns.map(({ name }) => name)
  const all = [...published, ...unpublished]
  const refuse = (field: string, names: readonly string[], reason: string) => {
    if (names.length > 0) throw new InvalidRequest(field, `The following columns ${reason}: ${names.join(', ')}`)
  }
  const asked = columns ?? queryable ?? all
  if (queryable) {
    refuse('queryable_columns', missing(queryable, all), 'are not found on the table')
    refuse('queryable_columns', missing(keyed(table), queryable), 'name rows, so that they must be queryable')
    refuse('columns', missing(asked, queryable), 'are not queryable')
  }
  refuse('columns', missing(asked, all), 'are not found on the table')
  refuse('columns', missing(table.key, asked), 'are of the primary key and must be in the list')
  const unseen = asked.filter((name) => unpublished.includes(name))
  refuse('columns', unseen, 'are generated or else not published, so that a list without them has to be asked for')
  return published.filter((name) => asked.includes(name))
}

const missing = (names: readonly string[], from: readonly string[]) => names.filter((name) => !from.includes(name))
