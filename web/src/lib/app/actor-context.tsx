import type { UserActor } from 'db/kit/actor.ts'
import { createContext, use } from 'react'

/** Who works here: what a screen may show. The server decides for itself. */
export const ActorContext = createContext<UserActor | null>(null)

/** Below a private route only. */
export function useActor(): UserActor {
  const actor = use(ActorContext)
  if (!actor) throw new Error('useActor below a private route only')
  return actor
}
