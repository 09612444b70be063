// Who acts. The server builds an actor from the session alone; the browser from its own session, only to show and to run optimistically.

export const profiles = ['user', 'supervisor', 'admin'] as const
export type Profile = (typeof profiles)[number]

export interface UserActor {
  kind: 'user'
  companyId: string
  userId: string
  name: string
  profile: Profile
  /** On an admin of the operator's company: companies, plans, helps, announcements. */
  super: boolean
  queueIds: readonly string[]
  /** Chats of which they are a member, sorted: only of who asks a shape engine that is not to follow subqueries. */
  chatIds?: readonly string[]
}

/** The worker and scheduled jobs: acts for one company, sees all of it, is nobody's user. */
export interface SystemActor {
  kind: 'system'
  companyId: string
}

export type Actor = UserActor | SystemActor

/** Sees every queue of the company. */
export function seesAllQueues(actor: SystemActor | Pick<UserActor, 'kind' | 'profile'>) {
  return actor.kind === 'system' || actor.profile === 'admin'
}
