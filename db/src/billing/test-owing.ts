// Companies that owe, for tests: with invoices, codes and payments, at a moment that stands still.
import { and, eq, isNull } from 'drizzle-orm'
import { companies, plans } from '../companies/table.ts'
import { newId } from '../kit/new-id.ts'
import type { Database } from '../node/connect.ts'
import { testCompany } from '../node/testing/test-world.ts'
import { applyByHand, applyCharge, type Marked } from './apply-payment.ts'
import { makeInvoices } from './invoicing.ts'
import { repriceOpenInvoice } from './reprice.ts'
import { invoices, pixCharges } from './table.ts'

export const day = 86_400_000
export const start = new Date('2026-11-25T12:00:00Z')
export const later = (days: number) => new Date(start.getTime() + days * day)

export function owingIn(db: Database) {
  const invoicesOf = (companyId: string) =>
    db.orm.select().from(invoices).where(eq(invoices.companyId, companyId)).orderBy(invoices.number)
  const make = (now: Date) => db.orm.transaction((tx) => makeInvoices(tx, now, { limit: 2000 }))

  async function dueIn(days: number, change: Partial<typeof companies.$inferInsert> = {}) {
    const company = await testCompany(db, { dueDate: later(days), ...change })
    const row = async () => {
      const [found] = await db.orm.select().from(companies).where(eq(companies.id, company.id))
      if (!found) throw new Error('gone')
      return found
    }
    return { ...company, row }
  }

  async function charged(companyId: string, change: Partial<typeof pixCharges.$inferInsert> = {}) {
    const [invoice] = await invoicesOf(companyId)
    if (!invoice) throw new Error('no invoice')
    const [company] = await db.orm.select().from(companies).where(eq(companies.id, companyId))
    const txid = newId().replaceAll('-', '')
    const charge = { id: newId(), companyId, invoiceId: invoice.id, provider: 'efi' as const, txid, brCode: 'x' }
    const planId = company?.planId ?? ''
    await db.orm
      .insert(pixCharges)
      .values({ ...charge, amount: invoice.value, planId, expiresAt: null, createdAt: start, ...change })
    return { txid, invoice }
  }

  /** What a charge says that was made to get another plan. */
  async function changeTo(companyId: string, planId: string) {
    const [company] = await db.orm.select().from(companies).where(eq(companies.id, companyId))
    return { purpose: 'change' as const, planId, fromPlanId: company?.planId ?? null, months: 1 }
  }

  const pay = (txid: string, reference: string, amount = '1.00', now = start) =>
    db.orm.transaction((tx) => applyCharge(tx, txid, { provider: 'efi', reference, amount, paidAt: now }, now))

  /** A company with an open invoice of R$ 1.00, and a plan of R$ 5.00 with room for `users`. */
  async function withOther(users = 10) {
    const [company, other] = [await dueIn(3), await testCompany(db)]
    const [row] = await db.orm.select().from(companies).where(eq(companies.id, other.id))
    const planId = row?.planId ?? ''
    const [plan] = await db.orm.update(plans).set({ value: '5.00', users }).where(eq(plans.id, planId)).returning()
    await make(start)
    const before = (await company.row()).planId
    const [own] = await db.orm.select().from(plans).where(eq(plans.id, before))
    const mark = (marked: Partial<Marked>, invoiceId?: string) =>
      db.orm.transaction(async (tx) => {
        const [open] = await tx
          .select()
          .from(invoices)
          .where(and(eq(invoices.companyId, company.id), isNull(invoices.paidAt)))
        return applyByHand(tx, invoiceId ?? open?.id ?? '', { userId: null, note: 'x', ...marked }, start)
      })
    const set = (change: Partial<typeof companies.$inferInsert>) =>
      db.orm.transaction(async (tx) => {
        await tx.update(companies).set(change).where(eq(companies.id, company.id))
        await repriceOpenInvoice(tx, company.id, start)
      })
    return { company, planId, plan: plan?.name, ownPlanId: before, own: own?.name, mark, set }
  }

  return { invoicesOf, make, dueIn, charged, changeTo, pay, withOther }
}
