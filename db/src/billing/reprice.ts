// What a company owes follows what it has: whoever changes its plan or recurrence has the open invoice say the same in that moment. Server only.
import { and, eq, isNull } from 'drizzle-orm'
import { companies } from '../companies/table.ts'
import type { ServerTx } from '../node/connect.ts'
import { voidCharges } from './charges.ts'
import { lockSubscriber, makeInvoices, priceOf } from './invoicing.ts'
import { recurrences } from './periods.ts'
import { invoices } from './table.ts'

/**
 * The open invoice costs what plan and recurrence cost now, with codes made anew; of a plan that is free it is voided. Without one it is made where
 * its time has come. `reopened`: it was closed by mistake, and its codes are as good as they were.
 */
export async function repriceOpenInvoice(
  tx: ServerTx,
  companyId: string,
  now: Date,
  { reopened = false } = {},
): Promise<void> {
  const company = await lockSubscriber(tx, companyId)
  if (!company || company.operator) return
  const open = and(eq(invoices.companyId, companyId), isNull(invoices.paidAt))
  const [invoice] = await tx.select().from(invoices).where(open).for('no key update')
  if (!invoice) {
    await makeInvoices(tx, now, { companyId })
    return
  }
  const months = recurrences[company.recurrence]
  const value = priceOf(company.value, months)
  if (Number(value) === 0) return voidInvoice(tx, invoice.id, now)
  const owed = { detail: company.planName, value, months }
  const isSame = invoice.detail === owed.detail && invoice.months === months
  if (isSame && (reopened || invoice.value === value)) return
  await tx
    .update(invoices)
    .set({ ...owed, updatedAt: now })
    .where(eq(invoices.id, invoice.id))
  if (!reopened) await voidCharges(tx, invoice.id, now)
}

/** Nobody owes it any more. */
export async function voidInvoice(tx: ServerTx, id: string, now: Date): Promise<void> {
  await tx.update(invoices).set({ paidAt: now, voidedAt: now, updatedAt: now }).where(eq(invoices.id, id))
  await voidCharges(tx, id, now)
}

/** The plan costs nothing from now on: what its companies still owe for it is voided. */
export async function voidInvoicesOfPlan(tx: ServerTx, planId: string, now: Date): Promise<void> {
  const subscribers = await tx
    .select({ id: companies.id })
    .from(companies)
    .where(eq(companies.planId, planId))
    .orderBy(companies.id)
  for (const { id } of subscribers) await repriceOpenInvoice(tx, id, now)
}
