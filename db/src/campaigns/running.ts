// A campaign's life on the server: it starts at its time or when somebody says so, is cancelled and goes on, and is over when nobody is left.
// Invariants: it starts once, and its people are copied in the same transaction; what is sent, sending.ts decides.
import { and, eq, inArray, isNotNull, notExists, or, sql, type SQL } from 'drizzle-orm'
import { inGoodStanding, type Clock } from '../companies/standing.ts'
import { companies } from '../companies/table.ts'
import { connections, syncedConnections } from '../connections/table.ts'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import type { Effects } from '../kit/effects.ts'
import { AppError } from '../kit/errors.ts'
import { mustFind } from '../kit/find.ts'
import { ack, messages } from '../messages/table.ts'
import { settings } from '../settings/table.ts'
import { assertCampaigns } from './allowed.ts'
import { copyList, leaveOutOptedOut } from './audience.ts'
import { assertComplete, mustFindCampaign } from './mutations.ts'
import { countCampaign } from './progress.ts'
import { campaigns, campaignShippings, type Campaign, type CampaignStatus, type StopReason } from './table.ts'

/** SQL condition on the query's joined `companies` and left-joined `settings`: the plan has campaigns and they were not switched off. */
export const mayCampaign = sql<boolean>`(${companies.features} ? 'useCampaigns' and ${settings.campaignsEnabled} is distinct from 'disabled')`

/**
 * Now, whatever its time. @throws AppError ERR_NOT_FOUND, ERR_CAMPAIGN_RUNNING, ERR_VALIDATION with what is missing, ERR_PLAN_FEATURE,
 * ERR_NO_WAPP_FOUND and ERR_WAPP_NOT_INITIALIZED when its connection is gone or banned
 */
export async function startCampaign(tx: Tx, id: string, ctx: MutationContext) {
  await assertCampaigns(tx, ctx)
  const campaign = await mustFindCampaign(tx, ctx, id)
  mustBe(campaign, ['INATIVA', 'PROGRAMADA'])
  assertComplete(campaign)
  await assertMayGoOver(tx, ctx, campaign.connectionId)
  await start(tx, campaign, ctx.now, ctx.effects)
}

/** At once; what is on its way arrives. @throws AppError ERR_NOT_FOUND, ERR_CAMPAIGN_RUNNING */
export async function cancelCampaign(tx: Tx, id: string, ctx: MutationContext) {
  mustBe(await mustFindCampaign(tx, ctx, id), ['EM_ANDAMENTO'])
  await stop(tx, id, null, ctx.now)
}

/** With those who are left, over `connectionId` where it is said, else over its own. @throws as startCampaign */
export async function restartCampaign(
  tx: Tx,
  id: string,
  ctx: MutationContext,
  over: { connectionId?: string | undefined } = {},
) {
  await assertCampaigns(tx, ctx)
  const campaign = await mustFindCampaign(tx, ctx, id)
  if (over.connectionId) await mustFind(tx, ctx, syncedConnections, over.connectionId, 'ERR_NO_WAPP_FOUND')
  mustBe(campaign, ['CANCELADA'])
  const next = { ...campaign, connectionId: over.connectionId ?? campaign.connectionId }
  const isBegun = campaign.startedAt !== null
  // Once it has begun its audience was copied: the list or the tag may be gone since.
  assertComplete(isBegun ? { ...next, contactListId: next.contactListId ?? next.id, tagId: null } : next)
  await assertMayGoOver(tx, ctx, next.connectionId)
  const { connectionId } = next
  await tx.update(campaigns).set({ connectionId }).where(eq(campaigns.id, id))
  if (!isBegun) return start(tx, next, ctx.now, ctx.effects)
  const on = {
    status: 'EM_ANDAMENTO',
    stopReason: null,
    waitsFor: null,
    resumedAt: sql`clock_timestamp()`,
    updatedAt: ctx.now,
  } as const
  await tx.update(campaigns).set(on).where(eq(campaigns.id, id))
  ctx.effects.wakeOutreach(campaign.companyId)
}

async function assertMayGoOver(tx: Tx, ctx: MutationContext, connectionId: string | null) {
  if (connectionId === null) throw new AppError('ERR_NO_WAPP_FOUND')
  const { statusReason } = await mustFind(tx, ctx, syncedConnections, connectionId, 'ERR_NO_WAPP_FOUND')
  if (statusReason === 'banned') throw new AppError('ERR_WAPP_NOT_INITIALIZED', { reason: statusReason })
}

export async function stop(tx: Tx, id: string, stopReason: StopReason | null, now: Date) {
  await tx
    .update(campaigns)
    .set({ status: 'CANCELADA', stopReason, waitsFor: null, updatedAt: now })
    .where(and(eq(campaigns.id, id), eq(campaigns.status, 'EM_ANDAMENTO')))
}

function mustBe({ status }: Campaign, allowed: readonly CampaignStatus[]) {
  if (!allowed.includes(status)) throw new AppError('ERR_CAMPAIGN_RUNNING', { status })
}

async function start(tx: Tx, campaign: Campaign, now: Date, effects: Effects) {
  const { id, contactListId, companyId } = campaign
  if (contactListId !== null) await copyList(tx, { id, companyId, contactListId })
  await leaveOutOptedOut(tx, id)
  const on = {
    status: 'EM_ANDAMENTO',
    startedAt: now,
    resumedAt: sql`clock_timestamp()`,
    stopReason: null,
    updatedAt: now,
  } as const
  await tx.update(campaigns).set(on).where(eq(campaigns.id, id))
  await countCampaign(tx, id, now)
  effects.wakeOutreach(companyId)
}

/** Those whose time has come, of companies that may. Resolves with how many, at most `limit`. */
export async function startDue(tx: Tx, clock: Clock, limit: number, effects: Effects): Promise<number> {
  const due = await tx
    .select({ campaign: campaigns })
    .from(campaigns)
    .innerJoin(companies, eq(companies.id, campaigns.companyId))
    .leftJoin(settings, eq(settings.id, companies.id))
    .where(
      and(
        eq(campaigns.status, 'PROGRAMADA'),
        sql`${campaigns.scheduledAt} <= ${clock.now.toISOString()}::timestamptz`,
        inGoodStanding(clock),
        mayCampaign,
      ),
    )
    .orderBy(campaigns.scheduledAt, campaigns.id)
    .limit(limit)
    .for('update', { of: campaigns, skipLocked: true })
  for (const { campaign } of due) await start(tx, campaign, clock.now, effects)
  return due.length
}

/** Those whose connection was deleted, and those that run over one that WhatsApp has banned: they go on when somebody chooses another one. */
export async function stopOrphans(tx: Tx, now: Date) {
  const over = (which: SQL) =>
    sql`exists (${tx
      .select({ id: connections.id })
      .from(connections)
      .where(and(eq(connections.id, campaigns.connectionId), which))})`
  const stopped = { status: 'CANCELADA', waitsFor: null, updatedAt: now } as const
  await tx
    .update(campaigns)
    .set({ ...stopped, stopReason: 'connection_deleted' })
    .where(and(inArray(campaigns.status, ['EM_ANDAMENTO', 'PROGRAMADA']), over(isNotNull(connections.deletedAt))))
  const banned = await tx
    .update(campaigns)
    .set({ ...stopped, stopReason: 'connection_banned' })
    .where(and(eq(campaigns.status, 'EM_ANDAMENTO'), over(eq(connections.statusReason, 'banned'))))
    .returning({ id: campaigns.id })
  if (banned.length === 0) return
  // What it had handed to that connection: nobody else sends it, and nobody knows whether it went.
  const unsent = and(eq(messages.fromMe, true), eq(messages.ack, ack.pending))
  const ids = banned.map(({ id }) => id)
  await tx
    .update(messages)
    .set({ ack: ack.failed, ackError: 'connection_banned', updatedAt: now })
    .where(and(inArray(messages.campaignId, ids), unsent))
}

const answerHours = 72

/** Who did not answer a question in three days never will. */
export async function endUnanswered(tx: Tx, now: Date) {
  const before = new Date(now.getTime() - answerHours * 60 * 60_000)
  await tx
    .update(campaignShippings)
    .set({ state: 'failed', error: 'unanswered', endedAt: now })
    .where(
      and(
        eq(campaignShippings.state, 'asked'),
        sql`${campaignShippings.confirmationRequestedAt} < ${before.toISOString()}::timestamptz`,
      ),
    )
}

/** Nobody of it is left, neither to be sent to nor on the way: of one connection, or of all. */
export async function finishDone(tx: Tx, now: Date, connectionId?: string) {
  const left = tx
    .select({ id: campaignShippings.id })
    .from(campaignShippings)
    .where(
      and(
        eq(campaignShippings.campaignId, campaigns.id),
        or(
          inArray(campaignShippings.state, ['waiting', 'confirmed']),
          inArray(campaignShippings.state, ['asked', 'sending']),
        ),
      ),
    )
  const finished = await tx
    .update(campaigns)
    .set({ status: 'FINALIZADA', completedAt: now, waitsFor: null, updatedAt: now })
    .where(
      and(
        eq(campaigns.status, 'EM_ANDAMENTO'),
        connectionId === undefined ? undefined : eq(campaigns.connectionId, connectionId),
        notExists(left),
      ),
    )
    .returning({ id: campaigns.id })
  for (const { id } of finished) await countCampaign(tx, id, now)
}
