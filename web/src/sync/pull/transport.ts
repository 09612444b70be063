// Requests of the puller: each is repeated until the server answers something final, so that the shape streams above never see
// the network fail. Catch-up requests run four at a time, which leaves the browser's six connections room for others.
// Invariant: an aborted request ends at once, whether it was running or waiting for its next attempt.
import { AppError, errorStatus } from 'db/kit/errors.ts'
import { retryAfterMs, waitBackoff } from '../kit/backoff.ts'
import { errorOf } from '../session/session.ts'

export type Send = (path: string, init: RequestInit) => Promise<Response>

export interface Reachability {
  onReachable(): void
  onUnreachable(): void
  /** The server is there and asks to come later. */
  onBusy(): void
  /** The server does not serve an app of this age any more. */
  onOutdated(): void
  /** The server is there, and gives nothing to a company that has not paid. */
  onOverdue(overdue: Overdue): void
}

/** An overdue company; `since` is its due date, where the server said it. */
export interface Overdue {
  since: string | null
}

/** Null: it failed for another reason. */
export function overdueOf(error: unknown): Overdue | null {
  if (!(error instanceof AppError) || error.code !== 'ERR_SUBSCRIPTION_EXPIRED') return null
  const { dueDate } = error.details ?? {}
  return { since: typeof dueDate === 'string' ? dueDate : null }
}

/** What was waited for so long was held back by the server until the payment, or in case of one: no need to wait longer. */
const heldMs = 1_000

/**
 * `attempt` is told whether the one before failed. `untilPaid` is waited for after a refusal because the company owes; without it the
 * attempt itself is what the server holds back. @throws DOMException AbortError when `signal` is aborted.
 */
export async function sendUntilAnswered(
  attempt: (again: boolean) => Promise<Response>,
  signal: AbortSignal,
  reach: Reachability,
  untilPaid?: () => Promise<unknown>,
): Promise<Response> {
  for (let failures = 1; ; failures++) {
    signal.throwIfAborted()
    const began = Date.now()
    let response: Response | undefined
    try {
      response = await attempt(failures > 1)
      if (response.status === errorStatus.ERR_SUBSCRIPTION_EXPIRED) throw await errorOf(response)
    } catch (error) {
      signal.throwIfAborted()
      const overdue = overdueOf(error)
      if (overdue) reach.onOverdue(overdue)
      else {
        if (!(error instanceof TypeError)) console.warn('request', error)
        reach.onUnreachable()
      }
      // A session that is not even renewed has nothing to be held back by.
      if (overdue && response) {
        response = undefined
        await untilPaid?.()
        if (Date.now() - began > heldMs) {
          failures = 1
          continue
        }
      }
    }
    if (response?.status === errorStatus.ERR_UPDATE_REQUIRED) reach.onOutdated()
    else if (response?.status === errorStatus.ERR_TOO_MANY_REQUESTS) reach.onBusy()
    else if (response && response.status >= 500) reach.onUnreachable()
    else if (response) {
      reach.onReachable()
      return response
    }
    await waitBackoff(failures, signal, response ? retryAfterMs(response) : 0)
  }
}

/** At most `limit` jobs at a time, first come, first served. */
export function createLimiter(limit: number): <T>(job: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (job) => {
    if (running === limit) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await job()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
