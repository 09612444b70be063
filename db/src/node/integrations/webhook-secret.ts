// The secret that a webhook's receiver checks signatures with (Standard Webhooks 1.0): shown once, sealed afterwards. A new one signs beside the
// one before for a day, so that a receiver can be changed without missing anything.
import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import * as v from 'valibot'
import type { Database, ServerTx } from '../connect.ts'
import type { KeyRing } from '../keys/cipher.ts'
import { readSecret, setSecret } from '../keys/secrets.ts'

const bothMs = 24 * 3600 * 1000

const kept = v.object({
  current: v.string(),
  former: v.nullable(v.object({ secret: v.string(), until: v.pipe(v.string(), v.isoTimestamp()) })),
})
type Kept = v.InferOutput<typeof kept>

interface Place {
  companyId: string
  /** In `secrets`. */
  name: string
}

/** Of an endpoint. */
export const webhookSecretName = (id: string) => `webhook/${id}`

/** The new one, to be shown once. */
export async function newWebhookSecret(
  tx: Database['orm'] | ServerTx,
  keys: KeyRing,
  place: Place,
  userId: string | null,
  now: Date,
): Promise<string> {
  const before = await readKept(tx, keys, place)
  const current = `whsec_${randomBytes(32).toString('base64')}`
  const until = new Date(now.getTime() + bothMs).toISOString()
  const text: Kept = { current, former: before && { secret: before.current, until } }
  await setSecret(tx, keys, { ...place, text: JSON.stringify(text), userId }, now)
  return current
}

async function readKept(tx: Database['orm'] | ServerTx, keys: KeyRing, place: Place): Promise<Kept | null> {
  const text = await readSecret(tx, keys, place.companyId, place.name)
  return text === null ? null : v.parse(kept, JSON.parse(text))
}

/** Signs for one place. Null: there is no secret, or no key opens it. */
export async function webhookSigner(tx: Database['orm'] | ServerTx, keys: KeyRing, place: Place) {
  const secrets = await readKept(tx, keys, place)
  return (
    secrets && {
      /** Headers of a try: `id` stays the same on repetitions, the time is that of the try. */
      sign(id: string, body: string, now: Date): Record<string, string> {
        const { current, former } = secrets
        const valid = former && Date.parse(former.until) > now.getTime() ? [current, former.secret] : [current]
        return {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
          'webhook-signature': valid.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
        }
      },
    }
  )
}
