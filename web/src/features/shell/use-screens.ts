import { useMemo } from 'react'
import { useActor } from '../../lib/app/actor-context.tsx'
import { usePlanFeatures } from '../../desk/use-plan-features.ts'
import { screensFor, type Screen } from './screens.ts'

/** Those that who works here may open. */
export function useScreens(): readonly Screen[] {
  const actor = useActor()
  const { features } = usePlanFeatures()
  return useMemo(() => screensFor({ actor, features }), [actor, features])
}
