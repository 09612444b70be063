// A query of a tab between its two places: the worker and the server are stand-ins, what a screen is told is real.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ResultRow } from '../tabs/protocol.ts'
import { initialStatus } from '../tabs/status.ts'
import type { ServerAnswer } from './ask-server.ts'
import { unheard, type Standing } from './painting.ts'

const parts = vi.hoisted(() => ({
  onRows: new Set<(rows: readonly ResultRow[], upTo: Standing) => void>(),
  asked: [] as { resolve(answer: ServerAnswer): void; reject(error: Error): void }[],
  outbox: new Set<(change: 'appended' | 'changed') => void>(),
  waiting: [] as { state: 'waiting' }[],
  phase: 'starting',
}))

vi.mock('../tabs/tab-link.ts', () => ({
  subscribe(_query: unknown, onRows: (rows: readonly ResultRow[], upTo: Standing) => void) {
    parts.onRows.add(onRows)
    return () => parts.onRows.delete(onRows)
  },
}))
vi.mock('./ask-server.ts', () => ({
  askServer: () => new Promise<ServerAnswer>((resolve, reject) => parts.asked.push({ resolve, reject })),
}))
vi.mock('../tabs/status-store.ts', () => ({
  statusStore: {
    subscribe: () => () => undefined,
    get: () => ({ ...initialStatus, phase: parts.phase, network: 'online' }),
  },
}))
vi.mock('../session/session.ts', () => ({ currentSession: () => ({ user: { id: 'a' } }), onSessionChange() {} }))
vi.mock('../outbox/outbox-store.ts', () => ({ outboxStore: { get: () => parts.waiting } }))
vi.mock('../outbox/outbox.ts', () => ({ onOutboxChange: (tell: never) => parts.outbox.add(tell) }))
vi.mock('./snapshot.ts', () => ({ lastRows: () => undefined, endSnapshot() {} }))

const { liveStore, serverPaints, shownResults } = await import('./live-store.ts')

const device = (rows: readonly ResultRow[], upTo: Standing) => parts.onRows.forEach((tell) => tell(rows, upTo))
const server = async (rows: readonly ResultRow[], lsn: bigint) => {
  parts.asked.shift()?.resolve({ rows, lsn })
  await vi.advanceTimersByTimeAsync(0)
}
const row = (id: string, name = id) => ({ id, name })

let opened = 0
function open() {
  const store = liveStore({ name: 'some.query', version: '', args: { n: ++opened } })
  const end = store.subscribe(() => undefined)
  return { store, end, rows: () => store.get().rows, whole: () => store.get().whole }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { visibilityState: 'visible' })
  parts.phase = 'starting'
  parts.asked.length = 0
  parts.waiting.length = 0
})
afterEach(async () => {
  await vi.advanceTimersByTimeAsync(20_000)
  vi.useRealTimers()
})

test('the server paints until the device is as new; rows that are equal stay the same objects', async () => {
  const { rows, whole, end } = open()
  device([row('a')], null)
  expect([rows(), whole()]).toEqual([[], false])
  await server([row('a'), row('b')], 100n)
  const painted = rows()
  expect([painted, whole(), serverPaints.get(), shownResults().size]).toEqual([[row('a'), row('b')], true, true, 0])
  device([row('a')], 99n)
  expect(rows()).toBe(painted)
  device([row('a'), row('b', 'other')], 100n)
  expect(rows()).toEqual([row('a'), row('b', 'other')])
  expect([rows()[0] === painted[0], serverPaints.get(), shownResults().size]).toEqual([true, false, 1])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(parts.asked).toEqual([])
  end()
})

test('it is asked again while it paints, at once when the outbox was answered, and never for a device that is live', async () => {
  const { rows, end } = open()
  await server([row('a')], 100n)
  await vi.advanceTimersByTimeAsync(2000)
  expect(parts.asked).toHaveLength(1)
  await server([row('b')], 101n)
  for (const tell of parts.outbox) tell('changed')
  await server([row('c')], 102n)
  expect(rows()).toEqual([row('c')])
  end()
  await vi.advanceTimersByTimeAsync(20_000)
  parts.asked.length = 0
  parts.phase = 'live'
  const live = open()
  device([row('d')], 200n)
  await vi.advanceTimersByTimeAsync(10_000)
  expect([live.rows(), parts.asked]).toEqual([[row('d')], []])
  live.end()
})

test('a server that does not answer leaves the screen to the device', async () => {
  const { rows, whole, end } = open()
  parts.asked.shift()?.reject(new TypeError('offline'))
  await vi.advanceTimersByTimeAsync(0)
  device([row('a')], null)
  expect([rows(), whole()]).toEqual([[row('a')], false])
  end()
})

test('what was asked before something was written here is asked again, and takes nothing away', async () => {
  const { rows, end } = open()
  device([row('a'), row('mine')], unheard)
  for (const tell of parts.outbox) tell('appended')
  await server([row('a')], 100n)
  expect(rows()).toEqual([row('a'), row('mine')])
  await server([row('a'), row('mine', 'sent')], 101n)
  expect(rows()).toEqual([row('a'), row('mine', 'sent')])
  end()
})
