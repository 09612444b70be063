// The companies of the installation, for super users: what they are, what they use, and until when they have paid.
import { actorIn, recordAudit } from 'db/audit/record.ts'
import type { AuditAction } from 'db/audit/rules.ts'
import { changedCompany, newCompany } from 'db/billing/company-columns.ts'
import { lockSubscriber, moveDueDate } from 'db/billing/invoicing.ts'
import { recurrenceNames, recurrences, renewed } from 'db/billing/periods.ts'
import { repriceOpenInvoice } from 'db/billing/reprice.ts'
import { companyBilling } from 'db/billing/table.ts'
import { companies, plans } from 'db/companies/table.ts'
import { localTime } from 'db/bot/opening-hours.ts'
import type { UserActor } from 'db/kit/actor.ts'
import { idArg } from 'db/kit/args.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import type { Effects } from 'db/kit/effects.ts'
import type { ServerTx } from 'db/node/connect.ts'
import { closeCompany } from 'db/node/close-company.ts'
import { withEffects } from 'db/node/effects.ts'
import { makeCompany } from 'db/node/make-company.ts'
import { hashPassword } from 'db/node/password.ts'
import { settings } from 'db/settings/table.ts'
import { users } from 'db/users/table.ts'
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import * as v from 'valibot'
import { assertGood } from '../accounts/good-password.ts'
import type { Authenticated, Services } from '../http/context.ts'
import { endAllLogins } from '../http/login/session.ts'
import { pageAnswer } from '../http/openapi/answer-schema.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'
import { filled } from '../http/page.ts'
import { readCompany } from '../reads/company.ts'
import { readChanged } from '../http/put-back.ts'
import { readJson } from '../http/read-json.ts'
import { companyRowAnswer, companyRowQuery, listCompanies, readCompanyRow } from './company-rows.ts'
import { assertSuper } from './super.ts'

const extension = v.strictObject({ recurrence: v.picklist(recurrenceNames) })

export const companyDocs: RouteDoc[] = [
  {
    method: 'get',
    path: '/companies',
    summary: 'Companies with what they use, for super users',
    query: companyRowQuery,
    status: 200,
    answer: pageAnswer('companies', companyRowAnswer, { count: v.number() }),
  },
  {
    method: 'get',
    path: '/companies/list',
    summary: 'The same, all of them',
    status: 200,
    answer: v.array(companyRowAnswer),
  },
  {
    method: 'post',
    path: '/companies',
    summary: 'Add a company with who runs it',
    body: newCompany,
    status: 201,
    answer: companyRowAnswer,
  },
  {
    method: 'put',
    path: '/companies/:id',
    summary: 'Change a company',
    body: changedCompany,
    status: 200,
    answer: companyRowAnswer,
  },
  {
    method: 'post',
    path: '/companies/:id/extend',
    summary: 'Move its due date on by a recurrence, from the later of it and now',
    body: extension,
    status: 200,
    answer: companyRowAnswer,
  },
  {
    method: 'delete',
    path: '/companies/:id',
    summary: 'Delete a company with all that it has',
    description:
      'Nobody of it is logged in any more when this is answered; phones, files and rows follow. Payments stay in the ledger.',
    status: 204,
  },
]

export function companyRoutes(services: Services) {
  const { db } = services
  const app = new Hono<Authenticated>()
  app.get('/', assertSuper, async (c) => c.json(await listCompanies(services.reads, filled(c.req.query()))))
  app.get('/list', assertSuper, async (c) => {
    const { companies: all } = await listCompanies(services.reads, {}, null)
    return c.json(all)
  })
  app.post('/', assertSuper, async (c) => {
    const { admin, ...company } = parseArgs(newCompany, await readJson(c))
    const now = new Date()
    const { name, email, password } = admin
    assertGood(services, password, { email, company: company.name }, 'admin.password')
    const passwordHash = await hashPassword(password)
    const row = { ...company, ...nullIfEmpty(company), trialEndsAt: null, operator: false }
    const { id } = await db.orm.transaction(async (tx) => {
      await assertPlan(tx, company.planId)
      const made = await makeCompany(tx, { ...row, admin: { name, email, passwordHash, super: false } }, now)
      await note(tx, c.get('actor'), 'company.added', { ...company, id: made.id }, {}, now)
      return made
    })
    return c.json(await readCompanyRow(db, id), 201)
  })
  app.put('/:id', assertSuper, async (c) => {
    const id = parseArgs(idArg, c.req.param('id'))
    const asOwn = () => readCompany(db, c.get('actor'), id)
    const { before, changed } = await readChanged(c, () => readCompanyRow(db, id), asOwn)
    if (changed === null) return c.json(before)
    const changes = parseArgs(changedCompany, changed)
    await db.orm.transaction((tx) => change(tx, c.get('actor'), id, changes, new Date()))
    return c.json(await readCompanyRow(db, id))
  })
  app.post('/:id/extend', assertSuper, async (c) => {
    const id = parseArgs(idArg, c.req.param('id'))
    const { recurrence } = parseArgs(extension, await readJson(c))
    const now = new Date()
    await db.orm.transaction(async (tx) => {
      const company = await mustFind(tx, id)
      const next = renewed(company, recurrences[recurrence], now)
      await moveDueDate(tx, id, next, now)
      const details = { extended: recurrence, ...moved(company.dueDate, next.dueDate) }
      await note(tx, c.get('actor'), 'company.changed', company, details, now)
    })
    return c.json(await readCompanyRow(db, id))
  })
  app.delete('/:id', assertSuper, async (c) => {
    await remove(services, c.get('actor'), parseArgs(idArg, c.req.param('id')))
    return c.body(null, 204)
  })
  return app
}

async function change(
  tx: ServerTx,
  actor: UserActor,
  id: string,
  changes: v.InferOutput<typeof changedCompany>,
  now: Date,
) {
  const company = await mustFind(tx, id)
  const { name, planId, status, recurrence, timeZone, dueDate, campaignsEnabled, email, phone, ...billing } = changes
  if (planId !== undefined) await assertPlan(tx, planId)
  // The operator's own is what everybody's runs by.
  if (status === false && company.operator) throw new AppError('ERR_NO_PERMISSION', { field: 'status' })
  const set = { name, planId, status, recurrence, timeZone, ...nullIfEmpty({ email, phone }), updatedAt: now }
  await tx.update(companies).set(set).where(eq(companies.id, id))
  if (Object.keys(billing).length > 0) {
    await tx.update(companyBilling).set(billing).where(eq(companyBilling.companyId, id))
  }
  if (campaignsEnabled !== undefined) {
    const chosen = { campaignsEnabled: campaignsEnabled ? ('enabled' as const) : ('disabled' as const), updatedAt: now }
    await tx.update(settings).set(chosen).where(eq(settings.companyId, id))
  }
  if (dueDate !== undefined && dueDate.getTime() !== company.dueDate.getTime()) {
    const anchorDay = Number(localTime(dueDate, timeZone ?? company.timeZone).date.slice(8))
    await moveDueDate(tx, id, { dueDate, anchorDay }, now)
  }
  const isPricedAnew =
    (planId !== undefined && planId !== company.planId) ||
    (recurrence !== undefined && recurrence !== company.recurrence)
  if (isPricedAnew) await repriceOpenInvoice(tx, id, now)
  if (status === false) await endLogins(tx, id, now)
  await noteChange(tx, actor, company, changes, now)
}

type Company = Awaited<ReturnType<typeof mustFind>>

/** Plan, due date, status and recurrence with what they were; of the rest the names of fields alone. */
async function noteChange(
  tx: ServerTx,
  actor: UserActor,
  before: Company,
  changes: v.InferOutput<typeof changedCompany>,
  now: Date,
) {
  const after = await mustFind(tx, before.id)
  const fields = Object.keys(changes).filter((name) => !told.has(name))
  const details = {
    ...(after.planId !== before.planId && { planBefore: before.planName, plan: after.planName }),
    ...(after.status !== before.status && { status: after.status }),
    ...(after.recurrence !== before.recurrence && {
      recurrenceBefore: before.recurrence,
      recurrence: after.recurrence,
    }),
    ...(after.dueDate.getTime() !== before.dueDate.getTime() && moved(before.dueDate, after.dueDate)),
    ...(fields.length > 0 && { fields }),
  }
  if (Object.keys(details).length > 0) await note(tx, actor, 'company.changed', before, details, now)
}

const told = new Set(['planId', 'status', 'recurrence', 'dueDate'])

const moved = (from: Date, to: Date) => ({ dueDateBefore: from.toISOString(), dueDate: to.toISOString() })

/** In the log of the operator's company, which outlives the one that it is about. */
function note(
  tx: ServerTx,
  actor: UserActor,
  action: AuditAction,
  { id, name }: { id: string; name: string },
  details: Record<string, unknown>,
  now: Date,
) {
  return recordAudit(tx, { ...actorIn(actor), action, subject: { id, name }, details }, now)
}

/** Undefined stays as it is. */
function nullIfEmpty({ email, phone }: { email?: string | undefined; phone?: string | undefined }) {
  return {
    ...(email !== undefined && { email: email === '' ? null : email }),
    ...(phone !== undefined && { phone: phone === '' ? null : phone }),
  }
}

async function mustFind(tx: ServerTx, id: string) {
  const company = await lockSubscriber(tx, id)
  if (!company || company.deletedAt) throw new AppError('ERR_NOT_FOUND')
  return company
}

async function assertPlan(tx: ServerTx, id: string) {
  const [plan] = await tx.select({ id: plans.id }).from(plans).where(eq(plans.id, id))
  if (!plan) throw new AppError('ERR_VALIDATION', { fields: { planId: ['Invalid'] } })
}

async function endLogins(tx: ServerTx, companyId: string, now: Date) {
  const people = await tx.select({ id: users.id }).from(users).where(eq(users.companyId, companyId))
  for (const { id } of people) await endAllLogins(tx, id, now)
}

/** Its people are out and its phones told; what it has is taken away by a worker, when the phones are unlinked. */
async function remove({ db, jobs }: Services, actor: UserActor, id: string) {
  const now = new Date()
  const job = async (tx: ServerTx, effects: Effects) => {
    const company = await mustFind(tx, id)
    if (company.operator) throw new AppError('ERR_NO_PERMISSION', { field: 'id' })
    await closeCompany(tx, effects, id, now)
    await endLogins(tx, id, now)
    await note(tx, actor, 'company.deleted', company, {}, now)
  }
  await db.orm.transaction((tx) => withEffects(tx, { jobs, notifies: false }, (effects) => job(tx, effects)))
}
