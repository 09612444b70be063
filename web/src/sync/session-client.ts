// What a tab may know of sync before anybody works in it: who is logged in, whether the server is in reach, and what was kept of both. It is in the
// app's first file; what works on data comes with the desk (client.ts). Invariant: nothing here imports a mutation or a query of db.
import { useSyncExternalStore } from 'react'
import { useSelected } from './kit/use-selected.ts'
import type { ErrorCode } from 'db/kit/errors.ts'
import { entriesOf, removeEntries } from './outbox/outbox.ts'
import { forgetPerson } from '../lib/data/kept.ts'
import { keepLogoutsDelivered } from './session/owed-logouts.ts'
import { closeSession, currentSession, onSessionChange, sessionEnd, type Session } from './session/session.ts'
import { isCut } from './tabs/status.ts'
import { statusStore, type SyncStatus } from './tabs/status-store.ts'
import { startSync as startWorker } from './tabs/tab-link.ts'

export {
  actorOf,
  askLogin,
  authorizedFetch,
  changePassword,
  currentSession,
  errorOf,
  finishLogin,
  login,
  readSession,
  refreshUser,
  setPassword,
  type Session,
  type SessionUser,
} from './session/session.ts'
export { keepAnswer, keptAnswer, readSnapshot } from './queries/snapshot.ts'
export { isCut }
export type { SyncStatus } from './tabs/status-store.ts'

/** After the first render. */
export function startSync(): void {
  const leaveAll = () => keepLogoutsDelivered().catch((error: unknown) => console.error('logout', error))
  void leaveAll()
  // Who left in another tab, which may be closed by now.
  onSessionEnd(() => void leaveAll())
  // In each tab, which may have written since; also in one that was put away meanwhile. Drafts wait where the server ended the session.
  onSessionChange((change) => {
    if (currentSession() !== null || sessionEnd() !== null) return
    forgetPerson(change.kind === 'ended' ? [change.userId, change.companyId] : [])
  })
  startWorker()
}

/** undefined while it is being read. */
export function useSession(): Session | null | undefined {
  return useSyncExternalStore(onSessionChange, currentSession)
}

/** Why the server ended the last session; null after a login or an ordinary logout. */
export function useSessionEnd(): ErrorCode | null {
  return useSyncExternalStore(onSessionChange, sessionEnd)
}

/** What a tab remembers of a person goes with their session, by whatever it ends. */
export function onSessionEnd(listener: () => void): void {
  onSessionChange(({ kind }) => {
    if (kind === 'ended') listener()
  })
}

/** Ends the session on all tabs and wipes the local database. Unsent work is asked about first. */
export async function logout(options: { discardOutbox?: boolean } = {}): Promise<'done' | 'outbox-not-empty'> {
  const session = currentSession()
  if (!session) return 'done'
  const entries = await entriesOf(session.user.id)
  if (!options.discardOutbox && entries.some((entry) => entry.state !== 'applied')) return 'outbox-not-empty'
  await removeEntries(entries.map((entry) => entry.seq))
  await closeSession()
  return 'done'
}

/** It changes with each answer of the server: whoever needs a part of it says which. */
export function useSyncStatus<T>(select: (status: SyncStatus) => T): T {
  return useSelected(statusStore, select)
}

/** As `useSyncStatus` would tell, outside of a render: what is written now waits on this device. */
export function isWaitingForNetwork(): boolean {
  return isCut(statusStore.get())
}
