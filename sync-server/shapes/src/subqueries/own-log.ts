// The log of a shape that has one.
import type { Rendered } from '../messages.ts'
import type { Offset } from '../offset.ts'

/** Messages of its own that a shape has. */
export interface OwnLog {
  /** What it has is complete up to there. */
  upTo(): number
  /** What follows a position. Not to be changed while it is read. */
  after(asked: Offset): Iterable<Rendered>
  last(): Offset | null
}
