// A list that is loaded in part: pages between bounds, of which the first and those in sight have rows, the others only a size.
// Pure. Invariant: a row stands on the page that its key says, or, while the order is held, on the page where it stood.

export const pageSize = 60
/** Rows of the list's head, which is followed live: so many may come before the pages' bounds are taken anew. */
export const headSize = 2 * pageSize

/** The place of a row in the list. */
export interface Bound {
  at: number
  id: string
}

/** Page → its rows in order; pages that are missing are not loaded. */
export type Pages<Row> = ReadonlyMap<number, readonly Row[]>

/** Only it, of a row or another place. */
export const boundOf = ({ at, id }: Bound): Bound => ({ at, id })

/** Newest first, as the queries have it. */
export function isBefore(a: Bound, b: Bound): boolean {
  return a.at === b.at ? a.id > b.id : a.at > b.at
}

/** The page of a row: the first whose last place is not before it. */
export function pageOfRow(bounds: readonly Bound[], row: Bound): number {
  let [low, high] = [0, bounds.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const bound = bounds[middle]
    if (bound && isBefore(bound, row)) low = middle + 1
    else high = middle
  }
  return low
}

/** Places rows on their pages; of a row that is in several sources the first counts, so the newest source (the head) comes first. */
export function toPages<Row extends Bound>(
  bounds: readonly Bound[],
  loaded: ReadonlySet<number>,
  ...sources: (readonly Row[])[]
): Pages<Row> {
  const pages = new Map<number, Row[]>([...loaded].map((page) => [page, []]))
  const seen = new Set<string>()
  for (const row of sources.flat()) {
    if (seen.has(row.id)) continue
    seen.add(row.id)
    pages.get(pageOfRow(bounds, row))?.push(row)
  }
  return pages
}

export type Held = ReadonlyMap<number, readonly string[]>

export const idsOf = <Row extends Bound>(pages: Pages<Row>): Held =>
  new Map([...pages].map(([page, rows]) => [page, rows.map(({ id }) => id)]))

/** Rows as they stood, and what is new before them: nothing moves away from under the pointer. */
export function holdPages<Row extends Bound>(held: Held, pages: Pages<Row>): Pages<Row> {
  const rows = new Map([...pages.values()].flat().map((row) => [row.id, row]))
  const placed = new Set([...pages.keys()].flatMap((page) => held.get(page) ?? []))
  return new Map(
    [...pages].map(([page, own]) => {
      const fresh = own.filter(({ id }) => !placed.has(id))
      return [page, [...fresh, ...(held.get(page) ?? []).flatMap((id) => rows.get(id) ?? [])]]
    }),
  )
}

export interface Items<Row> {
  total: number
  /** Undefined: not loaded. */
  at(index: number): Row | undefined
  /** -1: not loaded. */
  indexOf(id: string | undefined): number
  /** The pages that have something between these places. */
  pagesBetween(first: number, last: number): { from: number; to: number }
}

/** `sizes`: of pages that are not loaded, as last known. */
export function itemsOf<Row extends Bound>(pages: Pages<Row>, count: number, sizes: ReadonlyMap<number, number>) {
  const starts: number[] = []
  const places = new Map<string, number>()
  let total = 0
  for (let page = 0; page < count; page++) {
    starts.push(total)
    const start = total
    pages.get(page)?.forEach(({ id }, offset) => places.set(id, start + offset))
    total += pages.get(page)?.length ?? sizes.get(page) ?? pageSize
  }
  const pageAt = (index: number) => {
    const after = starts.findLastIndex((start) => start <= index)
    return Math.max(0, after)
  }
  const items: Items<Row> = {
    total,
    at(index) {
      const page = pageAt(index)
      return pages.get(page)?.[index - (starts[page] ?? 0)]
    },
    indexOf: (id) => (id === undefined ? -1 : (places.get(id) ?? -1)),
    pagesBetween: (first, last) => ({ from: pageAt(first), to: pageAt(last) }),
  }
  return items
}

/** The list, and rows that come after its end. */
export function withTail<Row extends { id: string }>(items: Items<Row>, tail: readonly Row[]): Items<Row> {
  if (tail.length === 0) return items
  const places = new Map(tail.map(({ id }, index) => [id, items.total + index]))
  return {
    ...items,
    total: items.total + tail.length,
    at: (index) => (index < items.total ? items.at(index) : tail[index - items.total]),
    indexOf(id) {
      const index = items.indexOf(id)
      return index === -1 && id !== undefined ? (places.get(id) ?? -1) : index
    },
  }
}

/** By how many places most of what was in sight has moved: scrolling by as much keeps it in sight. */
export function shiftOf(before: readonly { id: string; index: number }[], indexOf: (id: string) => number): number {
  const votes = new Map<number, number>()
  for (const { id, index } of before) {
    const now = indexOf(id)
    if (now !== -1) votes.set(now - index, (votes.get(now - index) ?? 0) + 1)
  }
  return [...votes].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 0
}
