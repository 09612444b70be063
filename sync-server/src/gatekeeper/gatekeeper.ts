// The only way to a shape. The client names one of ours and a position; table, columns and rows come from its session.
// GET /api/shapes/:name is one shape; POST /api/shapes/first is the first rows of those that have few; POST /api/shapes/changes is what is
// new in all shapes that a device follows.
import { recordWholeReading } from 'db/audit/record.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import type { UserActor } from 'db/kit/actor.ts'
import { AppError } from 'db/kit/errors.ts'
import { shapes } from 'db/tables.ts'
import { Hono, type Context } from 'hono'
import { setTimeout as delay } from 'node:timers/promises'
import { streamSSE, type SSEStreamingApi } from 'hono/streaming'
import * as v from 'valibot'
import type { Authenticated, Services } from '../http/context.ts'
import { queryOf, type Changes } from 'shapes/engine.ts'
import { noteArrivals } from '../operation/arrivals.ts'
import { asNow } from './as-now.ts'
import { passedOn } from './passed-on.ts'
import { readJson } from '../http/read-json.ts'
import { readFirstRows, type FirstRows } from './first-rows.ts'
import { keepShapeSources } from './shape-where.ts'
import { longPollMs } from '../http/login/require-session.ts'
import { waitLoggedIn, type Waiting } from '../http/login/while-logged-in.ts'

/** What comes so soon after an answer is in the next one, all of it: a burst costs its devices a few answers, and not one a transaction. */
const gatherMs = 15

/**
 * How long answers go on, in times that one may wait: once to twice, so that devices which came together, or were told the same, do not
 * all ask again in one moment.
 */
const goesOnFor = () => 1 + Math.random()

/** Shapes that are read at a time for one device: one that is made first takes long, and holds up no other. */
const firstAtOnce = 6

/** What a client may say about its position. Never table, columns, where, params. */
const forwarded = ['live', 'handle', 'offset', 'cursor', 'expired_handle', 'cache-buster'] as const

const text = v.pipe(v.string(), v.maxLength(200))
const positionBody = v.strictObject({ name: text, handle: text, offset: text })
export const changesBody = v.strictObject({
  /** For the next transaction, when nothing is new. */
  wait: v.boolean(),
  /** Answer follows answer as server-sent events, each from where the last one ended, for as long as one may wait. */
  stream: v.optional(v.boolean()),
  shapes: v.pipe(v.array(positionBody), v.minLength(1), v.maxLength(50)),
})
type Position = v.InferOutput<typeof positionBody>

interface AskedFor {
  asked: readonly Position[]
  wait: boolean
  waiting: Waiting
}

export const firstBody = v.strictObject({ shapes: v.pipe(v.array(text), v.minLength(1), v.maxLength(50)) })

/** One of the events: each shape has one. */
export const firstAnswer = v.strictObject({
  name: v.string(),
  /** Where `pages` end; null when it has many rows, and is to be read by itself. */
  position: v.nullable(v.strictObject({ handle: v.string(), offset: v.string() })),
  /** Each an array of the protocol's messages. */
  pages: v.array(v.array(v.unknown())),
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
    const { shapes: asked, wait, stream } = parseArgs(changesBody, await readJson(c))
    const waiting = waitLoggedIn(services, c)
    if (stream) return answerOn(c, asked, waiting)
    try {
      const { answer: changes } = await changesFor(c.get('actor'), { asked, wait, waiting })
      if (changes instanceof Response) return privately(changes, { ...waiting, release: () => {} })
      return c.body(textOf(asked, changes), 200, { 'content-type': 'application/json' })
    } finally {
      waiting.release()
    }
  })

  async function changesFor(actor: UserActor, { asked, wait, waiting }: AskedFor) {
    const found = await asNow(services, waiting, {
      actor,
      ask(follower) {
        const sourceOf = sourcesOf(follower)
        const positions = asked.map(({ name, ...at }) => ({ source: sourceOf(name), ...at }))
        return shapeUpstream.changes(positions, { wait, signal: waiting.signal })
      },
    })
    const { answer: changes } = found
    // Who does not wait catches up: how old that is says nothing of how quick we are.
    if (wait && !(changes instanceof Response)) {
      const messages = asked.findIndex(({ name }) => name === 'messages')
      noteArrivals(actor.companyId, changes.shapes[messages], Date.now())
    }
    return found
  }

  /** Ends where a request of its own is answered otherwise: with a refusal, or since the login ended. */
  function answerOn(c: Context<Authenticated>, asked: readonly Position[], waiting: Waiting) {
    const until = Date.now() + (services.env.LONG_POLL_MS ?? longPollMs) * goesOnFor()
    return events(c, waiting, async (stream) => {
      // By when this comes who asked sees whether something on the way holds back what has not ended.
      await stream.write(':\n\n')
      for (let [left, actor] = [asked, c.get('actor')]; left.length > 0;) {
        const found = await changesFor(actor, { asked: left, wait: true, waiting })
        const { answer: changes } = found
        if (changes instanceof Response) return
        await stream.writeSSE({ data: textOf(left, changes) })
        if (Date.now() >= until || waiting.signal.aborted) return
        left = goingOn(left, changes)
        actor = found.actor
        await delay(gatherMs)
      }
    })
  }

  /** One after the other as they are read. */
  app.post('/first', async (c) => {
    const { shapes: names } = parseArgs(firstBody, await readJson(c))
    for (const name of names) if (!shapes.has(name)) throw new AppError('ERR_NOT_FOUND')
    const asked = names.values()
    await noteCopy(c.get('actor'), names)
    const waiting = waitLoggedIn(services, c)
    return events(c, waiting, async (stream) => {
      const tell = async () => {
        for (const name of asked) {
          const { answer: rows } = await asNow(services, waiting, {
            actor: c.get('actor'),
            ask: (follower) => readFirstRows(fetchShape, sourcesOf(follower)(name), waiting.signal),
          })
          await stream.writeSSE({ data: firstText(name, rows) })
        }
      }
      await Promise.all(Array.from({ length: firstAtOnce }, tell))
    })
  })

  /** Conversations are begun to be copied. */
  async function noteCopy(actor: UserActor, names: readonly string[]) {
    if (names.includes('messages')) await recordWholeReading(services.db.orm, actor, 'conversations.copied', new Date())
  }

  function fetchShape(query: URLSearchParams, signal: AbortSignal): Promise<Response> {
    return shapeUpstream.fetch(new Request(`http://upstream/v1/shape?${query.toString()}`, { signal }))
  }

  /** What `tell` says as server-sent events; the request holds its place until it has said all, and who leaves or logs out ends it. */
  function events(c: Context<Authenticated>, waiting: Waiting, tell: (stream: SSEStreamingApi) => Promise<void>) {
    const { promise: end, resolve } = Promise.withResolvers<void>()
    c.set('goesOnUntil', end)
    const response = streamSSE(c, async (stream) => {
      try {
        await tell(stream)
      } catch (error) {
        if (!(error instanceof AppError) && !waiting.signal.aborted) services.logger.error({ err: error }, c.req.path)
      } finally {
        waiting.release()
        resolve()
      }
    })
    response.headers.set('cache-control', 'no-store')
    response.headers.set('x-accel-buffering', 'no')
    return response
  }

  app.get('/:name', async (c) => {
    const name = c.req.param('name')
    if (!shapes.has(name)) throw new AppError('ERR_NOT_FOUND')
    if (c.req.query('offset') === '-1') await noteCopy(c.get('actor'), [name])
    const waiting = waitLoggedIn(services, c)
    try {
      const { answer } = await asNow(services, waiting, {
        actor: c.get('actor'),
        ask(follower) {
          const query = queryOf(sourcesOf(follower)(name))
          for (const key of forwarded) {
            const value = c.req.query(key)
            if (value !== undefined) query.set(key, value)
          }
          return fetchShape(query, waiting.signal)
        },
      })
      return privately(answer, waiting)
    } catch (error) {
      waiting.release()
      throw error
    }
  })
  return app
}

/** Where who was told of it stands now; what is to be read anew is not followed any more. */
const goingOn = (asked: readonly Position[], { shapes: news }: Changes): Position[] =>
  asked.flatMap((at, index) => {
    const told = news[index]
    if (told === 'refetch') return []
    return told ? [{ name: at.name, handle: told.handle, offset: told.offset }] : [at]
  })

/** `changesAnswer`. The messages are JSON already. */
function textOf(asked: readonly Position[], { shapes: news, upTo, whole }: Changes): string {
  const changes = news.flatMap((one, index) => {
    if (one === null) return []
    const name = JSON.stringify(asked[index]?.name)
    if (one === 'refetch') return [`{"name":${name},"refetch":true}`]
    const { handle, offset } = one
    const position = JSON.stringify({ handle, offset }).slice(1, -1)
    return [`{"name":${name},"refetch":false,${position},"messages":[${one.messages.join(',')}]}`]
  })
  return `{"upTo":${JSON.stringify(upTo)},"whole":${whole},"changes":[${changes.join(',')}]}`
}

/** `firstAnswer`. The pages are JSON already. */
function firstText(name: string, rows: FirstRows | null): string {
  const position = rows && { handle: rows.handle, offset: rows.offset }
  return `{"name":${JSON.stringify(name)},"position":${JSON.stringify(position)},"pages":[${rows?.pages.join(',') ?? ''}]}`
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
