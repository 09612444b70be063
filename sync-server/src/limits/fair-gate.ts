// How many requests of a kind run at the same time: so many of one person, of one company, and in all. The others wait for their turn.
// Invariant: while a company has fewer running than its share and there is room, none of its requests waits behind another company's.
import { AppError } from 'db/kit/errors.ts'
import { createCounts } from './counts.ts'

export interface GateLimits {
  /** Running at the same time. */
  inAll: number
  ofCompany: number
  ofUser: number
  /** Requests of one company that may wait; one more is refused. */
  waiting: number
  /** ms until one that waits is refused. */
  patienceMs: number
  /**
   * Whose request has run gives its place back after a rest as long as it ran, while other companies ask too: what is dear to the one
   * thread and the database that all share takes half of them at most.
   */
  rests?: boolean
}

export interface Asker {
  companyId: string
  userId: string
}

export interface FairGate {
  /** Resolves when it may run, with what gives its place back. @throws AppError ERR_TOO_MANY_REQUESTS with retryAfter in seconds */
  enter(asker: Asker, signal?: AbortSignal): Promise<() => void>
}

interface Waiter {
  asker: Asker
  admit(): void
}

/** ms for which a company that asked counts as asking, and that a rest takes at most. */
const askingFor = 2000
const longestRest = 1000

/** Seconds after which somebody who was refused may ask again: what runs is over by then. */
const retryAfter = 2

export function createFairGate(limits: GateLimits): FairGate {
  const places = createPlaces(limits)
  const askers = createAskers()
  const waiting = createWaiting(limits)

  function start(asker: Asker): () => void {
    places.take(asker, 1)
    const startedAt = performance.now()
    const giveBack = () => {
      places.take(asker, -1)
      while (waiting.admitOne(places.isFor));
    }
    let over = false
    return () => {
      if (over) return
      over = true
      if (!limits.rests || !askers.areOthersThan(asker.companyId)) return giveBack()
      setTimeout(giveBack, Math.min(performance.now() - startedAt, longestRest))
    }
  }

  return {
    async enter(asker, signal) {
      signal?.throwIfAborted()
      askers.note(asker)
      return places.isFor(asker) ? start(asker) : waiting.wait(asker, () => start(asker), signal)
    },
  }
}

/** Who waits for a place. */
function createWaiting(limits: GateLimits) {
  /** By company; the one that was served last stands at the end. */
  const queues = new Map<string, Waiter[]>()
  return {
    /** False when nobody could be. */
    admitOne(isPlaceFor: (asker: Asker) => boolean): boolean {
      for (const [companyId, queue] of queues) {
        const next = queue.findIndex(({ asker }) => isPlaceFor(asker))
        const [waiter] = next === -1 ? [] : queue.splice(next, 1)
        if (!waiter) continue
        queues.delete(companyId)
        if (queue.length > 0) queues.set(companyId, queue)
        waiter.admit()
        return true
      }
      return false
    },
    /** Resolves with what `start` returns once its place is there. */
    wait(asker: Asker, start: () => () => void, signal?: AbortSignal): Promise<() => void> {
      const queue = queues.get(asker.companyId) ?? []
      if (queue.length >= limits.waiting) throw new AppError('ERR_TOO_MANY_REQUESTS', { retryAfter })
      queues.set(asker.companyId, queue)
      const { promise, resolve, reject } = Promise.withResolvers<() => void>()
      const ended = new AbortController()
      const waiter: Waiter = { asker, admit: () => resolve(start()) }
      const leave = (error: unknown) => {
        const place = queue.indexOf(waiter)
        if (place === -1) return
        queue.splice(place, 1)
        if (queue.length === 0) queues.delete(asker.companyId)
        reject(error)
      }
      queue.push(waiter)
      const timer = setTimeout(() => leave(new AppError('ERR_TOO_MANY_REQUESTS', { retryAfter })), limits.patienceMs)
      signal?.addEventListener('abort', () => leave(signal.reason), { signal: ended.signal })
      return promise.finally(() => {
        clearTimeout(timer)
        ended.abort()
      })
    },
  }
}

/** What runs: of a person, of a company, and in all. */
function createPlaces(limits: GateLimits) {
  const running = createCounts()
  let inAll = 0
  return {
    isFor: ({ companyId, userId }: Asker) =>
      inAll < limits.inAll && running.of(companyId) < limits.ofCompany && running.of(userId) < limits.ofUser,
    /** -1 gives it back. */
    take({ companyId, userId }: Asker, by: 1 | -1) {
      inAll += by
      running.add(companyId, by)
      running.add(userId, by)
    },
  }
}

/** Who asked lately. */
function createAskers() {
  /** When the company that asked last did so, and the last one before it that is another. */
  let latest = { companyId: '', at: -Infinity }
  let other = latest
  return {
    note({ companyId }: Asker) {
      if (latest.companyId !== companyId) other = latest
      latest = { companyId, at: performance.now() }
    },
    areOthersThan: (companyId: string) =>
      performance.now() - (latest.companyId === companyId ? other : latest).at < askingFor,
  }
}
