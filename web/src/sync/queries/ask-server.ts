// Asks the server for queries of a tab, those of one moment in one request. For as long as the local copy can't answer as well.
// Invariant: an answer is told only to the session that asked; a page that is put away has no request under way.
import type { QueryCall } from 'db/kit/define-query.ts'
import * as v from 'valibot'
import { lsnIn } from '../kit/lsn.ts'
import type { Send } from '../pull/transport.ts'
import { whileAwake } from '../session/page-life.ts'
import { authorizedFetch, currentSession } from '../session/session.ts'
import type { ResultRow } from '../tabs/protocol.ts'
import { rowsOf } from './sent-rows.ts'

/** As many as the server takes at once. */
const maxQueries = 50

export interface ServerAnswer {
  rows: readonly ResultRow[]
  /** Log position at or past all that the rows know of. */
  lsn: bigint
}

interface Asked {
  query: QueryCall
  resolve(answer: ServerAnswer): void
  reject(error: unknown): void
}

/** Of the tab that asks. */
export interface AskerParts {
  /** Under the session of now. */
  send: Send
  /** Whose session that is. */
  userId(): string | undefined
  /** Aborted when the page is put away. */
  signal(): AbortSignal
}

export function createAskServer({ send, userId, signal }: AskerParts) {
  let asked: Asked[] = []

  function sendAll() {
    const all = asked
    asked = []
    for (let from = 0; from < all.length; from += maxQueries) void sendSome(all.slice(from, from + maxQueries))
  }

  async function sendSome(some: readonly Asked[]) {
    try {
      const { lsn, answers } = await post(some.map(({ query }) => query))
      some.forEach(({ query, resolve, reject }, index) => {
        const answer = answers[index]
        if (!answer || 'error' in answer) return reject(new Error(answer?.error ?? 'no answer'))
        try {
          resolve({ rows: rowsOf(query.name, answer.rows), lsn })
        } catch (error) {
          reject(error)
        }
      })
    } catch (error) {
      for (const { reject } of some) reject(error)
    }
  }

  async function post(queries: readonly QueryCall[]) {
    const asker = userId()
    const response = await send('/api/queries', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ queries: queries.map(({ name, args }) => ({ name, args })) }),
      signal: signal(),
    })
    if (!response.ok) throw new Error(`queries: ${response.status}`)
    const { lsn, answers } = v.parse(answerSchema, await response.json())
    if (asker === undefined || userId() !== asker) throw new Error('another session')
    return { lsn: lsnIn(lsn) ?? 0n, answers }
  }

  /** @throws Error when the server does not answer, or not this. */
  return function askServer(query: QueryCall): Promise<ServerAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<ServerAnswer>()
    // What one render asks for goes together.
    if (asked.length === 0) setTimeout(sendAll)
    asked.push({ query, resolve, reject })
    return promise
  }
}

const answerSchema = v.object({
  lsn: v.string(),
  answers: v.array(v.union([v.object({ rows: v.array(v.unknown()) }), v.object({ error: v.string() })])),
})

let awake = new AbortController()
whileAwake(() => {
  awake = new AbortController()
  return () => awake.abort()
})

/** Of this tab. */
export const askServer = createAskServer({
  send: authorizedFetch,
  userId: () => currentSession()?.user.id,
  signal: () => awake.signal,
})
