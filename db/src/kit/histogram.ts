// How long something takes, as counts between bounds: small whatever happens, and histograms can be added up. Pure.

/** ms. What took longer than the last is counted behind it. */
export const delayBounds = [5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000, 60_000] as const

/** Counts by place; what is missing is 0. */
export type Histogram = readonly (number | undefined)[]

/** The place of a delay; clocks that disagree make no negative ones. */
export function bucketOf(ms: number): number {
  const place = delayBounds.findIndex((bound) => ms <= bound)
  return place === -1 ? delayBounds.length : place
}

export const countOf = (histogram: Histogram) => histogram.reduce<number>((sum, count = 0) => sum + count, 0)

/** The ms within which the part `q` of all stayed, taken as evenly spread between two bounds; null of nothing. */
export function quantileOf(histogram: Histogram, q: number): number | null {
  const count = countOf(histogram)
  if (count === 0) return null
  const wanted = q * count
  let before = 0
  for (const [place, upper] of delayBounds.entries()) {
    const here = histogram[place] ?? 0
    if (here > 0 && before + here >= wanted) {
      const lower = delayBounds[place - 1] ?? 0
      return lower + ((upper - lower) * (wanted - before)) / here
    }
    before += here
  }
  return delayBounds.at(-1) ?? null
}
