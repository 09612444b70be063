// What the pill tells of the sync status, as data; words are the pill's. Pure.
import type { SyncStatus } from '../../sync/client.ts'

export interface SyncView {
  /** well: a green dot and nothing else. online: all is well, but only as long as there is a connection. */
  state: 'well' | 'failed' | 'outdated' | 'online' | 'offline' | 'syncing' | 'blocked' | 'sending' | 'refused'
  waiting: number
  refused: number
}

export function syncView(status: SyncStatus): SyncView {
  return { state: stateOf(status), waiting: status.waiting, refused: status.refused }
}

function stateOf({ phase, mode, outdated, network, pushRefused, waiting, refused }: SyncStatus): SyncView['state'] {
  if (phase === 'failed') return 'failed'
  if (outdated && network === 'online') return 'outdated'
  if (network === 'offline' || phase === 'reconnecting') return 'offline'
  if (phase !== 'live') return 'syncing'
  if (pushRefused !== null) return 'blocked'
  if (refused > 0) return 'refused'
  if (waiting > 0) return 'sending'
  return mode === 'online' ? 'online' : 'well'
}
