// One message to a push service: encrypted and signed by web-push, sent here. The address was chosen by a client, so every request
// passes the SSRF guard: only public addresses after DNS, no redirects, nothing of the answer but its status.
import { request as requestHttp, type Agent } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isPushEndpoint } from 'db/push/rules.ts'
import type { PushPayload } from 'db/push/payload.ts'
import { useAgent } from 'request-filtering-agent'
import webPush from 'web-push'
import type { PushSettings } from '../env.ts'

const timeoutMs = 10_000
/** After a shift nobody needs to know any more that somebody wrote at its start. */
const ttlSeconds = 12 * 60 * 60

export interface PushAddress {
  endpoint: string
  p256dh: string
  auth: string
}

export type PushOutcome =
  | { kind: 'delivered' }
  /** The browser unsubscribed or the app was removed. */
  | { kind: 'gone' }
  /** Passing: the same again may succeed. */
  | { kind: 'later'; reason: string }
  /** The same again would fail again. */
  | { kind: 'refused'; reason: string }

/** Messages with the same topic replace each other while the device is offline: at most 32 characters of base64url. */
export async function sendPush(
  settings: PushSettings,
  { endpoint, p256dh, auth }: PushAddress,
  payload: PushPayload,
  topic: string,
): Promise<PushOutcome> {
  if (!isPushEndpoint(endpoint, settings.allowLoopback)) return { kind: 'refused', reason: 'endpoint' }
  const { publicKey, privateKey, subject } = settings
  let details: webPush.RequestDetails
  try {
    details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(payload), {
      vapidDetails: { publicKey, privateKey, subject },
      TTL: ttlSeconds,
      urgency: 'high',
      topic,
    })
  } catch {
    // A key that is no point of the curve.
    return { kind: 'refused', reason: 'keys' }
  }
  try {
    return outcomeOf(await post(details, agentFor(endpoint, settings.allowLoopback)))
  } catch (error) {
    // The network's errors have a code, the guard's refusal has none.
    const code = (error as { code?: unknown }).code
    return typeof code === 'string' ? { kind: 'later', reason: code } : { kind: 'refused', reason: 'address' }
  }
}

export function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'delivered' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  const reason = String(status)
  return status === 429 || status >= 500 ? { kind: 'later', reason } : { kind: 'refused', reason }
}

function agentFor(endpoint: string, allowLoopback: boolean): Agent {
  return useAgent(endpoint, allowLoopback ? { allowIPAddressList: ['127.0.0.1', '::1'] } : {})
}

/** The answer's status. @throws when there is none in time */
function post({ endpoint, headers, body }: webPush.RequestDetails, agent: Agent): Promise<number> {
  const url = new URL(endpoint)
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const signal = AbortSignal.timeout(timeoutMs)
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers, agent, signal }, (answer) => {
      resolve(answer.statusCode ?? 0)
      // What else it says is nobody's business here.
      answer.destroy()
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
