/** A position in a shape: `<tx>_<op>`, ordered by tx, then op. Snapshot chunks are 0_0, 0_1, …; 0_inf ends them; -1 is before everything. */
export class Offset {
  readonly tx: bigint
  /** Infinity is `inf`. */
  readonly op: number

  constructor(tx: bigint, op: number) {
    this.tx = tx
    this.op = op
  }

  /** Null when the text is none. */
  static parse(text: string): Offset | null {
    if (text === '-1') return Offset.beforeAll
    const [, tx, op] = text.match(/^(\d{1,20})_(\d{1,15}|inf)$/) ?? []
    return tx === undefined || op === undefined ? null : new Offset(BigInt(tx), op === 'inf' ? Infinity : Number(op))
  }

  static readonly beforeAll = new Offset(-1n, 0)
  static readonly afterSnapshot = new Offset(0n, Infinity)

  compare(other: Offset): number {
    if (this.tx !== other.tx) return this.tx < other.tx ? -1 : 1
    return this.op === other.op ? 0 : this.op < other.op ? -1 : 1
  }

  toString() {
    return this.tx < 0n ? '-1' : `${this.tx}_${this.op === Infinity ? 'inf' : this.op}`
  }
}
