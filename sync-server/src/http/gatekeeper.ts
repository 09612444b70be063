// The only way to a shape. The client names one of ours and a position; table, columns and rows come from its session.
// GET /api/shapes/:name is one shape; POST /api/shapes/live holds all live shapes of a device in one request.
import { shapes } from 'db/tables.ts'
import type { Actor } from 'db/kit/actor.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { Hono } from 'hono'
import * as v from 'valibot'
import type { Authenticated, Services } from './context.ts'
import { answerTogether } from './joined-shapes.ts'
import { passedOn } from './passed-on.ts'
import { readJson } from './read-json.ts'
import { shapeDefinition } from './shape-where.ts'
import { waitLoggedIn, type Waiting } from './login/while-logged-in.ts'

/** What a client may say about its position. Never table, columns, where, params. */
const forwarded = ['live', 'handle', 'offset', 'cursor', 'expired_handle', 'cache-buster'] as const
export type Position = Partial<Record<(typeof forwarded)[number], string>>

const text = v.pipe(v.string(), v.maxLength(200))
export const liveBody = v.strictObject({
  /** Wait until one of them has news; false: say at once where each stands. */
  live: v.optional(v.boolean(), true),
  shapes: v.pipe(
    v.array(v.strictObject({ name: text, handle: text, offset: text, cursor: v.optional(text) })),
    v.minLength(1),
    v.maxLength(50),
  ),
})

export function gatekeeper(services: Services) {
  const { shapeUpstream } = services
  const app = new Hono<Authenticated>()

  app.post('/live', async (c) => {
    const { shapes: asked, live } = parseArgs(liveBody, await readJson(c))
    const actor = c.get('actor')
    const requests = asked.map(({ name, handle, offset, cursor }) => {
      const position: Position = {
        handle,
        offset,
        ...(cursor !== undefined && { cursor }),
        ...(live && { live: 'true' }),
      }
      return { name, url: upstreamUrl(name, actor, position) }
    })
    const waiting = waitLoggedIn(services, c)
    try {
      const answers = answerTogether(shapeUpstream, requests, { signal: waiting.signal, all: !live })
      return c.json({ answers: await waiting.result(answers) })
    } finally {
      waiting.release()
    }
  })

  app.get('/:name', async (c) => {
    const position: Position = {}
    for (const key of forwarded) {
      const value = c.req.query(key)
      if (value !== undefined) position[key] = value
    }
    const url = upstreamUrl(c.req.param('name'), c.get('actor'), position)
    const waiting = waitLoggedIn(services, c)
    try {
      const upstream = await waiting.result(shapeUpstream(new Request(url, { signal: waiting.signal })))
      return privately(upstream, waiting)
    } catch (error) {
      waiting.release()
      throw error
    }
  })
  return app
}

function upstreamUrl(name: string, actor: Actor, position: Position) {
  const synced = shapes.get(name)
  if (!synced) throw new AppError('ERR_NOT_FOUND')
  const { table, columns, where, params } = shapeDefinition(synced, actor)
  const url = new URL('http://upstream/v1/shape')
  url.searchParams.set('table', table)
  // Quoted: Electric folds bare names like SQL does.
  url.searchParams.set('columns', columns.map((column) => `"${column}"`).join(','))
  url.searchParams.set('where', where)
  params.forEach((param, index) => url.searchParams.set(`params[${index + 1}]`, param))
  if (synced.log === 'changes') url.searchParams.set('log', 'changes_only')
  for (const key of forwarded) {
    const value = position[key]
    if (value !== undefined) url.searchParams.set(key, value)
  }
  return url
}

/** The upstream's answer without what it says to shared caches and other origins: rows must not outlive a logout in the browser's cache. */
function privately(upstream: Response, waiting: Waiting) {
  const headers = new Headers({ 'cache-control': 'no-store', vary: 'Cookie, Authorization' })
  for (const [name, value] of passedOn(upstream.headers)) headers.set(name, value)
  return new Response(untilEnd(upstream.body, waiting), { status: upstream.status, headers })
}

/** A long answer is cut off when the login ends; cut off, it is never taken for a whole one. */
function untilEnd(body: ReadableStream<Uint8Array> | null, { signal, release }: Waiting) {
  if (body) return body.pipeThrough(new TransformStream({ flush: release, cancel: release }), { signal })
  release()
  return null
}
