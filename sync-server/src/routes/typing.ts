// POST /tickets/:id/typing: the customer sees that the attendant writes. No mutation: it is worth nothing later, so a device without network
// does not keep it, and a connection that is not open is not told.
import { eq } from 'drizzle-orm'
import { connections } from 'db/connections/table.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { idArg } from 'db/kit/args.ts'
import { presenceStates } from 'db/presences/table.ts'
import { canDo } from 'db/tickets/rules.ts'
import { Hono } from 'hono'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import * as v from 'valibot'
import { consume } from '../http/consume.ts'
import type { Authenticated, Services } from '../http/context.ts'
import { readJson } from '../http/read-json.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'
import { readTicket } from '../reads/tickets.ts'

const typingBody = v.strictObject({ state: v.picklist([...presenceStates, 'paused']) })

/** A person starts, pauses and starts again; a device says it every few seconds at most. */
const perPerson = { points: 20, duration: 10 }

export const typingDocs: RouteDoc[] = [
  {
    method: 'post',
    path: '/tickets/:id/typing',
    summary: 'Show the customer that somebody writes',
    body: typingBody,
    status: 204,
  },
]

export function typingRoutes({ db, jobs }: Services) {
  const limiter = new RateLimiterMemory(perPerson)
  return new Hono<Authenticated>().post('/tickets/:id/typing', async (c) => {
    const actor = c.get('actor')
    const { state } = parseArgs(typingBody, await readJson(c))
    await consume(limiter, actor.userId)
    const ticket = await readTicket(db, actor, parseArgs(idArg, c.req.param('id')))
    const [connection] = await db.orm
      .select({ id: connections.id, status: connections.status })
      .from(connections)
      .where(eq(connections.id, ticket.whatsappId))
    if (canDo('reply', ticket.status) && connection?.status === 'CONNECTED') {
      const job = { name: 'ticket.typing', ticketId: ticket.id, state, at: new Date().toISOString() } as const
      await db.orm.transaction((tx) => jobs.sendToConnection(tx, connection.id, job))
    }
    return c.body(null, 204)
  })
}
