// What a company's plan bounds. Asked with the company's row locked, so that two who add at the same time don't both get the last place.
// Server only: devices don't know the plan.
import { eq, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { AppError } from '../kit/errors.ts'
import { companies, plans } from './table.ts'

/** One change at a time of what is counted or compared over a whole company. */
export async function lockCompany(tx: Tx, { actor }: MutationContext) {
  await tx.select({ id: companies.id }).from(companies).where(eq(companies.id, actor.companyId)).for('no key update')
}

export interface Limited {
  resource: 'users' | 'connections' | 'queues' | 'schedules' | 'campaigns'
  table: PgTable
  /** Those of the company. */
  scope: SQL
}

/** @throws AppError ERR_PLAN_LIMIT with the limit, when there is no room for one more. */
export async function assertPlanHasRoom(tx: Tx, ctx: MutationContext, { resource, table, scope }: Limited) {
  if (ctx.side === 'client') return
  const [plan] = await tx
    .select({ limit: plans[resource] })
    .from(companies)
    .innerJoin(plans, eq(plans.id, companies.planId))
    .where(eq(companies.id, ctx.actor.companyId))
  const limit = plan?.limit ?? 0
  if ((await tx.$count(table, scope)) >= limit) throw new AppError('ERR_PLAN_LIMIT', { resource, limit })
}
