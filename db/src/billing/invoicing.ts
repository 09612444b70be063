// One invoice a company and period: made before the period begins, by a job that may run twice at once, late or never in between. Invariant:
// a company has at most one unpaid invoice, whose due date is the company's: there is no other period that it could pay for. Server only.
import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import type { ServerTx } from '../node/connect.ts'
import { companies, plans } from '../companies/table.ts'
import { recurrenceNames, recurrences, renewed } from './periods.ts'
import { companyBilling, invoices } from './table.ts'

/** An invoice is there so long before it is due. */
export const invoiceAheadMs = 20 * 86_400_000

/**
 * The next invoice of each company that has none and whose period begins soon; of one company, or of up to `limit`. Returns those that were
 * made, fewer than `limit` when there are no more.
 */
export async function makeInvoices(
  tx: Pick<ServerTx, 'execute'>,
  now: Date,
  { companyId, limit = 500 }: { companyId?: string; limit?: number } = {},
): Promise<MadeInvoice[]> {
  const until = new Date(now.getTime() + invoiceAheadMs).toISOString()
  const months = sql.join(
    recurrenceNames.map((name) => sql`when ${name} then ${recurrences[name]}::int`),
    sql` `,
  )
  return tx.execute<MadeInvoice & Record<string, unknown>>(sql`
    with due as (
      select c.id, c.due_date, p.name as detail, p.value, case c.recurrence ${months} end as months
      from companies c join plans p on p.id = c.plan_id
      where not c.operator and c.status and p.value > 0 and c.due_date <= ${until}::timestamptz
        and not exists (select from invoices i where i.company_id = c.id and i.paid_at is null)
        ${companyId === undefined ? sql`` : sql`and c.id = ${companyId}`}
      order by c.id limit ${limit} for no key update of c
    ), numbered as (
      update company_billing b set last_invoice = b.last_invoice + 1 from due where b.company_id = due.id
      returning b.company_id, b.last_invoice
    )
    insert into invoices (id, company_id, number, detail, value, months, due_date, created_at, updated_at)
    select gen_random_uuid(), due.id, numbered.last_invoice, due.detail, due.value * due.months, due.months, due.due_date,
      ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
    from due join numbered on numbered.company_id = due.id
    -- Another run at the same moment may have been first.
    on conflict (company_id) where paid_at is null do nothing
    returning id, company_id as "companyId"`)
}

export interface MadeInvoice {
  id: string
  companyId: string
}

/** Companies whose plan costs nothing go on by themselves, a day before their date: nobody pays R$ 0. Returns how many. */
export async function renewFree(tx: ServerTx, now: Date): Promise<number> {
  const soon = new Date(now.getTime() + 86_400_000)
  const free = await tx
    .select({ id: companies.id })
    .from(companies)
    .innerJoin(plans, and(eq(plans.id, companies.planId), eq(plans.value, '0')))
    .where(and(eq(companies.operator, false), eq(companies.status, true), lte(companies.dueDate, soon)))
  for (const { id } of free) {
    const company = await lockSubscriber(tx, id)
    if (!company || company.dueDate > soon) continue
    await moveDueDate(tx, id, renewed(company, recurrences[company.recurrence], now), now)
    // It has what it signed up for.
    await tx.update(companyBilling).set({ trialEndsAt: null }).where(eq(companyBilling.companyId, id))
  }
  return free.length
}

/** R$ of so many months, to the cent. */
export function priceOf(monthly: string, months: number): string {
  return ((Math.round(Number(monthly) * 100) * months) / 100).toFixed(2)
}

/** The company with what it pays for, held until the transaction ends: its due date and invoices change one at a time. */
export async function lockSubscriber(tx: ServerTx, companyId: string) {
  const [company] = await tx.select().from(companies).where(eq(companies.id, companyId)).for('no key update')
  if (!company) return undefined
  const [billing] = await tx.select().from(companyBilling).where(eq(companyBilling.companyId, companyId))
  const [plan] = await tx
    .select({ name: plans.name, value: plans.value })
    .from(plans)
    .where(eq(plans.id, company.planId))
  if (!billing || !plan) throw new Error('a company has a plan, and the database makes its billing row')
  return {
    ...company,
    anchorDay: billing.anchorDay,
    trialEndsAt: billing.trialEndsAt,
    deletedAt: billing.deletedAt,
    planName: plan.name,
    value: plan.value,
  }
}

/** Whatever moves the due date takes the unpaid invoice along, and the end of a trial: nothing was paid, so it is one still. */
export async function moveDueDate(
  tx: ServerTx,
  companyId: string,
  { dueDate, anchorDay }: { dueDate: Date; anchorDay: number },
  now: Date,
): Promise<void> {
  await tx.update(companies).set({ dueDate, updatedAt: now }).where(eq(companies.id, companyId))
  const trialEndsAt = sql`case when ${companyBilling.trialEndsAt} is not null then ${dueDate.toISOString()}::timestamptz end`
  await tx.update(companyBilling).set({ anchorDay, trialEndsAt }).where(eq(companyBilling.companyId, companyId))
  await tx
    .update(invoices)
    .set({ dueDate, updatedAt: now })
    .where(and(eq(invoices.companyId, companyId), isNull(invoices.paidAt)))
}
