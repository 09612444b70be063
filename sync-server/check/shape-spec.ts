// What a client follows: a random shape and the SELECT that it has to equal.
import { randomClause } from './clause.ts'
import type { Random } from 'db/node/random.ts'
import { companies, tables, type TableName, type TableSpec } from './tables.ts'

export interface ShapeSpec {
  id: string
  table: TableName | 'markers'
  columns: readonly string[] | null
  where: string | null
  params: readonly string[]
  replica: 'default' | 'full'
  /** The clause without parameters, for SELECT. */
  sql: string | null
  /** Tables that its clause's subqueries ask. */
  behind: readonly TableName[]
  /** Whether `n` of all rows together must be 0 at every moment. */
  balanced: boolean
}

/** `deepest`: levels of subqueries. */
export function randomShape(random: Random, id: string, deepest: number): ShapeSpec {
  const table = random.pick(tables)
  const replica = random.chance(0.3) ? 'full' : 'default'
  if (table.name === 'notes' && random.chance(0.5)) return balancedShape(id, random.pick(companies), replica)
  const clause = random.chance(0.07)
    ? { where: null, params: [], sql: null, behind: [] }
    : randomClause(random, table, deepest)
  return { id, table: table.name, columns: randomColumns(random, table), replica, ...clause, balanced: false }
}

function balancedShape(id: string, company: number, replica: ShapeSpec['replica']): ShapeSpec {
  const where = `company_id = ${company}`
  return { id, table: 'notes', columns: null, where, params: [], replica, sql: where, behind: [], balanced: true }
}

function randomColumns(random: Random, { key, columns }: TableSpec) {
  if (random.chance(0.6)) return null
  const others = columns.filter((name) => !key.includes(name))
  return [...key, ...random.some(others, random.int(1, others.length))]
}

/** Empty for ever; its client sees how far the engine is. */
export const markerShape = (id: string): ShapeSpec => ({
  id,
  table: 'markers',
  columns: null,
  where: 'round < 0',
  params: [],
  replica: 'default',
  sql: 'round < 0',
  behind: [],
  balanced: false,
})

export const describeShape = ({ id, table, columns, where, params, replica }: ShapeSpec) =>
  `${id}: ${JSON.stringify({ table, columns, where, params, replica })}`

/** The same for the engine, which then serves both from one. */
export const definitionOf = ({ table, columns, where, params, replica }: ShapeSpec) =>
  JSON.stringify([table, columns, where, params, replica])
