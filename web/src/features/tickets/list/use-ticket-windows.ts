// The list of a tab, of any length, from live queries over what is in sight. The head is always there: it is painted first, also from
// the last run's snapshot, and whatever gets a message moves into it. Bounds are read once, after the first paint.
// Invariant: while bounds are unknown the head alone is the list.
import { boundsOf, headOf, windowOf, type ListFilter, type ListRow } from 'db/tickets/list-queries.ts'
import { useEffect, useMemo, useState } from 'react'
import { toastError } from '../../../lib/app/toast.ts'
import { runQuery, useQuery } from '../../../sync/client.ts'
import { useKeptQuery } from '../../../desk/use-kept-query.ts'
import {
  boundOf,
  headSize,
  holdPages,
  idsOf,
  isBefore,
  itemsOf,
  pageSize,
  toPages,
  type Bound,
  type Held,
  type Items,
} from './windows.ts'

interface Cut {
  bounds: readonly Bound[]
  total: number
}

const uncut: Cut = { bounds: [], total: 0 }
/** As they were read last, so that a list that is shown again is as long as it was; they stay true whatever moves. */
const cuts = new Map<string, Cut>()

export interface TicketWindows {
  items: Items<ListRow>
  /** The head is there. */
  ready: boolean
  /** What is not among them does not exist. */
  whole: boolean
  held: boolean
  hold(): void
  release(): void
  /** What is in sight. */
  onRange(first: number, last: number): void
}

export function useTicketWindows(filter: ListFilter): TicketWindows {
  const head = useKeptQuery(headOf({ ...filter, limit: headSize }))
  const { bounds, total } = useCut(filter, head)
  const [wanted, setWanted] = useState({ from: 1, to: 0 })
  const sight = useWindow(filter, bounds, wanted)
  const [held, setHeld] = useState<Held | null>(null)
  const [sizes] = useState(() => new Map<number, number>())

  const pages = useMemo(() => {
    const loaded = new Set([0, ...sight.pages])
    const now = toPages(bounds, loaded, head.rows, sight.rows)
    return held === null ? now : holdPages(held, now)
  }, [bounds, head.rows, sight, held])
  const items = useMemo(() => {
    for (const [page, rows] of pages) sizes.set(page, rows.length)
    const tail = total - bounds.length * pageSize
    if (!sizes.has(bounds.length)) sizes.set(bounds.length, tail)
    return itemsOf(pages, bounds.length + 1, sizes)
  }, [pages, bounds, total, sizes])

  return {
    items,
    ready: head.ready,
    whole: head.whole,
    held: held !== null,
    hold: () => setHeld((before) => before ?? idsOf(pages)),
    release: () => setHeld(null),
    onRange(first, last) {
      const { from, to } = items.pagesBetween(first, last)
      // The head has the first page.
      const next = { from: Math.max(1, from), to }
      if (next.from !== wanted.from || next.to !== wanted.to) setWanted(next)
    },
  }
}

/** Where the list is cut; taken anew when the head has no room above the first cut any more. */
function useCut(filter: ListFilter, { rows, ready }: { rows: readonly ListRow[]; ready: boolean }): Cut {
  const key = JSON.stringify(filter)
  const [cut, setCut] = useState(() => cuts.get(key) ?? uncut)
  const [first, last] = [cut.bounds[0], rows.at(-1)]
  const due =
    ready && rows.length === headSize && (first === undefined || (last !== undefined && isBefore(last, first)))
  useEffect(() => {
    if (!due) return
    let current = true
    const read = async () => {
      const bounds = await runQuery(boundsOf({ ...filter, pageSize }))
      const next = { bounds, total: bounds[0]?.total ?? 0 }
      cuts.set(key, next)
      if (current) setCut(next)
    }
    read().catch(toastError)
    return () => void (current = false)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the key stands for the filter
  }, [due, key])
  return cut
}

/** The pages in sight as one query; until it answers those of the one before are shown, each where it belongs. */
function useWindow(filter: ListFilter, bounds: readonly Bound[], { from, to }: { from: number; to: number }) {
  const [start, end] = [bounds[from - 1], bounds[to]]
  const wanted = start !== undefined && from <= to
  const { rows, ready } = useQuery(
    wanted ? windowOf({ ...filter, from: boundOf(start), to: end ? boundOf(end) : null }) : null,
  )
  const now = useMemo(() => {
    if (!wanted || !ready) return null
    return { rows, pages: Array.from({ length: to - from + 1 }, (_, index) => from + index) }
  }, [wanted, ready, rows, from, to])
  const [last, setLast] = useState<Sight>(nothing)
  if (now && now !== last) setLast(now)
  return now ?? last
}

interface Sight {
  rows: readonly ListRow[]
  pages: readonly number[]
}

const nothing: Sight = { rows: [], pages: [] }
