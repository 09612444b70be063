// Answers of /v1/shape: bodies and headers as Electric sends them, so that its client and caches can't tell the difference.
import { schemaHeader } from './catalog.ts'
import { Offset } from './offset.ts'
import type { Page } from './page.ts'
import type { Shape, ShapeDefinition } from './shape.ts'

const exposed =
  'electric-cursor,electric-handle,electric-has-data,electric-offset,electric-schema,electric-up-to-date,electric-internal-known-error,retry-after'

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, HEAD, DELETE, OPTIONS',
  'access-control-expose-headers': exposed,
}

/** Cursors count seconds from here, in steps of the long-poll: old answers in caches are never asked for again. */
const cursorEpoch = Date.UTC(2024, 9, 9) / 1000

export function nextCursor(previous: string | null, longPollMs: number): string {
  const step = Math.max(1, Math.round(longPollMs / 1000))
  const now = Math.ceil((Date.now() / 1000 - cursorEpoch) / step) * step
  const before = previous === null ? Number.NaN : Number(previous)
  return String(now <= before ? before + 1 + Math.floor(Math.random() * 3600) : now)
}

/** A shape, and its definition over the table as it is now: a constraint may be gone that was there when the shape was made. */
export interface Described {
  shape: Shape
  definition: ShapeDefinition
}

interface Answer extends Described {
  asked: Offset | 'now'
  page: Page
  /** electric-cursor header of a live answer, so that its next URL is new to caches; null when the answer is not live. */
  cursor: string | null
  /** Seconds that caches may keep answers that are not live; `staleAge`: and may give them while they ask for newer ones. */
  maxAge: number
  staleAge: number
}

export function respond(
  { shape, definition, asked, page, cursor, maxAge, staleAge }: Answer,
  request: Request,
): Response {
  const etag = `"${shape.handle}:${String(asked)}:${String(page.offset)}${page.hasData ? '' : ':monotonic'}"`
  const headers: Record<string, string> = {
    ...cors,
    'content-type': 'application/json',
    'electric-handle': shape.handle,
    'electric-offset': page.offset.toString(),
    'electric-has-data': String(page.hasData),
    'cache-control':
      asked === Offset.beforeAll
        ? 'public, max-age=604800, s-maxage=3600, stale-while-revalidate=2629746'
        : cursor === null
          ? `public, max-age=${maxAge}, stale-while-revalidate=${staleAge}`
          : 'public, max-age=5, stale-while-revalidate=5',
    etag,
  }
  if (cursor === null) headers['electric-schema'] = schemaOf(definition)
  else headers['electric-cursor'] = cursor
  if (page.isLast) headers['electric-up-to-date'] = ''
  const known = request.headers
    .get('if-none-match')
    ?.split(',')
    .some((one) => one.trim() === etag)
  if (!known && request.method !== 'HEAD') return new Response(page.body, { headers })
  if (page.body instanceof ReadableStream) void page.body.cancel()
  return new Response(null, { status: known ? 304 : 200, headers })
}

const schemaOf = ({ table, columns }: ShapeDefinition) => schemaHeader(table, columns)

export function respondWithEvents(
  shape: Shape,
  {
    asked,
    cursor,
    sseMs,
    events,
  }: { asked: Offset; cursor: string; sseMs: number; events: ReadableStream<Uint8Array> },
): Response {
  return new Response(events, {
    headers: {
      ...cors,
      'content-type': 'text/event-stream',
      'cache-control': `public, max-age=${Math.max(1, Math.floor(sseMs / 1000) - 1)}`,
      connection: 'keep-alive',
      'electric-handle': shape.handle,
      'electric-offset': asked.toString(),
      'electric-cursor': cursor,
      'electric-up-to-date': '',
    },
  })
}

/** `offset`: from where on changes are to be followed, not later than the subset's moment. */
export function respondWithSubset({ shape, definition }: Described, offset: Offset, body: string): Response {
  return new Response(body, {
    headers: {
      ...cors,
      'content-type': 'application/json',
      'cache-control': 'no-cache',
      'electric-snapshot': 'true',
      'electric-handle': shape.handle,
      'electric-offset': offset.toString(),
      'electric-schema': schemaOf(definition),
    },
  })
}

/** The client forgets what it has and starts again, with the new handle when there is one. */
export function mustRefetch(handle: string | null): Response {
  return new Response('[{"headers":{"control":"must-refetch"}}]', {
    status: 409,
    headers: {
      ...cors,
      'content-type': 'application/json',
      'cache-control': `public, max-age=${handle === null ? 1 : 60}, must-revalidate`,
      ...(handle !== null && { 'electric-handle': handle }),
    },
  })
}

export const failure = (status: number, body: object, headers: Record<string, string> = {}) =>
  Response.json(body, {
    status,
    headers: { ...cors, 'cache-control': 'no-store', 'surrogate-control': 'no-store', ...headers },
  })

export const invalid = (errors: object) => failure(400, { message: 'Invalid request', errors })

export const unavailable = () => failure(503, { message: 'Not available now' }, { 'retry-after': '1' })

export const overloaded = () =>
  failure(503, { code: 'overloaded', message: 'Too many requests at once' }, { 'retry-after': '5' })

export const definitionMismatch = () =>
  failure(400, { message: 'The specified shape definition and handle do not match' })

export const accepted = () =>
  new Response(null, { status: 202, headers: { ...cors, 'content-type': 'application/json' } })

export const notFound = () =>
  new Response('Not found', { status: 404, headers: { ...cors, 'cache-control': 'no-store' } })

export const preflight = () => new Response(null, { status: 204, headers: cors })
