// Companies as super users see them: their row, what they pay, and what they use.
import { recurrenceNames, daysUntil } from 'db/billing/periods.ts'
import { overIn } from 'db/billing/plan-use.ts'
import { companyBilling, invoices, payments } from 'db/billing/table.ts'
import { campaigns } from 'db/campaigns/table.ts'
import { companies, plans } from 'db/companies/table.ts'
import { connectionDays, connections } from 'db/connections/table.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { hasText } from 'db/kit/sql/search-text.ts'
import { companyStorage } from 'db/media/table.ts'
import type { Database } from 'db/node/connect.ts'
import { queues } from 'db/queues/table.ts'
import { schedules } from 'db/schedules/table.ts'
import { settings } from 'db/settings/table.ts'
import { users } from 'db/users/table.ts'
import { and, eq, isNull, or, sql, type SQL } from 'drizzle-orm'
import * as v from 'valibot'
import { instant, nullableText, uuid } from '../http/openapi/answer-schema.ts'
import { endOfPage, pageOf, pageQuery } from '../http/page.ts'
import { overAnswer } from './notice-answers.ts'

export const companyRowQuery = v.object({
  ...pageQuery,
  searchParam: v.optional(v.pipe(v.string(), v.maxLength(200))),
})

export const companyRowAnswer = v.object({
  id: uuid,
  name: v.string(),
  email: nullableText,
  phone: nullableText,
  planId: uuid,
  plan: v.object({ id: uuid, name: v.string(), value: v.number() }),
  status: v.boolean(),
  operator: v.boolean(),
  dueDate: instant,
  /** In the company's calendar, from today; negative when it is past. */
  daysLeft: v.number(),
  recurrence: v.picklist(recurrenceNames),
  timeZone: v.string(),
  trialExpiration: v.nullable(instant),
  createdAt: instant,
  campaignsEnabled: v.boolean(),
  billingName: v.string(),
  addressZipCode: v.string(),
  addressStreet: v.string(),
  addressDistrict: v.string(),
  addressCity: v.string(),
  addressState: v.string(),
  addressCountry: v.string(),
  /** Storage in bytes; messages received and sent in the last 30 days. */
  use: v.object({
    users: v.number(),
    connections: v.number(),
    queues: v.number(),
    messages: v.number(),
    storage: v.number(),
  }),
  openInvoice: v.nullable(v.object({ id: uuid, number: v.number(), value: v.number() })),
  /** Where more is in use than the plan has. */
  over: v.array(overAnswer),
  /** Payments that somebody has to look at, and nobody has yet. */
  notices: v.number(),
})

const countOf = (from: SQL) => sql<number>`(select count(*)::int from ${from})`
const monthMs = 30 * 86_400_000

function selection(now: Date) {
  const since = new Date(now.getTime() - monthMs).toISOString().slice(0, 10)
  return {
    company: companies,
    billing: companyBilling,
    plan: plans,
    campaigns: settings.campaignsEnabled,
    openInvoice: { id: invoices.id, number: invoices.number, value: invoices.value },
    users: countOf(sql`${users} where ${users.companyId} = ${companies.id}`),
    connections: countOf(
      sql`${connections} where ${connections.companyId} = ${companies.id} and ${connections.deletedAt} is null`,
    ),
    queues: countOf(sql`${queues} where ${queues.companyId} = ${companies.id}`),
    messages: sql<number>`(select coalesce(sum(${connectionDays.stored} + ${connectionDays.sent}), 0)::int from ${connectionDays}
      where ${connectionDays.companyId} = ${companies.id} and ${connectionDays.day} >= ${since})`,
    storage: sql<number>`coalesce((select ${companyStorage.bytes} from ${companyStorage}
      where ${companyStorage.companyId} = ${companies.id}), 0)::float8`,
    running: countOf(sql`${campaigns} where ${campaigns.companyId} = ${companies.id}
      and ${campaigns.status} in ('INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO')`),
    waiting: countOf(
      sql`${schedules} where ${schedules.companyId} = ${companies.id} and ${schedules.status} = 'PENDENTE'`,
    ),
    notices: countOf(sql`${payments} where ${payments.companyId} = ${companies.id}
      and (${payments.effect} in ('short', 'surplus') or ${payments.notices} <> '[]'::jsonb)
      and ${payments.createdAt} > coalesce(${companyBilling.noticesSeenAt}, '-infinity')`),
  }
}

function query({ orm }: Database, now: Date) {
  return orm
    .select(selection(now))
    .from(companies)
    .innerJoin(plans, eq(plans.id, companies.planId))
    .innerJoin(companyBilling, and(eq(companyBilling.companyId, companies.id), isNull(companyBilling.deletedAt)))
    .leftJoin(settings, eq(settings.companyId, companies.id))
    .leftJoin(invoices, and(eq(invoices.companyId, companies.id), isNull(invoices.paidAt)))
}

type Found = Awaited<ReturnType<typeof query>>[number]

function shown(
  { company, billing, plan, campaigns: chosen, openInvoice, running, waiting, notices, ...use }: Found,
  now: Date,
) {
  const { id, name, email, phone, planId, status, operator, dueDate, recurrence, timeZone, createdAt } = company
  const {
    companyId: _same,
    anchorDay: _day,
    lastInvoice: _last,
    deletedAt: _none,
    noticesSeenAt: _seen,
    trialEndsAt,
    ...address
  } = billing
  return {
    id,
    name,
    email,
    phone,
    planId,
    status,
    operator,
    dueDate,
    recurrence,
    timeZone,
    createdAt,
    daysLeft: daysUntil(dueDate, now, timeZone),
    trialExpiration: trialEndsAt,
    campaignsEnabled: chosen !== 'disabled',
    plan: { id: plan.id, name: plan.name, value: Number(plan.value) },
    over: overIn(plan, { ...use, campaigns: running, schedules: waiting }),
    notices,
    ...address,
    use,
    openInvoice: openInvoice && {
      ...openInvoice,
      value: Number(openInvoice.value),
    },
  }
}

/** `limit` null: all of them. */
export async function listCompanies(db: Database, input: unknown, limit?: null) {
  const asked = parseArgs(companyRowQuery, input)
  const now = new Date()
  const page = pageOf(asked, { key: companies.name, id: companies.id, direction: 'asc' })
  const typed = asked.searchParam?.trim()
  const found = typed
    ? or(...[companies.name, companies.email, companies.phone].map((text) => hasText(sql`fold_text(${text})`, typed)))
    : undefined
  const all = query(db, now)
    .where(and(found, limit === null ? undefined : page.after))
    .orderBy(...page.orderBy)
  if (limit === null) return { companies: (await all).map((row) => shown(row, now)) }
  const rows = await all.limit(page.limit).offset(page.offset)
  const { records, ...rest } = endOfPage(page, rows, ({ company }) => [company.name, company.id])
  const [total] = await db.orm
    .select({ count: sql<number>`count(*)::int` })
    .from(companies)
    .innerJoin(companyBilling, and(eq(companyBilling.companyId, companies.id), isNull(companyBilling.deletedAt)))
    .where(found)
  return { companies: records.map((row) => shown(row, now)), ...rest, count: total?.count ?? 0 }
}

/** @throws AppError ERR_NOT_FOUND */
export async function readCompanyRow(db: Database, id: string) {
  const now = new Date()
  const [row] = await query(db, now).where(eq(companies.id, id))
  if (!row) throw new AppError('ERR_NOT_FOUND')
  return shown(row, now)
}
