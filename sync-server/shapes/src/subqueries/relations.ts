// The relations there are, and which of them a change concerns: by the value of a column that has to be in a set, so that the cost of a
// change does not grow with shapes that lack the value.
import type { Link, Relation, SetOfValues, Source } from './graph.ts'
import type { SourceChange } from './mirror.ts'
import { valueOf } from './values.ts'
import type { Views } from './views.ts'

/** Relations over a source at a depth. */
interface Asking {
  /** By the set that has to have a link's value. */
  byLink: Map<Link, Map<number, Set<Relation>>>
  others: Set<Relation>
}

/** Without which the relation's clause can't be true. */
export const requiredOf = ({ literals }: Relation) => literals.find(({ subquery }) => subquery.required)

export class Relations {
  /** The greatest there was. */
  depth = 0
  private readonly bySource = new Map<Source, Asking[]>()

  add(relation: Relation) {
    const { source, literals } = relation
    this.depth = Math.max(this.depth, relation.depth)
    source.relations.add(relation)
    for (const { set } of literals) set.users.add(relation)
    const depths = this.bySource.get(source) ?? []
    this.bySource.set(source, depths)
    const asking = (depths[relation.depth] ??= { byLink: new Map(), others: new Set() })
    const required = requiredOf(relation)
    if (!required) return void asking.others.add(relation)
    const bySet = asking.byLink.get(required.link) ?? new Map<number, Set<Relation>>()
    asking.byLink.set(required.link, bySet)
    const users = bySet.get(required.set.id) ?? new Set()
    bySet.set(required.set.id, users.add(relation))
  }

  delete(relation: Relation) {
    const { source, literals } = relation
    source.relations.delete(relation)
    for (const { set } of literals) set.users.delete(relation)
    const asking = this.bySource.get(source)?.[relation.depth]
    asking?.others.delete(relation)
    const required = requiredOf(relation)
    const bySet = required && asking?.byLink.get(required.link)
    const users = bySet?.get(required?.set.id ?? 0)
    users?.delete(relation)
    if (users?.size === 0) bySet?.delete(required?.set.id ?? 0)
    if (bySet?.size === 0 && required) asking?.byLink.delete(required.link)
    if (source.relations.size === 0) this.bySource.delete(source)
  }

  /** Relations at a depth whose clauses ask one of `sets`. */
  askingAt(depth: number, sets: readonly SetOfValues[]): Set<Relation> {
    return new Set(sets.flatMap(({ users }) => [...users].filter((relation) => relation.depth === depth)))
  }

  isAsked(source: Source, depth: number): boolean {
    return this.bySource.get(source)?.[depth] !== undefined
  }

  /** Relations that may have had the changed row, or may have it now. */
  *over(source: Source, depth: number, { old, new: fresh }: SourceChange, views: Views): Generator<Relation> {
    const asking = this.bySource.get(source)?.[depth]
    if (!asking) return
    yield* asking.others
    for (const [{ columns }, bySet] of asking.byLink) {
      const values = [old, fresh].flatMap((row) => (row ? [valueOf(row, columns)] : []))
      const ids = [...new Set(values)].flatMap((value) => (value === null ? [] : views.setsWith(value)))
      for (const id of new Set(ids)) yield* bySet.get(id) ?? []
    }
  }
}
