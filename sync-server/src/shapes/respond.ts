// Answers of /v1/shape: bodies and headers as Electric sends them, so that its client and caches can't tell the difference.
import { schemaHeader } from './catalog.ts'
import { Offset } from './offset.ts'
import type { Page, Shape } from './shape.ts'

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

export interface Answer {
  shape: Shape
  asked: Offset | 'now'
  page: Page
  /** What the answer is up to date with, when its page is the last. */
  lastLsn: bigint
  /** Of a live answer. */
  cursor: string | null
}

export function respond({ shape, asked, page, lastLsn, cursor }: Answer, request: Request): Response {
  const hasData = page.items !== ''
  const etag = `"${shape.handle}:${String(asked)}:${String(page.offset)}${hasData ? '' : ':monotonic'}"`
  const headers: Record<string, string> = {
    ...cors,
    'content-type': 'application/json',
    'electric-handle': shape.handle,
    'electric-offset': page.offset.toString(),
    'electric-has-data': String(hasData),
    'cache-control': cacheControl(asked, cursor !== null),
    etag,
  }
  if (cursor === null) headers['electric-schema'] = schemaHeader(shape.definition.table, shape.definition.columns)
  else headers['electric-cursor'] = cursor
  if (page.isLast) headers['electric-up-to-date'] = ''
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  return new Response(request.method === 'HEAD' ? null : bodyOf(page, lastLsn), { headers })
}

function bodyOf({ items, isLast }: Page, lastLsn: bigint) {
  if (!isLast) return `[${items}]`
  return `[${items}${items === '' ? '' : ','}{"headers":{"control":"up-to-date","global_last_seen_lsn":"${lastLsn}"}}]`
}

function cacheControl(asked: Offset | 'now', live: boolean) {
  if (asked === Offset.beforeAll) return 'public, max-age=604800, s-maxage=3600, stale-while-revalidate=2629746'
  return live ? 'public, max-age=5, stale-while-revalidate=5' : 'public, max-age=60, stale-while-revalidate=300'
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
  Response.json(body, { status, headers: { ...cors, 'cache-control': 'no-store', ...headers } })

export const invalid = (errors: Record<string, string[]>) => failure(400, { message: 'Invalid request', errors })

export const unavailable = () => failure(503, { message: 'Not available now' }, { 'retry-after': '1' })

export const preflight = () => new Response(null, { status: 204, headers: cors })
