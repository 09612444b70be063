// The push loop as a pure machine; push.ts does what entering a state asks for.
//
//   idle ──work──► sending ──answered, nothing left──► idle
//                  ▲  │ └───answered, more left──────► sending
//              wake│  ▼ failed, refused, or answered without progress
//                backing-off (its timer and `online` wake it)
import type { ErrorCode } from 'db/kit/errors.ts'

export type PushState =
  | { kind: 'idle' }
  /** `turn` tells one sending from the next. */
  | { kind: 'sending'; turn: number; failures: number }
  | { kind: 'backing-off'; turn: number; failures: number; refused: ErrorCode | null; retryAfterMs: number }

export type PushEvent =
  | { kind: 'work' }
  | { kind: 'answered'; progress: boolean; left: boolean }
  | { kind: 'failed' }
  /** The server takes nothing from us at present, e.g. the company is overdue. */
  | { kind: 'refused'; code: ErrorCode; retryAfterMs: number }
  | { kind: 'wake' }

export function next(state: PushState, event: PushEvent): PushState {
  switch (event.kind) {
    case 'work':
      return state.kind === 'idle' ? { kind: 'sending', turn: 1, failures: 0 } : state
    case 'wake':
      return state.kind === 'backing-off' ? { kind: 'sending', turn: state.turn + 1, failures: state.failures } : state
    case 'answered':
      if (state.kind !== 'sending') return state
      if (!event.left) return { kind: 'idle' }
      return event.progress ? { kind: 'sending', turn: state.turn + 1, failures: 0 } : backOff(state, null)
    case 'failed':
      return state.kind === 'sending' ? backOff(state, null) : state
    case 'refused':
      return state.kind === 'sending' ? backOff(state, event.code, event.retryAfterMs) : state
  }
}

function backOff(
  { turn, failures }: { turn: number; failures: number },
  refused: ErrorCode | null,
  retryAfterMs = 0,
): PushState {
  return { kind: 'backing-off', turn, failures: failures + 1, refused, retryAfterMs }
}
