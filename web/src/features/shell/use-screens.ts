import { useMemo } from 'react'
import { useActor } from '../../lib/actor-context.tsx'
import { screensFor, type Screen } from './screens.ts'

/** No screen of a plan exists yet; the first one brings the plan's switches to the device. */
const noFeatures = new Set<never>()

/** Those that who works here may open. */
export function useScreens(): readonly Screen[] {
  const actor = useActor()
  return useMemo(() => screensFor({ actor, features: noFeatures }), [actor])
}
