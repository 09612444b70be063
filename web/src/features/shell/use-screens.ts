import { useMemo } from 'react'
import { useActor } from '../../lib/actor-context.tsx'
import { usePlanFeatures } from '../../lib/use-plan-features.ts'
import { screensFor, type Screen } from './screens.ts'

/** Those that who works here may open. */
export function useScreens(): readonly Screen[] {
  const actor = useActor()
  const { features } = usePlanFeatures()
  return useMemo(() => screensFor({ actor, features }), [actor, features])
}
