// What the session's company owes and has paid: for its admins, also while it is overdue; and, by a super user, of any company.
import { actorIn, recordAudit } from 'db/audit/record.ts'
import { applyByHand, type Payment } from 'db/billing/apply-payment.ts'
import { invoiceStatus } from 'db/billing/periods.ts'
import { reversePayment } from 'db/billing/reverse-payment.ts'
import {
  chargePurposes,
  companyBilling,
  invoices,
  payments,
  paymentEffects,
  pixCharges,
  pixProviders,
  voidReasons,
} from 'db/billing/table.ts'
import { planColumns } from 'db/companies/plan-columns.ts'
import { companies, plans } from 'db/companies/table.ts'
import type { UserActor } from 'db/kit/actor.ts'
import { idArg } from 'db/kit/args.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError, invalid } from 'db/kit/errors.ts'
import { hasPermission } from 'db/kit/permissions.ts'
import { hasText } from 'db/kit/sql/search-text.ts'
import type { ServerTx } from 'db/node/connect.ts'
import { statementTxid } from 'db/node/pix/manual.ts'
import { users } from 'db/users/table.ts'
import { and, desc, eq, isNull, or, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import * as v from 'valibot'
import type { Authenticated, Services } from '../http/context.ts'
import { instant, nullableText, pageAnswer, uuid } from '../http/openapi/answer-schema.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'
import { endOfPage, filled, pageOf, windowQuery } from '../http/page.ts'
import { readJson } from '../http/read-json.ts'
import { noticeAnswer } from './notice-answers.ts'
import { assertSuper } from './super.ts'

/** R$, to the cent. */
const money = v.pipe(planColumns.value, v.minValue(0.01))
const query = v.object({ ...windowQuery, searchParam: v.optional(v.pipe(v.string(), v.maxLength(200))) })
const answer = v.object({
  id: uuid,
  number: v.number(),
  detail: v.string(),
  value: v.number(),
  months: v.number(),
  dueDate: instant,
  paidAt: v.nullable(instant),
  status: v.picklist(['paid', 'overdue', 'open', 'void']),
})
/** A code that the company was shown. */
const chargeAnswer = v.object({
  id: uuid,
  invoiceId: uuid,
  provider: v.picklist(pixProviders),
  txid: v.string(),
  /** As the bank's statement has it. */
  statement: v.string(),
  amount: v.number(),
  purpose: v.picklist(chargePurposes),
  /** The plan that it pays for. */
  plan: v.string(),
  createdAt: instant,
  expiresAt: v.nullable(instant),
  voidReason: v.nullable(v.picklist(voidReasons)),
})
const paymentAnswer = v.object({
  id: uuid,
  invoiceId: v.nullable(uuid),
  /** Of the code that was paid, where it is known which. */
  txid: nullableText,
  /** What was bought; '' where nothing was. */
  planName: v.string(),
  reverses: v.nullable(uuid),
  /** Whether it can be taken back. */
  reversible: v.boolean(),
  notices: v.array(noticeAnswer),
  provider: v.picklist(pixProviders),
  reference: v.string(),
  amount: v.number(),
  paidAt: instant,
  createdAt: instant,
  effect: v.picklist(paymentEffects),
  dueBefore: instant,
  dueAfter: instant,
  /** Who marked it by hand. */
  by: nullableText,
  note: v.string(),
})
const companyInvoices = v.object({
  invoices: v.array(answer),
  charges: v.array(chargeAnswer),
  payments: v.array(paymentAnswer),
  /** Until when the notices of payments were seen. */
  noticesSeenAt: v.nullable(instant),
})
const note = v.pipe(v.string(), v.trim(), v.minLength(3), v.maxLength(500))
const mark = v.strictObject({
  note,
  /** The code that was paid. */
  chargeId: v.optional(idArg),
  /** R$, of what came in otherwise, for the present plan. Without both it is what the invoice says. */
  amount: v.optional(money),
})
const reversal = v.strictObject({ reason: note })

export const invoiceDocs: RouteDoc[] = [
  {
    method: 'get',
    path: '/invoices/all',
    summary: "The own company's invoices, newest first, for admins",
    query,
    status: 200,
    answer: pageAnswer('invoices', answer, { records: v.array(answer) }),
  },
  { method: 'get', path: '/invoices/:id', summary: 'One invoice', status: 200, answer },
  {
    method: 'get',
    path: '/companies/:id/invoices',
    summary: 'Invoices and payments of a company, for super users',
    status: 200,
    answer: companyInvoices,
  },
  {
    method: 'post',
    path: '/companies/:id/invoices/:invoiceId/pay',
    summary: 'Mark an invoice as paid, saying why and by which code, for super users',
    description:
      'With `chargeId` what that code was made for is paid; with `amount` so much came in otherwise, for the present plan. Less than is owed is written down and renews nothing.',
    body: mark,
    status: 200,
    answer: companyInvoices,
  },
  {
    method: 'post',
    path: '/companies/:id/payments/:paymentId/reverse',
    summary: 'Take back a payment that was marked by mistake, saying why, for super users',
    description: 'The ledger gets a row with the amount and a minus; due date and plan are as before.',
    body: reversal,
    status: 200,
    answer: companyInvoices,
  },
  {
    method: 'post',
    path: '/companies/:id/payments/seen',
    summary: 'What payments gave notice of was seen, for super users',
    status: 200,
    answer: companyInvoices,
  },
]

type Row = typeof invoices.$inferSelect

const shown = ({ id, number, detail, value, months, dueDate, paidAt, voidedAt }: Row, timeZone: string) => ({
  id,
  number,
  detail,
  months,
  dueDate,
  paidAt: voidedAt ? null : paidAt,
  value: Number(value),
  status: invoiceStatus({ paidAt, dueDate, voidedAt }, new Date(), timeZone),
})

export function assertBilling(actor: UserActor) {
  if (!hasPermission(actor, 'billing:view')) throw new AppError('ERR_NO_PERMISSION')
}

export function invoiceRoutes({ db }: Pick<Services, 'db'>) {
  const app = new Hono<Authenticated>()
  app.get('/all', async (c) => {
    assertBilling(c.get('actor'))
    const { companyId } = c.get('actor')
    const asked = parseArgs(query, filled(c.req.query()))
    const typed = asked.searchParam?.trim()
    const found = typed
      ? or(hasText(sql`fold_text(${invoices.detail})`, typed), sql`${invoices.number}::text = ${typed}`)
      : undefined
    const page = pageOf(asked, { key: invoices.createdAt, id: invoices.id, direction: 'desc' })
    const rows = await db.orm
      .select()
      .from(invoices)
      .where(and(eq(invoices.companyId, companyId), found, page.after))
      .orderBy(...page.orderBy)
      .limit(page.limit)
      .offset(page.offset)
    const { records, ...rest } = endOfPage(page, rows, ({ createdAt, id }) => [createdAt, id])
    const timeZone = await zoneOf(db, companyId)
    const all = records.map((row) => shown(row, timeZone))
    return c.json({ invoices: all, records: all, ...rest })
  })
  app.get('/:id', async (c) => {
    const { companyId } = c.get('actor')
    if (!hasPermission(c.get('actor'), 'billing:view')) throw new AppError('ERR_NOT_FOUND')
    const row = await findInvoice(db, companyId, c.req.param('id'))
    return c.json(shown(row, await zoneOf(db, companyId)))
  })
  return app
}

export function companyInvoiceRoutes({ db }: Pick<Services, 'db'>) {
  const app = new Hono<Authenticated>()
  app.get('/:id/invoices', assertSuper, async (c) => c.json(await ofCompany(db, c.req.param('id'))))
  app.post('/:id/invoices/:invoiceId/pay', assertSuper, async (c) => {
    const companyId = parseArgs(idArg, c.req.param('id'))
    const { amount, ...marked } = parseArgs(mark, await readJson(c))
    if (amount !== undefined && marked.chargeId !== undefined) throw invalid('amount', 'Invalid')
    const invoice = await findInvoice(db, companyId, c.req.param('invoiceId'))
    const actor = c.get('actor')
    const by = { ...marked, amount: amount?.toFixed(2), userId: actor.userId }
    await db.orm.transaction(async (tx) => {
      const now = new Date()
      const payment = await applyByHand(tx, invoice.id, by, now)
      await noteMoney(tx, actor, 'payment.marked', payment, { invoice: invoice.number }, now)
    })
    return c.json(await ofCompany(db, companyId))
  })
  app.post('/:id/payments/seen', assertSuper, async (c) => {
    const companyId = parseArgs(idArg, c.req.param('id'))
    await ofCompany(db, companyId)
    const own = eq(companyBilling.companyId, companyId)
    await db.orm.update(companyBilling).set({ noticesSeenAt: new Date() }).where(own)
    return c.json(await ofCompany(db, companyId))
  })
  app.post('/:id/payments/:paymentId/reverse', assertSuper, async (c) => {
    const companyId = parseArgs(idArg, c.req.param('id'))
    const paymentId = parseArgs(idArg, c.req.param('paymentId'))
    const { reason } = parseArgs(reversal, await readJson(c))
    const actor = c.get('actor')
    await db.orm.transaction(async (tx) => {
      const now = new Date()
      const payment = await reversePayment(tx, { companyId, paymentId, reason, userId: actor.userId }, now)
      await noteMoney(tx, actor, 'payment.reversed', payment, {}, now)
    })
    return c.json(await ofCompany(db, companyId))
  })
  return app
}

/** In the operator's own log: the amount, and what it moved. */
function noteMoney(
  tx: ServerTx,
  actor: UserActor,
  action: 'payment.marked' | 'payment.reversed',
  { companyId, companyName: name, amount, effect, dueBefore, dueAfter, planName }: Payment,
  more: Record<string, unknown>,
  now: Date,
) {
  const dates = { dueDateBefore: dueBefore.toISOString(), dueDate: dueAfter.toISOString() }
  const details = { ...more, amount, effect, ...(planName !== '' && { plan: planName }), ...dates }
  return recordAudit(tx, { ...actorIn(actor), action, subject: { id: companyId, name }, details }, now)
}

/** @throws AppError ERR_NOT_FOUND also for another company's */
export async function findInvoice({ orm }: Services['db'], companyId: string, input: string): Promise<Row> {
  const id = parseArgs(idArg, input)
  const own = and(eq(invoices.id, id), eq(invoices.companyId, companyId))
  const [row] = await orm.select().from(invoices).where(own)
  if (!row) throw new AppError('ERR_NOT_FOUND')
  return row
}

async function zoneOf({ orm }: Services['db'], companyId: string) {
  const [row] = await orm.select({ zone: companies.timeZone }).from(companies).where(eq(companies.id, companyId))
  return row?.zone ?? 'UTC'
}

async function ofCompany(db: Services['db'], input: string) {
  const companyId = parseArgs(idArg, input)
  const there = and(eq(companyBilling.companyId, companyId), isNull(companyBilling.deletedAt))
  const [company] = await db.orm.select({ seenAt: companyBilling.noticesSeenAt }).from(companyBilling).where(there)
  if (!company) throw new AppError('ERR_NOT_FOUND')
  const timeZone = await zoneOf(db, companyId)
  const [all, codes, paid] = await Promise.all([
    db.orm.select().from(invoices).where(eq(invoices.companyId, companyId)).orderBy(desc(invoices.number)),
    db.orm
      .select({ charge: pixCharges, plan: plans.name })
      .from(pixCharges)
      .innerJoin(plans, eq(plans.id, pixCharges.planId))
      .where(eq(pixCharges.companyId, companyId))
      .orderBy(desc(pixCharges.createdAt), desc(pixCharges.id)),
    db.orm
      .select({ payment: payments, by: users.name, txid: pixCharges.txid })
      .from(payments)
      .leftJoin(users, eq(users.id, payments.userId))
      .leftJoin(pixCharges, eq(pixCharges.id, payments.chargeId))
      .where(eq(payments.companyId, companyId))
      .orderBy(desc(payments.createdAt), desc(payments.id)),
  ])
  const taken = new Set(paid.map(({ payment }) => payment.reverses))
  return {
    invoices: all.map((row) => shown(row, timeZone)),
    charges: codes.map(({ charge, plan }) => {
      const { id, invoiceId, provider, txid, purpose, createdAt, expiresAt, voidReason } = charge
      const statement = provider === 'manual' ? statementTxid(txid) : txid
      const amount = Number(charge.amount)
      return { id, invoiceId, provider, txid, statement, amount, purpose, plan, createdAt, expiresAt, voidReason }
    }),
    payments: paid.map(({ payment, by, txid }) => {
      const { id, invoiceId, provider, reference, paidAt, effect, dueBefore, dueAfter, note: said } = payment
      const { planName, reverses, notices, createdAt } = payment
      const reversible = provider === 'manual' && effect !== 'reversed' && !taken.has(id)
      const moved = { effect, dueBefore, dueAfter, planName, reverses, reversible, notices, createdAt }
      return {
        id,
        invoiceId,
        provider,
        reference,
        txid,
        paidAt,
        amount: Number(payment.amount),
        ...moved,
        by,
        note: said,
      }
    }),
    noticesSeenAt: company.seenAt,
  }
}
