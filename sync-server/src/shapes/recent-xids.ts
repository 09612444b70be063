// Which transactions the change stream brought last. A transaction reaches the log a moment before it becomes visible: a snapshot
// taken in that moment lacks it, and a shape registered in that moment will not be given it. Such a snapshot is taken again.

/** Far more than can be in that moment at once (a connection each), however late one of them is woken. */
const remembered = 65_536

export class RecentXids {
  private readonly ring = new Uint32Array(remembered)
  private count = 0

  add(xid: number) {
    this.ring[this.count++ % remembered] = xid
  }

  /** A point in the stream, to ask about what came before it. */
  mark(): number {
    return this.count
  }

  /** Whether `test` holds for a remembered transaction from before `mark`. */
  someBefore(mark: number, test: (xid: number) => boolean): boolean {
    for (let i = Math.max(0, this.count - remembered); i < mark; i++) {
      if (test(this.ring[i % remembered] ?? 0)) return true
    }
    return false
  }
}
