// A transaction → what it means to relations. Sets come before those that ask them, and each relation is told, in Electric's order:
//
//   what leaves because sets changed ──► the transaction's own changes of rows ──► what enters because sets changed
//
// Invariant: after it a relation has the rows that a SELECT would find; a row that is in before and after, by whatever reason, stays.
import { textsOf, type Rendered, type Verdict } from '../messages.ts'
import type { Row } from '../catalog.ts'
import type { Block } from '../log/block.ts'
import type { Lsn } from '../stream/lsn.ts'
import type { Relation, ShapeRelation, Source } from './graph.ts'
import type { Job, Step } from './jobs.ts'
import { changesOf, write, type SourceChange } from './mirror.ts'
import type { Relations } from './relations.ts'
import type { Storage } from './storage.ts'
import { valueOf } from './values.ts'
import { Views } from './views.ts'

export interface LoggedTransaction {
  lsn: Lsn
  /** Where in the log its blocks are. */
  positions: readonly number[]
}

interface Context {
  storage: Storage
  relations: Relations
  /** A block of the log, or the promise of it. */
  load(position: number): Block | Promise<Block>
  /** A message that one of its waiting clients may get. */
  onMessage(relation: ShapeRelation, message: Rendered): void
}

export class Application {
  private readonly context: Context
  private readonly transaction: LoggedTransaction
  private readonly views: Views
  /** Ops of changes whose row was changed before in this transaction. */
  private readonly again = new Map<Source, Set<number>>()
  /** Messages so far. */
  private readonly counts = new Map<ShapeRelation, number>()
  private xid = 0

  constructor(context: Context, transaction: LoggedTransaction) {
    this.context = context
    this.transaction = transaction
    this.views = new Views(context.storage)
  }

  /** `sources`: those that the transaction may concern. */
  *run(sources: readonly Source[]): Job {
    yield* this.writeRows(sources)
    const { relations } = this.context
    for (let depth = 0; depth <= relations.depth; depth++) {
      const moved = relations.askingAt(depth, this.views.changed)
      for (const relation of moved) yield* this.move(relation, 'out')
      yield* this.changeRows(sources, depth)
      for (const relation of moved) yield* this.move(relation, 'in')
      this.views.settle(depth)
    }
  }

  private *writeRows(sources: readonly Source[]): Job {
    const { storage } = this.context
    for (const source of sources) this.again.set(source, new Set())
    for (const position of this.transaction.positions) {
      const block = yield* this.block(position)
      this.xid = block.xid
      for (const source of sources) {
        for (const change of changesOf(source, block)) {
          if (write(storage, source, change, block.lsn)) this.again.get(source)?.add(change.op)
        }
        yield
      }
    }
  }

  private *move(relation: Relation, way: 'in' | 'out'): Job {
    const { views } = this
    const [from, to] = way === 'out' ? (['old', 'new'] as const) : (['new', 'old'] as const)
    for (const page of views.affected(relation)) {
      for (const { row, changed } of page) {
        // What was changed is told with its change.
        if (changed === this.transaction.lsn) continue
        if (!views.holds(relation, row, from) || views.holds(relation, row, to)) continue
        this.tell(relation, way === 'out' ? row : null, way === 'in' ? row : null)
      }
      yield
    }
  }

  private *changeRows(sources: readonly Source[], depth: number): Job {
    const { relations } = this.context
    const concerned = sources.filter((source) => relations.isAsked(source, depth))
    for (const position of concerned.length > 0 ? this.transaction.positions : []) {
      const block = yield* this.block(position)
      for (const source of concerned) {
        for (const change of changesOf(source, block)) {
          for (const relation of relations.over(source, depth, change, this.views)) {
            this.change(relation, change, this.again.get(source)?.has(change.op) ?? false)
          }
        }
        yield
      }
    }
  }

  /** Before its first change a row was in by what the sets were then. */
  private change(relation: Relation, { old, new: fresh }: SourceChange, isAgain: boolean) {
    const { views } = this
    const was = old !== null && views.holds(relation, old, isAgain ? 'new' : 'old')
    const is = fresh !== null && views.holds(relation, fresh, 'new')
    this.tell(relation, was ? old : null, is ? fresh : null)
  }

  /** What a relation has in place of what it had. */
  private tell(relation: Relation, old: Row | null, fresh: Row | null) {
    if (!old && !fresh) return
    if (relation.kind === 'shape') return this.emit(relation, old, fresh)
    if (old) this.views.adjust(relation, valueOf(old, relation.columns), -1)
    if (fresh) this.views.adjust(relation, valueOf(fresh, relation.columns), 1)
  }

  private emit(relation: ShapeRelation, old: Row | null, fresh: Row | null) {
    const { storage, onMessage } = this.context
    const { lsn } = this.transaction
    const verdict: Verdict = old ? (fresh ? 'update' : 'delete') : 'insert'
    const first = this.counts.get(relation) ?? 0
    const texts = textsOf(relation.definition, verdict, { old, new: fresh }, { lsn, xid: this.xid, op: first })
    for (const [index, open] of texts.entries()) {
      const message = { lsn, op: first + index, open }
      storage.addMessage(relation.id, message)
      onMessage(relation, message)
    }
    this.counts.set(relation, first + texts.length)
  }

  private *block(position: number): Generator<Step, Block, unknown> {
    const block = this.context.load(position)
    return block instanceof Promise ? ((yield block) as Block) : block
  }
}
