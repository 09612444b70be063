// REST writes: a mutation's own `rest` route takes its args as body and path, in the forms of the specification's client
// (specified-bodies.ts), and answers the row as GET would. Routes that mean something else are in routes/.
import type { UserActor } from 'db/kit/actor.ts'
import { AppError } from 'db/kit/errors.ts'
import { parseArgs, type Mutation } from 'db/kit/define-mutation.ts'
import { mutations } from 'db/mutations.ts'
import { Hono, type Context } from 'hono'
import * as v from 'valibot'
import { named } from './openapi/answer-schema.ts'
import { applyMutation } from './apply-mutation.ts'
import type { Authenticated, Services } from './context.ts'
import { inTermsOfBody } from './openapi/in-terms-of-body.ts'
import { isBody } from './openapi/loose-values.ts'
import { changesOf } from './put-back.ts'
import { readJson, readText } from './read-json.ts'
import { requestId } from './request-id.ts'
import { resources, type Resource } from './resources.ts'
import type { RouteDoc } from './openapi/route-doc.ts'
import { translateBody } from './openapi/specified-bodies.ts'

export function mutationRoutes(services: Services) {
  const app = new Hono<Authenticated>()
  const docs = [...mutations.values()].flatMap((mutation) => mountOwnRoute(app, services, mutation))
  return { app, docs }
}

function mountOwnRoute(app: Hono<Authenticated>, services: Services, mutation: Mutation): RouteDoc[] {
  const { rest } = mutation
  if (!rest) return []
  const pathKeys = [...rest.path.matchAll(/:(\w+)/g)].map(([, key]) => key ?? '')
  const takesId = 'id' in mutation.args.entries
  const creates = takesId && rest.method === 'post' && !pathKeys.includes('id')
  const inBody = Object.entries(mutation.args.entries).filter(([key]) => !pathKeys.includes(key) && key !== 'id')
  const body = rest.body ?? (inBody.length > 0 ? v.strictObject(Object.fromEntries(inBody)) : undefined)
  const collection = rest.path.replace(/\/:id$/, '')
  const resource = rest.method === 'delete' ? undefined : resources.get(collection)
  const status = creates ? 201 : 200
  app.on(rest.method, rest.path, async (c) => {
    const actor = c.get('actor')
    const key = requestId(c)
    const id = creates ? key : c.req.param('id')
    const of = { db: services.db, actor, id: creates ? null : (id ?? null) }
    const given = body ? await readGiven(c, body, rest.method === 'delete' ? c.req.query() : {}) : {}
    const put = rest.method === 'put' && resource && id !== undefined ? await putOf(actor, given, resource, id) : null
    if (put?.changed === null) return c.json(put.before)
    const asked = put ? put.changed : given
    const input = body ? parseArgs(body, await translateBody(collection, body.entries, asked, of)) : {}
    // Some name their row otherwise, e.g. by the ticket and the tag that it joins.
    const args = { ...(rest.argsOf?.(input) ?? input), ...c.req.param(), ...(takesId && { id }) }
    await inTermsOfBody(() => applyMutation(services, actor, { id: key, name: mutation.name, args }))
    if (id === undefined) return c.json({})
    return c.json(resource ? await shownIfSeen(id, () => resource.read(services.db, actor, id)) : ids(id), status)
  })
  function putOf(actor: UserActor, given: unknown, { read }: Resource, id: string) {
    return changesOf(given, () => {
      if (!mutation.can(actor)) throw new AppError('ERR_NO_PERMISSION')
      return read(services.db, actor, id)
    })
  }
  const answer = takesId ? (resource?.answer ?? v.object(named)) : v.object({})
  // Many clients send no body with a DELETE.
  const asked = body && (rest.method === 'delete' ? { query: v.object(body.entries), body } : { body })
  return [{ method: rest.method, path: rest.path, summary: rest.summary, status, answer, ...asked }]
}

const ids = (id: string) => ({ id, uuid: id })

/** Somebody may have removed it meanwhile, or the writer sees it no more. */
async function shownIfSeen(id: string, read: () => Promise<object>) {
  try {
    return await read()
  } catch (error) {
    if (error instanceof AppError) return ids(id)
    throw error
  }
}

type BodySchema = v.ObjectSchema<v.ObjectEntries, undefined> | v.StrictObjectSchema<v.ObjectEntries, undefined>

async function readGiven(c: Context<Authenticated>, body: BodySchema, query: Readonly<Record<string, string>>) {
  // None at all is as good as an empty one, where nothing is asked for.
  const isNone = v.is(body, {}) && (await readText(c)) === ''
  const given = isNone ? {} : await readJson(c)
  return isBody(given) ? { ...query, ...given } : given
}
