// The sets as they were before a transaction, and as they are after it: with what changed, and which rows that may concern.
import type { Row } from '../catalog.ts'
import { withAnswers, type Truth } from '../where/subqueries/subquery.ts'
import { stateOf, type Literal, type Relation, type SetOfValues } from './graph.ts'
import { pageRows, type Storage, type StoredRow } from './storage.ts'
import { valueOf } from './values.ts'

export type View = 'old' | 'new'

/** What a transaction does to a set. */
interface SetChange {
  /** Values whose number changed → whether they were there before. Once settled, only those that came or went. */
  values: Map<string, boolean>
  /** Before. */
  total: number
  nulls: number
}

export class Views {
  private readonly storage: Storage
  private readonly changes = new Map<SetOfValues, SetChange>()

  constructor(storage: Storage) {
    this.storage = storage
  }

  /** Sets in which something came or went. */
  get changed(): SetOfValues[] {
    return [...this.changes.keys()].filter((set) => this.isChanged(set))
  }

  /** A row of the set's more, or less. */
  adjust(set: SetOfValues, value: string | null, by: number) {
    const change = this.changes.get(set) ?? { values: new Map<string, boolean>(), total: set.total, nulls: set.nulls }
    this.changes.set(set, change)
    set.total += by
    if (value === null) {
      set.nulls += by
      return
    }
    const before = this.storage.count(set.id, value)
    if (!change.values.has(value)) change.values.set(value, before > 0)
    this.storage.setCount(set.id, value, before + by)
  }

  /** Nothing more comes of the sets at a depth. */
  settle(depth: number) {
    for (const [set, change] of this.changes) {
      if (set.depth !== depth) continue
      for (const [value, was] of change.values) {
        if (this.storage.count(set.id, value) > 0 === was) change.values.delete(value)
      }
      this.storage.setNode(set.id, stateOf(set))
    }
  }

  /** Whether the clause is true of a row of the relation's source. */
  holds({ where, literals }: Relation, row: Row, view: View): boolean {
    if (where === null || literals.length === 0) return where?.matches(row) ?? true
    return where.matches(
      withAnswers(
        row,
        literals.map((literal) => [literal.subquery.name, this.truth(literal, row, view)]),
      ),
    )
  }

  /** Rows that may be in by one view and not by the other, each once. They may not be changed while they are read. */
  *affected({ source, literals }: Relation): Generator<StoredRow[]> {
    for (const [index, literal] of literals.entries()) {
      const earlier = literals.slice(0, index)
      for (const page of this.pagesOf(source.id, literal)) {
        yield page.filter(({ row }) => !earlier.some((one) => this.concerns(one, row)))
      }
    }
  }

  /** Sets that had or have a value. */
  setsWith(value: string): number[] {
    const had = [...this.changes].filter(([, change]) => change.values.get(value) === true).map(([set]) => set.id)
    return [...this.storage.setsWith(value), ...had]
  }

  private *pagesOf(source: number, literal: Literal): Generator<StoredRow[]> {
    const { storage } = this
    const change = this.changes.get(literal.set)
    if (!change) return
    if (this.concernsAll(literal)) return yield* pages((after) => storage.rows(source, after))
    const link = literal.link.id
    if (this.concernsNulls(literal)) yield* pages((after) => storage.linked(source, link, null, after))
    for (const value of change.values.keys()) yield* pages((after) => storage.linked(source, link, value, after))
  }

  private isChanged(set: SetOfValues): boolean {
    const change = this.changes.get(set)
    return change !== undefined && (change.values.size > 0 || becameEmpty(set, change) || gotNull(set, change))
  }

  private concerns(literal: Literal, row: Row): boolean {
    const change = this.changes.get(literal.set)
    if (!change) return false
    if (this.concernsAll(literal)) return true
    const value = valueOf(row, literal.link.columns)
    return value === null ? this.concernsNulls(literal) : change.values.has(value)
  }

  /** Beside a NULL nothing is surely not in a set. To IN unknown is as good as false, to NOT IN it is not. */
  private concernsAll({ set, subquery }: Literal): boolean {
    const change = this.changes.get(set)
    return subquery.negated && change !== undefined && gotNull(set, change)
  }

  /** Of nothing even NULL is no part. */
  private concernsNulls({ set, subquery }: Literal): boolean {
    const change = this.changes.get(set)
    return subquery.negated && change !== undefined && becameEmpty(set, change)
  }

  private truth({ set, link }: Literal, row: Row, view: View): Truth {
    const value = valueOf(row, link.columns)
    const change = view === 'old' ? this.changes.get(set) : undefined
    const { total, nulls } = change ?? set
    if (value === null) return total === 0 ? false : null
    const isIn = change?.values.get(value) ?? this.storage.count(set.id, value) > 0
    return isIn ? true : nulls > 0 ? null : false
  }
}

const becameEmpty = (set: SetOfValues, { total }: SetChange) => (set.total === 0) !== (total === 0)

const gotNull = (set: SetOfValues, { nulls }: SetChange) => set.nulls > 0 !== nulls > 0

/** `read`: what comes after a key. */
export function* pages(read: (after: string) => StoredRow[]): Generator<StoredRow[]> {
  for (let after = ''; ;) {
    const page = read(after)
    if (page.length > 0) yield page
    const last = page.at(-1)
    if (!last || page.length < pageRows) return
    after = last.key
  }
}
