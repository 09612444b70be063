// Requests to Efí: a client certificate on each of them, a token that is fetched once for all, and an end in time.
// Invariant: no error tells a secret; of what fails only its code goes on.
import { createSecureContext } from 'node:tls'
import * as v from 'valibot'
import { isLoopbackUrl } from '../../kit/outgoing-url.ts'
import { createOutgoing, type OutgoingFailure } from '../outgoing/outgoing.ts'
import { jsonOf } from '../outgoing/read-json.ts'
import { PixError } from './provider.ts'

export interface EfiSettings {
  /** https://pix.api.efipay.com.br, https://pix-h.api.efipay.com.br for trials, or a stand-in's. */
  baseUrl: string
  clientId: string
  clientSecret: string
  /** The .p12 file as base64, without a password; or both halves as PEM, for Node reads no .p12 with old ciphers. */
  certificate: { pfx: string } | { cert: string; key: string }
  /** The Pix key at Efí that receives, as the directory has it. */
  key: string
  /** PEM of whoever signed the server's certificate, when that is not one of the world's authorities. */
  ca?: string | undefined
  /** Of each request, from its beginning to the last byte of its answer. */
  timeoutMs?: number | undefined
}

export interface EfiRequest {
  method: 'GET' | 'PUT'
  path: string
  /** What errors call it: the path without anything of a charge, a key or a secret. */
  route: string
  headers?: Record<string, string>
  json?: unknown
}

export interface EfiAnswer {
  status: number
  /** Parsed; undefined when it is no JSON. */
  body: unknown
  /** Seconds. */
  retryAfter: number | null
}

/** Answers of whatever status. @throws PixError when there is none, or no token */
export type EfiCall = (request: EfiRequest) => Promise<EfiAnswer>

const defaultTimeoutMs = 15_000
/** A page of payments is some 100 kB. */
const maxAnswerBytes = 2_000_000

/** @throws PixError of kind `misconfigured` when address or certificate are of no use */
export function connectToEfi(settings: EfiSettings): EfiCall {
  const send = sender(settings)
  const credentials = Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString('base64')
  const tokens = keepToken(async () => {
    const route = '/oauth/token'
    const answer = await send({
      method: 'POST',
      path: route,
      route,
      headers: { authorization: `Basic ${credentials}` },
      json: { grant_type: 'client_credentials' },
    })
    const parsed = v.safeParse(tokenAnswer, answer.body)
    if (answer.status === 200 && parsed.success) return parsed.output
    // Other requests' refusals are about what was asked; this one is about who asks.
    const isRefused = answer.status >= 400 && answer.status < 500 && answer.status !== 429
    const kind = isRefused ? 'misconfigured' : 'unavailable'
    throw new PixError(kind, `Efí gave no token: ${answer.status}`, answer.retryAfter)
  })
  return async (request) => {
    const ask = async (token: string) =>
      send({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } })
    const token = await tokens.get()
    const answer = await ask(token)
    if (answer.status !== 401) return answer
    tokens.drop(token)
    return ask(await tokens.get())
  }
}

/** As a number or in quotes: `expiracao` comes in both ways. */
export const wholeNumber = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.digits(), v.maxLength(15), v.transform(Number))]),
  v.safeInteger(),
  v.minValue(0),
)

const tokenAnswer = v.pipe(
  v.object({ access_token: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,8000}$/)), expires_in: wholeNumber }),
  v.transform(({ access_token, expires_in }) => ({ token: access_token, expiresIn: expires_in })),
)

interface Token {
  token: string
  /** Seconds. */
  expiresIn: number
}

/** One token for all, fetched when it is asked for and missing or about to expire, by one request however many ask. */
function keepToken(fetchToken: () => Promise<Token>) {
  let kept: { token: string; until: number } | null = null
  let coming: Promise<string> | null = null
  const renew = async () => {
    const { token, expiresIn } = await fetchToken()
    // A minute for the request that it is for.
    kept = { token, until: performance.now() + Math.max(expiresIn - 60, expiresIn / 2) * 1000 }
    return token
  }
  return {
    get(): Promise<string> {
      if (kept && performance.now() < kept.until) return Promise.resolve(kept.token)
      coming ??= renew().finally(() => (coming = null))
      return coming
    },
    /** It was refused. Somebody else may have fetched another since, which stays. */
    drop(token: string) {
      if (kept?.token === token) kept = null
    },
  }
}

type Send = (request: Omit<EfiRequest, 'method'> & { method: 'GET' | 'PUT' | 'POST' }) => Promise<EfiAnswer>

function sender({ baseUrl, certificate, ca, timeoutMs = defaultTimeoutMs }: EfiSettings): Send {
  const base = baseOf(baseUrl)
  checkCertificate(certificate)
  const outgoing = createOutgoing({
    // Where Efí is says the operator: only a stand-in is on this machine.
    allowLoopback: isLoopbackUrl(base),
    tls: { ...identityOf(certificate), ...(ca === undefined ? {} : { ca }) },
  })
  return async ({ method, path, route, headers = {}, json }) => {
    const answer = await outgoing.send({
      url: base.origin + base.pathname.replace(/\/$/, '') + path,
      method,
      headers: { accept: 'application/json', ...(json ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(json ? { body: JSON.stringify(json) } : {}),
      timeoutMs,
      maxAnswerBytes,
      httpsOnly: true,
    })
    const isAnswer = answer.kind === 'done' || ['status', 'redirect'].includes(answer.reason)
    if (!isAnswer || answer.status === null) throw noAnswer(answer as OutgoingFailure, `${method} ${route}`)
    const retryAfter = answer.kind === 'done' ? null : answer.retryAfter
    return { status: answer.status, body: jsonOf(answer.body), retryAfter }
  }
}

function baseOf(baseUrl: string): URL {
  const url = URL.parse(baseUrl)
  if (url?.protocol !== 'https:') throw new PixError('misconfigured', 'Efí’s address begins with https://')
  return url
}

const identityOf = (certificate: EfiSettings['certificate']) =>
  'pfx' in certificate ? { pfx: Buffer.from(certificate.pfx, 'base64'), passphrase: '' } : certificate

function checkCertificate(certificate: EfiSettings['certificate']) {
  try {
    createSecureContext(identityOf(certificate))
  } catch (error) {
    const code = String((error as { code?: unknown }).code ?? (error as Error).message).slice(0, 60)
    const hint = 'pfx' in certificate ? '; `openssl pkcs12 -legacy -nodes` makes PEM of an old one' : ''
    throw new PixError('misconfigured', `Efí’s certificate can’t be read: ${code}${hint}`)
  }
}

/** What TLS says when our certificate is not the right one. */
const tlsCodes = /^(?:ERR_SSL_|ERR_TLS_)/

function noAnswer({ reason, detail }: OutgoingFailure, what: string): PixError {
  if (reason === 'too-large') return new PixError('unavailable', `Efí answered too much to ${what}`)
  const isTls = reason === 'certificate' || tlsCodes.test(detail)
  return new PixError(isTls ? 'misconfigured' : 'unavailable', `no answer of Efí to ${what}: ${detail}`)
}
