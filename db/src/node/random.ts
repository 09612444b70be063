// The only source of chance: one seed makes one sequence of decisions. Whatever runs concurrently gets a generator of its own by
// `fork`, so that timing can't change who draws which number.

export interface Random {
  /** An integer from `low` to and with `high`. */
  int(low: number, high: number): number
  /** True with this probability. */
  chance(probability: number): boolean
  pick<T>(values: readonly T[]): T
  /** `count` different ones, in the order of `values`. */
  some<T>(values: readonly T[], count: number): T[]
  /** An independent generator; the same label gives the same one. */
  fork(label: string): Random
}

export function randomFrom(seed: number | string): Random {
  const next = mulberry32(hash(String(seed)))
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    int,
    chance: (probability) => next() < probability,
    pick: (values) => pickAt(values, int(0, values.length - 1)),
    some(values, count) {
      const left = values.map((_, index) => index)
      while (left.length > count) left.splice(int(0, left.length - 1), 1)
      return left.map((index) => pickAt(values, index))
    },
    fork: (label) => randomFrom(`${seed}/${label}`),
  }
}

function pickAt<T>(values: readonly T[], index: number): T {
  for (const value of values.slice(index, index + 1)) return value
  throw new Error('nothing to pick from')
}

function mulberry32(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** FNV-1a. */
function hash(text: string) {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return value >>> 0
}
