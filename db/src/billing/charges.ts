// Codes that an invoice can be paid with: what one is for, when it is made, and when it is shown to nobody any more. Invariants: a charge says from
// which plan and for which it was made; one that was voided is never shown again, and what is paid with it is in the ledger all the same. Server only.
import { and, desc, eq, gt, inArray, isNull, or } from 'drizzle-orm'
import { companies, plans } from '../companies/table.ts'
import { AppError, invalid } from '../kit/errors.ts'
import { newId } from '../kit/new-id.ts'
import type { ServerTx } from '../node/connect.ts'
import { priceOf } from './invoicing.ts'
import { overLimits } from './plan-use.ts'
import { invoices, pixCharges, type PixChargeRow, type PixProviderKind } from './table.ts'

/** A provider's code lives so long, in seconds. */
export const chargeSeconds = 3600
/** One that ends sooner is made anew: somebody has to scan it yet. */
const leastLeftMs = 5 * 60_000

export interface Wanted {
  companyId: string
  invoiceId: string
  /** Of an offered plan, or the own one. */
  planId: string
  provider: PixProviderKind
}

/**
 * One that is there and can still be paid, or a new one, whose `brCode` is '' until the provider has said it.
 * @throws AppError ERR_INVOICE_PAID, ERR_INVOICE_VOID, ERR_PLAN_FREE, ERR_PLAN_TOO_SMALL, ERR_VALIDATION
 */
export async function chargeOf(tx: ServerTx, wanted: Wanted, now: Date): Promise<PixChargeRow> {
  const { companyId, invoiceId, planId, provider } = wanted
  // The company first, as whatever else changes its bills; two clicks at the same time share a code.
  const [company] = await tx.select().from(companies).where(eq(companies.id, companyId)).for('no key update')
  const own = and(eq(invoices.id, invoiceId), eq(invoices.companyId, companyId))
  const [invoice] = await tx.select().from(invoices).where(own).for('no key update')
  if (!company || !invoice) throw new AppError('ERR_NOT_FOUND')
  if (invoice.voidedAt) throw new AppError('ERR_INVOICE_VOID')
  if (invoice.paidAt) throw new AppError('ERR_INVOICE_PAID')
  const isChange = company.planId !== planId
  const [plan] = await tx
    .select()
    .from(plans)
    .where(and(eq(plans.id, planId), isChange ? eq(plans.offered, true) : undefined))
  if (!plan) throw invalid('plan', 'Invalid')
  const amount = isChange ? priceOf(plan.value, invoice.months) : invoice.value
  if (Number(amount) === 0 || Number(plan.value) === 0) throw new AppError('ERR_PLAN_FREE')
  if (isChange) {
    const over = await overLimits(tx, companyId, plan)
    if (over.length > 0) throw new AppError('ERR_PLAN_TOO_SMALL', { over })
  }
  const made = {
    companyId,
    invoiceId,
    provider,
    purpose: isChange ? 'change' : 'renewal',
    planId,
    fromPlanId: company.planId,
    months: invoice.months,
    amount,
  } as const
  return (await reusable(tx, made, now)) ?? insert(tx, made, now)
}

type Made = Required<
  Pick<typeof pixCharges.$inferInsert, 'companyId' | 'invoiceId' | 'provider' | 'purpose' | 'planId' | 'amount'>
> & { fromPlanId: string; months: number }

async function reusable(tx: ServerTx, made: Made, now: Date): Promise<PixChargeRow | undefined> {
  const { invoiceId, provider, purpose, planId, fromPlanId, months, amount } = made
  const [known] = await tx
    .select()
    .from(pixCharges)
    .where(
      and(
        eq(pixCharges.invoiceId, invoiceId),
        eq(pixCharges.provider, provider),
        eq(pixCharges.purpose, purpose),
        eq(pixCharges.planId, planId),
        eq(pixCharges.fromPlanId, fromPlanId),
        eq(pixCharges.months, months),
        eq(pixCharges.amount, amount),
        isNull(pixCharges.voidedAt),
        or(isNull(pixCharges.expiresAt), gt(pixCharges.expiresAt, new Date(now.getTime() + leastLeftMs))),
      ),
    )
    .orderBy(desc(pixCharges.createdAt))
    .limit(1)
  return known
}

async function insert(tx: ServerTx, made: Made, now: Date): Promise<PixChargeRow> {
  const id = newId()
  const expiresAt = made.provider === 'manual' ? null : new Date(now.getTime() + chargeSeconds * 1000)
  const row = { id, ...made, txid: id.replaceAll('-', ''), brCode: '', expiresAt, createdAt: now }
  const [charge] = await tx.insert(pixCharges).values(row).returning()
  if (!charge) throw new Error('what is inserted is returned')
  return charge
}

/** What was to be paid is another thing now: nobody is shown these codes any more. */
export async function voidCharges(tx: ServerTx, invoiceId: string, now: Date): Promise<void> {
  await tx
    .update(pixCharges)
    .set({ voidedAt: now, voidReason: 'price' })
    .where(
      and(eq(pixCharges.invoiceId, invoiceId), or(isNull(pixCharges.voidedAt), eq(pixCharges.voidReason, 'receiver'))),
    )
}

/** The operator receives elsewhere, or under another name: codes that hold the old ones are shown to nobody any more. */
export async function voidStaticCharges(tx: ServerTx, now: Date): Promise<void> {
  const open = tx.select({ id: invoices.id }).from(invoices).where(isNull(invoices.paidAt))
  await tx
    .update(pixCharges)
    .set({ voidedAt: now, voidReason: 'receiver' })
    .where(and(eq(pixCharges.provider, 'manual'), isNull(pixCharges.voidedAt), inArray(pixCharges.invoiceId, open)))
}
