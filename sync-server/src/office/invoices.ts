// What the session's company owes and has paid: for its admins, also while it is overdue; and, by a super user, of any company.
import { applyByHand } from 'db/billing/apply-payment.ts'
import { invoiceStatus } from 'db/billing/periods.ts'
import { companyBilling, invoices, payments, pixProviders, paymentEffects } from 'db/billing/table.ts'
import { companies } from 'db/companies/table.ts'
import type { UserActor } from 'db/kit/actor.ts'
import { idArg } from 'db/kit/args.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { hasPermission } from 'db/kit/permissions.ts'
import { hasText } from 'db/kit/sql/search-text.ts'
import { users } from 'db/users/table.ts'
import { and, desc, eq, isNull, or, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import * as v from 'valibot'
import type { Authenticated, Services } from '../http/context.ts'
import { instant, nullableText, pageAnswer, uuid } from '../http/openapi/answer-schema.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'
import { endOfPage, filled, pageOf, windowQuery } from '../http/page.ts'
import { readJson } from '../http/read-json.ts'
import { assertSuper } from './super.ts'

const query = v.object({ ...windowQuery, searchParam: v.optional(v.pipe(v.string(), v.maxLength(200))) })
const answer = v.object({
  id: uuid,
  number: v.number(),
  detail: v.string(),
  value: v.number(),
  months: v.number(),
  dueDate: instant,
  paidAt: v.nullable(instant),
  status: v.picklist(['paid', 'overdue', 'open']),
})
const paymentAnswer = v.object({
  id: uuid,
  invoiceId: v.nullable(uuid),
  provider: v.picklist(pixProviders),
  reference: v.string(),
  amount: v.number(),
  paidAt: instant,
  effect: v.picklist(paymentEffects),
  dueBefore: instant,
  dueAfter: instant,
  /** Who marked it by hand. */
  by: nullableText,
  note: v.string(),
})
const companyInvoices = v.object({ invoices: v.array(answer), payments: v.array(paymentAnswer) })
const mark = v.strictObject({ note: v.pipe(v.string(), v.trim(), v.minLength(3), v.maxLength(500)) })

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
    summary: 'Mark an invoice as paid, saying why, for super users',
    body: mark,
    status: 200,
    answer: companyInvoices,
  },
]

type Row = typeof invoices.$inferSelect

const shown = ({ id, number, detail, value, months, dueDate, paidAt }: Row, timeZone: string) => ({
  id,
  number,
  detail,
  months,
  dueDate,
  paidAt,
  value: Number(value),
  status: invoiceStatus(
    {
      paidAt,
      dueDate,
    },
    new Date(),
    timeZone,
  ),
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
    const { note } = parseArgs(mark, await readJson(c))
    const { id } = await findInvoice(db, companyId, c.req.param('invoiceId'))
    const { userId } = c.get('actor')
    await db.orm.transaction((tx) => applyByHand(tx, id, { userId, note }, new Date()))
    return c.json(await ofCompany(db, companyId))
  })
  return app
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
  const [company] = await db.orm.select({ id: companyBilling.companyId }).from(companyBilling).where(there)
  if (!company) throw new AppError('ERR_NOT_FOUND')
  const timeZone = await zoneOf(db, companyId)
  const [all, paid] = await Promise.all([
    db.orm.select().from(invoices).where(eq(invoices.companyId, companyId)).orderBy(desc(invoices.number)),
    db.orm
      .select({ payment: payments, by: users.name })
      .from(payments)
      .leftJoin(users, eq(users.id, payments.userId))
      .where(eq(payments.companyId, companyId))
      .orderBy(desc(payments.createdAt)),
  ])
  return {
    invoices: all.map((row) => shown(row, timeZone)),
    payments: paid.map(({ payment, by }) => {
      const { companyId: _own, companyName: _name, userId: _who, createdAt: _at, amount, ...rest } = payment
      return { ...rest, amount: Number(amount), by }
    }),
  }
}
