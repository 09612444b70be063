import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { mustFind } from '../kit/find.ts'
import { assertPlanHas } from '../companies/features.ts'
import { syncedQueueIntegrations } from './table.ts'

/** What a connection or queue newly chooses is there, and the plan has it. */
export async function assertIntegration(tx: Tx, ctx: MutationContext, chosen: string | null, before: string | null) {
  if (chosen === null || chosen === before) return
  await assertPlanHas(tx, ctx, 'useIntegrations')
  await mustFind(tx, ctx, syncedQueueIntegrations, chosen, 'ERR_NOT_FOUND')
}
