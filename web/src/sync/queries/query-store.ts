// One live query of a tab, shared by all components that show it, kept a little after the last one is gone so that going back is instant.
// Asks both places where it can run and lets painting.ts say who paints. Invariant: rows stay as they are until a new result replaces them.
import { queryKey, type QueryCall } from 'db/kit/define-query.ts'
import type { ResultRow } from '../tabs/protocol.ts'
import { isCut } from '../tabs/status.ts'
import type { ServerAnswer } from './ask-server.ts'
import * as painting from './painting.ts'
import { isBehind, type Racer, type Racing, type RacingParts } from './racing.ts'
import { shareRows } from './share-rows.ts'

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

export interface LiveStore {
  subscribe(listener: () => void): () => void
  get(): LiveRows
  painter(): painting.Painter
  /** Its rows are asked for before somebody shows them. Resolves when there is a result. */
  warm(): Promise<void>
}

/** What a store stands on: parts of the browser, or of the simulation. */
export interface StoreParts extends RacingParts {
  /** Rows of this device's copy, now and after each change; returns how to end it. */
  subscribe(
    query: QueryCall,
    onRows: (rows: readonly ResultRow[], upTo: painting.Standing) => void,
    onError: (error: Error) => void,
  ): () => void
  /** @throws Error when the server does not answer, or not this. */
  askServer(query: QueryCall): Promise<ServerAnswer>
  hasSession(): boolean
  /** Something in the outbox waits. */
  isWaiting(): boolean
  /** Rows of the last time, until the device answers anything. */
  lastRows(key: string): readonly ResultRow[] | undefined
  endSnapshot(): void
}

/** Who is told of a store. */
interface Told {
  onHandOver(): void
  onChange(): void
  onFailure(error: Error): void
  /** Nobody has shown it for long. */
  onIdle(): void
}

export const nothingYet: LiveRows = { rows: [], ready: false, whole: false }

export function createQueryStore(query: QueryCall, parts: StoreParts, racing: Racing, told: Told): LiveStore {
  const listeners = new Set<() => void>()
  let race = painting.newRace(parts.lastRows(queryKey(query)))
  let current = shownOf(race, nothingYet)
  let end: (() => void) | undefined
  let idle: ReturnType<typeof setTimeout> | undefined
  let wasAsked = false
  const first = Promise.withResolvers<void>()
  if (current.ready) first.resolve()

  function step(next: painting.Race) {
    const before = { race, current }
    race = painting.painted(next, { reachable: !isCut(parts.status.get()), pending: parts.isWaiting() })
    current = shownOf(race, current)
    const isHandedOver = race.by !== before.race.by
    if (current.ready) first.resolve()
    if (isHandedOver) told.onHandOver()
    if (current !== before.current) for (const listener of listeners) listener()
    // The same rows, too: what only the server said is not kept, what the device says is.
    if (isHandedOver || current !== before.current) told.onChange()
  }

  function onRows(rows: readonly ResultRow[], upTo: painting.Standing) {
    parts.endSnapshot()
    step(painting.deviceAnswered(race, rows, upTo, performance.now()))
    if (race.over) racing.leave(racer)
  }

  function ask() {
    if (race.asking !== false) return
    race = { ...race, asking: wasAsked ? 'again' : 'first' }
    wasAsked = true
    const age = racing.ageOfOutbox()
    parts.askServer(query).then(
      ({ rows, lsn }) => heard(rows, lsn, age),
      // The device answers, and the server is asked again while it does not.
      () => step({ ...race, asking: false }),
    )
  }

  /** `age`: of the outbox, when it was asked. */
  function heard(rows: readonly ResultRow[], lsn: bigint, age: number) {
    const isBefore = age !== racing.ageOfOutbox()
    const take = isBefore ? painting.serverAnsweredBefore : painting.serverAnswered
    step(take(race, rows, lsn, performance.now()))
    if (isBefore && !race.over) ask()
  }

  const follow = () => parts.subscribe(query, onRows, told.onFailure)

  const racer: Racer = {
    isOver: () => race.over || end === undefined,
    reconsider: () => step(race),
    again() {
      const upTo = race.device?.upTo ?? null
      if (upTo === null || upTo === painting.unheard) return ask()
      // Up to date, and not as far as the server was when it answered: it may be by now.
      end?.()
      end = follow()
    },
  }

  function begin() {
    if (end) return
    end = follow()
    if (race.over || !isBehind(parts.status.get(), parts.hasSession())) return
    racing.join(racer)
    ask()
  }

  function endAfter(ms: number) {
    idle = setTimeout(() => {
      end?.()
      end = undefined
      racing.leave(racer)
      told.onIdle()
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
