import { describe, expect, test } from 'vitest'
import {
  begin,
  causeOf,
  healthyMs,
  maxQrRounds,
  next,
  outdatedMs,
  replacedMs,
  retryMs,
  type Event,
  type State,
} from './state.ts'

const opening: State = { kind: 'opening', tries: 0, qrRounds: 0 }
const qrcode: State = { kind: 'qrcode', tries: 1, qrRounds: 1 }
const pairing: State = { kind: 'pairing', tries: 0, qrRounds: 0 }
const waiting: State = { kind: 'waiting', tries: 2, qrRounds: 0 }
const open: State = { kind: 'open', tries: 3, since: 1_000 }
const leaving: State = { kind: 'leaving' }
const stopped: State = { kind: 'stopped' }
const states = { opening, qrcode, pairing, waiting, open, leaving, stopped }

const closed = (code: number, message = '', at = 2_000): Event => ({ kind: 'closed', code, message, at })
const status = (name: string, reason: string | null = null, retries = 0, qr: string | null = null) => ({
  kind: 'status',
  change: { status: name, reason, retries, qrcode: qr },
})
const connect = { kind: 'connect' }
const end = { kind: 'end' }
const wipe = { kind: 'wipe' }
const gone = [wipe, status('DISCONNECTED', 'logged_out')]
const timeout = (tries: number) => [
  status('TIMEOUT', 'timeout', tries),
  { kind: 'connectAfter', ms: retryMs[Math.min(tries - 1, retryMs.length - 1)] },
]

test('a session begins by connecting', () => {
  expect(begin('run', false)).toEqual({ state: opening, actions: [status('OPENING'), connect] })
  expect(begin('leave', true)).toEqual({ state: leaving, actions: [connect] })
  expect(begin('leave', false)).toEqual({ state: stopped, actions: gone })
})

describe('every state and event', () => {
  const qr: Event = { kind: 'qr', qr: 'text' }
  const paired: Event = { kind: 'paired' }
  const connected: Event = { kind: 'connected', number: '55', at: 9 }
  const linked: Event = { kind: 'disconnect', linked: true }
  const unlinked: Event = { kind: 'disconnect', linked: false }
  const up = { kind: 'status', change: { ...status('CONNECTED').change, number: '55', connectedAt: 9 } }
  const rows: [keyof typeof states, Event, State | 'same', object[]][] = [
    ['opening', qr, { kind: 'qrcode', tries: 0, qrRounds: 0 }, [status('qrcode', null, 0, 'text')]],
    ['qrcode', qr, 'same', [status('qrcode', null, 1, 'text')]],
    ['waiting', qr, 'same', []],
    ['open', qr, 'same', []],
    ['leaving', qr, 'same', []],

    ['qrcode', paired, pairing, [status('PAIRING')]],
    ['opening', paired, pairing, [status('PAIRING')]],
    ['open', paired, 'same', []],
    ['waiting', paired, 'same', []],
    ['leaving', paired, 'same', []],

    ['opening', connected, { kind: 'open', tries: 0, since: 9 }, [up]],
    ['pairing', connected, { kind: 'open', tries: 0, since: 9 }, [up]],
    ['qrcode', connected, { kind: 'open', tries: 1, since: 9 }, [up]],
    ['waiting', connected, 'same', []],
    ['leaving', connected, stopped, [{ kind: 'logout' }, ...gone]],

    ['waiting', { kind: 'retry' }, { kind: 'opening', tries: 2, qrRounds: 0 }, [connect]],
    ['opening', { kind: 'retry' }, 'same', []],
    ['open', { kind: 'retry' }, 'same', []],
    ['leaving', { kind: 'retry' }, 'same', []],

    ['open', linked, stopped, [{ kind: 'logout' }, ...gone]],
    ['opening', linked, leaving, []],
    ['pairing', linked, leaving, []],
    ['waiting', linked, leaving, [connect]],
    ['opening', unlinked, stopped, [end, ...gone]],
    ['qrcode', unlinked, stopped, [end, ...gone]],
    ['leaving', linked, 'same', []],

    ['open', { kind: 'leaseLost' }, stopped, [end]],
    ['waiting', { kind: 'leaseLost' }, stopped, [end]],
    ['leaving', { kind: 'leaseLost' }, stopped, [end]],
    ['open', { kind: 'stop' }, stopped, [end, status('OPENING')]],
    ['qrcode', { kind: 'stop' }, stopped, [end, status('OPENING')]],
    ['leaving', { kind: 'stop' }, stopped, [end]],

    ['open', closed(428), { kind: 'waiting', tries: 4, qrRounds: 0 }, timeout(4)],
    ['opening', closed(408, 'timed out'), { kind: 'waiting', tries: 1, qrRounds: 0 }, timeout(1)],
    ['opening', closed(503), { kind: 'waiting', tries: 1, qrRounds: 0 }, timeout(1)],
    ['qrcode', closed(428), { kind: 'waiting', tries: 2, qrRounds: 1 }, timeout(2)],
    ['waiting', closed(428), 'same', []],
    ['open', closed(515), { kind: 'opening', tries: 3, qrRounds: 0 }, [status('OPENING', null, 3), connect]],
    ['pairing', closed(515), pairing, [status('PAIRING'), connect]],
    ['opening', closed(515), { kind: 'waiting', tries: 1, qrRounds: 0 }, timeout(1)],
    ['open', closed(401), stopped, gone],
    ['opening', closed(401), stopped, gone],
    ['opening', closed(403), stopped, [status('DISCONNECTED', 'banned')]],
    ['leaving', closed(428), stopped, gone],
    ['leaving', closed(401), stopped, gone],
    [
      'open',
      closed(440),
      { kind: 'waiting', tries: 4, qrRounds: 0 },
      [
        { kind: 'checkLease' },
        status('TIMEOUT', 'replaced', 4),
        { kind: 'connectAfter', ms: replacedMs[replacedMs.length - 1] },
      ],
    ],
    [
      'opening',
      closed(405),
      { kind: 'waiting', tries: 1, qrRounds: 0 },
      [status('TIMEOUT', 'outdated', 1), { kind: 'connectAfter', ms: outdatedMs }],
    ],
    ...(['qr', 'paired', 'retry', 'leaseLost', 'stop'] as const).map(
      (kind): [keyof typeof states, Event, 'same', object[]] => [
        'stopped',
        kind === 'qr' ? { kind, qr: '' } : { kind },
        'same',
        [],
      ],
    ),
    ['stopped', connected, 'same', []],
    ['stopped', linked, 'same', []],
    ['stopped', closed(401), 'same', []],
  ]
  test.each(rows)('%s, %o', (from, event, to, actions) => {
    const state = states[from]
    expect(next(state, event)).toEqual({ state: to === 'same' ? state : to, actions })
  })
})

test('five healthy minutes forget earlier failures', () => {
  const step = next(open, closed(428, '', 1_000 + healthyMs))
  expect(step.state).toEqual({ kind: 'waiting', tries: 1, qrRounds: 0 })
})

test('it slows down, but never gives up', () => {
  const step = next({ kind: 'opening', tries: 500, qrRounds: 0 }, closed(428))
  expect(step.actions).toEqual(timeout(501))
})

test('after three rounds of QRs that nobody scanned it stops, and keeps the credentials', () => {
  const refsEnded = closed(408, 'QR refs attempts ended')
  let state: State = opening
  for (let round = 1; round < maxQrRounds; round++) {
    const step = next(next(state, { kind: 'qr', qr: 'text' }).state, refsEnded)
    expect(step).toEqual({
      state: { kind: 'opening', tries: 0, qrRounds: round },
      actions: [status('OPENING'), connect],
    })
    state = step.state
  }
  expect(next(state, refsEnded)).toEqual({ state: stopped, actions: [status('DISCONNECTED', 'qr_expired')] })
})

test.each([401, 403, 503])("a proxy's HTTP %i is not WhatsApp's", (code) => {
  expect(causeOf(code, `WebSocket Error (Unexpected server response: ${code})`)).toBe('transient')
})

test('keys are wiped only when the link is gone', () => {
  const wiping = Object.values(states).flatMap((state) =>
    [401, 403, 405, 408, 428, 440, 500, 503, 515].filter((code) =>
      next(state, closed(code)).actions.some(({ kind }) => kind === 'wipe'),
    ),
  )
  // Besides 401 only what was told to leave anyway, with every code.
  expect(wiping.filter((code) => code !== 401)).toHaveLength(8)
})
