// Live queries of this tab: one subscription per name and arguments, shared by all components that show it, kept a little after the
// last one is gone so that going back is instant. A query has two places where it can run (painting.ts): who shows it does not know which
// one painted. Invariant: rows stay as they are until a new result replaces them; the rows of a person go with their session.
import { queryKey, type QueryCall } from 'db/kit/define-query.ts'
import { AppError } from 'db/kit/errors.ts'
import type { ResultRow } from '../tabs/protocol.ts'
import { outboxStore } from '../outbox/outbox-store.ts'
import { isCut } from '../tabs/status.ts'
import { statusStore } from '../tabs/status-store.ts'
import { subscribe } from '../tabs/tab-link.ts'
import { onSessionChange } from '../session/session.ts'
import { askServer } from './ask-server.ts'
import * as painting from './painting.ts'
import { ageOfOutbox, isBehind, join, leave, type Racer } from './racing.ts'
import { shareRows } from './share-rows.ts'
import { endSnapshot, lastRows } from './snapshot.ts'

const keepAliveMs = 10_000
/** What nobody shows in the end costs a query at each change. */
const warmMs = 2_000

export interface LiveRows {
  rows: readonly ResultRow[]
  /** There is a result: this device's or the server's, or until then the one of the last time. */
  ready: boolean
  /** The rows are all there are: what is not among them does not exist, and is not only missing on this device. */
  whole: boolean
}

interface LiveStore {
  subscribe(listener: () => void): () => void
  get(): LiveRows
  painter(): painting.Painter
  /** Its rows are asked for before somebody shows them. Resolves when there is a result. */
  warm(): Promise<void>
}

const nothingYet: LiveRows = { rows: [], ready: false, whole: false }
const none: LiveStore = {
  subscribe: () => () => undefined,
  get: () => nothingYet,
  painter: () => 'nobody',
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
  const store = createStore(query, () => stores.get(key) === store && stores.delete(key))
  stores.set(key, store)
  return store
}

/** Without asking for anything: the rows, when they were asked for and have come. */
export function knownRows(query: QueryCall): readonly ResultRow[] | undefined {
  const { rows, ready } = stores.get(queryKey(query))?.get() ?? nothingYet
  return ready ? rows : undefined
}

/** What this device has on the screen now, by query key; what only the server said is not kept. */
export function shownResults(): Map<string, readonly ResultRow[]> {
  const shown = [...stores].filter(([, store]) => store.painter() !== 'server' && store.get().ready)
  return new Map(shown.map(([key, store]) => [key, store.get().rows]))
}

const painterListeners = new Set<() => void>()

/** Whether something on the screen is the server's word, because the local copy can't say it as well yet. */
export const serverPaints = {
  subscribe(listener: () => void): () => void {
    painterListeners.add(listener)
    return () => painterListeners.delete(listener)
  },
  get: () => [...stores.values()].some((store) => store.painter() === 'server'),
}

// Whoever comes next finds nothing of it, also of what was on the screen a moment ago.
onSessionChange(({ kind }) => {
  if (kind === 'ended') stores.clear()
})

function createStore(query: QueryCall, forget: () => void): LiveStore {
  const listeners = new Set<() => void>()
  let race = painting.newRace(lastRows(queryKey(query)))
  let current = shownOf(race, nothingYet)
  let end: (() => void) | undefined
  let idle: ReturnType<typeof setTimeout> | undefined
  const first = Promise.withResolvers<void>()
  if (current.ready) first.resolve()

  function step(next: painting.Race) {
    const before = race
    race = painting.painted(next, {
      reachable: !isCut(statusStore.get()),
      pending: outboxStore.get().some(({ state }) => state === 'waiting'),
    })
    const shown = shownOf(race, current)
    const isHandedOver = race.by !== before.by
    if (isHandedOver) for (const listener of painterListeners) listener()
    if (shown !== current) {
      current = shown
      if (current.ready) first.resolve()
      for (const listener of listeners) listener()
    } else if (!isHandedOver) return
    // The same rows, too: what only the server said is not kept, what the device says is.
    changed?.()
  }

  function onRows(rows: readonly ResultRow[], upTo: painting.Standing) {
    endSnapshot()
    step(painting.deviceAnswered(race, rows, upTo, performance.now()))
    if (race.over) leave(racer)
  }

  function ask() {
    if (race.asking) return
    race = { ...race, asking: true }
    const age = ageOfOutbox()
    askServer(query).then(
      ({ rows, lsn }) => heard(rows, lsn, age),
      // The device answers, and the server is asked again while it does not.
      () => step({ ...race, asking: false }),
    )
  }

  /** `age`: of the outbox, when it was asked. */
  function heard(rows: readonly ResultRow[], lsn: bigint, age: number) {
    const isBefore = age !== ageOfOutbox()
    const take = isBefore ? painting.serverAnsweredBefore : painting.serverAnswered
    step(take(race, rows, lsn, performance.now()))
    if (isBefore && !race.over) ask()
  }

  const racer: Racer = {
    isOver: () => race.over || end === undefined,
    reconsider: () => step(race),
    again() {
      const upTo = race.device?.upTo ?? null
      if (upTo === null || upTo === painting.unheard) return ask()
      // Up to date, and not as far as the server was when it answered: it may be by now.
      end?.()
      end = subscribe(query, onRows, fail)
    },
  }

  function fail(error: Error) {
    console.error('live query', query.name, error)
    if (error instanceof AppError && error.code.startsWith('ERR_QUERY_')) refused?.(error)
  }

  function begin() {
    if (end) return
    end = subscribe(query, onRows, fail)
    if (race.over || !isBehind(statusStore.get())) return
    join(racer)
    ask()
  }

  function endAfter(ms: number) {
    idle = setTimeout(() => {
      end?.()
      end = undefined
      leave(racer)
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
    painter: () => race.by,
    warm() {
      if (!end) {
        begin()
        endAfter(warmMs)
      }
      return first.promise
    },
  }
}

/** Rows keep their identity while they are equal, whoever says them. */
function shownOf(race: painting.Race, before: LiveRows): LiveRows {
  const rows = painting.rowsOf(race)
  const whole = painting.isWhole(race)
  if (!rows) return before.ready ? { ...before, whole } : before
  const shared = shareRows(before.rows, rows)
  const same = before.ready && shared === before.rows && whole === before.whole
  return same ? before : { rows: shared, ready: true, whole }
}
