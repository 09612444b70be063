import type { PlanFeature } from 'db/companies/features.ts'
import { ownCompany } from 'db/companies/queries.ts'
import { companySettings } from 'db/settings/queries.ts'
import { useMemo } from 'react'
import { useQuery } from '../../sync/client.ts'

export interface PlanFeatures {
  features: ReadonlySet<PlanFeature>
  /** They are known: what is not among them is not in the plan. */
  known: boolean
}

/** What the company's plan switches on, and the company did not switch off. The server decides for itself. */
export function usePlanFeatures(): PlanFeatures {
  const [company] = useQuery(ownCompany()).rows
  const [settings] = useQuery(companySettings()).rows
  const campaigns = settings?.campaignsEnabled !== 'disabled'
  return useMemo(() => {
    const included = company?.features.filter((feature) => feature !== 'useCampaigns' || campaigns)
    return { features: new Set(included), known: company !== undefined }
  }, [company, campaigns])
}
