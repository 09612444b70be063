// A conversation's messages as pages, newest first: the newest one grows at its end, older ones join it at its floor. What is on the screen is
// live, what lies far from it stays as it was read, so a conversation of 50,000 messages costs at each change as much as a short one.
// Invariant: the pages are without gaps, and each message is in one of them.
import { createTurns } from 'db/kit/turns.ts'
import type { QueryCall } from 'db/kit/define-query.ts'
import type { Floor } from 'db/messages/pages.ts'
import type { MessageRow } from 'db/messages/queries.ts'
import { pageSize, type ConversationPages } from './source.ts'

interface Page {
  floor: Floor | null
  /** Not part of it; null: the newest page. */
  ceiling: Floor | null
  rows: readonly MessageRow[]
  end?: () => void
}

export interface MessageSource {
  /** The rows, if they are there already. */
  known<Row>(query: QueryCall<Row>): readonly Row[] | undefined
  watch<Row>(query: QueryCall<Row>, onRows: (rows: readonly Row[]) => void): () => void
  read<Row>(query: QueryCall<Row>): Promise<readonly Row[]>
}

export interface PagesState {
  /** Oldest first. */
  rows: readonly MessageRow[]
  /** Those of the newest page. */
  newest: readonly MessageRow[]
  ready: boolean
  hasOlder: boolean
}

export interface MessagePages {
  get(): PagesState
  subscribe(listener: () => void): () => void
  loadOlder(): Promise<void>
  /** Down to the first message. */
  loadAll(): Promise<void>
  /** False when there is no such message here. */
  loadBackTo(id: string): Promise<boolean>
  /** Pages with these rows, counted from the oldest, are live. */
  setVisible(first: number, last: number): void
}

export function createMessagePages(queries: ConversationPages, source: MessageSource): MessagePages {
  const rowsOf = ({ floor, ceiling }: Page) => queries.between(floor, ceiling)
  const known = source.known(queries.between(null, null))
  const newest: Page = { floor: null, ceiling: null, rows: known ?? [] }
  /** Newest first. */
  let pages: readonly Page[] = [newest]
  let complete = false
  let state = stateNow(known !== undefined)
  /** One after the other: a page begins where the last one ended. */
  const turns = createTurns()
  let waiting = 0
  const listeners = new Set<() => void>()

  function stateNow(ready: boolean): PagesState {
    const rows = pages.length === 1 ? newest.rows : pages.toReversed().flatMap((page) => page.rows)
    const hasOlder = !complete && newest.rows.length > 0 && (pages.length > 1 || newest.rows.length >= pageSize)
    return { rows, newest: newest.rows, ready, hasOlder }
  }

  function publish(ready = state.ready) {
    state = stateNow(ready)
    for (const listener of listeners) listener()
  }

  function watch(page: Page) {
    const end = page.end
    page.end = source.watch(rowsOf(page), (rows) => {
      if (rows === page.rows && state.ready) return
      page.rows = rows
      publish(true)
    })
    end?.()
  }

  function unwatch(page: Page) {
    page.end?.()
    delete page.end
  }

  /** From now on the newest page keeps what it has: other pages end where it begins. */
  function fixFloor() {
    const [oldest] = newest.rows
    if (newest.floor !== null || !oldest) return
    newest.floor = { sortKey: oldest.sortKey, id: oldest.id }
    if (listeners.size > 0) watch(newest)
  }

  async function addPages(floors: readonly Floor[]) {
    let ceiling = pages.at(-1)?.floor ?? null
    const added: Page[] = floors.map((floor) => {
      const page = { floor, ceiling, rows: [] }
      ceiling = floor
      return page
    })
    await Promise.all(
      added.map(async (page) => {
        page.rows = await source.read(rowsOf(page))
      }),
    )
    pages = [...pages, ...added]
    publish()
  }

  async function load(floorsBefore: (ceiling: Floor) => QueryCall<Floor>): Promise<boolean> {
    fixFloor()
    const ceiling = pages.at(-1)?.floor
    if (!ceiling) return false
    const floors = await source.read(floorsBefore(ceiling))
    if (floors.length > 0) await addPages(floors)
    return floors.length > 0
  }

  function inTurn<Result>(step: () => Promise<Result>): Promise<Result> {
    waiting++
    return turns(step).finally(() => waiting--)
  }

  async function loadOlder() {
    if (!state.hasOlder || (await load((ceiling) => queries.floorBefore(ceiling)))) return
    complete = true
    publish()
  }

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener)
      if (listeners.size === 1) watch(newest)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) for (const page of pages) unwatch(page)
      }
    },
    loadOlder: async () => (state.hasOlder && waiting === 0 ? inTurn(loadOlder) : undefined),
    loadAll: () =>
      inTurn(async () => {
        while (state.hasOlder) await loadOlder()
      }),
    loadBackTo: (id) =>
      inTurn(async () => {
        // It may have come with the page before.
        if (state.rows.some((row) => row.id === id)) return true
        return load((ceiling) => queries.floorsBackTo(ceiling, id))
      }),
    setVisible(first, last) {
      let end = state.rows.length
      for (const page of pages) {
        const start = end - page.rows.length
        const visible = start <= last && end > first
        if (page !== newest && visible && !page.end) watch(page)
        if (page !== newest && !visible && page.end) unwatch(page)
        end = start
      }
    },
  }
}
