// Money that came in, applied once: the invoice is paid, the company's due date moves, and the ledger has a row that says so. Invariants: a plan
// changes by a payment only where the code was made for that, from the plan that the company still has, and what it uses fits; otherwise the
// money counts for the plan that it has. A payment that is too small, or of an invoice that is closed, moves nothing and is in the ledger all the
// same: somebody has to give it back. What is not as the payer meant it stands there as a notice.
import { and, eq, isNull } from 'drizzle-orm'
import { companies, plans } from '../companies/table.ts'
import { AppError } from '../kit/errors.ts'
import { newId } from '../kit/new-id.ts'
import type { ServerTx } from '../node/connect.ts'
import { lockSubscriber, moveDueDate } from './invoicing.ts'
import type { PaymentNotice } from './notices.ts'
import { renewed } from './periods.ts'
import { overLimits } from './plan-use.ts'
import {
  companyBilling,
  invoices,
  payments,
  pixCharges,
  type Invoice,
  type PixChargeRow,
  type PixProviderKind,
} from './table.ts'

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
  return apply(tx, { ...charge, chargeId: charge.id }, { ...paid, userId: null, note: '' }, now)
}

export interface Marked {
  userId: string | null
  /** How it was paid, in words. */
  note: string
  /** The code that was paid, one of the invoice's. */
  chargeId?: string | undefined
  /** R$, of what came in otherwise: it pays for the present plan. Without both it is what the invoice says. */
  amount?: string | undefined
}

/**
 * Marked by a super user, who says why and for which code. Less than is owed is written down and moves nothing.
 * @throws AppError ERR_NOT_FOUND, ERR_INVOICE_PAID, ERR_INVOICE_VOID
 */
export async function applyByHand(
  tx: ServerTx,
  invoiceId: string,
  { userId, note, chargeId, amount }: Marked,
  now: Date,
): Promise<Payment> {
  const [invoice] = await tx.select().from(invoices).where(eq(invoices.id, invoiceId))
  if (!invoice) throw new AppError('ERR_NOT_FOUND')
  const charge = chargeId === undefined ? null : await ofInvoice(tx, chargeId, invoiceId)
  const received = charge?.amount ?? amount ?? invoice.value
  const paid = { provider: 'manual' as const, reference: newId(), amount: received, paidAt: now, userId, note }
  const { companyId } = invoice
  const payment = await apply(tx, { invoiceId, companyId, chargeId: charge?.id ?? null, exact: true }, paid, now)
  if (!payment) throw new AppError('ERR_NOT_FOUND')
  return payment
}

async function ofInvoice(tx: ServerTx, chargeId: string, invoiceId: string): Promise<PixChargeRow> {
  const own = and(eq(pixCharges.id, chargeId), eq(pixCharges.invoiceId, invoiceId))
  const [charge] = await tx.select().from(pixCharges).where(own)
  if (!charge) throw new AppError('ERR_NOT_FOUND')
  return charge
}

interface Target {
  invoiceId: string
  companyId: string
  chargeId: string | null
  /** This invoice is meant and no other: one that is closed is refused. */
  exact?: boolean
}

async function apply(
  tx: ServerTx,
  { invoiceId, companyId, chargeId, exact = false }: Target,
  paid: Paid & { userId: string | null; note: string },
  now: Date,
): Promise<Payment | null> {
  const company = await lockSubscriber(tx, companyId)
  const invoice = company && (await lockOwed(tx, companyId, invoiceId))
  if (!company || !invoice) return null
  if (exact && (invoice.paidAt || invoice.id !== invoiceId)) {
    throw new AppError(invoice.voidedAt || invoice.id !== invoiceId ? 'ERR_INVOICE_VOID' : 'ERR_INVOICE_PAID')
  }
  // Read with the company held: whatever voids a charge holds it, too.
  const [charge] = chargeId === null ? [] : await tx.select().from(pixCharges).where(eq(pixCharges.id, chargeId))
  const { notices, ...bought } = await boughtBy(tx, company, invoice, charge)
  const isEnough = Number(paid.amount) >= Number(bought.owed)
  const effect = invoice.paidAt ? 'surplus' : isEnough ? 'renewed' : 'short'
  const next = effect === 'renewed' ? renewed(company, bought.months, now) : company
  const row = {
    id: newId(),
    companyId,
    companyName: company.name,
    invoiceId: invoice.id,
    chargeId,
    ...paid,
    effect,
    dueBefore: company.dueDate,
    dueAfter: next.dueDate,
    planName: effect === 'renewed' ? bought.planName : '',
    months: effect === 'renewed' ? bought.months : null,
    planBefore: company.planId,
    planAfter: effect === 'renewed' ? bought.planId : company.planId,
    anchorBefore: company.anchorDay,
    trialBefore: company.trialEndsAt,
    notices: effect === 'surplus' ? [] : [...notices, ...amountNotice(bought.owed, paid.amount)],
    createdAt: now,
  } as const
  const once = { target: [payments.provider, payments.reference] }
  const [payment] = await tx.insert(payments).values(row).onConflictDoNothing(once).returning()
  if (!payment || effect !== 'renewed') return payment ?? null
  // The invoice first: what is paid stays where it was due, and says what was bought.
  const { planName: detail, owed: value, months, planId } = bought
  const settled = { paidAt: paid.paidAt, detail, value, months, updatedAt: now }
  await tx.update(invoices).set(settled).where(eq(invoices.id, invoice.id))
  await moveDueDate(tx, companyId, next, now)
  await tx.update(companyBilling).set({ trialEndsAt: null }).where(eq(companyBilling.companyId, companyId))
  if (planId !== company.planId) {
    await tx.update(companies).set({ planId, updatedAt: now }).where(eq(companies.id, companyId))
  }
  return payment
}

/** The invoice, or in place of one that was voided the one that is open now. */
async function lockOwed(tx: ServerTx, companyId: string, id: string): Promise<Invoice | undefined> {
  const [named] = await tx.select().from(invoices).where(eq(invoices.id, id)).for('no key update')
  if (!named?.voidedAt) return named
  const open = and(eq(invoices.companyId, companyId), isNull(invoices.paidAt))
  const [present] = await tx.select().from(invoices).where(open).for('no key update')
  return present ?? named
}

interface Bought {
  planId: string
  planName: string
  months: number
  /** R$. */
  owed: string
  notices: readonly PaymentNotice[]
}

type Subscriber = NonNullable<Awaited<ReturnType<typeof lockSubscriber>>>

/** What the money is for: what the charge says where it still holds, else the company's present plan for what that costs. */
async function boughtBy(
  tx: ServerTx,
  { id, planId, planName }: Subscriber,
  invoice: Invoice,
  charge: PixChargeRow | undefined,
): Promise<Bought> {
  const present = { planId, planName, months: invoice.months, owed: invoice.value, notices: [] }
  if (!charge) return present
  const [plan] = await tx.select().from(plans).where(eq(plans.id, charge.planId))
  if (!plan) throw new Error('a plan that somebody may pay for is not deleted')
  const told = { wanted: plan.name, present: planName }
  const months = charge.months ?? invoice.months
  const isCurrent =
    charge.invoiceId === invoice.id &&
    charge.voidReason !== 'price' &&
    (charge.fromPlanId ?? charge.planId) === planId &&
    months === invoice.months
  if (!isCurrent) {
    const isSame = charge.planId === planId && months === invoice.months
    return { ...present, notices: isSame ? [] : [{ kind: 'plan-moved', ...told }] }
  }
  if (charge.purpose === 'renewal' || charge.planId === planId) return { ...present, owed: charge.amount }
  const over = await overLimits(tx, id, plan)
  if (over.length > 0) return { ...present, notices: [{ kind: 'plan-too-small', ...told, over }] }
  return { planId: plan.id, planName: plan.name, months, owed: charge.amount, notices: [] }
}

const amountNotice = (owed: string, received: string): PaymentNotice[] =>
  Number(owed) === Number(received) ? [] : [{ kind: 'amount', owed, received }]
