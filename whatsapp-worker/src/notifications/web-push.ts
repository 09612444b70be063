// One message to a push service: encrypted and signed by web-push, sent here. The address was chosen by a client, so every request
// passes the guard of db/node/outgoing; nothing of the answer is kept but its status.
import { createOutgoing } from 'db/node/outgoing/outgoing.ts'
import { isPushEndpoint } from 'db/push/rules.ts'
import type { PushPayload } from 'db/push/payload.ts'
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
  const { headers, body } = details
  const outcome = await createOutgoing({ allowLoopback: settings.allowLoopback }).send({
    url: endpoint,
    method: 'POST',
    headers: headersOf(headers),
    ...(body && { body }),
    timeoutMs,
    maxAnswerBytes: 0,
    cutAnswer: true,
  })
  if (outcome.kind === 'done') return { kind: 'delivered' }
  if (outcome.kind === 'gone') return { kind: 'gone' }
  return { kind: outcome.kind, reason: outcome.reason === 'address' ? 'address' : outcome.detail }
}

/** The length is counted where it is sent. */
const headersOf = (headers: webPush.Headers) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-length'))
