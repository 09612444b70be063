// How the leader serves one request, of its own tab or of a follower. Invariant: serving the same request again is harmless.
import { AppError } from 'db/kit/errors.ts'
import type { Leader } from './leader.ts'
import { createPacking } from './packed-rows.ts'
import type { Answer, AskedRequest, ResultRow, SentError } from './protocol.ts'

export function serve(leader: Leader, client: string, request: AskedRequest, answer: (answer: Answer) => void): void {
  switch (request.kind) {
    case 'call': {
      const { id } = request
      leader.call(request.call).then(
        (value) => answer({ kind: 'reply', id, value }),
        (error: unknown) => answer({ kind: 'error', id, error: sentError(error) }),
      )
      return
    }
    case 'subscribe': {
      const { sub, query, places } = request
      const pack = places ? createPacking(crypto.randomUUID()) : (rows: readonly ResultRow[]) => ({ rows })
      return leader.live.add(liveKey(client, sub), {
        query,
        onRows: (rows, upTo) => answer({ kind: 'rows', sub, ...pack(rows), upTo }),
        onError: (error) => answer({ kind: 'rows-failed', sub, error: sentError(error) }),
      })
    }
    case 'unsubscribe': {
      const key = liveKey(client, request.sub)
      return leader.live.remove((candidate) => candidate === key)
    }
  }
}

const liveKey = (client: string, sub: number) => `${client}/${sub}`

/** What survives postMessage. */
export function sentError(error: unknown): SentError {
  if (error instanceof AppError) {
    return { message: error.message, code: error.code, ...(error.details && { details: error.details }) }
  }
  return { message: error instanceof Error ? error.message : String(error) }
}
