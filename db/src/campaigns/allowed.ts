// Whether a company may run campaigns: its plan has them, and it did not switch them off.
import { eq } from 'drizzle-orm'
import { assertPlanHas } from '../companies/features.ts'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { AppError } from '../kit/errors.ts'
import { settings } from '../settings/table.ts'

/** @throws AppError ERR_PLAN_FEATURE */
export async function assertCampaigns(tx: Tx, ctx: Pick<MutationContext, 'actor' | 'side'>): Promise<void> {
  await assertPlanHas(tx, ctx, 'useCampaigns')
  const [chosen] = await tx
    .select({ campaignsEnabled: settings.campaignsEnabled })
    .from(settings)
    .where(eq(settings.companyId, ctx.actor.companyId))
  if (chosen?.campaignsEnabled === 'disabled') throw new AppError('ERR_PLAN_FEATURE', { feature: 'useCampaigns' })
}
