// Sync status as a screen shows it: the leader's status, the browser's idea of the network and the outbox's counts in one.
import { onLeaderStatus } from './tab-link.ts'
import { outboxStore } from '../outbox/outbox-store.ts'
import { currentSession, isLeaseExpired, onSessionChange } from '../session/session.ts'
import { initialStatus, type LeaderStatus } from './status.ts'

export interface SyncStatus extends LeaderStatus {
  network: 'online' | 'offline'
  /** Entries the server has not answered, without those that the app makes by itself. */
  waiting: number
  /** Entries the server refused: to be retried or discarded. */
  refused: number
  /** Too long without the server: the app asks to go online. */
  leaseExpired: boolean
}

let leader: LeaderStatus = initialStatus
let current: SyncStatus = compute()
const listeners = new Set<() => void>()

export const statusStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    // A function of its own: the first screen to go must not end the others' subscription.
    const endOutbox = outboxStore.subscribe(() => update())
    update()
    return () => {
      endOutbox()
      listeners.delete(listener)
    }
  },
  get: () => current,
}

onLeaderStatus((status) => {
  leader = status
  update()
})
onSessionChange(update)
addEventListener('online', update)
addEventListener('offline', update)

function compute(): SyncStatus {
  const entries = outboxStore.get()
  const refused = entries.filter((entry) => entry.state === 'refused').length
  const waiting = entries.filter(({ state, quiet }) => state === 'waiting' && !quiet).length
  const session = currentSession()
  return {
    ...leader,
    network: navigator.onLine ? 'online' : 'offline',
    waiting,
    refused,
    leaseExpired: session ? isLeaseExpired(session, Date.now()) : false,
  }
}

function update() {
  const next = compute()
  if (JSON.stringify(next) === JSON.stringify(current)) return
  current = next
  for (const listener of listeners) listener()
}
