// What a company uses of what plans bound, and where that is more than a plan has. Asked with the company's row locked, as what adds to it does.
// Server only.
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { campaigns } from '../campaigns/table.ts'
import { planLimits } from '../companies/plan-columns.ts'
import { plans } from '../companies/table.ts'
import { connections } from '../connections/table.ts'
import type { ServerTx } from '../node/connect.ts'
import { queues } from '../queues/table.ts'
import { schedules } from '../schedules/table.ts'
import { users } from '../users/table.ts'
import type { OverLimit } from './notices.ts'

type Counted = Pick<ServerTx, '$count'>
type Limits = Pick<typeof plans.$inferSelect, (typeof planLimits)[number]>

/** The same rows as the mutations count that add one (`assertPlanHasRoom`). */
export async function useOf(tx: Counted, companyId: string): Promise<Limits> {
  const running = inArray(campaigns.status, ['INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO'])
  return {
    users: await tx.$count(users, eq(users.companyId, companyId)),
    connections: await tx.$count(connections, and(eq(connections.companyId, companyId), isNull(connections.deletedAt))),
    queues: await tx.$count(queues, eq(queues.companyId, companyId)),
    campaigns: await tx.$count(campaigns, and(eq(campaigns.companyId, companyId), running)),
    schedules: await tx.$count(schedules, and(eq(schedules.companyId, companyId), eq(schedules.status, 'PENDENTE'))),
  }
}

export const overIn = (plan: Limits, use: Limits): OverLimit[] =>
  planLimits
    .filter((resource) => use[resource] > plan[resource])
    .map((resource) => ({ resource, limit: plan[resource], used: use[resource] }))

/** Where the company uses more than the plan has; empty when it fits. */
export async function overLimits(tx: Counted, companyId: string, plan: Limits): Promise<OverLimit[]> {
  return overIn(plan, await useOf(tx, companyId))
}
