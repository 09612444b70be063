export interface Counts {
  of(key: string): number
  add(key: string, by: number): void
  /** Keys of which there are any. */
  size(): number
}

/** How many there are of each key; one of which there is none takes no room. */
export function createCounts(): Counts {
  const counts = new Map<string, number>()
  const of = (key: string) => counts.get(key) ?? 0
  return {
    of,
    add(key, by) {
      const now = of(key) + by
      if (now === 0) counts.delete(key)
      else counts.set(key, now)
    },
    size: () => counts.size,
  }
}
