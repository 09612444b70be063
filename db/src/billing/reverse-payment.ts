// A payment that was marked by mistake is taken back: a row of the ledger with its amount and a minus, and what it moved is where it was before.
// What was changed since by others stays, and is said in the row. Server only.
import { and, eq, isNull, ne } from 'drizzle-orm'
import { companies, plans } from '../companies/table.ts'
import { localTime } from '../bot/opening-hours.ts'
import { AppError } from '../kit/errors.ts'
import { newId } from '../kit/new-id.ts'
import type { ServerTx } from '../node/connect.ts'
import type { Payment } from './apply-payment.ts'
import { forgetPaidLetter } from './invoice-mails.ts'
import { lockSubscriber, moveDueDate } from './invoicing.ts'
import type { PaymentNotice } from './notices.ts'
import { overLimits } from './plan-use.ts'
import { repriceOpenInvoice, voidInvoice } from './reprice.ts'
import { companyBilling, invoices, payments } from './table.ts'

export interface Reversal {
  companyId: string
  paymentId: string
  userId: string
  /** Why, in words. */
  reason: string
}

/**
 * Returns the ledger's new row. Only what somebody marked is taken back: what a provider told of was received.
 * @throws AppError ERR_NOT_FOUND, ERR_PAYMENT_NOT_REVERSIBLE
 */
export async function reversePayment(tx: ServerTx, reversal: Reversal, now: Date): Promise<Payment> {
  const { companyId, paymentId, userId, reason } = reversal
  const company = await lockSubscriber(tx, companyId)
  const own = and(eq(payments.id, paymentId), eq(payments.companyId, companyId))
  const [payment] = await tx.select().from(payments).where(own)
  if (!company || !payment) throw new AppError('ERR_NOT_FOUND')
  const [before] = await tx.select({ id: payments.id }).from(payments).where(eq(payments.reverses, paymentId))
  if (before || payment.provider !== 'manual' || payment.effect === 'reversed') {
    throw new AppError('ERR_PAYMENT_NOT_REVERSIBLE')
  }
  const undone = payment.effect === 'renewed' ? await undo(tx, company, payment, now) : { ...company, notices: [] }
  const row = {
    id: newId(),
    companyId,
    companyName: company.name,
    invoiceId: payment.invoiceId,
    chargeId: payment.chargeId,
    provider: 'manual',
    reference: newId(),
    amount: (-Number(payment.amount)).toFixed(2),
    paidAt: now,
    effect: 'reversed',
    reverses: payment.id,
    planName: payment.planName,
    months: payment.months,
    planBefore: company.planId,
    planAfter: undone.planId,
    anchorBefore: company.anchorDay,
    trialBefore: company.trialEndsAt,
    dueBefore: company.dueDate,
    dueAfter: undone.dueDate,
    notices: undone.notices,
    userId,
    note: reason,
    createdAt: now,
  } as const
  const [written] = await tx.insert(payments).values(row).returning()
  if (!written) throw new Error('what is inserted is returned')
  return written
}

type Subscriber = NonNullable<Awaited<ReturnType<typeof lockSubscriber>>>

/** Returns where due date and plan are now. */
async function undo(tx: ServerTx, company: Subscriber, payment: Payment, now: Date) {
  const { id: companyId } = company
  const notices: PaymentNotice[] = []
  const due = dueWithout(company, payment)
  if (due.isShifted) notices.push({ kind: 'due-shifted' })
  const planId = await planWithout(tx, company, payment, notices)
  if (planId !== company.planId) {
    await tx.update(companies).set({ planId, updatedAt: now }).where(eq(companies.id, companyId))
  }
  await reopen(tx, companyId, payment.invoiceId, now)
  await moveDueDate(tx, companyId, due, now)
  if (!due.isShifted) {
    const { trialBefore: trialEndsAt } = payment
    await tx.update(companyBilling).set({ trialEndsAt }).where(eq(companyBilling.companyId, companyId))
  }
  await repriceOpenInvoice(tx, companyId, now, { reopened: true })
  const [plan] = await tx.select().from(plans).where(eq(plans.id, planId))
  const over = plan && planId !== company.planId ? await overLimits(tx, companyId, plan) : []
  if (plan && over.length > 0) notices.push({ kind: 'over-limits', present: plan.name, over })
  return { planId, dueDate: due.dueDate, notices }
}

/** Where the due date was; when it was moved since, as much earlier as the payment had moved it on. */
function dueWithout({ dueDate, timeZone, anchorDay }: Subscriber, { dueBefore, dueAfter, anchorBefore }: Payment) {
  if (dueDate.getTime() === dueAfter.getTime()) {
    return { dueDate: dueBefore, anchorDay: anchorBefore ?? anchorDay, isShifted: false }
  }
  const shifted = new Date(dueDate.getTime() - (dueAfter.getTime() - dueBefore.getTime()))
  return { dueDate: shifted, anchorDay: Number(localTime(shifted, timeZone).date.slice(8)), isShifted: true }
}

/** The plan that the payment changed; one that was set since stays. */
async function planWithout(
  tx: ServerTx,
  { planId, planName }: Subscriber,
  { planBefore, planAfter }: Payment,
  notices: PaymentNotice[],
): Promise<string> {
  if (planBefore === planAfter) return planId
  const [plan] = planBefore === null ? [] : await tx.select().from(plans).where(eq(plans.id, planBefore))
  if (plan && planAfter === planId) return plan.id
  if (plan?.id !== planId) notices.push({ kind: 'plan-kept', present: planName })
  return planId
}

/** It is owed again; one that was made since is for a period that has not come. */
async function reopen(tx: ServerTx, companyId: string, invoiceId: string | null, now: Date): Promise<void> {
  if (invoiceId === null) return
  const open = and(eq(invoices.companyId, companyId), isNull(invoices.paidAt), ne(invoices.id, invoiceId))
  const [newer] = await tx.select({ id: invoices.id }).from(invoices).where(open)
  if (newer) await voidInvoice(tx, newer.id, now)
  await tx.update(invoices).set({ paidAt: null, updatedAt: now }).where(eq(invoices.id, invoiceId))
  await forgetPaidLetter(tx, invoiceId)
}
