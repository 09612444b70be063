import { assertPlanHas } from '../companies/features.ts'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { mustFind } from '../kit/find.ts'
import { syncedPrompts } from './table.ts'

/** A connection or a queue chose it. @throws AppError ERR_PLAN_FEATURE, ERR_NOT_FOUND */
export async function assertPrompt(tx: Tx, ctx: MutationContext, id: string | null, before: string | null) {
  if (id === null || id === before) return
  await assertPlanHas(tx, ctx, 'useOpenAi')
  await mustFind(tx, ctx, syncedPrompts, id, 'ERR_NOT_FOUND')
}
