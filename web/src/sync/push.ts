// Sends what waits in the outbox to the server, in order, from the leader. Invariant: an entry is sent until the server has said
// applied or rejected; its mutation id makes a repetition harmless.
import { isErrorCode, type ErrorCode, type ErrorDetails } from 'db/kit/errors.ts'
import * as v from 'valibot'
import { waitBackoff } from './backoff.ts'
import type { OutboxEntry } from './outbox.ts'
import { next, type PushEvent, type PushState } from './push-state.ts'
import { errorOf } from './session.ts'
import type { Send } from './transport.ts'

const batchSize = 100

export type PushResult =
  | { id: string; status: 'applied'; lsn: string }
  | { id: string; status: 'rejected'; code: ErrorCode; details?: ErrorDetails | undefined }
  /** Not looked at: it names the row of one that was refused in the same batch. */
  | { id: string; status: 'held' }

export interface PushOptions {
  send: Send
  signal: AbortSignal
  /** Not answered yet and not held back, in order. */
  sendable(): readonly OutboxEntry[]
  /** Must have them out of `sendable` when it resolves. */
  onResults(results: readonly PushResult[]): Promise<void>
  /** Refused as a whole with this code; null when it is taken again. */
  onRefused(code: ErrorCode | null): void
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
    await waitBackoff(pausing.failures, options.signal)
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
  const batch = options.sendable().slice(0, batchSize)
  if (batch.length === 0) return { kind: 'answered', progress: true, left: false }
  try {
    const response = await options.send('/api/mutations', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ mutations: batch.map(({ id, name, args }) => ({ id, name, args })) }),
      signal: options.signal,
    })
    if (response.status >= 500 || response.status === 429) return { kind: 'failed' }
    if (!response.ok) return { kind: 'refused', code: (await errorOf(response)).code }
    const results = parseResults(await response.json())
    await options.onResults(results)
    return { kind: 'answered', progress: results.length > 0, left: options.sendable().length > 0 }
  } catch (error) {
    if (!(error instanceof TypeError) && !options.signal.aborted) console.warn('push', error)
    return { kind: 'failed' }
  }
}

const resultsSchema = v.object({
  results: v.array(
    v.variant('status', [
      v.object({ id: v.string(), status: v.literal('applied'), lsn: v.string() }),
      v.object({
        id: v.string(),
        status: v.literal('rejected'),
        code: v.string(),
        details: v.optional(v.record(v.string(), v.unknown())),
      }),
      v.object({ id: v.string(), status: v.literal('held') }),
    ]),
  ),
})

function parseResults(body: unknown): PushResult[] {
  return v.parse(resultsSchema, body).results.map((result) => {
    if (result.status !== 'rejected') return result
    // A newer server may know codes that this client does not.
    return { ...result, code: isErrorCode(result.code) ? result.code : 'ERR_INTERNAL' }
  })
}
