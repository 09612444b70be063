// POST /tickets/:id/viewing: colleagues see who has the ticket before them. No mutation: it is worth nothing later, so a device without
// network does not keep it.
import { recordReading } from 'db/audit/record.ts'
import { idArg } from 'db/kit/args.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { recordViewer } from 'db/presences/record-viewer.ts'
import { viewerStates } from 'db/presences/viewers-table.ts'
import { Hono } from 'hono'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import * as v from 'valibot'
import { consume } from '../http/consume.ts'
import type { Authenticated, Services } from '../http/context.ts'
import { readJson } from '../http/read-json.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'

const viewingBody = v.strictObject({ state: v.picklist([...viewerStates, 'left']) })

/** Somebody who looks through the list opens a ticket a second at most. */
const perPerson = { points: 30, duration: 10 }

export const viewingDocs: RouteDoc[] = [
  {
    method: 'post',
    path: '/tickets/:id/viewing',
    summary: 'Show colleagues that somebody has the ticket open',
    body: viewingBody,
    status: 204,
  },
]

export function viewingRoutes({ db }: Services) {
  const limiter = new RateLimiterMemory(perPerson)
  return new Hono<Authenticated>().post('/tickets/:id/viewing', async (c) => {
    const actor = c.get('actor')
    const { state } = parseArgs(viewingBody, await readJson(c))
    await consume(limiter, actor.userId)
    const now = new Date()
    const ticket = await recordViewer(
      db.orm,
      actor,
      parseArgs(idArg, c.req.param('id')),
      state === 'left' ? null : state,
      now,
    )
    if (state !== 'left') await recordReading(db.orm, actor, ticket, now)
    return c.body(null, 204)
  })
}
