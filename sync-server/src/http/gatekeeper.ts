// The only way to a shape. The client names one of ours and a position; table, columns and rows come from its session.
// GET /api/shapes/:name is one shape; POST /api/shapes/changes is what is new in all shapes that a device follows.
import { parseArgs } from 'db/kit/define-mutation.ts'
import { Hono } from 'hono'
import * as v from 'valibot'
import type { Authenticated, Services } from './context.ts'
import { queryOf, type Changes } from 'shapes/engine.ts'
import { noteArrivals } from '../operation/arrivals.ts'
import { passedOn } from './passed-on.ts'
import { readJson } from './read-json.ts'
import { asFollower } from '../chats/followed.ts'
import { keepShapeSources } from './shape-where.ts'
import { waitLoggedIn, type Waiting } from './login/while-logged-in.ts'

/** What a client may say about its position. Never table, columns, where, params. */
const forwarded = ['live', 'handle', 'offset', 'cursor', 'expired_handle', 'cache-buster'] as const

const text = v.pipe(v.string(), v.maxLength(200))
export const changesBody = v.strictObject({
  /** For the next transaction, when nothing is new. */
  wait: v.boolean(),
  shapes: v.pipe(v.array(v.strictObject({ name: text, handle: text, offset: text })), v.minLength(1), v.maxLength(50)),
})

export const changesAnswer = v.strictObject({
  /** Commit position up to which all that was asked for is current; null when there is more. */
  upTo: v.nullable(v.string()),
  /** False when a transaction is too large for one answer, and goes on in the next. */
  whole: v.boolean(),
  /** Shapes with news, each with the protocol's messages; `refetch`: to be read anew. */
  changes: v.array(
    v.variant('refetch', [
      v.strictObject({ name: v.string(), refetch: v.literal(true) }),
      v.strictObject({
        name: v.string(),
        refetch: v.literal(false),
        handle: v.string(),
        offset: v.string(),
        messages: v.array(v.unknown()),
      }),
    ]),
  ),
})

export function gatekeeper(services: Services) {
  const { shapeUpstream } = services
  const sourcesOf = keepShapeSources()
  const app = new Hono<Authenticated>()

  app.post('/changes', async (c) => {
    const { shapes: asked, wait } = parseArgs(changesBody, await readJson(c))
    const actor = await asFollower(services, c.get('actor'))
    const sourceOf = sourcesOf(actor)
    const positions = asked.map(({ name, ...position }) => ({ source: sourceOf(name), ...position }))
    const waiting = waitLoggedIn(services, c)
    try {
      const changes = await waiting.result(shapeUpstream.changes(positions, { wait, signal: waiting.signal }))
      if (changes instanceof Response) return privately(changes, { ...waiting, release: () => {} })
      const names = asked.map(({ name }) => name)
      // Who does not wait catches up: how old that is says nothing of how quick we are.
      if (wait) noteArrivals(actor.companyId, changes.shapes[names.indexOf('messages')], Date.now())
      return c.body(textOf(names, changes), 200, { 'content-type': 'application/json' })
    } finally {
      waiting.release()
    }
  })

  app.get('/:name', async (c) => {
    const sourceOf = sourcesOf(await asFollower(services, c.get('actor')))
    const query = queryOf(sourceOf(c.req.param('name')))
    for (const key of forwarded) {
      const value = c.req.query(key)
      if (value !== undefined) query.set(key, value)
    }
    const waiting = waitLoggedIn(services, c)
    try {
      const upstream = await waiting.result(
        shapeUpstream.fetch(new Request(`http://upstream/v1/shape?${query.toString()}`, { signal: waiting.signal })),
      )
      return privately(upstream, waiting)
    } catch (error) {
      waiting.release()
      throw error
    }
  })
  return app
}

/** `changesAnswer`. The messages are JSON already. */
function textOf(names: readonly string[], { shapes: news, upTo, whole }: Changes): string {
  const changes = news.flatMap((one, index) => {
    if (one === null) return []
    const name = JSON.stringify(names[index])
    if (one === 'refetch') return [`{"name":${name},"refetch":true}`]
    const { handle, offset } = one
    const position = JSON.stringify({ handle, offset }).slice(1, -1)
    return [`{"name":${name},"refetch":false,${position},"messages":[${one.messages.join(',')}]}`]
  })
  return `{"upTo":${JSON.stringify(upTo)},"whole":${whole},"changes":[${changes.join(',')}]}`
}

/** The upstream's answer without what it says to shared caches and other origins: rows must not outlive a logout in the browser's cache. */
function privately(upstream: Response, waiting: Waiting) {
  const headers = new Headers({ 'cache-control': 'no-store', vary: 'Cookie, Authorization' })
  for (const [name, value] of passedOn(upstream.headers)) headers.set(name, value)
  return new Response(untilEnd(upstream.body, waiting), { status: upstream.status, headers })
}

/** A long answer is cut off when the login ends; cut off, it is never taken for a whole one. */
function untilEnd(body: ReadableStream<Uint8Array> | null, { signal, release }: Waiting) {
  // Apart, since a browser's types, by which tests of the whole are checked too, don't know `cancel`.
  const ends = { flush: release, cancel: release }
  if (body) return body.pipeThrough(new TransformStream(ends), { signal })
  release()
  return null
}
