import type { ReactNode } from 'react'
import { LedHome } from '../guards/led-home.tsx'
import { usePlanFeatures } from '../guards/use-plan-features.ts'

/** What the plan's integrations switch on; the specification says its refusal in other words than other plans'. */
export function IntegrationsGuard({ children }: { children: ReactNode }) {
  const { features, known } = usePlanFeatures()
  return known && !features.has('useIntegrations') ? <LedHome /> : children
}
