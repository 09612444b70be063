// The plans that the operator sells, as the server tells them to anybody.
import * as v from 'valibot'
import { useServerData, type ServerData } from '../server/use-server-data.ts'

const limits = { users: v.number(), connections: v.number(), queues: v.number() }

export const planAnswer = v.object({
  id: v.string(),
  name: v.string(),
  ...limits,
  /** R$ a month. */
  value: v.number(),
})
export type Plan = v.InferOutput<typeof planAnswer>

const planList = v.array(planAnswer)

export function useOfferedPlans(): ServerData<Plan[]> {
  return useServerData('/plans/list', planList)
}
