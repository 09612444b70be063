// Queries of a device without a local database: asked of the server by name, which runs them in the user's scope.
import type { QueryCall } from 'db/kit/define-query.ts'
import * as v from 'valibot'
import { retryAfterMs, waitBackoff } from '../kit/backoff.ts'
import { rowsOf } from './sent-rows.ts'
import type { ResultRow } from '../tabs/protocol.ts'
import { errorOf } from '../session/session.ts'
import type { Send } from '../pull/transport.ts'

/**
 * What reads: rows as a local Postgres would give them. A server that asks to come later is asked later.
 * @throws AppError; TypeError when the network fails.
 */
export function remoteQueries(send: Send, signal: AbortSignal, onOutdated: () => void) {
  async function ask({ name, args }: QueryCall) {
    for (let failures = 1; ; failures++) {
      const response = await send(`/api/queries/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(args),
        signal,
      })
      if (response.status !== 429) return response
      await waitBackoff(failures, signal, retryAfterMs(response))
      signal.throwIfAborted()
    }
  }

  return async function read(query: QueryCall): Promise<readonly ResultRow[]> {
    const response = await ask(query)
    if (response.status >= 500) throw new TypeError('the server does not answer')
    if (!response.ok) {
      const error = await errorOf(response)
      if (error.code === 'ERR_UPDATE_REQUIRED') onOutdated()
      throw error
    }
    return rowsOf(query.name, v.parse(answer, await response.json()).rows)
  }
}

const answer = v.object({ rows: v.array(v.unknown()) })
