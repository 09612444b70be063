// POST /subscription: an admin pays an invoice, perhaps with another plan in mind, and gets a Pix code for it. Invariants: what is to be paid is
// reckoned here; the charge is in the database before anybody can pay it; a code is used again until it expires. Nothing of a card is read.
import { priceOf } from 'db/billing/invoicing.ts'
import { billingColumns } from 'db/billing/company-columns.ts'
import { companyBilling, invoices, pixCharges } from 'db/billing/table.ts'
import { companies, plans } from 'db/companies/table.ts'
import { isInGoodStanding } from 'db/companies/rules.ts'
import { planColumns, planLimits } from 'db/companies/plan-columns.ts'
import { connections } from 'db/connections/table.ts'
import { idArg } from 'db/kit/args.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { newId } from 'db/kit/new-id.ts'
import type { ServerTx } from 'db/node/connect.ts'
import { queues } from 'db/queues/table.ts'
import { profileColumns } from 'db/users/rules.ts'
import { users } from 'db/users/table.ts'
import { and, desc, eq, gt, isNull, or } from 'drizzle-orm'
import { Hono } from 'hono'
import * as v from 'valibot'
import type { Authenticated, Services } from '../http/context.ts'
import { instant, uuid } from '../http/openapi/answer-schema.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'
import { readJson } from '../http/read-json.ts'
import { assertBilling, findInvoice } from './invoices.ts'
import { openProvider, toAppError } from './provider.ts'

/** A code lives so long, in seconds. */
const chargeSeconds = 3600
/** One that ends sooner is made anew: somebody has to scan it yet. */
const leastLeftMs = 5 * 60_000

const { billingName, addressStreet, addressCity, addressState, addressZipCode } = billingColumns
const required = <Schema extends v.GenericSchema<string, string>>(schema: Schema) => v.pipe(schema, v.minLength(1))

/** Price, users, connections and what is said of a card come along from the specification's client, and mean nothing here. */
const body = v.object({
  firstName: required(billingName),
  lastName: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100)), ''),
  address2: required(addressStreet),
  city: required(addressCity),
  state: v.optional(addressState, ''),
  zipcode: required(addressZipCode),
  country: v.picklist(['BR', 'usa']),
  /** The id of an offered plan, or of the own one. */
  plan: idArg,
  invoiceId: idArg,
})

const answer = v.object({
  /** The BR Code: to be drawn as a QR code, or copied. */
  qrcode: v.object({ qrcode: v.string() }),
  valor: v.object({ original: v.string() }),
  expiresAt: v.nullable(instant),
  /** 'manual': somebody marks it as paid. */
  provider: v.picklist(['manual', 'efi']),
})
const profileAnswer = v.object({
  companyId: uuid,
  planId: uuid,
  email: v.nullable(v.string()),
  dueDate: instant,
  recurrence: v.string(),
  trialExpiration: v.nullable(instant),
  overdue: v.boolean(),
  plan: v.object({ id: uuid, ...planColumns }),
  ...billingColumns,
  openInvoiceId: v.nullable(uuid),
})
const emailBody = v.strictObject({ email: profileColumns.email })

export const subscriptionDocs: RouteDoc[] = [
  {
    method: 'get',
    path: '/subscription',
    summary: 'What the company has, until when, and to whom its bills are written; for admins',
    status: 200,
    answer: profileAnswer,
  },
  {
    method: 'post',
    path: '/subscription',
    summary: 'A Pix code for an invoice, with the plan that is wanted',
    description: 'The amount is reckoned on the server. The plan changes when it is paid. Card fields are not read.',
    body,
    status: 200,
    answer,
  },
  { method: 'put', path: '/subscription/email', summary: 'Where bills are sent', body: emailBody, status: 204 },
]

export function subscriptionRoutes(services: Services) {
  const { db } = services
  const app = new Hono<Authenticated>()
  app.use(async (c, next) => {
    assertBilling(c.get('actor'))
    await next()
  })
  app.get('/', async (c) => c.json(await readProfile(services, c.get('actor').companyId)))
  app.put('/email', async (c) => {
    const { email } = parseArgs(emailBody, await readJson(c))
    const set = { email, updatedAt: new Date() }
    await db.orm
      .update(companies)
      .set(set)
      .where(eq(companies.id, c.get('actor').companyId))
    return c.body(null, 204)
  })
  app.post('/', async (c) => {
    const { companyId } = c.get('actor')
    const { invoiceId, plan, ...payer } = parseArgs(body, await readJson(c))
    await findInvoice(db, companyId, invoiceId)
    const provider = await openProvider(services)
    const now = new Date()
    const charge = await db.orm.transaction(async (tx) => {
      await keepPayer(tx, companyId, payer)
      return chargeOf(tx, { companyId, invoiceId, planId: plan, provider: provider.kind }, now)
    })
    const { brCode, expiresAt } = charge.brCode === '' ? await register(services, charge, provider) : charge
    const valor = { original: charge.amount }
    return c.json({ qrcode: { qrcode: brCode }, valor, expiresAt, provider: provider.kind })
  })
  return app
}

async function keepPayer(
  tx: ServerTx,
  companyId: string,
  payer: Pick<
    v.InferOutput<typeof body>,
    'firstName' | 'lastName' | 'address2' | 'city' | 'state' | 'zipcode' | 'country'
  >,
) {
  await tx
    .update(companyBilling)
    .set({
      billingName: [payer.firstName, payer.lastName].filter(Boolean).join(' ').slice(0, 100),
      addressStreet: payer.address2,
      addressCity: payer.city,
      addressState: payer.state,
      addressZipCode: payer.zipcode,
      addressCountry: payer.country,
    })
    .where(eq(companyBilling.companyId, companyId))
}

type Charge = typeof pixCharges.$inferSelect

/** One that is there and can still be paid, or a new one. @throws AppError ERR_INVOICE_PAID, ERR_PLAN_TOO_SMALL, ERR_VALIDATION */
async function chargeOf(
  tx: ServerTx,
  { companyId, invoiceId, planId, provider }: Pick<Charge, 'companyId' | 'invoiceId' | 'planId' | 'provider'>,
  now: Date,
): Promise<Charge> {
  // Two clicks at the same time share a code.
  const [invoice] = await tx.select().from(invoices).where(eq(invoices.id, invoiceId)).for('no key update')
  if (!invoice) throw new AppError('ERR_NOT_FOUND')
  if (invoice.paidAt) throw new AppError('ERR_INVOICE_PAID')
  const amount = await amountOf(tx, { companyId, planId, invoice })
  const [known] = await tx
    .select()
    .from(pixCharges)
    .where(
      and(
        eq(pixCharges.invoiceId, invoiceId),
        eq(pixCharges.provider, provider),
        eq(pixCharges.planId, planId),
        eq(pixCharges.amount, amount),
        or(isNull(pixCharges.expiresAt), gt(pixCharges.expiresAt, new Date(now.getTime() + leastLeftMs))),
      ),
    )
    .orderBy(desc(pixCharges.createdAt))
    .limit(1)
  if (known) return known
  const id = newId()
  const expiresAt = provider === 'manual' ? null : new Date(now.getTime() + chargeSeconds * 1000)
  const txid = id.replaceAll('-', '')
  const charge = { id, companyId, invoiceId, provider, txid, amount, planId, brCode: '', expiresAt, createdAt: now }
  await tx.insert(pixCharges).values(charge)
  return charge
}

async function amountOf(
  tx: ServerTx,
  { companyId, planId, invoice }: { companyId: string; planId: string; invoice: typeof invoices.$inferSelect },
): Promise<string> {
  const [company] = await tx.select().from(companies).where(eq(companies.id, companyId))
  if (company?.planId === planId) return invoice.value
  const [plan] = await tx
    .select()
    .from(plans)
    .where(and(eq(plans.id, planId), eq(plans.offered, true)))
  if (!plan) throw new AppError('ERR_VALIDATION', { fields: { plan: ['Invalid'] } })
  const used: Partial<Record<(typeof planLimits)[number], number>> = {
    users: await tx.$count(users, eq(users.companyId, companyId)),
    connections: await tx.$count(connections, and(eq(connections.companyId, companyId), isNull(connections.deletedAt))),
    queues: await tx.$count(queues, eq(queues.companyId, companyId)),
  }
  const over = planLimits.filter((limit) => (used[limit] ?? 0) > plan[limit])
  if (over.length > 0) {
    const facts = over.map((resource) => ({ resource, limit: plan[resource], used: used[resource] ?? 0 }))
    throw new AppError('ERR_PLAN_TOO_SMALL', { over: facts })
  }
  return priceOf(plan.value, invoice.months)
}

/** The same charge again where an answer was lost: its txid is ours. */
async function register(
  { db }: Services,
  charge: Charge,
  provider: Awaited<ReturnType<typeof openProvider>>,
): Promise<Pick<Charge, 'brCode' | 'expiresAt'>> {
  const { txid, amount, invoiceId } = charge
  const [invoice] = await db.orm.select().from(invoices).where(eq(invoices.id, invoiceId))
  const order = {
    txid,
    amount,
    expiresIn: chargeSeconds,
    description: `${invoice?.detail ?? ''} #${invoice?.number ?? ''}`.slice(0, 140),
  }
  const made = await provider.charge(order).catch((error: unknown) => {
    throw toAppError(error)
  })
  const set = { brCode: made.brCode, expiresAt: made.expiresAt }
  await db.orm.update(pixCharges).set(set).where(eq(pixCharges.id, charge.id))
  return set
}

async function readProfile({ db, env }: Services, companyId: string) {
  const open = and(eq(invoices.companyId, companies.id), isNull(invoices.paidAt))
  const [row] = await db.orm
    .select({ company: companies, billing: companyBilling, plan: plans, invoice: invoices })
    .from(companies)
    .innerJoin(plans, eq(plans.id, companies.planId))
    .innerJoin(companyBilling, eq(companyBilling.companyId, companies.id))
    .leftJoin(invoices, open)
    .where(eq(companies.id, companyId))
  if (!row) throw new AppError('ERR_NOT_FOUND')
  const { planId, email, dueDate, recurrence } = row.company
  const {
    trialEndsAt,
    companyId: _own,
    anchorDay: _day,
    lastInvoice: _last,
    deletedAt: _none,
    ...address
  } = row.billing
  const overdue = !isInGoodStanding(row.company, new Date(), env.GRACE_DAYS)
  const openInvoiceId = row.invoice?.id ?? null
  const { createdAt: _made, updatedAt: _changed, value, ...plan } = row.plan
  return {
    companyId,
    planId,
    plan: { ...plan, value: Number(value) },
    email,
    dueDate,
    recurrence,
    trialExpiration: trialEndsAt,
    overdue,
    ...address,
    openInvoiceId,
  }
}
