// REST writes. A mutation's own `rest` route takes its args as body and path; the three routes of the specification
// that mean something else are adapted by rest-calls.ts. The header Idempotency-Key (UUID) makes a repeat harmless.
import type { UserActor } from 'db/kit/actor.ts'
import { idArg } from 'db/kit/columns.ts'
import { parseArgs, type Mutation } from 'db/kit/define-mutation.ts'
import { newId } from 'db/kit/new-id.ts'
import { mutations } from 'db/mutations.ts'
import { Hono, type Context } from 'hono'
import * as v from 'valibot'
import { defaultConnection } from '../reads/connections.ts'
import { readMessage } from '../reads/messages.ts'
import { readTicket } from '../reads/tickets.ts'
import { applyMutation } from './apply-mutation.ts'
import type { Authenticated, Services } from './context.ts'
import { readJson } from './read-json.ts'
import { newMessageBody, newTicketBody, newTicketCall, ticketBody, ticketCall, type RestCall } from './rest-calls.ts'
import type { RouteDoc } from './route-doc.ts'

export function mutationRoutes(services: Services) {
  const { db } = services
  const app = new Hono<Authenticated>()
  const docs: RouteDoc[] = []
  const apply = (c: Context<Authenticated>, call: { name: string; args: unknown }) => {
    const key = c.req.header('idempotency-key')
    const id = key === undefined ? newId() : parseArgs(idArg, key)
    return applyMutation(services, c.get('actor'), { id, ...call })
  }
  for (const mutation of mutations.values()) mountOwnRoute(app, docs, mutation, apply)

  docs.push({ method: 'post', path: '/tickets', summary: 'Open a ticket', body: newTicketBody, status: 201 })
  app.post('/tickets', async (c) => {
    const actor = c.get('actor')
    const id = idOfNew(c)
    const wish = parseArgs(newTicketBody, await readJson(c))
    const whatsappId = wish.whatsappId ?? (await defaultConnection(db, actor))
    await apply(c, newTicketCall(wish, whatsappId, id, actor.userId))
    return c.json(await readTicket(db, actor, id), 201)
  })

  docs.push({
    method: 'put',
    path: '/tickets/:id',
    summary: 'Change status, user, queue or connection',
    body: ticketBody,
    status: 200,
  })
  app.put('/tickets/:id', async (c) => {
    const actor = c.get('actor')
    const ticket = await readTicket(db, actor, c.req.param('id'))
    await apply(c, ticketCall(parseArgs(ticketBody, await readJson(c)), ticket, actor.userId))
    return c.json(await readTicketIfSeen(services, actor, ticket.id))
  })

  docs.push({ method: 'post', path: '/messages/:ticketId', summary: 'Send a text', body: newMessageBody, status: 201 })
  app.post('/messages/:ticketId', async (c) => {
    const { body, quotedMsg } = parseArgs(newMessageBody, await readJson(c))
    const id = idOfNew(c)
    const call: RestCall = {
      name: 'message.send',
      args: { id, ticketId: c.req.param('ticketId'), body, quotedMessageId: quotedMsg?.id ?? null },
    }
    await apply(c, call)
    return c.json(await readMessage(db, c.get('actor'), id), 201)
  })
  return { app, docs }
}

/** A repeated request must name the same row, so the row takes the idempotency key as its id. */
function idOfNew(c: Context) {
  const key = c.req.header('idempotency-key')
  return key === undefined ? newId() : parseArgs(idArg, key)
}

/** Who transfers a ticket to a queue that is not theirs does not see it any more. */
async function readTicketIfSeen({ db }: Services, actor: UserActor, id: string) {
  try {
    return await readTicket(db, actor, id)
  } catch {
    return { id, uuid: id }
  }
}

/** None at all is as good as an empty one, where nothing is asked for. */
async function readBody(c: Context, body: v.GenericSchema) {
  return v.is(body, {}) && (await c.req.text()) === '' ? {} : readJson(c)
}

function mountOwnRoute(
  app: Hono<Authenticated>,
  docs: RouteDoc[],
  mutation: Mutation,
  apply: (c: Context<Authenticated>, call: { name: string; args: unknown }) => Promise<void>,
) {
  const { rest } = mutation
  if (!rest) return
  const pathKeys = [...rest.path.matchAll(/:(\w+)/g)].map(([, key]) => key ?? '')
  const takesId = 'id' in mutation.args.entries
  const creates = takesId && rest.method === 'post' && !pathKeys.includes('id')
  const inBody = Object.entries(mutation.args.entries).filter(([key]) => !pathKeys.includes(key) && key !== 'id')
  const body = rest.body ?? (inBody.length > 0 ? v.strictObject(Object.fromEntries(inBody)) : undefined)
  docs.push({
    method: rest.method,
    path: rest.path,
    summary: rest.summary,
    status: creates ? 201 : 200,
    ...(body && { body }),
  })
  app.on(rest.method, rest.path, async (c) => {
    const id = creates ? idOfNew(c) : c.req.param('id')
    const named = takesId && { id }
    const input = body ? parseArgs(body, await readBody(c, body)) : {}
    // Some name their row otherwise, e.g. by the ticket and the tag that it joins.
    await apply(c, { name: mutation.name, args: { ...(rest.argsOf?.(input) ?? input), ...c.req.param(), ...named } })
    return takesId ? c.json({ id, uuid: id }, creates ? 201 : 200) : c.json({})
  })
}
