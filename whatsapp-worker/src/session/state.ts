// The life of one connection's session as a pure table: state and event in, state and actions out. session.ts carries the actions out.
//
//             qr               paired              connected
//   opening ──────► qrcode ───────────► pairing ──────────────► open
//    │ ▲  ▲           │ refs ended        │ 515: at once          │
//    │ │  └───────────┘ (3 rounds: stop)  └──► (connect again)    │
//    │ └─ retry ── waiting ◄────────────── closed ────────────────┤
//    │                                                            │
//    │ disconnect wished, linked, not open                        │ disconnect wished, 401, 403, stop, lease lost
//    └──────────► leaving ── connected or closed ─────────────────┴──► stopped
//
// Invariants: `wipe` comes only with a link that is gone (401, wished disconnect). A stopped session settles and gives its lease back.
import type { ConnectionStatus } from 'db/connections/table.ts'

interface Attempts {
  /** Failed attempts in a row; forgotten after `healthyMs` of being open. */
  tries: number
  /** Sockets whose QRs all went unscanned. */
  qrRounds: number
}

export type State =
  | ({ kind: 'opening' | 'qrcode' | 'pairing' | 'waiting' } & Attempts)
  | { kind: 'open'; tries: number; since: number }
  /** To be unlinked, but not connected: one attempt to tell WhatsApp. */
  | { kind: 'leaving' }
  | { kind: 'stopped' }

export type Event =
  | { kind: 'qr'; qr: string }
  | { kind: 'paired' }
  | { kind: 'connected'; number: string; at: number }
  | { kind: 'closed'; code: number; message: string; at: number }
  | { kind: 'retry' }
  /** A person wants it unlinked. `linked`: WhatsApp knows these credentials. */
  | { kind: 'disconnect'; linked: boolean }
  | { kind: 'leaseLost' }
  | { kind: 'stop' }

export type StatusReason = 'logged_out' | 'qr_expired' | 'banned' | 'replaced' | 'timeout' | 'outdated'

export interface StatusChange {
  status: ConnectionStatus
  reason: StatusReason | null
  qrcode: string | null
  retries: number
  /** Both only once connected. */
  number?: string
  connectedAt?: number
}

export type Action =
  | { kind: 'status'; change: StatusChange }
  | { kind: 'connect' }
  | { kind: 'connectAfter'; ms: number }
  /** Close the socket, keep the link. */
  | { kind: 'end' }
  /** Tell WhatsApp to forget this device. */
  | { kind: 'logout' }
  | { kind: 'wipe' }
  | { kind: 'checkLease' }

export interface Step {
  state: State
  actions: Action[]
}

export const maxQrRounds = 3
export const healthyMs = 5 * 60_000
/** By failed attempts in a row. It slows down, but never gives up. */
export const retryMs = [1_000, 2_000, 5_000, 10_000, 20_000, 40_000, 60_000] as const
/** Somebody else uses these credentials: coming back soon would only throw them out. */
export const replacedMs = [60_000, 300_000, 900_000] as const
export const outdatedMs = 900_000

type Cause = 'restart' | 'loggedOut' | 'banned' | 'replaced' | 'qrEnded' | 'outdated' | 'transient'

/** Baileys gives one code to several causes (408) and passes HTTP errors of proxies off as WhatsApp's (401, 403). */
export function causeOf(code: number, message: string): Cause {
  if (message.startsWith('WebSocket Error')) return 'transient'
  if (message === 'QR refs attempts ended') return 'qrEnded'
  const causes: Record<number, Cause> = {
    401: 'loggedOut',
    403: 'banned',
    405: 'outdated',
    440: 'replaced',
    515: 'restart',
  }
  return causes[code] ?? 'transient'
}

/** The first step. `leave`: only to unlink what a person disconnected while no worker ran. */
export function begin(wish: 'run' | 'leave', linked: boolean): Step {
  if (wish === 'run') {
    return {
      state: { kind: 'opening', tries: 0, qrRounds: 0 },
      actions: [status('OPENING', null, 0), { kind: 'connect' }],
    }
  }
  return linked ? { state: { kind: 'leaving' }, actions: [{ kind: 'connect' }] } : unlinked()
}

export function next(state: State, event: Event): Step {
  if (state.kind === 'stopped') return { state, actions: [] }
  switch (event.kind) {
    case 'qr':
      return onQr(state, event.qr)
    case 'paired':
      return onPaired(state)
    case 'connected':
      return onConnected(state, event)
    case 'closed':
      return onClosed(state, event)
    case 'retry':
      if (state.kind !== 'waiting') return stay(state)
      return { state: { ...state, kind: 'opening' }, actions: [{ kind: 'connect' }] }
    case 'disconnect':
      return onDisconnect(state, event.linked)
    case 'leaseLost':
      // Another worker may already run it: nothing is written any more.
      return stopped([{ kind: 'end' }])
    case 'stop':
      return stopped(state.kind === 'leaving' ? [{ kind: 'end' }] : [{ kind: 'end' }, status('OPENING', null, 0)])
  }
}

const stay = (state: State): Step => ({ state, actions: [] })

const stopped = (actions: Action[]): Step => ({ state: { kind: 'stopped' }, actions })

/** The link is gone, on WhatsApp's side or by wish. */
const unlinked = (...first: Action[]) => stopped([...first, { kind: 'wipe' }, status('DISCONNECTED', 'logged_out', 0)])

function status(
  name: ConnectionStatus,
  reason: StatusReason | null,
  retries: number,
  qrcode: string | null = null,
): Action {
  return { kind: 'status', change: { status: name, reason, qrcode, retries } }
}

const isConnecting = (state: State) =>
  state.kind === 'opening' || state.kind === 'qrcode' || state.kind === 'pairing' ? state : null

function onQr(state: State, qr: string): Step {
  const connecting = isConnecting(state)
  if (!connecting) return stay(state)
  return { state: { ...connecting, kind: 'qrcode' }, actions: [status('qrcode', null, connecting.tries, qr)] }
}

function onPaired(state: State): Step {
  const connecting = isConnecting(state)
  if (!connecting) return stay(state)
  return {
    state: { kind: 'pairing', tries: 0, qrRounds: 0 },
    actions: [status('PAIRING', null, 0)],
  }
}

function onConnected(state: State, { number, at }: { number: string; at: number }): Step {
  if (state.kind === 'leaving') return unlinked({ kind: 'logout' })
  const connecting = isConnecting(state)
  if (!connecting) return stay(state)
  return {
    state: { kind: 'open', tries: connecting.tries, since: at },
    actions: [
      {
        kind: 'status',
        change: { status: 'CONNECTED', reason: null, qrcode: null, retries: 0, number, connectedAt: at },
      },
    ],
  }
}

function onDisconnect(state: State, linked: boolean): Step {
  if (state.kind === 'leaving') return stay(state)
  if (state.kind === 'open') return unlinked({ kind: 'logout' })
  if (!linked) return unlinked({ kind: 'end' })
  return { state: { kind: 'leaving' }, actions: state.kind === 'waiting' ? [{ kind: 'connect' }] : [] }
}

function onClosed(state: State, event: { code: number; message: string; at: number }): Step {
  if (state.kind === 'leaving') return unlinked()
  if (state.kind === 'waiting' || state.kind === 'stopped') return stay(state)
  const attempts = attemptsAfter(state, event.at)
  switch (causeOf(event.code, event.message)) {
    case 'loggedOut':
      return unlinked()
    case 'banned':
      return stopped([status('DISCONNECTED', 'banned', 0)])
    case 'replaced':
      return wait(attempts, 'replaced', byTries(replacedMs, attempts.tries), [{ kind: 'checkLease' }])
    case 'outdated':
      return wait(attempts, 'outdated', outdatedMs)
    case 'qrEnded':
      return onQrEnded(attempts)
    case 'restart':
      // Only what was up can be asked to restart; asked again and again, it backs off.
      return state.kind === 'opening' ? backOff(attempts) : restart(state, attempts)
    case 'transient':
      return backOff(attempts)
  }
}

function attemptsAfter(state: Exclude<State, { kind: 'leaving' | 'stopped' }>, at: number): Attempts {
  if (state.kind !== 'open') return { tries: state.tries, qrRounds: state.qrRounds }
  return { tries: at - state.since >= healthyMs ? 0 : state.tries, qrRounds: 0 }
}

function restart(state: State, attempts: Attempts): Step {
  // A pairing's restart is its second half: the person still sees "pairing".
  const kind = state.kind === 'pairing' || state.kind === 'qrcode' ? 'pairing' : 'opening'
  const shown = kind === 'pairing' ? 'PAIRING' : 'OPENING'
  return { state: { ...attempts, kind }, actions: [status(shown, null, attempts.tries), { kind: 'connect' }] }
}

function onQrEnded({ tries, qrRounds }: Attempts): Step {
  if (qrRounds + 1 >= maxQrRounds) return stopped([status('DISCONNECTED', 'qr_expired', 0)])
  return {
    state: { kind: 'opening', tries, qrRounds: qrRounds + 1 },
    actions: [status('OPENING', null, tries), { kind: 'connect' }],
  }
}

const backOff = (attempts: Attempts) => wait(attempts, 'timeout', byTries(retryMs, attempts.tries))

function wait({ tries, qrRounds }: Attempts, reason: StatusReason, ms: number, first: Action[] = []): Step {
  return {
    state: { kind: 'waiting', tries: tries + 1, qrRounds },
    actions: [...first, status('TIMEOUT', reason, tries + 1), { kind: 'connectAfter', ms }],
  }
}

const byTries = (steps: readonly number[], tries: number) => steps[Math.min(tries, steps.length - 1)] ?? 0
