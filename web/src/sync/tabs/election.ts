// Who leads, as a worker sees it; a pure machine. The Web Lock decides, this only follows.
//
//   waiting ──leader heard──► following ──another leader heard──► following
//      └───────┬──────────────────┘
//         lock granted ──► opening ──opened──► leading
//                             └──could not──► failed ──leader heard──► following
//   any ──stop──► stopped
export type ElectionState =
  /** No leader known: requests are kept. */
  | { kind: 'waiting' }
  | { kind: 'following'; leader: string }
  | { kind: 'opening' }
  | { kind: 'leading' }
  /** This worker could not open the database; another may. */
  | { kind: 'failed' }
  | { kind: 'stopped' }

export type ElectionEvent =
  | { kind: 'leader-heard'; leader: string }
  | { kind: 'lock-granted' }
  | { kind: 'opened' }
  | { kind: 'open-failed' }
  | { kind: 'stop' }

export function next(state: ElectionState, event: ElectionEvent): ElectionState {
  if (state.kind === 'stopped' || event.kind === 'stop') return stopped
  switch (event.kind) {
    case 'leader-heard':
      // Old news of a leader whose lock this worker has meanwhile.
      if (state.kind === 'opening' || state.kind === 'leading') return state
      if (state.kind === 'following' && state.leader === event.leader) return state
      return { kind: 'following', leader: event.leader }
    case 'lock-granted':
      return { kind: 'opening' }
    case 'opened':
      return state.kind === 'opening' ? { kind: 'leading' } : state
    case 'open-failed':
      return state.kind === 'opening' ? { kind: 'failed' } : state
  }
}

const stopped: ElectionState = { kind: 'stopped' }
