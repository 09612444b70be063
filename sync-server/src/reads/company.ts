// GET /companies/:id and /companies/listPlan/:id: the session's own company, as the specification shows it to its people; any, to a super user.
// Another one is not found. What the plan costs is for those who run the company.
import { companies, plans } from 'db/companies/table.ts'
import type { UserActor } from 'db/kit/actor.ts'
import { idArg } from 'db/kit/args.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { hasPermission } from 'db/kit/permissions.ts'
import type { Database } from 'db/node/connect.ts'
import { settingColumns, settingsOf } from 'db/settings/mutations.ts'
import type { Settings } from 'db/settings/table.ts'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { instant, nullableText, uuid } from '../http/openapi/answer-schema.ts'
import { daySchedules, schedulesOf } from '../http/day-schedules.ts'

type SettingColumn = keyof typeof settingColumns
export const settingKeys = Object.keys(settingColumns) as SettingColumn[]

/** One key of the specification starts with a capital letter. */
export const specifiedKey = (column: SettingColumn) => (column === 'checkMsgIsGroup' ? 'CheckMsgIsGroup' : column)

export const settingAnswer = v.object({ key: v.string(), value: v.union([v.string(), v.number()]) })
export const companyOfUser = v.object({
  id: uuid,
  name: v.string(),
  dueDate: instant,
  settings: v.array(settingAnswer),
})

const planFlags = {
  useCampaigns: v.boolean(),
  useSchedules: v.boolean(),
  useInternalChat: v.boolean(),
  useExternalApi: v.boolean(),
  useKanban: v.boolean(),
  useOpenAi: v.boolean(),
  useIntegrations: v.boolean(),
}
const planAnswer = v.object({
  id: uuid,
  name: v.string(),
  users: v.number(),
  connections: v.number(),
  queues: v.number(),
  campaigns: v.number(),
  schedules: v.number(),
  offered: v.boolean(),
  ...planFlags,
  /** R$ a month; to those who run the company. */
  value: v.optional(v.number()),
})

export const companyAnswer = v.object({
  ...companyOfUser.entries,
  uuid,
  email: nullableText,
  phone: nullableText,
  planId: uuid,
  plan: planAnswer,
  status: v.boolean(),
  recurrence: v.string(),
  timeZone: v.string(),
  createdAt: instant,
  schedules: daySchedules,
})
export const planFlagsAnswer = v.object({ id: uuid, name: v.string(), ...planFlags, plan: planAnswer })

export const settingList = (settings: Settings) =>
  settingKeys.map((column) => ({ key: specifiedKey(column), value: settings[column] ?? '' }))

/** As it stands beside its users. @throws Error when there is none: a user has one. */
export async function describeCompany({ orm }: Database, companyId: string) {
  const { id, name, dueDate } = companies
  const [company] = await orm.select({ id, name, dueDate }).from(companies).where(eq(id, companyId))
  if (!company) throw new Error('a user has a company')
  return { ...company, settings: settingList(await settingsOf(orm, companyId)) }
}

/** @throws AppError ERR_NOT_FOUND for what is neither the actor's own nor theirs to run */
export async function readCompany(db: Database, actor: UserActor, input: string) {
  const { company, plan } = await find(db, actor, input)
  const { id, name, email, phone, planId, status, dueDate, recurrence, timeZone, createdAt, hours } = company
  const settings = settingList(await settingsOf(db.orm, id))
  const own = { id, uuid: id, name, email, phone, planId, status, dueDate, recurrence, timeZone, createdAt, settings }
  return { ...own, plan: shownPlan(plan, actor), schedules: schedulesOf(hours) }
}

/** What the plan switches on, by name and as the specification's screens ask for it: `plan.useKanban`. */
export async function readPlan(db: Database, actor: UserActor, input: string) {
  const { company, plan } = await find(db, actor, input)
  const flags = Object.fromEntries(
    (Object.keys(planFlags) as (keyof typeof planFlags)[]).map((flag) => [flag, plan[flag]]),
  )
  return { id: company.id, name: company.name, ...flags, plan: shownPlan(plan, actor) }
}

async function find({ orm }: Database, actor: UserActor, input: string) {
  const id = parseArgs(idArg, input)
  const [found] =
    id === actor.companyId || actor.super
      ? await orm
          .select({ company: companies, plan: plans })
          .from(companies)
          .innerJoin(plans, eq(plans.id, companies.planId))
          .where(eq(companies.id, id))
      : []
  if (!found) throw new AppError('ERR_NOT_FOUND')
  return found
}

function shownPlan(
  { value, createdAt: _made, updatedAt: _changed, ...plan }: typeof plans.$inferSelect,
  actor: UserActor,
) {
  return { ...plan, ...(hasPermission(actor, 'settings-page:edit') && { value: Number(value) }) }
}
