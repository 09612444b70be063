// Which transactions the change stream brought last. A transaction reaches the log a moment before it becomes visible: a snapshot
// taken in that moment lacks it, and a shape registered in that moment will not be given it. Such a snapshot is taken again.
import type { Moment } from '../snapshot/moment.ts'

/** Far more than can be in that moment at once (a connection each), however late one of them is woken. */
const remembered = 65_536

/** A point in the stream. */
export interface StreamMark {
  count: number
  /** The highest xid so far, on the 32-bit circle; null before the first. */
  highest: number | null
}

export class RecentXids {
  /** xid → how many came before it; oldest first. */
  private readonly order = new Map<number, number>()
  private count = 0
  private highest: number | null = null

  add(xid: number) {
    this.order.set(xid, this.count++)
    if (this.highest === null || ((xid - this.highest) | 0) > 0) this.highest = xid
    if (this.order.size <= remembered) return
    for (const oldest of this.order.keys()) {
      this.order.delete(oldest)
      return
    }
  }

  mark(): StreamMark {
    return { count: this.count, highest: this.highest }
  }

  /** Whether a transaction from before `mark` is not in the snapshot. */
  missedBy(moment: Moment, { count, highest }: StreamMark): boolean {
    if (highest !== null && moment.isBefore(highest)) return true
    return moment.running.some((xid) => (this.order.get(xid) ?? Infinity) < count)
  }
}
