import { useLingui } from '@lingui/react/macro'
import { Navigate } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { toastNotice } from '../../lib/app/toast.ts'
import { usePlanFeatures } from '../../desk/use-plan-features.ts'

/** What is of the plan is not for who lacks it, by whichever link. */
export function SchedulesGuard({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  const { features, known } = usePlanFeatures()
  const refused = known && !features.has('useSchedules')
  useEffect(() => {
    if (refused) toastNotice(t`Acesso não permitido`)
  }, [refused, t])
  return refused ? <Navigate to="/tickets" replace /> : children
}
