// What became of a campaign, exactly: every number is counted of the rows of its people, and their groups add up.
// valid + invalid + optedOut + repeated = people; delivered + failed + waiting = valid.
import { campaigns, campaignShippings, syncedCampaigns } from 'db/campaigns/table.ts'
import type { UserActor } from 'db/kit/actor.ts'
import { idArg } from 'db/kit/args.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import type { ServerTx } from 'db/node/connect.ts'
import { and, eq, sql, type SQL } from 'drizzle-orm'
import * as v from 'valibot'
import { uuid } from '../http/openapi/answer-schema.ts'
import { personLike } from '../http/person-like.ts'
import { endOfPage, pageOf, windowQuery } from '../http/page.ts'

export type Reader = Pick<ServerTx, 'select' | 'execute'>

/** Who is behind a number of the report. */
export const groups = [
  'all',
  'valid',
  'invalid',
  'optedOut',
  'delivered',
  'failed',
  'waiting',
  'received',
  'read',
  'answered',
  'stopped',
  'asked',
  'confirmed',
] as const
type Group = (typeof groups)[number]

const { state, receivedAt, readAt, answeredAt, optedOutAt, confirmationRequestedAt, confirmedAt } = campaignShippings

const conditions: Readonly<Record<Group, SQL>> = {
  all: sql`true`,
  valid: sql`${state} not in ('invalid', 'opted_out')`,
  invalid: sql`${state} = 'invalid'`,
  optedOut: sql`${state} = 'opted_out'`,
  delivered: sql`${state} = 'delivered'`,
  failed: sql`${state} = 'failed'`,
  waiting: sql`${state} in ('waiting', 'asked', 'confirmed', 'sending')`,
  received: sql`${receivedAt} is not null`,
  read: sql`${readAt} is not null`,
  answered: sql`${answeredAt} is not null`,
  stopped: sql`${optedOutAt} is not null`,
  asked: sql`${confirmationRequestedAt} is not null`,
  confirmed: sql`${confirmedAt} is not null`,
}

const count = v.number()
const counts = v.object(Object.fromEntries(groups.map((group) => [group, count])) as Record<Group, typeof count>)

export const reportAnswer = v.object({
  ...counts.entries,
  /** People that were somebody else of the audience under another spelling. */
  repeated: count,
  /** By code, the most first. */
  failures: v.array(v.object({ error: v.string(), count })),
  /** Of the messages that are not blank, from 0. */
  variants: v.array(
    v.object({ variant: count, sent: count, delivered: count, read: count, answered: count, stopped: count }),
  ),
})

export async function readReport(
  reader: Reader,
  actor: UserActor,
  id: string,
): Promise<v.InferOutput<typeof reportAnswer>> {
  const { repeatedCount } = await mustSeeCampaign(reader, actor, id)
  const ofCampaign = eq(campaignShippings.campaignId, id)
  const counted = (of: SQL) => sql<number>`(count(*) filter (where ${of}))::int`
  const each = Object.fromEntries(groups.map((group) => [group, counted(conditions[group])])) as Record<
    Group,
    SQL<number>
  >
  const { error, variant } = campaignShippings
  const [[totals], failures, variants] = await Promise.all([
    reader.select(each).from(campaignShippings).where(ofCampaign),
    reader
      .select({ error: sql<string>`coalesce(${error}, 'unknown')`, count: sql<number>`count(*)::int` })
      .from(campaignShippings)
      .where(and(ofCampaign, conditions.failed))
      .groupBy(error)
      .orderBy(sql`count(*) desc`, error),
    reader
      .select({
        variant: sql<number>`${variant}`,
        sent: sql<number>`count(*)::int`,
        delivered: each.delivered,
        read: each.read,
        answered: each.answered,
        stopped: each.stopped,
      })
      .from(campaignShippings)
      .where(and(ofCampaign, sql`${variant} is not null`))
      .groupBy(variant)
      .orderBy(variant),
  ])
  if (!totals) throw new Error('an aggregate has a row')
  return { ...totals, all: totals.all + repeatedCount, repeated: repeatedCount, failures, variants }
}

export const peopleQuery = v.object({
  ...windowQuery,
  group: v.optional(v.picklist(groups), 'all'),
  /** Of the failed: their code. */
  error: v.optional(v.pipe(v.string(), v.maxLength(100))),
  variant: v.optional(v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(0), v.maxValue(4))),
  searchParam: v.optional(v.pipe(v.string(), v.maxLength(200))),
})

const moment = v.nullable(v.date())
export const personAnswer = v.object({
  id: uuid,
  name: v.string(),
  number: v.string(),
  email: v.string(),
  state: v.string(),
  error: v.nullable(v.string()),
  variant: v.nullable(v.number()),
  contactId: v.nullable(uuid),
  confirmationRequestedAt: moment,
  confirmedAt: moment,
  sentAt: moment,
  deliveredAt: moment,
  receivedAt: moment,
  readAt: moment,
  answeredAt: moment,
  optedOutAt: moment,
})

const shown = {
  id: campaignShippings.id,
  name: campaignShippings.name,
  number: campaignShippings.number,
  email: campaignShippings.email,
  state: campaignShippings.state,
  error: campaignShippings.error,
  variant: campaignShippings.variant,
  contactId: campaignShippings.contactId,
  confirmationRequestedAt: campaignShippings.confirmationRequestedAt,
  confirmedAt: campaignShippings.confirmedAt,
  sentAt: campaignShippings.sentAt,
  deliveredAt: campaignShippings.deliveredAt,
  receivedAt: campaignShippings.receivedAt,
  readAt: campaignShippings.readAt,
  answeredAt: campaignShippings.answeredAt,
  optedOutAt: campaignShippings.optedOutAt,
}

export async function listPeople(reader: Reader, actor: UserActor, id: string, input: unknown) {
  const asked = parseArgs(peopleQuery, input)
  await mustSeeCampaign(reader, actor, id)
  const { name, number, error, variant } = campaignShippings
  const own = and(
    eq(campaignShippings.campaignId, id),
    conditions[asked.group],
    asked.error === undefined ? undefined : eq(error, asked.error),
    asked.variant === undefined ? undefined : eq(variant, asked.variant),
    personLike(asked.searchParam, { texts: [name], number }),
  )
  const page = pageOf(asked, { key: name, id: campaignShippings.id, direction: 'asc' })
  const [rows, [total]] = await Promise.all([
    reader
      .select(shown)
      .from(campaignShippings)
      .where(and(own, page.after))
      .orderBy(...page.orderBy)
      .limit(page.limit)
      .offset(page.offset),
    reader
      .select({ count: sql<number>`count(*)::int` })
      .from(campaignShippings)
      .where(own),
  ])
  const { records, ...rest } = endOfPage(page, rows, (row) => [row.name, row.id])
  return { people: records, ...rest, count: total?.count ?? 0 }
}

/** @throws AppError ERR_NOT_FOUND */
export async function mustSeeCampaign(reader: Reader, actor: UserActor, id: string) {
  const [campaign] = await reader
    .select()
    .from(campaigns)
    .where(and(syncedCampaigns.scope(actor), eq(campaigns.id, parseArgs(idArg, id))))
  if (!campaign) throw new AppError('ERR_NOT_FOUND')
  return campaign
}
