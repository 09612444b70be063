// What the leader tells about syncing, as a pure machine.
//
//   starting ──opened──► loading ──all shapes current──► live ◄──answered── reconnecting
//      │  └─opened with a complete copy──► connecting ──►──┘└──failed request──► ▲
//      ├──without a local database─────────┘ (mode online) └─────failed request───┘
//      └──could not open──► failed
//   A page that is put away and goes on is connecting again, or starting.
//
// An overdue company's device is reconnecting, and says why: the server is there and lets it in again by itself once it is paid.
import type { ErrorCode } from 'db/kit/errors.ts'
import type { RoundTrips } from '../outbox/round-trips.ts'
import type { Overdue, Reachability } from '../pull/transport.ts'

export interface LeaderStatus {
  /** connecting: what was here last time is complete, and the server has not answered yet, nor failed to. */
  phase: 'starting' | 'loading' | 'connecting' | 'live' | 'reconnecting' | 'failed'
  /** Where queries run: on this device, or on the server because the device can't have the database. */
  mode: 'local' | 'online'
  syncedAt: Date | null
  /** A request failed, and none was answered since. */
  unreachable: boolean
  /** The server does not serve an app of this age any more: only what waits is still taken. */
  outdated: boolean
  /** The server asked to come later; what waits goes on by itself. */
  busy: boolean
  /** The server refuses to take what waits, e.g. ERR_SUBSCRIPTION_EXPIRED. */
  pushRefused: ErrorCode | null
  /** The server gives the company no session until it has paid. */
  overdue: Overdue | null
  /** How quickly what was done here came back lately; null: nothing did. */
  trips: RoundTrips | null
}

export type StatusEvent =
  | { kind: 'opened'; complete: boolean; syncedAt: Date | null }
  | { kind: 'opened-online' }
  /** `outdated`: of what this app asks something is not known any more. */
  | { kind: 'current'; at: Date; outdated?: boolean }
  | { kind: 'reachable' }
  | { kind: 'unreachable' }
  | { kind: 'busy' }
  | { kind: 'outdated' }
  | { kind: 'overdue'; overdue: Overdue }
  | { kind: 'open-failed' }
  | { kind: 'push-refused'; code: ErrorCode }
  | { kind: 'push-accepted' }
  | { kind: 'confirmed'; trips: RoundTrips | null }
  /** The page has no worker until it goes on. */
  | { kind: 'put-away' }

export const initialStatus: LeaderStatus = {
  phase: 'starting',
  mode: 'local',
  syncedAt: null,
  unreachable: false,
  outdated: false,
  busy: false,
  pushRefused: null,
  overdue: null,
  trips: null,
}

/** Keeps a leader's status, and tells of each that is another one until `signal` is aborted. */
export function keepStatus(signal: AbortSignal, onStatus: (status: LeaderStatus) => void) {
  let status = initialStatus
  return {
    get: () => status,
    tell(event: StatusEvent) {
      const before = status
      status = next(status, event)
      if (status !== before && !signal.aborted) onStatus(status)
    },
  }
}

/** What a push says of the server, as an event. `refused`: it takes nothing at present, and why. */
export const pushEvent = (refused: ErrorCode | null): StatusEvent =>
  refused ? { kind: 'push-refused', code: refused } : { kind: 'push-accepted' }

/** What a pull says of the server, as events. `wake`: it answers, so what waits can be sent. */
export function heardOf(tell: (event: StatusEvent) => void, wake: () => void): Reachability {
  return {
    onReachable() {
      wake()
      tell({ kind: 'reachable' })
    },
    onUnreachable: () => tell({ kind: 'unreachable' }),
    onBusy: () => tell({ kind: 'busy' }),
    onOutdated: () => tell({ kind: 'outdated' }),
    onOverdue: (overdue) => tell({ kind: 'overdue', overdue }),
  }
}

export function next(status: LeaderStatus, event: StatusEvent): LeaderStatus {
  switch (event.kind) {
    case 'opened':
      return { ...status, phase: event.complete ? 'connecting' : 'loading', mode: 'local', syncedAt: event.syncedAt }
    case 'opened-online':
      return { ...status, phase: 'connecting', mode: 'online' }
    case 'open-failed':
      return { ...status, phase: 'failed' }
    case 'current':
      if (status.phase === 'failed') return status
      return {
        ...status,
        phase: 'live',
        syncedAt: event.at,
        unreachable: false,
        outdated: event.outdated ?? false,
        busy: false,
        overdue: null,
      }
    case 'reachable':
      // Who lost it is back only when all is current again.
      return status.unreachable && status.phase !== 'reconnecting' ? { ...status, unreachable: false } : status
    case 'unreachable':
      if (status.unreachable && !status.busy && !status.overdue) return status
      return { ...lost(status), unreachable: true, busy: false, overdue: null }
    case 'busy':
      return status.busy ? status : { ...status, busy: true }
    case 'overdue':
      if (status.overdue?.since === event.overdue.since) return status
      return { ...lost(status), unreachable: false, busy: false, overdue: event.overdue }
    case 'outdated':
      return status.outdated ? status : { ...status, outdated: true }
    case 'push-refused':
      return { ...status, pushRefused: event.code }
    case 'push-accepted':
      return status.pushRefused === null ? status : { ...status, pushRefused: null }
    case 'confirmed':
      return { ...status, trips: event.trips }
    case 'put-away':
      return { ...status, phase: isCopyComplete(status) ? 'connecting' : 'starting', unreachable: false, busy: false }
  }
}

/** Nothing failed yet: a request that does is news. */
const isAnswering = ({ phase }: LeaderStatus) => phase === 'live' || phase === 'connecting'

/** Nothing new comes any more; a first copy goes on being one. */
function lost(status: LeaderStatus): LeaderStatus {
  return isAnswering(status) ? { ...status, phase: 'reconnecting' } : status
}

/** What this device may see is on it, or asked of the server: what is not there does not exist. */
export const isCopyComplete = ({ phase }: Pick<LeaderStatus, 'phase'>) =>
  phase === 'connecting' || phase === 'live' || phase === 'reconnecting'

/** The server can't be asked now, as far as anybody here knows. `network`: as the browser sees it. */
export const isCut = ({
  network,
  phase,
  unreachable,
}: Pick<LeaderStatus, 'phase' | 'unreachable'> & { network: 'online' | 'offline' }) =>
  network === 'offline' || phase === 'reconnecting' || unreachable
