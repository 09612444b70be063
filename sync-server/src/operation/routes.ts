// GET /installation/operation: how the installation does, for super users. GET /metrics, for Prometheus, is app.ts'.
import { delayKinds, type DelayKind } from 'db/operation/delay-kinds.ts'
import { countOf, quantileOf } from 'db/kit/histogram.ts'
import { operationAnswer } from 'db/operation/answer.ts'
import { Hono } from 'hono'
import type { Authenticated, Services } from '../http/context.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'
import { assertSuper } from '../office/super.ts'
import { readDelays, readState, type Bucket } from './figures.ts'

export const operationDocs: RouteDoc[] = [
  {
    method: 'get',
    path: '/installation/operation',
    summary: 'How the installation does: delays of the last hour, queues, WAL, memory; for super users',
    status: 200,
    answer: operationAnswer,
  },
]

export function operationRoutes({ db }: Services) {
  const app = new Hono<Authenticated>()
  app.use(assertSuper)
  app.get('/', async (c) => {
    const [buckets, state] = [await readDelays(db, { recent: true }), await readState(db)]
    const companies = [...Map.groupBy(buckets, ({ companyId }) => companyId)].map(([id, own]) => ({
      id,
      name: own[0]?.company ?? '',
      delays: delaysOf(own),
    }))
    return c.json({ delays: { all: delaysOf(buckets), companies }, ...state })
  })
  return app
}

function delaysOf(buckets: readonly Bucket[]) {
  const of = (kind: DelayKind) => {
    const histogram: number[] = []
    for (const one of buckets) if (one.kind === kind) histogram[one.bucket] = (histogram[one.bucket] ?? 0) + one.count
    return { count: countOf(histogram), p50: quantileOf(histogram, 0.5), p95: quantileOf(histogram, 0.95) }
  }
  return Object.fromEntries(delayKinds.map((kind) => [kind, of(kind)]))
}
