// Who takes money for the operator, as the installation says: server and worker open the same one.
import { eq } from 'drizzle-orm'
import { applyCharge, type Payment } from '../../billing/apply-payment.ts'
import { installation } from '../../billing/table.ts'
import { companies } from '../../companies/table.ts'
import * as v from 'valibot'
import type { Database } from '../connect.ts'
import type { KeyRing } from '../keys/cipher.ts'
import { readSecret } from '../keys/secrets.ts'
import { createEfi, type Efi } from './efi.ts'
import { createManual } from './manual.ts'
import { PixError, type PixPayment, type PixProvider } from './provider.ts'

/** The secret's name, in the operator's company. */
export const efiSecret = 'efi'

const text = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))
const pem = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(20_000))

/** What Efí gives the operator. */
export const efiCredentials = v.strictObject({
  clientId: text,
  clientSecret: text,
  certificate: v.union([v.strictObject({ pfx: pem }), v.strictObject({ cert: pem, key: pem })]),
})

/** As it is kept: with the end of the address at which Efí tells of payments, which nobody else knows. */
export const efiKept = v.strictObject({ ...efiCredentials.entries, webhook: text })

export interface PixSettings {
  /** Where Efí is: a setting, so that tests have it elsewhere. */
  efiBaseUrl: string
  /** PEM of who signed that server's certificate; undefined: the world's authorities. */
  efiCa?: string | undefined
  /** Null: this process was given none, and opens nothing that is sealed. */
  keys: KeyRing | null
}

type Orm = Database['orm']

/** @throws PixError of kind `misconfigured` */
export async function openProvider(orm: Orm, settings: PixSettings): Promise<PixProvider> {
  const [row] = await orm.select().from(installation)
  if (!row || row.pixKey === '') throw new PixError('misconfigured', 'the operator has no Pix key')
  if (row.pixProvider === 'manual') return createManual({ key: row.pixKey, name: row.pixName, city: row.pixCity })
  const efi = await openEfi(orm, settings)
  if (!efi) throw new PixError('misconfigured', 'Efí is chosen, and there are no credentials')
  return efi.provider
}

/** One client for as long as its credentials are the same: it has a token and connections. */
const opened = new Map<string, Efi>()

/** Null: nobody has set its credentials. @throws PixError of kind `misconfigured` */
export async function openEfi(
  orm: Orm,
  { efiBaseUrl, efiCa, keys }: PixSettings,
): Promise<{ provider: Efi; webhook: string } | null> {
  const [row] = await orm.select().from(installation)
  const operatorId = await operatorOf(orm)
  if (!row || !operatorId || !keys) return null
  const kept = await readSecret(orm, keys, operatorId, efiSecret)
  if (kept === null) return null
  const { webhook, ...credentials } = v.parse(efiKept, JSON.parse(kept))
  const settings = { baseUrl: efiBaseUrl, ...credentials, key: row.pixKey, ca: efiCa }
  const known = JSON.stringify(settings)
  const provider = opened.get(known) ?? createEfi(settings)
  if (!opened.has(known)) opened.clear()
  opened.set(known, provider)
  return { provider, webhook }
}

/** The company that runs the installation. */
export async function operatorOf(orm: Orm): Promise<string | undefined> {
  const [row] = await orm
    .select({ id: companies.id })
    .from(companies)
    .where(eq(companies.operator, true))
    .orderBy(companies.createdAt)
    .limit(1)
  return row?.id
}

/** Each payment once, however often and by whomever it is told. */
export async function settle(
  orm: Orm,
  provider: 'efi',
  payments: readonly PixPayment[],
  now: Date,
): Promise<Payment[]> {
  const applied: Payment[] = []
  for (const { txid, reference, amount, paidAt } of payments) {
    const payment = await orm.transaction((tx) => applyCharge(tx, txid, { provider, reference, amount, paidAt }, now))
    if (payment) applied.push(payment)
  }
  return applied
}
