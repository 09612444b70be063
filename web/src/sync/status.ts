// What the leader tells about syncing, as a pure machine.
//
//   starting ──opened──► loading ──all shapes current──► live ◄──answered── reconnecting
//      │  └─opened with a complete copy──► reconnecting    └──failed request──► ▲
//      ├──without a local database──► reconnecting, mode online
//      └──could not open──► failed
//
// An overdue company's device is reconnecting, and says why: the server is there and lets it in again by itself once it is paid.
import type { ErrorCode } from 'db/kit/errors.ts'
import type { Overdue } from './transport.ts'

export interface LeaderStatus {
  phase: 'starting' | 'loading' | 'live' | 'reconnecting' | 'failed'
  /** Where queries run: on this device, or on the server because the device can't have the database. */
  mode: 'local' | 'online'
  syncedAt: Date | null
  /** The server does not serve an app of this age any more: only what waits is still taken. */
  outdated: boolean
  /** The server asked to come later; what waits goes on by itself. */
  busy: boolean
  /** The server refuses to take what waits, e.g. ERR_SUBSCRIPTION_EXPIRED. */
  pushRefused: ErrorCode | null
  /** The server gives the company no session until it has paid. */
  overdue: Overdue | null
}

export type StatusEvent =
  | { kind: 'opened'; complete: boolean; syncedAt: Date | null }
  | { kind: 'opened-online' }
  /** `outdated`: of what this app asks something is not known any more. */
  | { kind: 'current'; at: Date; outdated?: boolean }
  | { kind: 'unreachable' }
  | { kind: 'busy' }
  | { kind: 'outdated' }
  | { kind: 'overdue'; overdue: Overdue }
  | { kind: 'open-failed' }
  | { kind: 'push-refused'; code: ErrorCode }
  | { kind: 'push-accepted' }

export const initialStatus: LeaderStatus = {
  phase: 'starting',
  mode: 'local',
  syncedAt: null,
  outdated: false,
  busy: false,
  pushRefused: null,
  overdue: null,
}

export function next(status: LeaderStatus, event: StatusEvent): LeaderStatus {
  switch (event.kind) {
    case 'opened':
      return { ...status, phase: event.complete ? 'reconnecting' : 'loading', mode: 'local', syncedAt: event.syncedAt }
    case 'opened-online':
      return { ...status, phase: 'reconnecting', mode: 'online' }
    case 'open-failed':
      return { ...status, phase: 'failed' }
    case 'current':
      if (status.phase === 'failed') return status
      return {
        ...status,
        phase: 'live',
        syncedAt: event.at,
        outdated: event.outdated ?? false,
        busy: false,
        overdue: null,
      }
    case 'unreachable':
      if (status.phase !== 'live' && !status.busy && !status.overdue) return status
      return { ...lost(status), busy: false, overdue: null }
    case 'busy':
      return status.busy ? status : { ...status, busy: true }
    case 'overdue':
      if (status.overdue?.since === event.overdue.since) return status
      return { ...lost(status), busy: false, overdue: event.overdue }
    case 'outdated':
      return status.outdated ? status : { ...status, outdated: true }
    case 'push-refused':
      return { ...status, pushRefused: event.code }
    case 'push-accepted':
      return status.pushRefused === null ? status : { ...status, pushRefused: null }
  }
}

/** Nothing new comes any more; a first copy goes on being one. */
function lost(status: LeaderStatus): LeaderStatus {
  return status.phase === 'live' ? { ...status, phase: 'reconnecting' } : status
}
