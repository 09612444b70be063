// Several named queries in one request: what a screen shows at once. Each is answered or refused by itself.
// Invariant: together they cost no more than one request that asks for the most: two at a time, within its time and its size.
import type { UserActor } from 'db/kit/actor.ts'
import { AppError } from 'db/kit/errors.ts'
import type { Database } from 'db/node/connect.ts'
import { queries } from 'db/queries.ts'
import type { TransactionSql } from 'postgres'
import * as v from 'valibot'
import { refusalOf } from '../http/errors.ts'
import { maxSize, readOnly, rowsOf, timeoutMs } from './run-query.ts'

/** A screen shows fewer at once. */
const maxQueries = 50
const lanes = 2
/** ms. What a screen asks is answered by then; with more, whoever waits for the connection comes between. */
const turnMs = 50

export const togetherBody = v.strictObject({
  queries: v.pipe(
    v.array(v.strictObject({ name: v.pipe(v.string(), v.maxLength(100)), args: v.unknown() })),
    v.minLength(1),
    v.maxLength(maxQueries),
  ),
})

type Asked = v.InferOutput<typeof togetherBody>['queries'][number]

/** In the order of the questions, each `{"rows":[…]}` or `{"error":"…"}` as JSON. */
export async function askTogether(db: Database, actor: UserActor, asked: readonly Asked[]): Promise<string[]> {
  const answers: string[] = []
  const until = Date.now() + timeoutMs
  let size = 0
  let next = 0

  async function answerOf(tx: TransactionSql, { name, args }: Asked): Promise<string> {
    const query = queries.get(name)
    if (!query) throw new AppError('ERR_UNKNOWN_QUERY')
    if (Date.now() > until) throw new AppError('ERR_QUERY_TOO_SLOW')
    if (size > maxSize) throw new AppError('ERR_QUERY_TOO_LARGE')
    const rows = await rowsOf(tx, actor, query, args)
    return `{"rows":[${rows.join(',')}]}`
  }

  /** In one transaction: until one is refused, or it is another's turn. */
  async function answerSome() {
    let index = next
    try {
      await readOnly(db, async (tx) => {
        const turnEnds = Date.now() + turnMs
        while (next < asked.length && Date.now() < turnEnds) {
          index = next++
          const answer = await answerOf(tx, asked[index] as Asked)
          size += answer.length
          answers[index] = answer
        }
      })
    } catch (error) {
      answers[index] = refused(error)
    }
  }

  async function lane() {
    while (next < asked.length) await answerSome()
  }

  await Promise.all(Array.from({ length: lanes }, lane))
  return answers
}

/** @throws what is no refusal: a failure of ours is one of the whole request. */
function refused(error: unknown): string {
  const refusal = refusalOf(error)
  if (!refusal) throw error
  return JSON.stringify({ error: refusal.code })
}
