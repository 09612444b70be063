// Makes sources, links and sets for the shapes that need them, finds what is there already, and tells what nobody needs any more.
import type { Shape, ShapeDefinition } from '../shape.ts'
import type { Table } from '../catalog.ts'
import type { CompiledWhere } from '../where/compile.ts'
import type { Subquery } from '../where/subqueries/subquery.ts'
import { candidatesOf, linkName, partsOf, setName, sourceName } from './graph.ts'
import type { GraphNode, Link, Literal, Relation, SetOfValues, ShapeRelation, Source } from './graph.ts'
import type { Storage, StoredNode } from './storage.ts'

/** What a set is known by between two processes. */
interface SetState {
  isBuilt?: boolean
  total?: number
  nulls?: number
}

interface Sources {
  /** The shape behind a source: a new one, or that of what was kept. */
  hiddenShape(definition: ShapeDefinition, kept: object | null): Shape
  onSource(source: Source): void
}

/** Something of what was kept is missing. */
export class NotKept extends Error {}

export class Nodes {
  private readonly storage: Storage
  private readonly sources: Sources
  private readonly byName = new Map<string, Source | Link | SetOfValues>()
  /** How many shapes need it. */
  private readonly users = new Map<GraphNode, number>()
  /** While shapes are restored: what is kept, by kind and name. */
  private kept: Map<string, StoredNode> | null = null

  constructor(storage: Storage, sources: Sources) {
    this.storage = storage
    this.sources = sources
    this.kept = new Map(storage.nodes().map((node) => [`${node.kind} ${node.name || node.id}`, node]))
  }

  /** With all that it is made of. @throws NotKept until `restored`, when something of it is not there. */
  relationOf(shape: Shape): ShapeRelation {
    const { definition } = shape
    const filter = this.filterOf(definition.table, definition.where)
    const id = this.idOf('shape', shape.handle).id
    const relation: ShapeRelation = { kind: 'shape', id, name: shape.handle, shape, definition, ...filter }
    for (const part of partsOf(relation)) this.users.set(part, (this.users.get(part) ?? 0) + 1)
    return relation
  }

  /** What was kept of one that is there. */
  keptState(kind: GraphNode['kind'], name: string): object {
    return JSON.parse(this.kept?.get(`${kind} ${name}`)?.state ?? '{}') as object
  }

  /** From now on what is not there is made. What was kept for nobody. */
  restored(): StoredNode[] {
    const needed = new Set([...this.users.keys()].map(({ id }) => id))
    const unneeded = [...(this.kept?.values() ?? [])].filter(({ id }) => !needed.has(id))
    for (const [name, node] of this.byName) {
      if (needed.has(node.id)) continue
      this.byName.delete(name)
      if (node.kind === 'link') node.source.links.delete(node)
    }
    this.kept = null
    return unneeded
  }

  /** What nobody needs any more, the relation first. */
  release(relation: ShapeRelation): GraphNode[] {
    const unneeded: GraphNode[] = []
    for (const part of [...partsOf(relation)].toReversed()) {
      const left = (this.users.get(part) ?? 1) - 1
      this.users.set(part, left)
      if (left > 0) continue
      this.users.delete(part)
      this.byName.delete(`${part.kind} ${part.name}`)
      if (part.kind === 'link') part.source.links.delete(part)
      unneeded.push(part)
    }
    return unneeded
  }

  private filterOf(table: Table, where: CompiledWhere | null) {
    const source = this.sourceOf(table, candidatesOf(where))
    const literals = (where?.subqueries ?? []).map((subquery) => this.literalOf(source, subquery))
    return { source, where, literals, depth: Math.max(0, ...literals.map(({ set }) => set.depth + 1)) }
  }

  private literalOf(source: Source, subquery: Subquery): Literal {
    return { subquery, set: this.setOf(subquery), link: this.linkOf(source, subquery.columns) }
  }

  private sourceOf(table: Table, candidates: CompiledWhere | null): Source {
    const name = sourceName(table, candidates)
    return this.find('source', name, (id, kept): Source => {
      const shape = this.sources.hiddenShape(definitionOf(table, candidates), kept)
      const isLoaded = kept !== null
      const parts = { links: new Set<Link>(), relations: new Set<Relation>() }
      const source: Source = { kind: 'source', id, name, shape, candidates, ...parts, isLoaded }
      this.sources.onSource(source)
      return source
    })
  }

  private linkOf(source: Source, columns: readonly string[]): Link {
    const name = linkName(source, columns)
    return this.find('link', name, (id, state) => {
      // Rows that are still to come are linked as they come.
      const isBuilt = state !== null || !source.isLoaded
      const link: Link = { kind: 'link', id, name, source, columns, isBuilt }
      source.links.add(link)
      return link
    })
  }

  private setOf({ select }: Subquery): SetOfValues {
    const name = setName(select)
    const { columns } = select
    return this.find('set', name, (id, state: SetState | null) => {
      const filter = this.filterOf(select.table, select.where)
      const counts = { total: state?.total ?? 0, nulls: state?.nulls ?? 0 }
      return { kind: 'set', id, name, ...filter, columns, ...counts, users: new Set(), isBuilt: state !== null }
    })
  }

  private find<Node extends Source | Link | SetOfValues>(
    kind: Node['kind'],
    name: string,
    make: (id: number, state: object | null) => Node,
  ): Node {
    const key = `${kind} ${name}`
    const known = this.byName.get(key)
    if (known) return known as Node
    const { id, state } = this.idOf(kind, name)
    const node = make(id, state)
    this.byName.set(key, node)
    return node
  }

  /** `state`: of one that was kept. */
  private idOf(kind: GraphNode['kind'], name: string): { id: number; state: object | null } {
    if (!this.kept) return { id: this.storage.addNode(kind, name, {}), state: null }
    const node = this.kept.get(`${kind} ${name}`)
    const state = JSON.parse(node?.state ?? '{}') as { isBuilt?: boolean }
    if (!node || !state.isBuilt) throw new NotKept(`${kind} ${name}`)
    return { id: node.id, state }
  }
}

const definitionOf = (table: Table, where: CompiledWhere | null): ShapeDefinition => ({
  id: 'a source',
  table,
  tables: [table],
  columns: table.columns.map(({ name }) => name),
  where,
  source: { where: null, params: [] },
  replica: 'full',
  log: 'full',
  projection: -1,
})
