// Money that came in, applied once: the invoice is paid, the company's due date moves, and the ledger has a row that says so. A payment that
// is too small, or of an invoice that is paid already, moves nothing and is in the ledger all the same: somebody has to give it back.
import { and, desc, eq } from 'drizzle-orm'
import { companies } from '../companies/table.ts'
import { AppError } from '../kit/errors.ts'
import { newId } from '../kit/new-id.ts'
import type { ServerTx } from '../node/connect.ts'
import { lockSubscriber, moveDueDate } from './invoicing.ts'
import { renewed } from './periods.ts'
import { companyBilling, invoices, payments, pixCharges, type PixProviderKind } from './table.ts'

export interface Paid {
  provider: PixProviderKind
  /** The provider's own name of the payment: the same one is applied once. */
  reference: string
  /** R$ '123.45'. */
  amount: string
  paidAt: Date
}

export type Payment = typeof payments.$inferSelect

/** By a charge of ours. Null: no charge has this txid, or the payment was applied before. */
export async function applyCharge(tx: ServerTx, txid: string, paid: Paid, now: Date): Promise<Payment | null> {
  const ofTxid = and(eq(pixCharges.provider, paid.provider), eq(pixCharges.txid, txid))
  const [charge] = await tx.select().from(pixCharges).where(ofTxid)
  if (!charge) return null
  const { invoiceId, companyId, amount, planId } = charge
  return apply(tx, { invoiceId, companyId, owed: amount, planId }, { ...paid, userId: null, note: '' }, now)
}

/** Marked by a super user, who says why; for the plan and the price of the code that was shown last, where one was. @throws AppError ERR_NOT_FOUND, ERR_INVOICE_PAID */
export async function applyByHand(
  tx: ServerTx,
  invoiceId: string,
  by: { userId: string | null; note: string },
  now: Date,
): Promise<Payment> {
  const [invoice] = await tx.select().from(invoices).where(eq(invoices.id, invoiceId))
  if (!invoice) throw new AppError('ERR_NOT_FOUND')
  const { companyId, value } = invoice
  const shown = and(eq(pixCharges.invoiceId, invoiceId), eq(pixCharges.provider, 'manual'))
  const [charge] = await tx.select().from(pixCharges).where(shown).orderBy(desc(pixCharges.createdAt)).limit(1)
  const owed = charge?.amount ?? value
  const paid = { provider: 'manual' as const, reference: newId(), amount: owed, paidAt: now, ...by }
  const payment = await apply(tx, { invoiceId, companyId, owed, planId: charge?.planId ?? null }, paid, now)
  if (payment?.effect !== 'renewed') throw new AppError('ERR_INVOICE_PAID')
  return payment
}

interface Owed {
  invoiceId: string
  companyId: string
  /** R$. */
  owed: string
  /** What the company has from now on; null: what it has. */
  planId: string | null
}

async function apply(
  tx: ServerTx,
  { invoiceId, companyId, owed, planId }: Owed,
  paid: Paid & { userId: string | null; note: string },
  now: Date,
): Promise<Payment | null> {
  const company = await lockSubscriber(tx, companyId)
  const [invoice] = await tx.select().from(invoices).where(eq(invoices.id, invoiceId)).for('no key update')
  if (!company || !invoice) return null
  const isEnough = Number(paid.amount) >= Number(owed)
  const effect = invoice.paidAt ? 'surplus' : isEnough ? 'renewed' : 'short'
  const next = effect === 'renewed' ? renewed(company, invoice.months, now) : company
  const row = {
    id: newId(),
    companyId,
    companyName: company.name,
    invoiceId,
    ...paid,
    effect,
    dueBefore: company.dueDate,
    dueAfter: next.dueDate,
    createdAt: now,
  } as const
  const once = { target: [payments.provider, payments.reference] }
  const [payment] = await tx.insert(payments).values(row).onConflictDoNothing(once).returning()
  if (!payment || effect !== 'renewed') return payment ?? null
  // The invoice first: what is paid stays where it was due.
  await tx.update(invoices).set({ paidAt: paid.paidAt, value: owed, updatedAt: now }).where(eq(invoices.id, invoiceId))
  await moveDueDate(tx, companyId, next, now)
  await tx.update(companyBilling).set({ trialEndsAt: null }).where(eq(companyBilling.companyId, companyId))
  if (planId !== null && planId !== company.planId) {
    await tx.update(companies).set({ planId, updatedAt: now }).where(eq(companies.id, companyId))
  }
  return payment
}
