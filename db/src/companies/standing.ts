// Whether a company still works, where rows decide: what rules.ts says, in SQL. What the desk does by itself (bots, timers, schedules)
// stops with an overdue company, while its customers' messages go on coming in. Server only.
import { eq, sql } from 'drizzle-orm'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { companies } from './table.ts'

export type Clock = Pick<MutationContext, 'now' | 'graceDays'>

/** SQL condition on the query's joined `companies`: it is the operator's own, or active and not overdue beyond the days of grace. */
export const inGoodStanding = ({ now, graceDays = 0 }: Clock) =>
  sql<boolean>`(${companies.operator} or (${companies.status} and
    ${companies.dueDate} + make_interval(secs => ${graceDays * 86_400}) > ${now.toISOString()}::timestamptz))`

/** Whether the desk of `ctx`'s company says nothing by itself. */
export async function isOverdue(tx: Tx, ctx: MutationContext): Promise<boolean> {
  const [company] = await tx
    .select({ works: inGoodStanding(ctx) })
    .from(companies)
    .where(eq(companies.id, ctx.actor.companyId))
  return company?.works === false
}
