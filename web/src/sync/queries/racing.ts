// The queries of this tab that the server is asked too, because the local copy is not there yet, not whole, or as of the last time: which they
// are, and when they are asked again. Invariant: nothing is asked once the copy has taken over, nor while nobody looks or there is no network.
import { onOutboxChange } from '../outbox/outbox.ts'
import { isAwake } from '../session/page-life.ts'
import { currentSession } from '../session/session.ts'
import type { LeaderStatus } from '../tabs/status.ts'
import { statusStore, type SyncStatus } from '../tabs/status-store.ts'

/** What changes meanwhile is on the screen after so long. */
const againMs = 2000

export interface Racer {
  isOver(): boolean
  /** Both places are asked once more. */
  again(): void
  /** Whether the server is in reach, or whether something waits, may be otherwise now. */
  reconsider(): void
}

const racers = new Set<Racer>()
let timer: ReturnType<typeof setTimeout> | undefined
let endStatus: (() => void) | undefined

const behind: ReadonlySet<LeaderStatus['phase']> = new Set(['starting', 'loading', 'connecting'])

/** The server may know more than this device. */
export const isBehind = ({ phase, mode, network }: SyncStatus) =>
  mode === 'local' && network === 'online' && behind.has(phase) && Boolean(currentSession())

export function join(racer: Racer): void {
  racers.add(racer)
  endStatus ??= statusStore.subscribe(() => each((one) => one.reconsider()))
  timer ??= setTimeout(tick, againMs)
}

export function leave(racer: Racer): void {
  racers.delete(racer)
  if (racers.size > 0) return
  endStatus?.()
  endStatus = undefined
  clearTimeout(timer)
  timer = undefined
}

function tick() {
  timer = undefined
  const isLooked = document.visibilityState === 'visible' && isAwake() && statusStore.get().network === 'online'
  if (isLooked) each((one) => one.again())
  if (racers.size > 0) timer ??= setTimeout(tick, againMs)
}

let outboxAge = 0

/** Differs when the outbox did: what the server was asked before is no answer to what was written since. */
export const ageOfOutbox = () => outboxAge

// The server has taken what somebody wrote here, maybe before this device can show it.
onOutboxChange((change) => {
  outboxAge++
  if (change === 'changed') each((one) => one.again())
})

function each(tell: (racer: Racer) => void) {
  for (const racer of racers) {
    if (racer.isOver()) leave(racer)
    else tell(racer)
  }
}
