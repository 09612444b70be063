// Which shapes a change may concern: by table, then by company when the shape asks for one, then each shape decides by its predicate.
import { tableId, type Row } from './catalog.ts'
import type { Change } from './replication.ts'
import type { Shape } from './shape.ts'

/** The column that nearly every shape compares with a constant. */
const indexed = 'company_id'

interface OfTable {
  byCompany: Map<string, Set<Shape>>
  others: Set<Shape>
}

export class Router {
  private readonly tables = new Map<string, OfTable>()

  add(shape: Shape) {
    this.setOf(shape, true).add(shape)
  }

  delete(shape: Shape) {
    this.setOf(shape, false).delete(shape)
  }

  /** Shapes of a table. */
  of(table: { schema: string; name: string }): Shape[] {
    const found = this.tables.get(tableId(table))
    return found ? [...found.others, ...[...found.byCompany.values()].flatMap((set) => [...set])] : []
  }

  *concerned({ table, old, new: fresh }: Change): Iterable<Shape> {
    const found = this.tables.get(tableId(table))
    if (!found) return
    yield* found.others
    for (const company of new Set([companyOf(old), companyOf(fresh)])) {
      yield* (company === null ? null : found.byCompany.get(company)) ?? []
    }
  }

  private setOf(shape: Shape, create: boolean): Set<Shape> {
    const id = tableId(shape.definition.table)
    const found = this.tables.get(id) ?? { byCompany: new Map<string, Set<Shape>>(), others: new Set<Shape>() }
    if (create) this.tables.set(id, found)
    const company = shape.definition.where?.equalities.get(indexed)
    if (company === undefined) return found.others
    const set = found.byCompany.get(company) ?? new Set<Shape>()
    if (create) found.byCompany.set(company, set)
    return set
  }
}

const companyOf = (row: Row | null) => row?.[indexed] ?? null
