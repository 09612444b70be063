import type { ReactNode } from 'react'
import { useActor } from '../../lib/app/actor-context.tsx'
import { LedHome } from './led-home.tsx'

/** What the operator's super users keep is not for anybody else, by whichever link. */
export function SuperGuard({ children }: { children: ReactNode }) {
  return useActor().super ? children : <LedHome />
}
