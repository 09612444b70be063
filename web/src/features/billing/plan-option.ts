import type { PlanOption } from '../../components/plan-choice.tsx'
import type { Plan } from '../../desk/billing/plans.ts'

export function toOption({ id, name, value, users, connections, queues }: Plan, own: boolean): PlanOption {
  return { id, name, value, limits: { users, connections, queues }, own }
}
