import type { Lsn } from './stream/lsn.ts'

const form = /^\d{1,20}_(?:\d{1,16}|inf)$/

/**
 * A position in a shape: `<tx>_<op>`, ordered by tx, then op. Snapshot chunks are 0_0, 0_1, …; 0_inf ends them; -1 is before everything.
 * tx is a position in Postgres' log.
 */
export class Offset {
  readonly tx: Lsn
  /** Infinity is `inf`. */
  readonly op: number
  private readonly isBehind: boolean

  constructor(tx: Lsn, op: number, isBehind = false) {
    this.tx = tx
    this.op = op
    this.isBehind = isBehind
  }

  /** Null when the text is none. */
  static parse(text: string): Offset | null {
    if (text === '-1') return Offset.beforeAll
    // Of thirty shapes with each answer: `match` would make four texts of each.
    if (!form.test(text)) return null
    const middle = text.indexOf('_')
    const op = text.endsWith('inf') ? Infinity : Number(text.slice(middle + 1))
    const isBehind = text[middle + 1] === '0' && text.length > middle + 2
    return new Offset(BigInt(text.slice(0, middle)), op, isBehind)
  }

  static readonly beforeAll = new Offset(-1n, 0)
  static readonly afterSnapshot = new Offset(0n, Infinity)
  /** Before every change, of a client that has all rows: nobody is given it. */
  static readonly beforeChanges = new Offset(1n, 0)

  /** Whether it lies in the snapshot or at its end, before every real change. */
  get isVirtual() {
    return this.tx <= 0n
  }

  /**
   * Whether a client here has every row as it was then. Not where changes were left out whose rows are told with a later one: such a position
   * is written with a zero before its op. Nor has who has read a snapshot's parts what they leave out; 0_inf is given to who was told that
   * this was all.
   */
  get isExact() {
    return this.isVirtual ? this.op === Infinity : !this.isBehind
  }

  /** The same position, of a client that is not exact. */
  get inexact(): Offset {
    return this.isVirtual ? this : new Offset(this.tx, this.op, true)
  }

  compare(other: Offset): number {
    if (this.tx !== other.tx) return this.tx < other.tx ? -1 : 1
    return this.op === other.op ? 0 : this.op < other.op ? -1 : 1
  }

  toString() {
    if (this.tx < 0n) return '-1'
    return `${this.tx}_${this.isBehind ? '0' : ''}${this.op === Infinity ? 'inf' : this.op}`
  }
}
