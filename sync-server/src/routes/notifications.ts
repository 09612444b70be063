// Web Push of the session's device: GET /push/key, PUT and DELETE /push/subscriptions, POST /push/test. The worker sends.
// Invariant: a login has one subscription, which hangs on one of its sessions and ends with the login, also in a race with that end. Nobody
// takes another's address without the keys that the browser made with it.
import { and, eq, inArray, ne, or } from 'drizzle-orm'
import { parseArgs, type Tx } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { newId } from 'db/kit/new-id.ts'
import { isPushEndpoint } from 'db/push/rules.ts'
import { pushSubscriptions } from 'db/push/table.ts'
import { sessions } from 'db/users/table.ts'
import { Hono, type Context } from 'hono'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import * as v from 'valibot'
import { consume } from '../http/consume.ts'
import type { Authenticated, Services } from '../http/context.ts'
import { readJson } from '../http/read-json.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'

/** What a browser's PushSubscription is as JSON. Longer endpoints would not fit the index. */
const subscriptionBody = v.object({
  endpoint: v.pipe(v.string(), v.maxLength(2000)),
  keys: v.strictObject({
    p256dh: v.pipe(v.string(), v.regex(/^[\w-]{87}$/)),
    auth: v.pipe(v.string(), v.regex(/^[\w-]{22}$/)),
  }),
})

export const notificationDocs: RouteDoc[] = [
  {
    method: 'get',
    path: '/push/key',
    summary: 'VAPID public key; null while push is off',
    status: 200,
    answer: v.object({ key: v.nullable(v.string()) }),
  },
  { method: 'put', path: '/push/subscriptions', summary: 'Notify this device', body: subscriptionBody, status: 204 },
  { method: 'delete', path: '/push/subscriptions', summary: 'Notify this device no more', status: 204 },
  { method: 'post', path: '/push/test', summary: 'Send a notification to this device', status: 202 },
]

/** Each makes the server write to an address that the person chose. */
const testsPerPerson = { points: 3, duration: 60 }

export function notificationRoutes(services: Services) {
  const { db, env, jobs } = services
  const app = new Hono<Authenticated>()
  const tests = new RateLimiterMemory(testsPerPerson)
  app.get('/key', (c) => c.json({ key: env.VAPID_PUBLIC_KEY ?? null }))

  app.put('/subscriptions', async (c) => {
    const subscription = parseArgs(subscriptionBody, await readJson(c))
    if (!env.VAPID_PUBLIC_KEY) throw new AppError('ERR_NOT_FOUND')
    if (!isPushEndpoint(subscription.endpoint, env.PUSH_ALLOW_LOOPBACK === '1')) {
      throw new AppError('ERR_VALIDATION', { fields: { endpoint: ['URL'] } })
    }
    await subscribe(services, c, subscription)
    return c.body(null, 204)
  })

  app.delete('/subscriptions', async (c) => {
    await db.orm.delete(pushSubscriptions).where(ofLogin(db.orm, c.get('loginId')))
    return c.body(null, 204)
  })

  app.post('/test', async (c) => {
    await consume(tests, c.get('actor').userId)
    await db.orm.transaction(async (tx) => {
      const own = ofLogin(tx, c.get('loginId'))
      const [row] = await tx.select({ id: pushSubscriptions.id }).from(pushSubscriptions).where(own)
      if (!row || !env.VAPID_PUBLIC_KEY) throw new AppError('ERR_NOT_FOUND')
      await jobs.sendDelivery(tx, { subscriptionId: row.id, messageId: null })
    })
    return c.body(null, 202)
  })
  return app
}

async function subscribe(
  { db }: Services,
  c: Context<Authenticated>,
  { endpoint, keys }: v.InferOutput<typeof subscriptionBody>,
) {
  const { userId, companyId } = c.get('actor')
  const [now, sessionId] = [new Date(), c.get('sessionId')]
  await db.orm.transaction(async (tx) => {
    // Against the end of the login at the same time: it deletes the session, and this subscription with it or before it is made.
    const [session] = await tx.select().from(sessions).where(eq(sessions.id, sessionId)).for('key share')
    if (!session) throw new AppError('ERR_SESSION_REVOKED')
    // The browser was given a new address.
    const { userId: owner, endpoint: address, p256dh, auth } = pushSubscriptions
    await tx.delete(pushSubscriptions).where(and(ofLogin(tx, c.get('loginId')), ne(address, endpoint)))
    // The same address again: a new start of the app, or another person who was logged in here without logging out. Only the browser itself
    // knows the keys that it made with the address.
    const row = { companyId, userId, sessionId, ...keys, lastError: null, updatedAt: now }
    const [kept] = await tx
      .insert(pushSubscriptions)
      .values({ id: newId(), endpoint, createdAt: now, ...row })
      .onConflictDoUpdate({
        target: address,
        set: row,
        setWhere: or(eq(owner, userId), and(eq(p256dh, keys.p256dh), eq(auth, keys.auth))),
      })
      .returning({ id: pushSubscriptions.id })
    if (!kept) throw new AppError('ERR_VALIDATION', { fields: { endpoint: ['URL'] } })
  })
}

/** Whichever of the device's sessions made it. */
function ofLogin(tx: Tx, loginId: string) {
  const own = tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.loginId, loginId))
  return inArray(pushSubscriptions.sessionId, own)
}
