// Which shapes a change may concern: by table, then by the value of one column that the shape's clause fixes, so that the cost of a
// change does not grow with other companies' shapes. Each shape then decides by its predicate.
import { tableId, type Row, type TableName } from './catalog.ts'
import type { Shape } from './shape.ts'
import type { Change } from './transaction.ts'

/** Preferred over other fixed columns: nearly every shape has it. */
const company = 'company_id'

interface OfTable {
  /** column → value → shapes */
  fixed: Map<string, Map<string, Set<Shape>>>
  others: Set<Shape>
}

export class Router {
  private readonly tables = new Map<string, OfTable>()

  add(shape: Shape) {
    const id = tableId(shape.definition.table)
    const found = getOrPut(this.tables, id, () => ({ fixed: new Map(), others: new Set() }))
    const fixed = fixedColumn(shape)
    if (!fixed) found.others.add(shape)
    else {
      const values = getOrPut(found.fixed, fixed.column, () => new Map<string, Set<Shape>>())
      getOrPut(values, fixed.value, () => new Set()).add(shape)
    }
  }

  delete(shape: Shape) {
    const found = this.tables.get(tableId(shape.definition.table))
    const fixed = fixedColumn(shape)
    if (!fixed) found?.others.delete(shape)
    else {
      const values = found?.fixed.get(fixed.column)
      const shapes = values?.get(fixed.value)
      shapes?.delete(shape)
      if (shapes?.size === 0) values?.delete(fixed.value)
    }
  }

  /** Shapes of a table. */
  of(table: TableName): Shape[] {
    const found = this.tables.get(tableId(table))
    if (!found) return []
    const fixed = [...found.fixed.values()].flatMap((values) => [...values.values()])
    return [found.others, ...fixed].flatMap((shapes) => [...shapes])
  }

  *concerned({ table, old, new: fresh }: Change): Iterable<Shape> {
    const found = this.tables.get(tableId(table))
    if (!found) return
    yield* found.others
    for (const [column, values] of found.fixed) {
      const [was, is] = [valueOf(old, column), valueOf(fresh, column)]
      if (is !== null) yield* values.get(is) ?? []
      if (was !== null && was !== is) yield* values.get(was) ?? []
    }
  }
}

function fixedColumn({ definition }: Shape): { column: string; value: string } | null {
  const equalities = definition.where?.equalities
  const column = equalities?.has(company) ? company : equalities?.keys().next().value
  const value = column === undefined ? undefined : equalities?.get(column)
  return column === undefined || value === undefined ? null : { column, value }
}

const valueOf = (row: Row | null, column: string) => row?.[column] ?? null

function getOrPut<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
