// The billing systems whose credentials a company has set, in the order in which they are asked.
import { billingKeys, billingSecret, type BillingKey } from 'db/billing-lookup/credentials.ts'
import { readSecret } from 'db/node/keys/secrets.ts'
import type { ResponderParts } from '../responder.ts'
import { makeAsaas } from './asaas.ts'
import { makeIxc } from './ixc.ts'
import { makeMkAuth } from './mk-auth.ts'
import type { BillingSystem } from './system.ts'

export async function systemsOf(
  { db, keys, outgoing, asaasUrl }: Pick<ResponderParts, 'db' | 'keys' | 'outgoing' | 'asaasUrl'>,
  companyId: string,
): Promise<BillingSystem[]> {
  const read = async (key: BillingKey) => [key, await readSecret(db.orm, keys, companyId, billingSecret(key))] as const
  const all = new Map(await Promise.all(billingKeys.map(read)))
  const of = (key: BillingKey) => all.get(key) ?? null
  const [key, ixc, token] = [of('asaas'), of('ipixc'), of('tokenixc')]
  const [mk, clientId, clientSecret] = [of('ipmkauth'), of('clientidmkauth'), of('clientsecretmkauth')]
  return [
    ...(key === null ? [] : [makeAsaas(outgoing, { key, baseUrl: asaasUrl })]),
    ...(ixc === null || token === null ? [] : [makeIxc(outgoing, { url: ixc, token })]),
    ...(mk === null || clientId === null || clientSecret === null
      ? []
      : [makeMkAuth(outgoing, { url: mk, clientId, clientSecret })]),
  ]
}
