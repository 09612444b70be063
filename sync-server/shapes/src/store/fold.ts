// What one client is told of the log's blocks from where it stands: of each row what it is now, once, and of rows that left that they are
// gone. Nothing that was overwritten or deleted since is told.
//
//   change of a row ──is its last──► as it is told live; whole, where what came before it was left out
//                   └─another follows──► left out; a removal is told, as it has no values
//
// Invariant: who is told up to the end of the log has what a SELECT finds; who stops before may have older versions of rows, each of which
// another change follows (`isExact` is false then).
import type { Block, Change } from '../log/block.ts'
import { membershipOf, render, renderRemoval, renderWhole, type Rendered } from '../messages.ts'
import type { Shape } from '../shape.ts'
import { Offset } from '../offset.ts'

/** Whether another change of a row follows the one of `op` in the block at `position`. */
export interface Following {
  isLast(key: string, position: number, op: number): boolean
}

export class Fold {
  private readonly shape: Shape
  private readonly asked: Offset
  private following: Following
  /** Whether the client has every row as it was at its position. */
  private readonly beganExact: boolean
  /** Rows of which changes were left out → whether the client has a version of it; null: that is not known. */
  private readonly leftOut = new Map<string, boolean | null>()

  constructor(shape: Shape, asked: Offset, following: Following) {
    this.shape = shape
    this.asked = asked
    this.following = following
    this.beganExact = asked.isExact
  }

  /** The last change that means anything to the shape, whether or not its client is told of it; null: none so far. */
  end: Offset | null = null

  /** The last change of which nothing was told since its row was left out before: behind it the row is not missing. Null: none so far. */
  past: Offset | null = null

  /**
   * Whether the client has every row as it is here, before the end of the log. What was left out of the pages before its position may
   * have its last change anywhere: from a position that is not exact it is so only at the end.
   */
  get isExact() {
    return this.beganExact && this.leftOut.size === 0
  }

  /** More is known of what follows. */
  goOn(following: Following) {
    this.following = following
  }

  /** Of a change in the block at `position`; in order. */
  messagesOf(change: Change, block: Block, position: number): Rendered[] {
    // Told before, all of it: a page never ends between two messages of a change.
    if (this.asked.compare(new Offset(block.lsn, change.op * 2)) >= 0) return []
    const { definition } = this.shape
    // Without a primary key equal rows have one name: what becomes of each is not known.
    return definition.table.key.length === 0 ? render(definition, change, block) : this.tell(change, block, position)
  }

  private tell(change: Change, block: Block, position: number): Rendered[] {
    const { oldKey, newKey } = change
    const { was, is } = membershipOf(this.shape.definition, change)
    if (was || is) this.end = new Offset(block.lsn, change.op * 2)
    const isLast = newKey === null || this.following.isLast(newKey, position, change.op)
    if (is && newKey !== null && isLast) return this.show(change, block, newKey, was)
    if (is && newKey !== null) {
      const hasOne = this.beganExact && !change.isOldErased ? was && oldKey === newKey : null
      if (!this.leftOut.has(newKey)) this.leftOut.set(newKey, hasOne)
      return was && oldKey !== newKey ? this.remove(change, block) : []
    }
    const removal = was ? this.remove(change, block) : []
    if (newKey === null) return removal
    if (isLast) this.leftOut.delete(newKey)
    // Of what was erased it is not known whether it was in the shape: who has it no more is told the next version whole.
    else if (change.isOldErased || change.isNewErased) this.leftOut.set(newKey, false)
    return removal
  }

  /** The row as it is now. */
  private show(change: Change, block: Block, key: string, was: boolean): Rendered[] {
    const { definition } = this.shape
    const before = this.leftOut.get(key)
    this.leftOut.delete(key)
    const isRenamed = change.oldKey !== key
    const isAsTold = before === undefined && !(isRenamed && this.leftOut.has(change.oldKey ?? ''))
    if (isAsTold && this.beganExact && !change.isOldErased) return render(definition, change, block)
    const removal = was && isRenamed ? this.remove(change, block) : []
    const operation = before === true && !isRenamed ? 'update' : 'insert'
    return [...removal, ...renderWhole(definition, change, block, operation)]
  }

  private remove(change: Change, block: Block): Rendered[] {
    const { oldKey, newKey, isOldErased } = change
    if (oldKey === null) return []
    const isRenamed = newKey !== null && newKey !== oldKey
    // Whoever has the row as it was may be told what that was, where a shape tells so.
    const before = this.leftOut.get(oldKey)
    const hasThis = this.beganExact && !isOldErased && !isRenamed && before === undefined
    this.leftOut.delete(oldKey)
    // It came and went. A position between the two would be of a client that has it.
    if (before === false) {
      this.past = new Offset(block.lsn, change.op * 2)
      return []
    }
    return (hasThis ? render : renderRemoval)(this.shape.definition, change, block)
  }
}
