// POST /tickets and PUT /tickets/:id as the specification has them; what their bodies mean is rest-calls.ts's.
import type { UserActor } from 'db/kit/actor.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { Hono } from 'hono'
import * as v from 'valibot'
import { applyMutation, applyTogether } from '../http/apply-mutation.ts'
import { named } from '../http/openapi/answer-schema.ts'
import type { Authenticated, Services } from '../http/context.ts'
import { isBody } from '../http/openapi/loose-values.ts'
import { readJson } from '../http/read-json.ts'
import { idAfter, requestId } from '../http/request-id.ts'
import { newTicketBody, newTicketCall, ticketBody, ticketCalls } from '../http/openapi/rest-calls.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'
import { plainBody } from '../http/openapi/specified-bodies.ts'
import { defaultConnection } from '../reads/connections.ts'
import { readTicket, ticketAnswer } from '../reads/tickets.ts'

export const ticketDocs: RouteDoc[] = [
  {
    method: 'post',
    path: '/tickets',
    summary: 'Open a ticket',
    body: newTicketBody,
    status: 201,
    answer: ticketAnswer,
  },
  {
    method: 'put',
    path: '/tickets/:id',
    summary: 'Accept, return, close, reopen or transfer a ticket',
    description: `By what is wished and where it stands. \`open\` accepts or reopens it, and takes it along to another queue or connection that is named; a queue
without a person leaves it pending there. Who does not see it afterwards is answered its id.`,
    body: ticketBody,
    status: 200,
    answer: v.union([ticketAnswer, v.object(named)]),
  },
]

/** A ticket may come back as it was read. */
const ignored = Object.keys(ticketAnswer.entries)

export function ticketRoutes(services: Services) {
  const { db } = services
  const app = new Hono<Authenticated>()
  app.post('/tickets', async (c) => {
    const actor = c.get('actor')
    const id = requestId(c)
    const wish = read(newTicketBody, await readJson(c), actor)
    const call = newTicketCall(wish, wish.whatsappId ?? (await defaultConnection(db, actor)), id, actor.userId)
    await applyMutation(services, actor, { id, ...call })
    return c.json(await readTicket(db, actor, id), 201)
  })
  app.put('/tickets/:id', async (c) => {
    const actor = c.get('actor')
    const key = requestId(c)
    const wish = read(ticketBody, await readJson(c), actor)
    const ticket = await readTicket(db, actor, c.req.param('id'))
    const calls = ticketCalls(wish, ticket, actor.userId)
    await applyTogether(
      services,
      actor,
      calls.map((call, n) => ({ id: idAfter(key, n), ...call })),
    )
    return c.json(await readTicketIfSeen(services, actor, ticket.id))
  })
  return app
}

function read<Entries extends v.ObjectEntries>(
  schema: v.StrictObjectSchema<Entries, undefined>,
  body: unknown,
  actor: UserActor,
) {
  return parseArgs(schema, isBody(body) ? plainBody(schema.entries, body, actor, ignored) : body)
}

/** Who transfers a ticket to a queue that is not theirs does not see it any more. */
async function readTicketIfSeen({ db }: Services, actor: UserActor, id: string) {
  try {
    return await readTicket(db, actor, id)
  } catch {
    return { id, uuid: id }
  }
}
