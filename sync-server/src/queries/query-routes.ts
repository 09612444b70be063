// POST /api/queries/NAME: every query of the registry, its arguments as the body; POST /api/queries: several, as a screen shows them.
// Nothing else of a query comes from outside.
import { clientHeader } from 'db/kit/client-protocol.ts'
import { AppError } from 'db/kit/errors.ts'
import { rowSchema } from 'db/kit/sql/row-type.ts'
import { queries } from 'db/queries.ts'
import { Hono } from 'hono'
import * as v from 'valibot'
import { parseShape } from 'db/kit/define-mutation.ts'
import type { Authenticated, Services } from '../http/context.ts'
import { readJson } from '../http/read-json.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'
import { currentLsn } from '../log-position.ts'
import { noteReading } from './note-reading.ts'
import { askTogether, togetherBody } from './ask-together.ts'
import { runQuery } from './run-query.ts'

/** `lsn`: position of the log at or past every commit that the answers know of. */
const togetherAnswer = v.object({
  lsn: v.string(),
  answers: v.array(v.union([v.object({ rows: v.array(v.looseObject({})) }), v.object({ error: v.string() })])),
})

export function queryRoutes({ db }: Services) {
  const app = new Hono<Authenticated>()
  const docs: RouteDoc[] = []
  for (const query of queries.values()) {
    const path = `/queries/${query.name}`
    const answer = v.object({ rows: v.array(rowSchema(query.row)) })
    docs.push({ method: 'post', path, summary: query.summary, body: query.args, answer, status: 200 })
    app.post(path, async (c) => {
      const args = await readJson(c)
      const rows = await runQuery(db, c.get('actor'), query, args)
      await noteReading(db, c.get('actor'), [{ name: query.name, args }])
      return c.body(`{"rows":[${rows.join(',')}]}`, 200, { 'content-type': 'application/json' })
    })
  }
  docs.push({
    method: 'post',
    path: '/queries',
    summary: 'Several queries at once, each answered or refused by itself',
    body: togetherBody,
    answer: togetherAnswer,
    status: 200,
  })
  app.post('/queries', async (c) => {
    const { queries: asked } = parseShape(togetherBody, await readJson(c))
    const answers = await askTogether(db, c.get('actor'), asked)
    await noteReading(db, c.get('actor'), asked)
    const lsn = await currentLsn(db)
    return c.body(`{"lsn":"${lsn}","answers":[${answers.join(',')}]}`, 200, { 'content-type': 'application/json' })
  })
  // An app asks for what it knows: if that is not known here, it is of another age.
  app.post('/queries/:name', (c) => {
    const isApp = c.req.header(clientHeader) !== undefined
    throw new AppError(isApp ? 'ERR_UPDATE_REQUIRED' : 'ERR_UNKNOWN_QUERY')
  })
  return { app, docs }
}
