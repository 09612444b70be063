// How long it took, as this device saw it, from doing something to having it back from the server: of the last hour, in memory. What was done without
// a connection says nothing of how quick the server is, so only what was begun while all was live counts, and only if it stayed so. Pure.

/** ms, of the last hour. */
export interface RoundTrips {
  count: number
  /** What half of them, and 95 of 100, took at most. */
  p50: number
  p95: number
  /** When the newest of them ended. */
  at: Date
}

const hourMs = 3_600_000
/** Of a busy hour the newest ones are enough. */
const mostKept = 1000
/** One whose end never comes (the rows came by another way) is forgotten. */
const mostBegun = 200

export class RoundTripLog {
  readonly #begun = new Map<string, number>()
  #ended: { ms: number; at: number }[] = []

  /** `now` are ms of a clock that never jumps. */
  begin(id: string, now: number): void {
    if (this.#begun.size < mostBegun) this.#begun.set(id, now)
  }

  /** The connection was lost: what is under way would measure that. */
  interrupt(): void {
    this.#begun.clear()
  }

  /** Whether any of these counts. */
  end(ids: readonly string[], now: number): boolean {
    let isNew = false
    for (const id of ids) {
      const since = this.#begun.get(id)
      if (since === undefined) continue
      this.#begun.delete(id)
      this.#ended.push({ ms: now - since, at: now })
      isNew = true
    }
    this.#ended = this.#ended.filter(({ at }) => at > now - hourMs).slice(-mostKept)
    return isNew
  }

  /** Null: there were none. */
  summary(wallClock: Date): RoundTrips | null {
    const sorted = this.#ended.map(({ ms }) => ms).toSorted((a, b) => a - b)
    const at = (q: number) => sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)] ?? 0
    return sorted.length === 0 ? null : { count: sorted.length, p50: at(0.5), p95: at(0.95), at: wallClock }
  }
}
