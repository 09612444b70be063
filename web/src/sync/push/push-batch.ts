// One request to the server with mutations of the outbox, and what its answer means for their entries. Used by the leader's push
// loop and, when no tab is open, by the service worker.
import { isErrorCode, type ErrorCode, type ErrorDetails } from 'db/kit/errors.ts'
import * as v from 'valibot'
import { retryAfterMs } from '../kit/backoff.ts'
import type { OutboxEntry } from '../outbox/outbox.ts'
import { errorOf } from '../session/session.ts'
import type { Send } from '../pull/transport.ts'

/** The server takes no more at once. */
const maxBatch = 100

/** What goes in one request: an entry with files goes alone, when its files are there. */
export function batchOf(sendable: readonly OutboxEntry[]): readonly OutboxEntry[] {
  const end = sendable.findIndex(({ attachments }) => attachments)
  return sendable.slice(0, end === -1 ? maxBatch : Math.min(maxBatch, Math.max(1, end)))
}

export type PushResult =
  | { id: string; status: 'applied'; lsn: string }
  | { id: string; status: 'rejected'; code: ErrorCode; details?: ErrorDetails | undefined }
  /** Not looked at: it names the row of one that was refused in the same batch. */
  | { id: string; status: 'held' }

export type BatchAnswer =
  /** For a prefix of the batch; `traced`: the server wants to know what took how long. */
  | { kind: 'answered'; results: PushResult[]; traced: boolean }
  /** No server, or one in trouble: later again. */
  | { kind: 'failed' }
  /** The server takes nothing from us at present; 429 too, and it says for how long. */
  | { kind: 'refused'; code: ErrorCode; retryAfterMs: number }

/** @throws TypeError when the network fails. */
export async function pushBatch(send: Send, batch: readonly OutboxEntry[], signal?: AbortSignal): Promise<BatchAnswer> {
  const response = await send('/api/mutations', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mutations: batch.map(({ id, name, args }) => ({ id, name, args })) }),
    ...(signal && { signal }),
  })
  if (response.status >= 500) return { kind: 'failed' }
  if (!response.ok) {
    return { kind: 'refused', code: (await errorOf(response)).code, retryAfterMs: retryAfterMs(response) }
  }
  return { kind: 'answered', ...parseAnswer(await response.json()) }
}

const answerSchema = v.object({
  traced: v.optional(v.boolean(), false),
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

function parseAnswer(body: unknown): { results: PushResult[]; traced: boolean } {
  const { results, traced } = v.parse(answerSchema, body)
  const known = results.map((result): PushResult => {
    if (result.status !== 'rejected') return result
    const { code } = result
    // A newer server may know codes that this client does not.
    return isErrorCode(code) ? { ...result, code } : { ...result, code: 'ERR_INTERNAL', details: { text: code } }
  })
  return { results: known, traced }
}
