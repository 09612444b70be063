// Whom the leader serves beside its own tab. Invariant: who is known here was told the status of that moment and every one since: a
// tab that was told nothing goes on showing what the last leader said.
import type { LeaderStatus } from './status.ts'

export interface Followers {
  /** Its first sign of life, or another one. */
  meet(worker: string, status: LeaderStatus): void
  tell(status: LeaderStatus): void
}

export interface FollowersOptions {
  tell(worker: string, status: LeaderStatus): void
  /** Resolves when the worker is no more. */
  whenGone(worker: string): Promise<void>
  onGone(worker: string): void
}

export function createFollowers({ tell, whenGone, onGone }: FollowersOptions): Followers {
  const known = new Set<string>()
  const forget = async (worker: string) => {
    await whenGone(worker)
    known.delete(worker)
    onGone(worker)
  }
  return {
    meet(worker, status) {
      if (known.has(worker)) return
      known.add(worker)
      tell(worker, status)
      void forget(worker)
    },
    tell(status) {
      for (const worker of known) tell(worker, status)
    },
  }
}
