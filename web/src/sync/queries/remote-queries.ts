// Queries of a device without a local database: asked of the server by name, which runs them in the user's scope.
import type { QueryCall } from 'db/kit/define-query.ts'
import { rowSchema } from 'db/kit/sql/row-type.ts'
import { queries } from 'db/queries.ts'
import * as v from 'valibot'
import { retryAfterMs, waitBackoff } from '../kit/backoff.ts'
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
    return v.parse(answerOf(query.name), await response.json()).rows
  }
}

const answers = new Map<string, ReturnType<typeof newAnswer>>()
const newAnswer = (name: string) => v.object({ rows: v.array(rowSchema(queries.get(name)?.row ?? {})) })

function answerOf(name: string) {
  const answer = answers.get(name) ?? newAnswer(name)
  answers.set(name, answer)
  return answer
}
