// The one way to an address that a person chose. Every request passes the same guard: only public addresses after DNS, the connection
// goes to the very address that was looked at, no redirect is followed, and time and bytes have a limit: those of the body, and those that came
// over the wire for it. What comes of it is one of four outcomes; nothing of the address, the headers or the body is in a reason, so that reasons
// may be logged. What a body says is read by `read-json.ts`.
import { ToldError } from '../../kit/told-error.ts'
import { request as requestHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { SecureContextOptions } from 'node:tls'
import { useAgent } from 'request-filtering-agent'
import { isLoopbackUrl, parseOutgoingUrl } from '../../kit/outgoing-url.ts'
import { isOldForm, lookUp, refusingOldForms } from './look-up.ts'

export interface OutgoingRequest {
  url: string
  /** POST when there is a body, else GET. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** From the beginning to the last byte of the answer. */
  timeoutMs?: number
  maxAnswerBytes?: number
  /** An answer that is longer is cut instead of refused: for who wants to know that somebody took it. */
  cutAnswer?: boolean
  /** Refuses http: for what carries somebody's key. This machine, where tests have it, is taken all the same. */
  httpsOnly?: boolean
  /** Ends it earlier, as `later`. */
  signal?: AbortSignal
}

/**
 * - `url`: no address of the web; `address`: it leads to something that is not public.
 * - `status`: what was answered says it. `redirect`: it is elsewhere, where nobody follows.
 * - `timeout`, `unreachable`, `cancelled`: there was no whole answer.
 * - `too-large`, `encoded`: there was one that nobody reads. `certificate`: TLS is not to be trusted.
 */
export type OutgoingReason =
  | 'url'
  | 'address'
  | 'status'
  | 'redirect'
  | 'timeout'
  | 'unreachable'
  | 'cancelled'
  | 'too-large'
  | 'encoded'
  | 'certificate'

export interface OutgoingFailure {
  /** It is no more (404, 410); passing; or the same again would fail again. */
  kind: 'gone' | 'later' | 'refused'
  reason: OutgoingReason
  /** The status, or the code of what failed: to be logged and shown. */
  detail: string
  /** Null when nothing was answered. */
  status: number | null
  /** Seconds, when the service said so; at most a day. */
  retryAfter: number | null
  /** What was answered, its beginning at least: an error of the service's own shape. Never logged. */
  body: Buffer
}

export interface OutgoingAnswer {
  kind: 'done'
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface OutgoingStream {
  kind: 'done'
  status: number
  headers: IncomingHttpHeaders
  /** To be read to its end or returned from. @throws OutgoingError when time or bytes are over, or it breaks off */
  chunks: AsyncIterable<Buffer>
}

export type OutgoingOutcome = OutgoingAnswer | OutgoingFailure

/** What a stream that began well came to. */
export class OutgoingError extends ToldError {
  override name = 'OutgoingError'
  readonly failure: OutgoingFailure
  constructor(failure: OutgoingFailure) {
    super(`${failure.reason}: ${failure.detail}`)
    this.failure = failure
  }
}

export interface Outgoing {
  /** The whole answer. Never throws. */
  send(request: OutgoingRequest): Promise<OutgoingOutcome>
  /** The answer as it comes. Never throws; what it yields may. */
  open(request: OutgoingRequest): Promise<OutgoingStream | OutgoingFailure>
}

const defaultTimeoutMs = 15_000
const defaultMaxAnswerBytes = 256 * 1024
/** Of an answer that is an error: enough for what services say. */
const maxErrorBytes = 16 * 1024
/**
 * Over the wire for so many bytes of a body: its head, and the frames of its chunks. A body in chunks of a byte would cost a hundred times its
 * size in memory, and seconds.
 */
const maxWireBytes = (bodyBytes: number) => 128 * 1024 + bodyBytes * 1.25
/** Heads that announce another one (1xx). */
const mostAnnouncements = 8
const nobody = Buffer.alloc(0)

export interface OutgoingSettings {
  /** Stand-ins on this machine, for development and tests. */
  allowLoopback: boolean
  lookup?: LookupFunction
  /** The certificate that we show, and whom we believe theirs of. */
  tls?: Pick<SecureContextOptions, 'cert' | 'key' | 'pfx' | 'passphrase' | 'ca'>
}

export function createOutgoing({ allowLoopback, lookup = lookUp, tls = {} }: OutgoingSettings): Outgoing {
  const allowIPAddressList = allowLoopback ? ['127.0.0.1', '::1'] : []
  const guarded = refusingOldForms(lookup)

  async function open(request: OutgoingRequest): Promise<OutgoingStream | OutgoingFailure> {
    const url = parseOutgoingUrl(request.url)
    if (!url) return failed('refused', 'url')
    if (request.httpsOnly && url.protocol === 'http:' && !(allowLoopback && isLoopbackUrl(url)))
      return failed('refused', 'url')
    if (isOldForm(url.hostname.replace(/^\[|\]$/g, ''))) return failed('refused', 'address')
    const limits = limitsOf(request)
    try {
      const answer = await begin(url, request, limits.signal)
      return await read(answer, request, limits)
    } catch (error) {
      limits.end()
      return failureOf(error, limits)
    }
  }

  /** The head of the answer. @throws what the network or the guard says */
  function begin(url: URL, request: OutgoingRequest, signal: AbortSignal): Promise<IncomingMessage> {
    const { body, method = body === undefined ? 'GET' : 'POST', headers } = request
    const agent = useAgent(url.protocol, { allowIPAddressList })
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    return new Promise((resolve, reject) => {
      const sent = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
        method,
        // An answer that was compressed might be a thousand times what was counted.
        headers: { 'user-agent': 'Balcao', 'accept-encoding': 'identity', ...headers, ...length },
        agent,
        lookup: guarded,
        signal,
        ...(url.protocol === 'https:' && tls),
      })
      sent.on('response', resolve)
      // It speaks another protocol from now on; without this nothing more would be heard of it.
      sent.on('upgrade', (answer, socket) => {
        socket.destroy()
        reject(Object.assign(new Error('upgrade'), { code: 'UPGRADE', status: answer.statusCode }))
      })
      let announcements = 0
      sent.on('information', () => {
        if (++announcements <= mostAnnouncements) return
        sent.destroy(Object.assign(new Error('announcements'), { code: 'TOO_MANY_ANNOUNCEMENTS' }))
      })
      sent.on('error', reject)
      sent.end(body)
    })
  }

  return {
    open,
    async send(request) {
      const answer = await open(request)
      if (!('chunks' in answer)) return answer
      const { status, headers } = answer
      try {
        return { kind: 'done', status, headers, body: await gathered(answer.chunks) }
      } catch (error) {
        if (error instanceof OutgoingError) return error.failure
        throw error
      }
    },
  }
}

interface Limits {
  signal: AbortSignal
  isCancelled(): boolean
  end(): void
}

function limitsOf({ timeoutMs = defaultTimeoutMs, signal: callers }: OutgoingRequest): Limits {
  const own = new AbortController()
  const timer = setTimeout(() => own.abort(), timeoutMs)
  const cancel = () => own.abort()
  callers?.addEventListener('abort', cancel, { once: true })
  if (callers?.aborted) own.abort()
  return {
    signal: own.signal,
    isCancelled: () => callers?.aborted ?? false,
    end() {
      clearTimeout(timer)
      callers?.removeEventListener('abort', cancel)
    },
  }
}

async function read(
  answer: IncomingMessage,
  { maxAnswerBytes = defaultMaxAnswerBytes, cutAnswer = false }: OutgoingRequest,
  limits: Limits,
): Promise<OutgoingStream | OutgoingFailure> {
  const { statusCode: status = 0, headers } = answer
  const isEncoded = !['', 'identity'].includes(headers['content-encoding'] ?? '')
  if (status < 200 || status > 299) {
    const body = isEncoded ? nobody : await gathered(chunksOf(answer, maxErrorBytes, true, limits)).catch(() => nobody)
    limits.end()
    answer.destroy()
    return { ...ofStatus(status), status, body, retryAfter: retryAfterOf(headers['retry-after']) }
  }
  if (isEncoded) {
    limits.end()
    answer.destroy()
    return failed('refused', 'encoded', '', status)
  }
  return { kind: 'done', status, headers, chunks: chunksOf(answer, maxAnswerBytes, cutAnswer, limits) }
}

async function* chunksOf(
  answer: IncomingMessage,
  max: number,
  cut: boolean,
  limits: Limits,
): AsyncGenerator<Buffer, void, undefined> {
  let [left, came] = [max, 0]
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      came += chunk.length
      const isMostlyFrames = answer.socket.bytesRead > maxWireBytes(came + answer.readableLength)
      if (chunk.length > left || isMostlyFrames) {
        if (!cut) throw new OutgoingError(failed('refused', 'too-large', '', answer.statusCode ?? null))
        yield chunk.subarray(0, left)
        return
      }
      left -= chunk.length
      yield chunk
    }
    // A body that has no length is over when its connection is, also when we ended that.
    if (limits.signal.aborted) throw new Error('ended by us')
  } catch (error) {
    if (error instanceof OutgoingError) throw error
    throw new OutgoingError({ ...failureOf(error, limits), status: answer.statusCode ?? null })
  } finally {
    limits.end()
    answer.destroy()
  }
}

async function gathered(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return Buffer.concat(parts)
}

function failed(
  kind: OutgoingFailure['kind'],
  reason: OutgoingReason,
  detail = '',
  status: number | null = null,
): OutgoingFailure {
  return { kind, reason, detail: detail || reason, status, retryAfter: null, body: nobody }
}

function ofStatus(status: number): Pick<OutgoingFailure, 'kind' | 'reason' | 'detail'> {
  const detail = String(status)
  if (status === 404 || status === 410) return { kind: 'gone', reason: 'status', detail }
  if (status >= 300 && status < 400) return { kind: 'refused', reason: 'redirect', detail }
  const isPassing = status === 408 || status === 425 || status === 429 || status >= 500
  return { kind: isPassing ? 'later' : 'refused', reason: 'status', detail }
}

/** What TLS says of a certificate that is not to be trusted. */
const certificateCodes = /^(?:CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|ERR_TLS_CERT)/

function failureOf(error: unknown, limits: Limits): OutgoingFailure {
  if (limits.isCancelled()) return failed('later', 'cancelled')
  if (limits.signal.aborted) return failed('later', 'timeout')
  const code = (error as { code?: unknown }).code
  // The network's errors have a code, the guard's refusal has none.
  if (typeof code !== 'string') return failed('refused', 'address')
  if (certificateCodes.test(code)) return failed('refused', 'certificate', code)
  // A header or a path that HTTP does not have.
  if (code === 'ERR_INVALID_CHAR' || code === 'ERR_UNESCAPED_CHARACTERS') return failed('refused', 'url', code)
  return failed('later', 'unreachable', /^[A-Z0-9_]{1,60}$/.test(code) ? code : '')
}

const daySeconds = 24 * 60 * 60

/** Seconds or a date, as HTTP has both. */
export function retryAfterOf(header: string | undefined, now = Date.now()): number | null {
  if (!header) return null
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - now) / 1000)
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), daySeconds) : null
}
