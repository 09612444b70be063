import { useLingui } from '@lingui/react/macro'
import { Navigate } from '@tanstack/react-router'
import type { PlanFeature } from 'db/companies/features.ts'
import { useEffect, type ReactNode } from 'react'
import { toastNotice } from '../../lib/app/toast.ts'
import { usePlanFeatures } from './use-plan-features.ts'

/** What is of the plan is not for who lacks it, by whichever link. */
export function PlanGuard({ feature, children }: { feature: PlanFeature; children: ReactNode }) {
  const { t } = useLingui()
  const { features, known } = usePlanFeatures()
  const refused = known && !features.has(feature)
  useEffect(() => {
    if (refused) toastNotice(t`Acesso não permitido`)
  }, [refused, t])
  return refused ? <Navigate to="/tickets" replace /> : children
}
