// Queries of a device without a local database: asked of the server by name, which runs them in the user's scope.
import { AppError } from 'db/kit/errors.ts'
import type { QueryCall } from 'db/kit/define-query.ts'
import { rowSchema } from 'db/kit/row-type.ts'
import { queries } from 'db/queries.ts'
import * as v from 'valibot'
import type { ResultRow } from './protocol.ts'
import { errorOf } from './session.ts'
import type { Send } from './transport.ts'

/** What reads: rows as a local Postgres would give them. @throws AppError; TypeError when the network fails. */
export function remoteQueries(send: Send, signal: AbortSignal, onOutdated: () => void) {
  return async function read({ name, args }: QueryCall): Promise<readonly ResultRow[]> {
    const response = await send(`/api/queries/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(args),
      signal,
    })
    if (response.status >= 500) throw new TypeError('the server does not answer')
    if (!response.ok) {
      const error = await errorOf(response)
      if (error instanceof AppError && error.code === 'ERR_UPDATE_REQUIRED') onOutdated()
      throw error
    }
    return v.parse(answerOf(name), await response.json()).rows
  }
}

const answers = new Map<string, ReturnType<typeof newAnswer>>()
const newAnswer = (name: string) => v.object({ rows: v.array(rowSchema(queries.get(name)?.row ?? {})) })

function answerOf(name: string) {
  const answer = answers.get(name) ?? newAnswer(name)
  answers.set(name, answer)
  return answer
}
