import type { PlanOption } from '../../components/plan-choice.tsx'
import { useOfferedPlans, type Plan } from '../../desk/billing/plans.ts'
import { useServerData } from '../../desk/use-server-data.ts'
import { ownPlanAnswer, type Invoice, type Profile } from './answers.ts'

export function toOption({ id, name, value, users, connections, queues }: Plan, own: boolean): PlanOption {
  return { id, name, value, limits: { users, connections, queues }, own }
}

/**
 * One that is not offered any more only the company's own route knows, which an overdue company can't ask: then `invoice`, that is to be
 * paid for it, says what it is called. Null: not known.
 */
export function useOwnPlan({ planId, companyId, overdue }: Profile, invoice: Invoice | null): PlanOption | null {
  const offered = useOfferedPlans().data?.find(({ id }) => id === planId)
  const { data } = useServerData(overdue ? null : `/companies/listPlan/${companyId}`, ownPlanAnswer)
  if (offered) return toOption(offered, true)
  if (data?.plan.value !== undefined) return toOption({ ...data.plan, value: data.plan.value }, true)
  if (!invoice) return null
  return { id: planId, name: invoice.detail, value: invoice.value / invoice.months, limits: null, own: true }
}
