// GET /installation/operation: how the installation does, for super users. GET /metrics, for Prometheus, is app.ts'.
import { delayKinds, type DelayKind } from 'db/kit/delay-kinds.ts'
import { countOf, quantileOf } from 'db/kit/histogram.ts'
import { Hono } from 'hono'
import * as v from 'valibot'
import type { Authenticated, Services } from '../http/context.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'
import { assertSuper } from '../office/super.ts'
import { readDelays, readState, type Bucket } from './figures.ts'

/** ms; null where nothing happened. */
const delay = v.object({ count: v.number(), p50: v.nullable(v.number()), p95: v.nullable(v.number()) })
const ofKinds = v.object({ in: delay, device: delay, ack: delay })

const answer = v.object({
  delays: v.object({
    all: ofKinds,
    companies: v.array(v.object({ id: v.string(), name: v.string(), delays: ofKinds })),
  }),
  queues: v.array(v.object({ name: v.string(), due: v.number(), oldest: v.number(), failed: v.number() })),
  slots: v.array(v.object({ name: v.string(), active: v.boolean(), status: v.string(), kept: v.number() })),
  connections: v.array(v.object({ status: v.string(), count: v.number() })),
  leases: v.number(),
  workers: v.number(),
  devices: v.number(),
  failingDevices: v.number(),
  databaseBytes: v.number(),
  memoryBytes: v.number(),
  heapBytes: v.number(),
  loopDelayMs: v.number(),
})

export const operationDocs: RouteDoc[] = [
  {
    method: 'get',
    path: '/installation/operation',
    summary: 'How the installation does: delays of the last hour, queues, WAL, memory; for super users',
    status: 200,
    answer,
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
