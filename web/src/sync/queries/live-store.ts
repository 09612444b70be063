// Live queries of this tab: one subscription per name and arguments, shared by all components that show it, kept a little after the
// last one is gone so that going back is instant. Invariant: rows stay as they are until a new result replaces them.
import { queryKey, type QueryCall } from 'db/kit/define-query.ts'
import { AppError } from 'db/kit/errors.ts'
import type { ResultRow } from '../tabs/protocol.ts'
import { shareRows } from './share-rows.ts'
import { endSnapshot, lastRows } from './snapshot.ts'
import { subscribe } from '../tabs/tab-link.ts'

const keepAliveMs = 10_000
/** What nobody shows in the end costs a query at each change. */
const warmMs = 2_000

export interface LiveRows {
  rows: readonly ResultRow[]
  /** There is a result: Postgres' own, or until then the one of the last time. */
  ready: boolean
}

interface LiveStore {
  subscribe(listener: () => void): () => void
  get(): LiveRows
  /** Postgres has answered in this run: what is not among the rows does not only miss in what was kept of the last time. */
  answered(): boolean
  /** Its rows are asked for before somebody shows them. Resolves when there is a result. */
  warm(): Promise<void>
}

const nothingYet: LiveRows = { rows: [], ready: false }
const none: LiveStore = {
  subscribe: () => () => undefined,
  get: () => nothingYet,
  answered: () => false,
  warm: () => Promise.resolve(),
}
const stores = new Map<string, LiveStore>()
let changed: (() => void) | undefined
let refused: ((error: AppError) => void) | undefined

/** For the one who saves what is shown. */
export function onLiveChange(listener: () => void) {
  changed = listener
}

/** For the one who tells that the server answers no question of this size. */
export function onLiveRefusal(listener: (error: AppError) => void) {
  refused = listener
}

export function liveStore(query: QueryCall | null): LiveStore {
  if (!query) return none
  const key = queryKey(query)
  const known = stores.get(key)
  if (known) return known
  const store = createStore(query, () => stores.delete(key))
  stores.set(key, store)
  return store
}

/** Without asking for anything: the rows, when they were asked for and have come. */
export function knownRows(query: QueryCall): readonly ResultRow[] | undefined {
  const { rows, ready } = stores.get(queryKey(query))?.get() ?? nothingYet
  return ready ? rows : undefined
}

/** What is on the screen now, by query key. */
export function shownResults(): Map<string, readonly ResultRow[]> {
  const shown = [...stores].map(([key, store]) => [key, store.get()] as const).filter(([, { ready }]) => ready)
  return new Map(shown.map(([key, { rows }]) => [key, rows]))
}

function createStore(query: QueryCall, forget: () => void): LiveStore {
  const listeners = new Set<() => void>()
  const last = lastRows(queryKey(query))
  let current: LiveRows = last ? { rows: last, ready: true } : nothingYet
  let answered = false
  let end: (() => void) | undefined
  let idle: ReturnType<typeof setTimeout> | undefined
  const first = Promise.withResolvers<void>()
  if (current.ready) first.resolve()

  function set(rows: readonly ResultRow[]) {
    endSnapshot()
    const shared = shareRows(current.rows, rows)
    const same = current.ready && shared === current.rows
    if (same && answered) return
    answered = true
    if (!same) current = { rows: shared, ready: true }
    first.resolve()
    for (const listener of listeners) listener()
    changed?.()
  }

  function fail(error: Error) {
    console.error('live query', query.name, error)
    if (error instanceof AppError && error.code.startsWith('ERR_QUERY_')) refused?.(error)
  }

  function begin() {
    end ??= subscribe(query, set, fail)
  }

  function endAfter(ms: number) {
    idle = setTimeout(() => {
      end?.()
      end = undefined
      forget()
    }, ms)
  }

  return {
    subscribe(listener) {
      clearTimeout(idle)
      listeners.add(listener)
      begin()
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) endAfter(keepAliveMs)
      }
    },
    get: () => current,
    answered: () => answered,
    warm() {
      if (!end) {
        begin()
        endAfter(warmMs)
      }
      return first.promise
    },
  }
}
