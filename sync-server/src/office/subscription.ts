// POST /subscription: an admin pays an invoice, perhaps with another plan in mind, and gets a Pix code for it. Invariants: what is to be paid is
// reckoned here; the charge is in the database before anybody can pay it; a code is used again until it expires. Nothing of a card is read.
import { chargeOf, chargeSeconds } from 'db/billing/charges.ts'
import { billingColumns } from 'db/billing/company-columns.ts'
import { concernsCompany } from 'db/billing/notices.ts'
import { overLimits } from 'db/billing/plan-use.ts'
import { companyBilling, installation, invoices, payments, pixCharges, type PixChargeRow } from 'db/billing/table.ts'
import { companies, plans } from 'db/companies/table.ts'
import { isInGoodStanding } from 'db/companies/rules.ts'
import { planColumns } from 'db/companies/plan-columns.ts'
import { idArg } from 'db/kit/args.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import type { ServerTx } from 'db/node/connect.ts'
import { createManual } from 'db/node/pix/manual.ts'
import { profileColumns } from 'db/users/rules.ts'
import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import { Hono } from 'hono'
import * as v from 'valibot'
import type { Authenticated, Services } from '../http/context.ts'
import { instant, uuid } from '../http/openapi/answer-schema.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'
import { readJson } from '../http/read-json.ts'
import { assertBilling, findInvoice } from './invoices.ts'
import { noticeAnswer, overAnswer } from './notice-answers.ts'
import { openProvider, toAppError } from './provider.ts'

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
  /** Where more is in use than the plan has. */
  over: v.array(overAnswer),
  /** What became of the last payment, where that is not what was paid for. */
  notices: v.array(noticeAnswer),
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
    // Nothing is kept where nobody can pay.
    await openProvider(services)
    const now = new Date()
    const charge = await db.orm.transaction(async (tx) => {
      const made = await makeCharge(tx, { companyId, invoiceId, planId: plan }, now)
      await keepPayer(tx, companyId, payer)
      return made
    })
    const { brCode, expiresAt } = charge.brCode === '' ? await register(services, charge) : charge
    const valor = { original: charge.amount }
    return c.json({ qrcode: { qrcode: brCode }, valor, expiresAt, provider: charge.provider })
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

/**
 * The charge of an invoice, one made by hand with its code: the operator's key stays as it is until it is kept, so that whoever changes the key
 * finds every code that holds the old one.
 */
async function makeCharge(
  tx: ServerTx,
  wanted: { companyId: string; invoiceId: string; planId: string },
  now: Date,
): Promise<PixChargeRow> {
  const [operator] = await tx.select().from(installation).for('share')
  if (!operator) throw new Error('the database has this row from the beginning')
  const charge = await chargeOf(tx, { ...wanted, provider: operator.pixProvider }, now)
  if (charge.provider !== 'manual' || charge.brCode !== '') return charge
  const receiver = { key: operator.pixKey, name: operator.pixName, city: operator.pixCity }
  const { brCode } = await createManual(receiver).charge(await orderOf(tx, charge))
  await tx.update(pixCharges).set({ brCode }).where(eq(pixCharges.id, charge.id))
  return { ...charge, brCode }
}

async function orderOf(tx: Pick<ServerTx, 'select'>, { txid, amount, invoiceId, planId }: PixChargeRow) {
  const [invoice] = await tx.select().from(invoices).where(eq(invoices.id, invoiceId))
  const [plan] = await tx.select({ name: plans.name }).from(plans).where(eq(plans.id, planId))
  const description = `${plan?.name ?? ''} #${invoice?.number ?? ''}`.slice(0, 140)
  return { txid, amount, expiresIn: chargeSeconds, description }
}

/** The same charge again where an answer was lost: its txid is ours. */
async function register(services: Services, charge: PixChargeRow): Promise<Pick<PixChargeRow, 'brCode' | 'expiresAt'>> {
  const { orm } = services.db
  const provider = await openProvider(services)
  // The operator has just changed who takes the money: the next try has a charge of theirs.
  if (provider.kind !== charge.provider) throw new AppError('ERR_PAYMENT_UNAVAILABLE')
  const made = await provider.charge(await orderOf(orm, charge)).catch((error: unknown) => {
    throw toAppError(error)
  })
  const set = { brCode: made.brCode, expiresAt: made.expiresAt }
  await orm.update(pixCharges).set(set).where(eq(pixCharges.id, charge.id))
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
    noticesSeenAt: _operator,
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
    over: await overLimits(db.orm, companyId, row.plan),
    notices: await lastNotices(db, companyId, new Date()),
  }
}

/** What happened so long ago is no news. */
const toldMs = 30 * 86_400_000

async function lastNotices({ orm }: Services['db'], companyId: string, now: Date) {
  const ofPayment = and(eq(payments.companyId, companyId), inArray(payments.effect, ['renewed', 'short']))
  const [last] = await orm.select().from(payments).where(ofPayment).orderBy(desc(payments.createdAt)).limit(1)
  if (!last || now.getTime() - last.createdAt.getTime() > toldMs) return []
  const [taken] = await orm.select({ id: payments.id }).from(payments).where(eq(payments.reverses, last.id))
  if (taken) return []
  return last.notices.filter(concernsCompany).map((notice) => ({ ...notice, renewed: last.effect === 'renewed' }))
}
