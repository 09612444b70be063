// The queries of a tab that the server is asked too, because the local copy is not there yet, not whole, or as of the last time: which they
// are, and when they are asked again. Invariant: nothing is asked once the copy has taken over, nor while nobody looks or there is no network.
import type { OutboxChange } from '../outbox/outbox.ts'
import type { LeaderStatus } from '../tabs/status.ts'
import type { SyncStatus } from '../tabs/status-store.ts'

/** What changes meanwhile is on the screen after so long. */
const againMs = 2000

export interface Racer {
  isOver(): boolean
  /** Both places are asked once more. */
  again(): void
  /** Whether the server is in reach, or whether something waits, may be otherwise now. */
  reconsider(): void
}

type Status = Pick<SyncStatus, 'phase' | 'mode' | 'network' | 'unreachable'>

/** Of the tab. */
export interface RacingParts {
  status: { get(): Status; subscribe(listener: () => void): () => void }
  onOutboxChange(listener: (change: OutboxChange) => void): void
  /** Somebody looks at it, and it runs. */
  isLooked(): boolean
}

export interface Racing {
  join(racer: Racer): void
  leave(racer: Racer): void
  /** Differs when the outbox did: what the server was asked before is no answer to what was written since. */
  ageOfOutbox(): number
}

const behind: ReadonlySet<LeaderStatus['phase']> = new Set(['starting', 'loading', 'connecting'])

/** The server may know more than this device, and tells whoever has a session. */
export const isBehind = ({ phase, mode, network }: Omit<Status, 'unreachable'>, session: unknown) =>
  mode === 'local' && network === 'online' && behind.has(phase) && Boolean(session)

export function createRacing({ status, onOutboxChange, isLooked }: RacingParts): Racing {
  const racers = new Set<Racer>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let endStatus: (() => void) | undefined
  let outboxAge = 0

  function leave(racer: Racer) {
    racers.delete(racer)
    if (racers.size > 0) return
    endStatus?.()
    endStatus = undefined
    clearTimeout(timer)
    timer = undefined
  }

  function each(tell: (racer: Racer) => void) {
    for (const racer of racers) {
      if (racer.isOver()) leave(racer)
      else tell(racer)
    }
  }

  function tick() {
    timer = undefined
    if (isLooked() && status.get().network === 'online') each((one) => one.again())
    if (racers.size > 0) timer ??= setTimeout(tick, againMs)
  }

  // The server has taken what somebody wrote here, maybe before this device can show it.
  onOutboxChange((change) => {
    outboxAge++
    if (change === 'changed') each((one) => one.again())
  })

  return {
    join(racer) {
      racers.add(racer)
      endStatus ??= status.subscribe(() => each((one) => one.reconsider()))
      timer ??= setTimeout(tick, againMs)
    },
    leave,
    ageOfOutbox: () => outboxAge,
  }
}
