import { useMemo } from 'react'
import { useActor } from '../../lib/app/actor-context.tsx'
import { usePlanFeatures } from '../../desk/guards/use-plan-features.ts'
import { screensFor, type Screen } from './screens.ts'
import { useConfined } from './use-confined.ts'

/** Those that who works here may open. */
export function useScreens(): readonly Screen[] {
  const actor = useActor()
  const { features } = usePlanFeatures()
  const confined = useConfined()
  return useMemo(() => screensFor({ actor, features, confined }), [actor, features, confined])
}
