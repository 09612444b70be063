// Which changes concern which shapes: by table, then by the value of one column that the shape's clause fixes, so that the cost of a change
// does not grow with other companies' shapes. Each shape then decides by its predicate. A route also remembers where in the change
// log its blocks are: that is all the log a shape needs.
// Invariant: a shape's route has every block since the shape was registered; what no route asked for is not logged.
import type { Relation } from './catalog.ts'
import { firstIndex } from './log/change-log.ts'
import { readColumn } from './log/pgoutput.ts'
import type { Shape, ShapeDefinition } from './shape.ts'
import type { Lsn } from './stream/lsn.ts'

/** Preferred over other fixed columns: nearly every shape has it. */
export const company = 'company_id'

export class Route {
  readonly shapes = new Set<Shape>()
  /** Positions in the change log of the blocks that concern the route, ascending. */
  positions: number[] = []
  /** Bytes of all its blocks so far; only differences mean something. */
  bytes = 0
  /** lsn of the last block that the log has dropped. */
  droppedTo: Lsn = 0n

  /** The first of its blocks at or past `position`; undefined while there is none. */
  next(position: number): number | undefined {
    // Who waits has seen all, mostly.
    if ((this.positions.at(-1) ?? -1) < position) return undefined
    return this.positions[firstIndex(this.positions, (one) => one >= position)]
  }
}

/** How a shape is found: its column and value, or all of the table. */
export interface RouteKey {
  key: number
  column: string | null
  value: string | null
}

interface TableRoutes {
  /** Column → how many shapes go by it. */
  columns: Map<string, number>
  /** Shapes of no fixed column. */
  whole: number
  shapes: Set<Shape>
}

export function routeKeyOf({ table, where }: Pick<ShapeDefinition, 'table' | 'where'>): RouteKey {
  const usable = (where?.equalities ? [...where.equalities] : []).filter(
    ([name]) => table.columns.find((column) => column.name === name)?.type !== 'bool',
  )
  const [column, value] = usable.find(([name]) => name === company) ?? usable[0] ?? [null, null]
  return { key: keyOf(table.oid, column, value), column, value }
}

export class Routes {
  private readonly byKey = new Map<number, Route>()
  private readonly tables = new Map<number, TableRoutes>()

  add(shape: Shape): Route {
    const { table } = shape.definition
    const { key, column } = shape.routeKey
    const route = this.byKey.get(key) ?? new Route()
    this.byKey.set(key, route)
    route.shapes.add(shape)
    const routes = this.tables.get(table.oid) ?? { columns: new Map(), whole: 0, shapes: new Set() }
    this.tables.set(table.oid, routes)
    routes.shapes.add(shape)
    if (column === null) routes.whole++
    else routes.columns.set(column, (routes.columns.get(column) ?? 0) + 1)
    return route
  }

  delete(shape: Shape) {
    const { table } = shape.definition
    const { key, column } = shape.routeKey
    const route = this.byKey.get(key)
    const routes = this.tables.get(table.oid)
    if (!route?.shapes.delete(shape) || !routes) return
    if (route.shapes.size === 0) this.byKey.delete(key)
    routes.shapes.delete(shape)
    if (routes.shapes.size === 0) this.tables.delete(table.oid)
    if (column === null) routes.whole--
    else {
      const left = (routes.columns.get(column) ?? 0) - 1
      if (left > 0) routes.columns.set(column, left)
      else routes.columns.delete(column)
    }
  }

  /** Shapes of a table. */
  of(oid: number): readonly Shape[] {
    return [...(this.tables.get(oid)?.shapes ?? [])]
  }

  get(key: number): Route | undefined {
    return this.byKey.get(key)
  }

  /** Keys of the routes that a change concerns. */
  collect(relation: Relation, message: Buffer, into: Set<number>): boolean {
    const routes = this.tables.get(relation.oid)
    if (!routes) return false
    let concerns = routes.whole > 0
    if (concerns) into.add(keyOf(relation.oid, null, null))
    const take = (column: string, value: string | null) => {
      if (value === null) return
      const key = keyOf(relation.oid, column, value)
      if (!this.byKey.has(key)) return
      into.add(key)
      concerns = true
    }
    for (const column of routes.columns.keys()) {
      const index = relation.columns.findIndex(({ name }) => name === column)
      if (index < 0) continue
      const { old, new: fresh } = readColumn(message, index)
      take(column, fresh)
      if (old !== fresh) take(column, old)
    }
    return concerns
  }

  /** A block of the log has changes for these routes. */
  logged(keys: Iterable<number>, position: number, bytes: number) {
    for (const key of keys) {
      const route = this.byKey.get(key)
      route?.positions.push(position)
      if (route) route.bytes += bytes
    }
  }

  /** The log keeps nothing before `position`; the last block there had `lsn`. Shapes that lost something. */
  trim(position: number, lsn: Lsn): Shape[] {
    const losing: Shape[] = []
    for (const route of this.byKey.values()) {
      const gone = firstIndex(route.positions, (one) => one >= position)
      if (gone === 0) continue
      route.positions = route.positions.slice(gone)
      route.droppedTo = lsn
      losing.push(...route.shapes)
    }
    return losing
  }
}

/** 48 bits. Two that meet only share candidates: the predicate decides. */
function keyOf(oid: number, column: string | null, value: string | null): number {
  let [high, low] = [0x811c9dc5 ^ oid, 0x9e3779b9 ^ oid]
  const text = column === null ? '' : `${column}=${value}`
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    high = Math.imul(high ^ code, 0x85ebca6b)
    low = Math.imul(low ^ code, 0xc2b2ae35)
  }
  high = Math.imul(high ^ (high >>> 16), 0x2c1b3c6d) ^ (low >>> 13)
  low = Math.imul(low ^ (low >>> 15), 0x297a2d39) ^ (high >>> 11)
  return (high >>> 0) * 0x10000 + ((low >>> 0) & 0xffff)
}
