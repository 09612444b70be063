// What was said and what arrived, and the difference: lost, doubled, out of order. Pure.
// Every text is unique and carries its place in its conversation, so a second row or bubble with it is a doubled message.

export interface Said {
  /** Who says it to whom, in one direction: the order counts within it. */
  line: string
  text: string
}

export interface Difference {
  lost: string[]
  doubled: string[]
  /** Those that came after a later one of their line. */
  outOfOrder: string[]
}

/** `said` in the order of saying; `arrived` in the order of arrival. What nobody said counts as doubled: it came from somewhere. */
export function compare(said: readonly Said[], arrived: readonly Said[]): Difference {
  const places = new Map(said.map(({ line, text }, place) => [keyOf({ line, text }), place]))
  const difference: Difference = { lost: [], doubled: [], outOfOrder: [] }
  const seen = new Set<string>()
  const lastPlaces = new Map<string, number>()
  for (const message of arrived) {
    const key = keyOf(message)
    const place = places.get(key)
    if (place === undefined || seen.has(key)) {
      difference.doubled.push(key)
      continue
    }
    seen.add(key)
    const last = lastPlaces.get(message.line) ?? -1
    if (place < last) difference.outOfOrder.push(key)
    else lastPlaces.set(message.line, place)
  }
  for (const key of places.keys()) if (!seen.has(key)) difference.lost.push(key)
  return difference
}

const keyOf = ({ line, text }: Said) => `${line}: ${text}`
