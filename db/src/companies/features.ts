// What a company's plan switches on, as its own row carries it to devices (a trigger keeps it: migration 0025). Server and browser
// refuse by the same rule what the plan does not have.
import { eq } from 'drizzle-orm'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { AppError } from '../kit/errors.ts'
import { companies } from './table.ts'

export type PlanFeature =
  | 'useCampaigns'
  | 'useSchedules'
  | 'useInternalChat'
  | 'useExternalApi'
  | 'useKanban'
  | 'useOpenAi'
  | 'useIntegrations'

/** @throws AppError ERR_PLAN_FEATURE */
export async function assertPlanHas(
  tx: Tx,
  { actor, side }: Pick<MutationContext, 'actor' | 'side'>,
  feature: PlanFeature,
) {
  const [company] = await tx
    .select({ features: companies.features })
    .from(companies)
    .where(eq(companies.id, actor.companyId))
  // A device may not have the company yet: the server says it.
  if (side === 'client' && !company) return
  if (!company?.features.includes(feature)) throw new AppError('ERR_PLAN_FEATURE', { feature })
}
