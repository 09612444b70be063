// What a clause with subqueries is made of: sources (rows of a table, as many as its plain parts let in), sets (the values that a subquery
// finds in a source), and relations, which say of a source's rows, by the sets, whether they are in. A set is a relation, and so is a shape.
// What is equal is there once, however many shapes need it.
import { layoutOf, type Table } from '../catalog.ts'
import type { Shape, ShapeDefinition } from '../shape.ts'
import type { CompiledWhere } from '../where/compile.ts'
import type { CompiledSelect, Subquery } from '../where/subqueries/subquery.ts'

export interface Source {
  kind: 'source'
  id: number
  name: string
  /** That is in the routes, so that its changes are logged; no client knows of it. */
  shape: Shape
  candidates: CompiledWhere | null
  links: Set<Link>
  /** Those over its rows. */
  relations: Set<Relation>
  /** Its rows are here. */
  isLoaded: boolean
}

/** A source's rows by the values of some columns. */
export interface Link {
  kind: 'link'
  id: number
  name: string
  source: Source
  columns: readonly string[]
  isBuilt: boolean
}

/** A subquery of a relation's clause. */
export interface Literal {
  subquery: Subquery
  set: SetOfValues
  /** By what the rows that a value concerns are found. */
  link: Link
}

interface Filter {
  source: Source
  where: CompiledWhere | null
  literals: readonly Literal[]
  /** Sets that it depends on have a lower one; 0 without any. */
  depth: number
}

export interface SetOfValues extends Filter {
  kind: 'set'
  id: number
  name: string
  columns: readonly string[]
  /** Rows that it has, and those of them whose value is NULL. */
  total: number
  nulls: number
  /** Those whose clauses ask it. */
  users: Set<Relation>
  isBuilt: boolean
}

export interface ShapeRelation extends Filter {
  kind: 'shape'
  id: number
  name: string
  shape: Shape
  definition: ShapeDefinition
}

export type Relation = SetOfValues | ShapeRelation
export type GraphNode = Source | Link | Relation

export const sourceName = (table: Table, candidates: CompiledWhere | null) =>
  JSON.stringify([table.schema, table.name, layoutOf(table), candidates?.sql ?? null])

export const linkName = (source: Source, columns: readonly string[]) => JSON.stringify([source.name, ...columns])

export const setName = ({ table, columns, sql }: CompiledSelect) => JSON.stringify([layoutOf(table), columns, sql])

/** The clause that decides which rows of a table are kept. */
export const candidatesOf = (where: CompiledWhere | null) =>
  where && where.subqueries.length > 0 ? where.candidates : where

/** A relation and what it is made of, those that others depend on first. */
export function partsOf(relation: Relation): Set<GraphNode> {
  const parts = new Set<GraphNode>([relation.source])
  for (const { set, link } of relation.literals) {
    for (const part of partsOf(set)) parts.add(part)
    parts.add(link)
  }
  return parts.add(relation)
}

/** What a set is known by to the next process. */
export const stateOf = ({ total, nulls }: SetOfValues) => ({ isBuilt: true, total, nulls })
