// POST /api/query: live queries of devices without a local database, several at a time.
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { Hono } from 'hono'
import * as v from 'valibot'
import type { Authenticated, Services } from '../http/context.ts'
import { postgresErrorOf } from '../http/errors.ts'
import { readJson } from '../http/read-json.ts'
import { runQuery } from './run-query.ts'

const param = v.union([v.string(), v.number(), v.boolean(), v.null()])
export const queryBody = v.strictObject({
  text: v.pipe(v.string(), v.maxLength(20_000)),
  params: v.pipe(v.array(v.union([param, v.pipe(v.array(param), v.maxLength(1000))])), v.maxLength(100)),
})

export function queryRoute({ db }: Services) {
  return new Hono<Authenticated>().post('/query', async (c) => {
    const query = parseArgs(queryBody, await readJson(c))
    try {
      return c.json(await runQuery(db, c.get('actor'), query))
    } catch (error) {
      // Of the query, not of ours: a column that is not there, a value of another type, too much work.
      if (/^(42|22|57014)/.test(postgresErrorOf(error)?.code ?? '')) throw new AppError('ERR_VALIDATION')
      throw error
    }
  })
}
