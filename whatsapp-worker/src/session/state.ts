// The life of one connection's session as a pure table: state and event in, state and actions out. session.ts carries the actions out.
//
//             qr, code         paired              connected
//   opening ──────► qrcode ───────────► pairing ──────────────► open
//    │ ▲  ▲           │ refs ended        │ 515: at once          │
//    │ │  └───────────┘ (3 rounds: stop)  └──► (connect again)    │
//    │ └─ retry ── waiting ◄────────────── closed ────────────────┤
//    │                                                            │
//    │ disconnect wished, linked, not open                        │ disconnect wished, 401, 403, stop, lease lost
//    └──────────► leaving ── connected or closed ─────────────────┴──► stopped
//
// Invariants: `wipe` comes only with a link that is gone (401, wished disconnect). A stopped session settles and gives its lease back.
import type { ConnectionStatus, StatusReason } from 'db/connections/table.ts'

interface Attempts {
  /** Failed attempts in a row; forgotten after `healthyMs` of being open, as is the next. */
  tries: number
  /** How many of them ended because somebody else uses the credentials. */
  replaced: number
  /** Sockets whose QRs all went unscanned. */
  qrRounds: number
  /** QRs shown, over all rounds. */
  qrs: number
  /** To be linked by a code that this number's owner types; null: by QR only. */
  number: string | null
}

export type State =
  | ({ kind: 'opening' | 'pairing' | 'waiting' } & Attempts)
  /** `code` is null until WhatsApp knows it. */
  | ({ kind: 'qrcode'; qr: string; code: string | null } & Attempts)
  | { kind: 'open'; tries: number; replaced: number; since: number }
  /** To be unlinked, but not connected: one attempt to tell WhatsApp. */
  | { kind: 'leaving' }
  | { kind: 'stopped' }

export type Event =
  | { kind: 'qr'; qr: string }
  /** A person wants a code for this number, or no code any more. */
  | { kind: 'code'; number: string | null }
  /** This socket waits for `code` to be typed. */
  | { kind: 'coded'; number: string; code: string }
  | { kind: 'paired' }
  | { kind: 'connected'; number: string; at: number }
  | { kind: 'closed'; code: number; message: string; at: number }
  | { kind: 'retry' }
  /** A person wants it unlinked. `linked`: WhatsApp knows these credentials. */
  | { kind: 'disconnect'; linked: boolean }
  | { kind: 'leaseLost' }
  | { kind: 'stop' }

export interface StatusChange {
  status: ConnectionStatus
  reason: StatusReason | null
  qrcode: string | null
  pairingCode: string | null
  qrCount: number
  retries: number
  /** Until the next attempt, about. */
  retryMs: number | null
  /** Both only once connected. */
  number?: string
  connectedAt?: number
}

export type Action =
  | { kind: 'status'; change: StatusChange }
  | { kind: 'connect' }
  | { kind: 'connectAfter'; ms: number }
  /** A pairing code, of the socket that shows the QR. */
  | { kind: 'requestCode'; number: string }
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

/** What a person is told of a failure that passes. */
function passingReason(code: number, message: string): StatusReason {
  if (message.startsWith('WebSocket Error')) return 'unreachable'
  return code === 500 || code === 503 ? 'unavailable' : 'timeout'
}

const fresh: Attempts = { tries: 0, replaced: 0, qrRounds: 0, qrs: 0, number: null }

/** The first step. `leave`: only to unlink what a person disconnected while no worker ran. */
export function begin(wish: 'run' | 'leave', linked: boolean, number: string | null = null): Step {
  if (wish === 'run') {
    return {
      state: { ...fresh, kind: 'opening', number },
      actions: [status('OPENING'), { kind: 'connect' }],
    }
  }
  return linked ? { state: { kind: 'leaving' }, actions: [{ kind: 'connect' }] } : unlinked('disconnected')
}

export function next(state: State, event: Event): Step {
  if (state.kind === 'stopped') return { state, actions: [] }
  switch (event.kind) {
    case 'qr':
      return onQr(state, event.qr)
    case 'code':
      return onCode(state, event.number)
    case 'coded':
      return onCoded(state, event)
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
      return stopped(state.kind === 'leaving' ? [{ kind: 'end' }] : [{ kind: 'end' }, status('OPENING')])
  }
}

const stay = (state: State): Step => ({ state, actions: [] })

const stopped = (actions: Action[]): Step => ({ state: { kind: 'stopped' }, actions })

/** The link is gone, on WhatsApp's side or by wish. */
const unlinked = (reason: 'disconnected' | 'logged_out', ...first: Action[]) =>
  stopped([...first, { kind: 'wipe' }, status('DISCONNECTED', reason)])

function status(name: ConnectionStatus, reason: StatusReason | null = null, more: Partial<StatusChange> = {}): Action {
  const nothing = { qrcode: null, pairingCode: null, qrCount: 0, retries: 0, retryMs: null }
  return { kind: 'status', change: { status: name, reason, ...nothing, ...more } }
}

const isConnecting = (state: State) =>
  state.kind === 'opening' || state.kind === 'qrcode' || state.kind === 'pairing' ? state : null

function onQr(state: State, qr: string): Step {
  const connecting = isConnecting(state)
  if (!connecting) return stay(state)
  const { kind, tries, replaced, qrRounds, number } = connecting
  // One code serves all QRs of a socket.
  const code = kind === 'qrcode' ? connecting.code : null
  return showing({ kind: 'qrcode', tries, replaced, qrRounds, number, qrs: connecting.qrs + 1, qr, code })
}

type Showing = Extract<State, { kind: 'qrcode' }>

/** Also asks for the code that is wished and not there. */
function showing(state: Showing): Step {
  const { qr, code, qrs, tries, number } = state
  const shown = status('qrcode', null, { qrcode: qr, pairingCode: code, qrCount: qrs, retries: tries })
  const isMissing = number !== null && code === null
  return { state, actions: isMissing ? [shown, { kind: 'requestCode', number }] : [shown] }
}

function onCode(state: State, number: string | null): Step {
  if (state.kind === 'opening' || state.kind === 'waiting') return stay({ ...state, number })
  if (state.kind !== 'qrcode' || state.number === number) return stay(state)
  return showing({ ...state, number, code: null })
}

function onCoded(state: State, { number, code }: { number: string; code: string }): Step {
  if (state.kind !== 'qrcode' || state.number !== number) return stay(state)
  return showing({ ...state, code })
}

function onPaired(state: State): Step {
  const connecting = isConnecting(state)
  if (!connecting) return stay(state)
  return {
    state: { ...fresh, kind: 'pairing' },
    actions: [status('PAIRING')],
  }
}

function onConnected(state: State, { number, at }: { number: string; at: number }): Step {
  if (state.kind === 'leaving') return unlinked('disconnected', { kind: 'logout' })
  const connecting = isConnecting(state)
  if (!connecting) return stay(state)
  return {
    state: { kind: 'open', tries: connecting.tries, replaced: connecting.replaced, since: at },
    actions: [status('CONNECTED', null, { number, connectedAt: at })],
  }
}

function onDisconnect(state: State, linked: boolean): Step {
  if (state.kind === 'leaving') return stay(state)
  if (state.kind === 'open') return unlinked('disconnected', { kind: 'logout' })
  if (!linked) return unlinked('disconnected', { kind: 'end' })
  return { state: { kind: 'leaving' }, actions: state.kind === 'waiting' ? [{ kind: 'connect' }] : [] }
}

function onClosed(state: State, event: { code: number; message: string; at: number }): Step {
  if (state.kind === 'leaving') return unlinked('disconnected')
  if (state.kind === 'waiting' || state.kind === 'stopped') return stay(state)
  const attempts = attemptsAfter(state, event.at)
  switch (causeOf(event.code, event.message)) {
    case 'loggedOut':
      return unlinked('logged_out')
    case 'banned':
      return stopped([status('DISCONNECTED', 'banned')])
    case 'replaced':
      return onReplaced(attempts)
    case 'outdated':
      return wait(attempts, 'outdated', outdatedMs)
    case 'qrEnded':
      return onQrEnded(attempts)
    case 'restart':
      // Only what was up can be asked to restart; asked again and again, it backs off.
      return state.kind === 'opening' ? backOff(attempts, 'timeout') : restart(state, attempts)
    case 'transient':
      return backOff(attempts, passingReason(event.code, event.message))
  }
}

/** What failed for other reasons before says nothing of who else there is. */
function onReplaced({ replaced, ...attempts }: Attempts): Step {
  const again = { ...attempts, replaced: replaced + 1 }
  return wait(again, 'replaced', byTries(replacedMs, replaced), [{ kind: 'checkLease' }])
}

function attemptsAfter(state: Exclude<State, { kind: 'leaving' | 'stopped' }>, at: number): Attempts {
  if (state.kind === 'open') {
    const { tries, replaced } = state
    return at - state.since >= healthyMs ? fresh : { ...fresh, tries, replaced }
  }
  const { tries, replaced, qrRounds, qrs, number } = state
  return { tries, replaced, qrRounds, qrs, number }
}

function restart(state: State, attempts: Attempts): Step {
  // A pairing's restart is its second half: the person still sees "pairing".
  const kind = state.kind === 'pairing' || state.kind === 'qrcode' ? 'pairing' : 'opening'
  const shown = kind === 'pairing' ? 'PAIRING' : 'OPENING'
  return {
    state: { ...attempts, kind },
    actions: [status(shown, null, { retries: attempts.tries }), { kind: 'connect' }],
  }
}

function onQrEnded(attempts: Attempts): Step {
  const qrRounds = attempts.qrRounds + 1
  if (qrRounds >= maxQrRounds) return stopped([status('DISCONNECTED', 'qr_expired')])
  const { tries, qrs } = attempts
  return {
    state: { ...attempts, kind: 'opening', qrRounds },
    actions: [status('OPENING', null, { retries: tries, qrCount: qrs }), { kind: 'connect' }],
  }
}

const backOff = (attempts: Attempts, reason: StatusReason) => wait(attempts, reason, byTries(retryMs, attempts.tries))

function wait(attempts: Attempts, reason: StatusReason, ms: number, first: Action[] = []): Step {
  const tries = attempts.tries + 1
  return {
    state: { ...attempts, kind: 'waiting', tries },
    actions: [...first, status('TIMEOUT', reason, { retries: tries, retryMs: ms }), { kind: 'connectAfter', ms }],
  }
}

const byTries = (steps: readonly number[], tries: number) => steps[Math.min(tries, steps.length - 1)] ?? 0
