// What the pill tells of the sync status, as data; words are the pill's. Pure.
import type { AppCopy } from '../../../desk/service-worker.ts'
import { isOverdue } from '../../../desk/overdue.ts'
import type { SyncStatus } from '../../../sync/session-client.ts'

export interface SyncView {
  /** well: a green dot and nothing else. overdue: the company has not paid. online: all is well, but only as long as there is a connection. storing: so are the screens that are not here yet. */
  state:
    | 'well'
    | 'failed'
    | 'outdated'
    | 'online'
    | 'storing'
    | 'offline'
    | 'busy'
    | 'overdue'
    | 'syncing'
    | 'blocked'
    | 'sending'
    | 'refused'
  waiting: number
  refused: number
}

export function syncView(status: SyncStatus, copy: AppCopy): SyncView {
  return { state: stateOf(status, copy), waiting: status.waiting, refused: status.refused }
}

function stateOf(status: SyncStatus, copy: AppCopy): SyncView['state'] {
  const { phase, mode, unreachable, outdated, network, busy, pushRefused, waiting, refused } = status
  if (phase === 'failed') return 'failed'
  if (outdated && network === 'online') return 'outdated'
  if (network === 'offline') return 'offline'
  if (isOverdue(status)) return 'overdue'
  if (busy || pushRefused === 'ERR_TOO_MANY_REQUESTS') return 'busy'
  if (phase === 'reconnecting' || unreachable) return 'offline'
  if (phase !== 'live') return 'syncing'
  if (pushRefused !== null) return 'blocked'
  if (refused > 0) return 'refused'
  if (waiting > 0) return 'sending'
  if (mode === 'online') return 'online'
  return copy === 'storing' ? 'storing' : 'well'
}
