// The live queries of a tab, by name and arguments. A query has two places where it can run (painting.ts): who shows it does not know which
// one painted. Invariant: equal questions have one store, and the rows of a person go with their session.
import { queryKey, type QueryCall } from 'db/kit/define-query.ts'
import { AppError } from 'db/kit/errors.ts'
import type { ResultRow } from '../tabs/protocol.ts'
import { createQueryStore, nothingYet, type LiveStore, type StoreParts } from './query-store.ts'
import { createRacing } from './racing.ts'

export interface TabParts extends StoreParts {
  onSessionEnd(listener: () => void): void
}

const none: LiveStore = {
  subscribe: () => () => undefined,
  get: () => nothingYet,
  painter: () => 'nobody',
  warm: () => Promise.resolve(),
}

export function createQueryStores(parts: TabParts) {
  const racing = createRacing(parts)
  const stores = new Map<string, LiveStore>()
  const painterListeners = new Set<() => void>()
  let changed: (() => void) | undefined
  let refused: ((error: AppError) => void) | undefined

  // Whoever comes next finds nothing of it, also of what was on the screen a moment ago.
  parts.onSessionEnd(() => stores.clear())

  function newStore(query: QueryCall): LiveStore {
    const key = queryKey(query)
    const store = createQueryStore(query, parts, racing, {
      onHandOver() {
        for (const listener of painterListeners) listener()
      },
      onChange: () => changed?.(),
      onFailure(error) {
        console.error('live query', query.name, error)
        if (error instanceof AppError && error.code.startsWith('ERR_QUERY_')) refused?.(error)
      },
      onIdle: () => stores.get(key) === store && stores.delete(key),
    })
    stores.set(key, store)
    return store
  }

  return {
    liveStore(query: QueryCall | null): LiveStore {
      return query ? (stores.get(queryKey(query)) ?? newStore(query)) : none
    },

    /** Without asking for anything: the rows, when they were asked for and have come. */
    knownRows(query: QueryCall): readonly ResultRow[] | undefined {
      const { rows, ready } = stores.get(queryKey(query))?.get() ?? nothingYet
      return ready ? rows : undefined
    },

    /** What this device has on the screen now, by query key; what only the server said is not kept. */
    shownResults(): Map<string, readonly ResultRow[]> {
      const shown = [...stores].filter(([, store]) => store.painter() !== 'server' && store.get().ready)
      return new Map(shown.map(([key, store]) => [key, store.get().rows]))
    },

    /** Whether something on the screen is the server's word, because the local copy can't say it as well yet. */
    serverPaints: {
      subscribe(listener: () => void): () => void {
        painterListeners.add(listener)
        return () => painterListeners.delete(listener)
      },
      get: () => [...stores.values()].some((store) => store.painter() === 'server'),
    },

    /** For the one who saves what is shown. */
    onLiveChange(listener: () => void) {
      changed = listener
    },

    /** For the one who tells that the server answers no question of this size. */
    onLiveRefusal(listener: (error: AppError) => void) {
      refused = listener
    },
  }
}
