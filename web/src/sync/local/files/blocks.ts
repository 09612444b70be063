// Which blocks of the device's one file are nobody's, and lists of blocks as they are stored.

/** Bytes: one page of Postgres. */
export const blockSize = 8192

export const blocksOf = (size: number) => Math.ceil(size / blockSize)

/** Hands out blocks by their numbers; what was given back goes first, so that the file grows only when it has to. */
export class FreeBlocks {
  readonly #free: number[] = []
  #end = 0

  /** `used`: all that belong to somebody. */
  constructor(used: Iterable<number>) {
    const known = new Set(used)
    for (const block of known) this.#end = Math.max(this.#end, block + 1)
    for (let block = this.#end - 1; block >= 0; block--) if (!known.has(block)) this.#free.push(block)
  }

  get end(): number {
    return this.#end
  }

  take(count: number): number[] {
    return Array.from({ length: count }, () => this.#free.pop() ?? this.#end++)
  }

  release(blocks: Iterable<number>): void {
    for (const block of blocks) this.#free.push(block)
  }
}

/** Neighbours as one: where they begin, how many they are. */
export function runsOf(blocks: readonly number[]): number[] {
  const runs: number[] = []
  let next = -1
  for (const block of blocks) {
    if (block === next) runs[runs.length - 1]! += 1
    else runs.push(block, 1)
    next = block + 1
  }
  return runs
}

export function blocksFrom(runs: readonly number[]): number[] {
  const blocks: number[] = []
  for (let at = 0; at < runs.length; at += 2) {
    const [first = 0, count = 0] = runs.slice(at, at + 2)
    for (let block = first; block < first + count; block++) blocks.push(block)
  }
  return blocks
}
