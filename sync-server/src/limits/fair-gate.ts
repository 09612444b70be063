// How many requests of a kind run at the same time: so many of one person, of one company, and in all. The others wait for their turn.
// Invariant: while a company has fewer running than its share and there is room, none of its requests waits behind another company's.
import { AppError } from 'db/kit/errors.ts'

export interface GateLimits {
  /** Running at the same time. */
  inAll: number
  ofCompany: number
  ofUser: number
  /** Of one company; one more is refused. */
  waiting: number
  /** ms until one that waits is refused. */
  patienceMs: number
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

/** Seconds after which somebody who was refused may ask again: what runs is over by then. */
const retryAfter = 2

export function createFairGate(limits: GateLimits): FairGate {
  const running = new Map<string, number>()
  let inAll = 0
  /** By company; the one that was served last stands at the end. */
  const queues = new Map<string, Waiter[]>()

  const count = (key: string) => running.get(key) ?? 0
  const add = (key: string, by: 1 | -1) => {
    const now = count(key) + by
    if (now === 0) running.delete(key)
    else running.set(key, now)
  }
  const hasRoom = ({ companyId, userId }: Asker) =>
    inAll < limits.inAll && count(companyId) < limits.ofCompany && count(userId) < limits.ofUser

  function start({ companyId, userId }: Asker): () => void {
    const change = (by: 1 | -1) => {
      inAll += by
      add(companyId, by)
      add(userId, by)
    }
    change(1)
    let over = false
    return () => {
      if (over) return
      over = true
      change(-1)
      admitNext()
    }
  }

  function admitNext() {
    for (const [companyId, queue] of queues) {
      const next = queue.findIndex(({ asker }) => hasRoom(asker))
      const [waiter] = next === -1 ? [] : queue.splice(next, 1)
      if (!waiter) continue
      queues.delete(companyId)
      if (queue.length > 0) queues.set(companyId, queue)
      waiter.admit()
      return admitNext()
    }
  }

  function wait(asker: Asker, signal?: AbortSignal): Promise<() => void> {
    const queue = queues.get(asker.companyId) ?? []
    if (queue.length >= limits.waiting) throw new AppError('ERR_TOO_MANY_REQUESTS', { retryAfter })
    queues.set(asker.companyId, queue)
    const { promise, resolve, reject } = Promise.withResolvers<() => void>()
    const ended = new AbortController()
    const waiter: Waiter = { asker, admit: () => resolve(start(asker)) }
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
  }

  return {
    async enter(asker, signal) {
      signal?.throwIfAborted()
      return hasRoom(asker) ? start(asker) : wait(asker, signal)
    },
  }
}
