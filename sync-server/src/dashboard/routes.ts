// How the company does, read online by those who may see it: figures, and the tickets behind each.
import { Hono } from 'hono'
import * as v from 'valibot'
import type { Authenticated, Services } from '../http/context.ts'
import { pageAnswer } from '../http/openapi/answer-schema.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'
import { filled } from '../http/page.ts'
import { dashboardAnswer } from './answer.ts'
import { behindAnswer, behindQuery, listBehind } from './behind.ts'
import { dashboardQuery, readDashboard } from './dashboard.ts'

export const dashboardDocs: RouteDoc[] = [
  {
    method: 'get',
    path: '/dashboard',
    summary: 'How the company does: now, in the last `days` or between two dates (both included, by its clock)',
    description:
      'Durations are minutes; null where there is nothing to make an average of. Without `days` and dates: since the first of the month. Groups don’t count, nor do waits of conversations that an attendant, a schedule or the phone began.',
    query: dashboardQuery,
    status: 200,
    answer: dashboardAnswer,
  },
  {
    method: 'get',
    path: '/dashboard/tickets',
    summary: 'The tickets behind a figure of the dashboard',
    description: 'Those of the caller’s queues; `elsewhere` says how many others there are.',
    query: behindQuery,
    status: 200,
    answer: pageAnswer('tickets', behindAnswer, { count: v.number(), elsewhere: v.number() }),
  },
]

export function dashboardRoutes({ db }: Pick<Services, 'db'>) {
  const app = new Hono<Authenticated>()
  app.get('/dashboard', async (c) => c.json(await readDashboard(db, c.get('actor'), filled(c.req.query()), new Date())))
  app.get('/dashboard/tickets', async (c) =>
    c.json(await listBehind(db, c.get('actor'), filled(c.req.query()), new Date())),
  )
  return app
}
