// Credentials of the company's own billing systems, among its settings: PUT /settings/:key keeps one, '' takes it away, GET /settings/billing says which
// there are. No mutations, because a secret must not lie in an outbox. Invariant: what was set is never answered, but for a hint of it.
import { actorIn, recordAudit } from 'db/audit/record.ts'
import {
  billingColumns,
  billingKeys,
  billingSecret,
  hintOf,
  keysOfAddress,
  type BillingKey,
} from 'db/billing-lookup/credentials.ts'
import { assertPlanHas } from 'db/companies/features.ts'
import type { UserActor } from 'db/kit/actor.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { hasPermission } from 'db/kit/permissions.ts'
import { deleteSecret, readSecret, secretFact, setSecret } from 'db/node/keys/secrets.ts'
import { Hono } from 'hono'
import * as v from 'valibot'
import { keysOf } from '../env.ts'
import type { Authenticated, Services } from '../http/context.ts'
import { instant } from '../http/openapi/answer-schema.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'

const fact = v.object({
  key: v.picklist(billingKeys),
  /** Null: it is not set. */
  set: v.nullable(v.object({ setAt: instant, by: v.nullable(v.string()), hint: v.string() })),
})

export const billingSecretDocs: RouteDoc[] = [
  {
    method: 'get',
    path: '/settings/billing',
    summary: 'Which credentials of the own billing systems are set',
    description: 'They are set by `PUT /settings/{key}`, taken away by an empty value, and never answered.',
    status: 200,
    answer: v.array(fact),
  },
]

export function billingSecretReads(services: Services) {
  return new Hono<Authenticated>().get('/settings/billing', async (c) => {
    const actor = c.get('actor')
    if (!hasPermission(actor, 'settings-page:view')) throw new AppError('ERR_NO_PERMISSION')
    return c.json(await Promise.all(billingKeys.map(async (key) => ({ key, set: await factOf(services, actor, key) }))))
  })
}

async function factOf({ db, env }: Services, { companyId }: UserActor, key: BillingKey) {
  const [name, keys] = [billingSecret(key), keysOf(env)]
  const set = await secretFact(db.orm, companyId, name)
  if (!set) return null
  // A key that was lost takes the hint with it, not the page.
  const value = keys && (await readSecret(db.orm, keys, companyId, name).catch(() => null))
  return { ...set, hint: value === null ? '' : hintOf(key, value) }
}

/** '' takes it away, and another address the keys that went to the one before. @throws AppError */
export async function keepBillingSecret(
  { db, env }: Services,
  actor: UserActor,
  key: BillingKey,
  given: string | number,
) {
  if (!hasPermission(actor, 'settings-page:edit')) throw new AppError('ERR_NO_PERMISSION')
  const { companyId, userId } = actor
  const name = billingSecret(key)
  const now = new Date()
  if (given === '') {
    const fields = [key, ...(keysOfAddress[key] ?? [])].map(billingSecret)
    return db.orm.transaction(async (tx) => {
      for (const each of fields) await deleteSecret(tx, companyId, each)
      await recordAudit(tx, { ...actorIn(actor), action: 'secret.changed', details: { fields } }, now)
    })
  }
  const { value: text } = parseArgs(v.object({ value: billingColumns[key] }), { value: String(given) })
  await assertPlanHas(db.orm, { actor, side: 'server' }, 'useIntegrations')
  const keys = keysOf(env)
  if (!keys) throw new AppError('ERR_KEYS_NOT_CONFIGURED')
  await db.orm.transaction(async (tx) => {
    const bound = keysOfAddress[key] ?? []
    // One that cannot be read any more counts as another.
    const before = bound.length > 0 ? await readSecret(tx, keys, companyId, name).catch(() => null) : text
    if (before !== text) for (const each of bound) await deleteSecret(tx, companyId, billingSecret(each))
    await setSecret(tx, keys, { companyId, name, text, userId }, now)
  })
}
