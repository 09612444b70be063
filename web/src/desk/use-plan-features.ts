import type { PlanFeature } from 'db/companies/features.ts'
import { ownCompany } from 'db/companies/queries.ts'
import { useMemo } from 'react'
import { useQuery } from '../sync/client.ts'

export interface PlanFeatures {
  features: ReadonlySet<PlanFeature>
  /** They are known: what is not among them is not in the plan. */
  known: boolean
}

/** What the company's plan switches on. The server decides for itself. */
export function usePlanFeatures(): PlanFeatures {
  const [company] = useQuery(ownCompany()).rows
  return useMemo(() => ({ features: new Set(company?.features), known: company !== undefined }), [company])
}
