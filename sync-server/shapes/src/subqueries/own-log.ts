// The log of a shape that has one.
import type { Rendered } from '../messages.ts'
import { Offset } from '../offset.ts'
import type { Lsn } from '../stream/lsn.ts'
import type { ShapeRelation } from './graph.ts'
import type { Storage } from './storage.ts'

/** Messages of its own that a shape has. */
export interface OwnLog {
  /** What it has is complete up to there. */
  upTo(): Lsn
  /** The next of what follows a position, in order; none when nothing does. */
  after(asked: Offset): readonly Rendered[]
  last(): Offset | null
}

export const ownLog = (storage: Storage, relation: ShapeRelation, upTo: () => Lsn): OwnLog => ({
  upTo,
  after(asked) {
    const at = asked.isVirtual ? { lsn: 0n, op: 0 } : { lsn: asked.tx, op: asked.op }
    return storage.messages(relation.id, at, upTo())
  },
  last() {
    const found = storage.lastMessage(relation.id)
    return found && new Offset(found.lsn, found.op)
  },
})
