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

const fresh = { replaced: 0, qrs: 0, number: null }
const opening: State = { kind: 'opening', tries: 0, qrRounds: 0, ...fresh }
const qrcode: State = { kind: 'qrcode', tries: 1, qrRounds: 1, ...fresh, qrs: 1, qr: 'text', code: null }
const pairing: State = { kind: 'pairing', tries: 0, qrRounds: 0, ...fresh }
const waiting: State = { kind: 'waiting', tries: 2, qrRounds: 0, ...fresh }
const open: State = { kind: 'open', tries: 3, replaced: 0, since: 1_000 }
const leaving: State = { kind: 'leaving' }
const stopped: State = { kind: 'stopped' }
const states = { opening, qrcode, pairing, waiting, open, leaving, stopped }

const closed = (code: number, message = '', at = 2_000): Event => ({ kind: 'closed', code, message, at })
const quiet = { qrcode: null, pairingCode: null, qrCount: 0, retries: 0, retryMs: null }
const status = (name: string, reason: string | null = null, more: object = {}) => ({
  kind: 'status',
  change: { status: name, reason, ...quiet, ...more },
})
const request = { kind: 'requestCode', number: '5511' }
const connect = { kind: 'connect' }
const end = { kind: 'end' }
const wipe = { kind: 'wipe' }
const gone = [wipe, status('DISCONNECTED', 'disconnected')]
const unlinkedByPhone = [wipe, status('DISCONNECTED', 'logged_out')]
const timeout = (tries: number, reason = 'timeout') =>
  wait(reason, tries, retryMs[Math.min(tries - 1, retryMs.length - 1)])
const wait = (reason: string, retries: number, ms: number | undefined) => [
  status('TIMEOUT', reason, { retries, retryMs: ms }),
  { kind: 'connectAfter', ms },
]

const shown = (state: State, change: object): State => ({ ...state, ...change })

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
  const up = status('CONNECTED', null, { number: '55', connectedAt: 9 })
  const code: Event = { kind: 'code', number: '5511' }
  const coded: Event = { kind: 'coded', number: '5511', code: 'ABCD1234' }
  const showsQr = status('qrcode', null, { qrcode: 'text', qrCount: 1, retries: 1 })
  const rows: [keyof typeof states, Event, State | 'same', object[]][] = [
    ['opening', qr, shown(qrcode, { tries: 0, qrRounds: 0 }), [status('qrcode', null, { qrcode: 'text', qrCount: 1 })]],
    ['qrcode', qr, shown(qrcode, { qrs: 2 }), [status('qrcode', null, { qrcode: 'text', qrCount: 2, retries: 1 })]],
    ['waiting', qr, 'same', []],
    ['open', qr, 'same', []],
    ['leaving', qr, 'same', []],

    ['opening', code, shown(opening, { number: '5511' }), []],
    ['waiting', code, shown(waiting, { number: '5511' }), []],
    ['qrcode', code, shown(qrcode, { number: '5511' }), [showsQr, request]],
    ['qrcode', { kind: 'code', number: null }, 'same', []],
    ['pairing', code, 'same', []],
    ['open', code, 'same', []],
    ['leaving', code, 'same', []],
    ['qrcode', coded, 'same', []],
    ['opening', coded, 'same', []],

    ['qrcode', paired, pairing, [status('PAIRING')]],
    ['opening', paired, pairing, [status('PAIRING')]],
    ['open', paired, 'same', []],
    ['waiting', paired, 'same', []],
    ['leaving', paired, 'same', []],

    ['opening', connected, { kind: 'open', tries: 0, replaced: 0, since: 9 }, [up]],
    ['pairing', connected, { kind: 'open', tries: 0, replaced: 0, since: 9 }, [up]],
    ['qrcode', connected, { kind: 'open', tries: 1, replaced: 0, since: 9 }, [up]],
    ['waiting', connected, 'same', []],
    ['leaving', connected, stopped, [{ kind: 'logout' }, ...gone]],

    ['waiting', { kind: 'retry' }, { kind: 'opening', tries: 2, qrRounds: 0, ...fresh }, [connect]],
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

    ['open', closed(428), { kind: 'waiting', tries: 4, qrRounds: 0, ...fresh }, timeout(4)],
    ['opening', closed(408, 'timed out'), { kind: 'waiting', tries: 1, qrRounds: 0, ...fresh }, timeout(1)],
    ['opening', closed(503), { kind: 'waiting', tries: 1, qrRounds: 0, ...fresh }, timeout(1, 'unavailable')],
    ['opening', closed(500), { kind: 'waiting', tries: 1, qrRounds: 0, ...fresh }, timeout(1, 'unavailable')],
    [
      'opening',
      closed(408, 'WebSocket Error (connect ECONNREFUSED)'),
      { kind: 'waiting', tries: 1, qrRounds: 0, ...fresh },
      timeout(1, 'unreachable'),
    ],
    ['open', closed(408, 'Connection was lost'), { kind: 'waiting', tries: 4, qrRounds: 0, ...fresh }, timeout(4)],
    ['qrcode', closed(428), { kind: 'waiting', tries: 2, qrRounds: 1, ...fresh, qrs: 1 }, timeout(2)],
    ['waiting', closed(428), 'same', []],
    [
      'open',
      closed(515),
      { kind: 'opening', tries: 3, qrRounds: 0, ...fresh },
      [status('OPENING', null, { retries: 3 }), connect],
    ],
    ['pairing', closed(515), pairing, [status('PAIRING'), connect]],
    ['opening', closed(515), { kind: 'waiting', tries: 1, qrRounds: 0, ...fresh }, timeout(1)],
    ['open', closed(401), stopped, unlinkedByPhone],
    ['opening', closed(401), stopped, unlinkedByPhone],
    ['opening', closed(403), stopped, [status('DISCONNECTED', 'banned')]],
    ['leaving', closed(428), stopped, gone],
    ['leaving', closed(401), stopped, gone],
    [
      'open',
      closed(440),
      { kind: 'waiting', tries: 4, qrRounds: 0, ...fresh, replaced: 1 },
      // However often it failed before: nobody else was there.
      [{ kind: 'checkLease' }, ...wait('replaced', 4, replacedMs[0])],
    ],
    ['opening', closed(405), { kind: 'waiting', tries: 1, qrRounds: 0, ...fresh }, wait('outdated', 1, outdatedMs)],
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
  expect(step.state).toEqual({ kind: 'waiting', tries: 1, qrRounds: 0, ...fresh })
})

test('who is replaced again and again comes back later and later, until it was left alone', () => {
  let state: State = open
  for (const ms of [...replacedMs, replacedMs.at(-1)]) {
    const step = next(state, closed(440))
    expect(step.actions.at(-1)).toEqual({ kind: 'connectAfter', ms })
    state = next(next(step.state, { kind: 'retry' }).state, { kind: 'connected', number: '55', at: 2_000 }).state
  }
  const healthy = next(state, closed(440, '', 2_000 + healthyMs))
  expect(healthy.actions.at(-1)).toEqual({ kind: 'connectAfter', ms: replacedMs[0] })
})

test('it slows down, but never gives up', () => {
  const step = next({ kind: 'opening', tries: 500, qrRounds: 0, ...fresh }, closed(428))
  expect(step.actions).toEqual(timeout(501))
})

test('after three rounds of QRs that nobody scanned it stops, and keeps the credentials', () => {
  const refsEnded = closed(408, 'QR refs attempts ended')
  let state: State = opening
  for (let round = 1; round < maxQrRounds; round++) {
    const step = next(next(state, { kind: 'qr', qr: 'text' }).state, refsEnded)
    expect(step).toEqual({
      state: { kind: 'opening', tries: 0, qrRounds: round, ...fresh, qrs: round },
      actions: [status('OPENING', null, { qrCount: round }), connect],
    })
    state = step.state
  }
  expect(next(state, refsEnded)).toEqual({ state: stopped, actions: [status('DISCONNECTED', 'qr_expired')] })
})

test('a code is asked for once a socket, shown with every QR of it, and asked for anew by the next', () => {
  const qr = (text: string): Event => ({ kind: 'qr', qr: text })
  const shows = (text: string, pairingCode: string | null, qrCount: number) =>
    status('qrcode', null, { qrcode: text, pairingCode, qrCount })
  const events: [Event, object[]][] = [
    [qr('one'), [shows('one', null, 1), request]],
    [{ kind: 'coded', number: '5599', code: 'OLD' }, []],
    [{ kind: 'coded', number: '5511', code: 'ABCD1234' }, [shows('one', 'ABCD1234', 1)]],
    [qr('two'), [shows('two', 'ABCD1234', 2)]],
    [{ kind: 'code', number: '5511' }, []],
    [closed(408, 'QR refs attempts ended'), [status('OPENING', null, { qrCount: 2 }), connect]],
    [qr('three'), [shows('three', null, 3), request]],
    [{ kind: 'code', number: null }, [shows('three', null, 3)]],
    [qr('four'), [shows('four', null, 4)]],
  ]
  let { state } = begin('run', false, '5511')
  for (const [event, actions] of events) {
    const step = next(state, event)
    expect([event, step.actions]).toEqual([event, actions])
    state = step.state
  }
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
