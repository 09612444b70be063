import type { PlanFeature } from 'db/companies/features.ts'
import { useMemo } from 'react'
import { sql, useQuery } from '../sync/client.ts'

const ownFeatures = sql<{ features: readonly PlanFeature[] }>`select features from companies limit 1`

export interface PlanFeatures {
  features: ReadonlySet<PlanFeature>
  /** They are known: what is not among them is not in the plan. */
  known: boolean
}

/** What the company's plan switches on. The server decides for itself. */
export function usePlanFeatures(): PlanFeatures {
  const [company] = useQuery(ownFeatures).rows
  return useMemo(() => ({ features: new Set(company?.features), known: company !== undefined }), [company])
}
