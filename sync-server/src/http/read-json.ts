// Reads JSON bodies under limits that hold while the bytes arrive: size, nesting and number of values are counted per chunk, before a parser
// sees anything, and a body that does not come forward ends. A request without an identity gets far less than one behind a session.
// Invariant: a body that is refused was neither decoded nor parsed.
import { AppError } from 'db/kit/errors.ts'
import type { Context } from 'hono'
import type { IncomingMessage } from 'node:http'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { patienceMs, watchProgress } from '../limits/body-progress.ts'
import { createByteBudget } from '../limits/byte-budget.ts'
import { createCounts } from '../limits/counts.ts'
import type { Asker } from '../limits/fair-gate.ts'
import { consume } from './consume.ts'
import { createJsonMeter, type JsonLimits } from './json-meter.ts'
import { addressBlock, clientAddress } from './login/client-address.ts'

export interface BodyLimits extends JsonLimits {
  /** Bytes. */
  size: number
}

/** Deeper than anything that is taken (db/src/kit/texts/storable.ts), so that there a refusal still names the field. */
const depth = 64
const kilobyte = 1024
const megabyte = 1024 * kilobyte

/** Login, sign-up, setup: nobody is known yet, so cost stays near nothing. */
const strangersBody: BodyLimits = { size: 16 * kilobyte, values: 500, depth }
/** Names and positions of the shapes that a device follows. */
export const shapesBody: BodyLimits = { size: 64 * kilobyte, values: 1000, depth }
/** A form of the desk, with its longest texts; a query with its longest list. */
export const usualBody: BodyLimits = { size: megabyte, values: 100_000, depth }
/** A batch of a device's outbox: 100 long messages, or contacts with all their fields. One that is too deep is refused alone, not with its batch. */
export const outboxBody: BodyLimits = { size: 8 * megabyte, values: 200_000, depth: 200_000 }

/** Bytes of a body that count for nobody: sockets are limited by themselves, and no neighbour's large bodies hold up a small one. */
const small = strangersBody.size

/** Bytes of bodies that have not ended yet, or wait for their turn. */
const unfinished = createByteBudget({ ofUser: 12 * megabyte, ofCompany: 24 * megabyte, inAll: 256 * megabyte })

/** Bodies on their way, of a person or of strangers at one address. */
const mostOpen = 200
const open = createCounts()

/** Kilobytes of large bodies in ten seconds: to count and to decode them is work of the only thread. */
const paces = {
  user: new RateLimiterMemory({ points: 8 * kilobyte, duration: 10 }),
  company: new RateLimiterMemory({ points: 24 * kilobyte, duration: 10 }),
}
const kilobytes = (bytes: number) => Math.ceil(bytes / kilobyte)

const strangersDeadlineMs = 10_000
/** Bytes a millisecond of the slowest line that is still of use, as devices reckon (web/src/sync/session/fetch-in-time.ts). */
const slowestLine = 8
/** Seconds after which a refused client may try again. */
const retryAfter = 5

interface Received {
  text: string
  /** Its bytes count until then. */
  letGo(): void
}

const bodies = new WeakMap<Request, Promise<Received>>()

/**
 * The body as JSON, read once however often it is asked for. Without `limits` they follow from whether the request has an identity.
 * @throws AppError ERR_VALIDATION when it is no JSON, too deep or has too many values; ERR_MEDIA_TOO_LARGE; ERR_REQUEST_TIMEOUT;
 * ERR_TOO_MANY_REQUESTS when a person or a company holds too many unfinished bodies or sends too many bytes
 */
export async function readJson(c: Context, limits?: BodyLimits): Promise<unknown> {
  const text = await readText(c, limits)
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('ERR_VALIDATION', { root: ['JSON'] })
  }
}

/** The body as text, under the same limits. @throws AppError as `readJson` */
export async function readText(c: Context, limits?: BodyLimits): Promise<string> {
  const { text, letGo } = await bodyOf(c, limits)
  letGo()
  return text
}

/** Reads it ahead of whoever uses it; its bytes count until the returned function is called. @throws AppError as `readJson` */
export async function holdBody(c: Context, limits: BodyLimits): Promise<() => void> {
  const { letGo } = await bodyOf(c, limits)
  return letGo
}

function bodyOf(c: Context, limits: BodyLimits | undefined): Promise<Received> {
  const request = c.req.raw
  const known = bodies.get(request)
  if (known) return known
  const body = receive(c, limits).catch((error: unknown) => {
    // The rest is not wanted: the connection ends with the answer, and nobody reads it to its end.
    if (incomingOf(c)?.complete === false) c.header('connection', 'close')
    throw error
  })
  bodies.set(request, body)
  return body
}

/** Behind a session or a token; undefined before either was checked. */
function askerOf(c: Context): Asker | undefined {
  const actor: Asker | undefined = c.get('actor')
  if (actor) return actor
  const caller: { companyId: string; connectionId: string } | undefined = c.get('caller')
  return caller && { companyId: caller.companyId, userId: caller.connectionId }
}

async function receive(c: Context, limits: BodyLimits | undefined): Promise<Received> {
  const asker = askerOf(c)
  const { size, ...ofJson } = limits ?? (asker ? usualBody : strangersBody)
  const announced = Number(c.req.header('content-length') ?? 0)
  if (announced > size) throw tooLarge(size)
  if (asker) await keepPace(asker, announced)
  const sender = asker?.userId ?? addressBlock(clientAddress(c, c.get('hops') ?? 0))
  if (open.of(sender) >= mostOpen) throw tooMuch()
  const holding = asker && unfinished.hold(asker)
  const meter = createJsonMeter(ofJson)
  const chunks: Uint8Array[] = []
  let length = 0
  const take = (chunk: Uint8Array) => {
    const counted = Math.max(0, length - small)
    length += chunk.length
    if (length > size) throw tooLarge(size)
    if (holding && !holding.add(Math.max(0, length - small) - counted)) throw tooMuch()
    meter.count(chunk)
    chunks.push(chunk)
  }
  const deadlineMs = asker ? patienceMs + (announced || size) / slowestLine : strangersDeadlineMs
  open.add(sender, 1)
  try {
    await readChunks(c, take, deadlineMs)
    // Several times as fast as a TextDecoder, which takes a byte order mark away.
    const text = Buffer.concat(chunks, length)
      .toString()
      .replace(/^\uFEFF/, '')
    return { text, letGo: () => holding?.release() }
  } catch (error) {
    holding?.release()
    throw error
  } finally {
    open.add(sender, -1)
    // A chunked body announces nothing: it counts for the next one.
    if (asker && announced === 0) await noteBytes(asker, length)
  }
}

/** @throws AppError ERR_TOO_MANY_REQUESTS */
async function keepPace({ userId, companyId }: Asker, bytes: number) {
  if (bytes <= small) return
  await consume(paces.user, userId, kilobytes(bytes))
  await consume(paces.company, companyId, kilobytes(bytes))
}

async function noteBytes({ userId, companyId }: Asker, bytes: number) {
  if (bytes <= small) return
  await paces.user.penalty(userId, kilobytes(bytes))
  await paces.company.penalty(companyId, kilobytes(bytes))
}

/** The request's own message; undefined without a socket, as in tests that call the app itself. */
export const incomingOf = (c: Context): IncomingMessage | undefined =>
  c.env && 'incoming' in c.env ? c.env.incoming : undefined

/** @throws what `take` throws; AppError ERR_REQUEST_TIMEOUT when it does not come forward, ERR_VALIDATION when the client goes away */
function readChunks(c: Context, take: (chunk: Uint8Array) => void, deadlineMs: number): Promise<void> {
  const incoming = incomingOf(c)
  return incoming ? fromSocket(incoming, take, deadlineMs) : fromStream(c.req.raw.body, take)
}

/** From the socket itself: a web stream for each request costs more than most bodies. */
function fromSocket(incoming: IncomingMessage, take: (chunk: Uint8Array) => void, deadlineMs: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let bytes = 0
  const fail = (error: unknown) => {
    incoming.pause()
    reject(error)
  }
  const onEnd = () => resolve()
  const onClose = () => fail(new AppError('ERR_VALIDATION', { root: ['JSON'] }))
  const onData = (chunk: Uint8Array) => {
    bytes += chunk.length
    try {
      take(chunk)
    } catch (error) {
      incoming.off('data', onData)
      fail(error)
    }
  }
  const onLate = () => fail(new AppError('ERR_REQUEST_TIMEOUT'))
  if (incoming.readableEnded) onEnd()
  else if (incoming.destroyed) onClose()
  else incoming.on('data', onData).on('end', onEnd).on('error', onClose).on('close', onClose)
  const stop = watchProgress(() => bytes, deadlineMs, onLate)
  return promise.finally(() => {
    stop()
    incoming.off('data', onData).off('end', onEnd).off('error', onClose).off('close', onClose)
  })
}

async function fromStream(body: ReadableStream<Uint8Array> | null, take: (chunk: Uint8Array) => void): Promise<void> {
  for await (const chunk of body ?? []) take(chunk)
}

const tooLarge = (limit: number) => new AppError('ERR_MEDIA_TOO_LARGE', { limit })
const tooMuch = () => new AppError('ERR_TOO_MANY_REQUESTS', { retryAfter })
