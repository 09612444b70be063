// Sends what waits in the outbox to the server, in order, from the leader. Invariant: an entry is sent until the server has said
// applied or rejected; its mutation id makes a repetition harmless.
import type { AppError, ErrorCode } from 'db/kit/errors.ts'
import { waitBackoff } from '../kit/backoff.ts'
import type { OutboxEntry } from '../outbox/outbox.ts'
import { batchOf, pushBatch, type PushResult } from './push-batch.ts'
import type { DeviceTraces } from './device-traces.ts'
import { next, type PushEvent, type PushState } from './push-state.ts'
import { overdueOf, type Send } from '../pull/transport.ts'

export interface PushOptions {
  send: Send
  signal: AbortSignal
  /** Not answered yet and not held back, in order. */
  sendable(): readonly OutboxEntry[]
  /** Brings the entry's files to the server, if it names any. @throws TypeError; resolves with what the server will never take. */
  upload(entry: OutboxEntry): Promise<AppError | undefined>
  /** Must have them out of `sendable` when it resolves. */
  onResults(results: readonly PushResult[]): Promise<void>
  /** Refused as a whole with this code; null when it is taken again. */
  onRefused(code: ErrorCode | null): void
  /** Told what was sent and answered, if anybody wants to know. */
  traces?: DeviceTraces
}

export interface Push {
  /** Something may be waiting. */
  work(): void
  /** The server was reached: no need to wait longer. */
  wake(): void
}

export function startPush(options: PushOptions): Push {
  let state: PushState = { kind: 'idle' }

  function dispatch(event: PushEvent) {
    if (options.signal.aborted) return
    const before = state
    state = next(state, event)
    if (state === before) return
    if (state.kind === 'sending') void send(options).then(dispatch)
    if (state.kind === 'backing-off') void pause(state)
    if (state.kind !== 'sending') options.onRefused(state.kind === 'backing-off' ? state.refused : null)
  }

  async function pause(pausing: Extract<PushState, { kind: 'backing-off' }>) {
    await waitBackoff(pausing.failures, options.signal, pausing.retryAfterMs)
    if (state === pausing) dispatch({ kind: 'wake' })
  }

  return {
    work() {
      if (options.sendable().length > 0) dispatch({ kind: 'work' })
    },
    wake: () => {
      // A refusal is an answer: reaching the server again changes nothing about it.
      if (state.kind === 'backing-off' && state.refused === null) dispatch({ kind: 'wake' })
    },
  }
}

async function send(options: PushOptions): Promise<PushEvent> {
  const waiting = options.sendable()
  const [first] = waiting
  if (!first) return { kind: 'answered', progress: true, left: false }
  try {
    const batch = batchOf(waiting)
    const refusal = await options.upload(first)
    if (refusal) {
      await options.onResults([{ id: first.id, status: 'rejected', code: refusal.code, details: refusal.details }])
      return { kind: 'answered', progress: true, left: options.sendable().length > 0 }
    }
    options.traces?.mark('sent', batch)
    const answer = await pushBatch(options.send, batch, options.signal)
    if (answer.kind !== 'answered') return answer
    options.traces?.mark('answered', batch.slice(0, answer.results.length))
    options.traces?.heard(answer.traced)
    await options.onResults(answer.results)
    return { kind: 'answered', progress: answer.results.length > 0, left: options.sendable().length > 0 }
  } catch (error) {
    if (overdueOf(error)) return { kind: 'refused', code: 'ERR_SUBSCRIPTION_EXPIRED', retryAfterMs: 0 }
    if (!(error instanceof TypeError) && !options.signal.aborted) console.warn('push', error)
    return { kind: 'failed' }
  }
}
