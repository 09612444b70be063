// Loaded only while the server collects traces: when each step of an entry was, and from time to time the ages of those that are through, told to
// POST /traces. Ids and times, nothing else. Invariant: nothing waits for it; what can't be told is forgotten.
import type { OutboxEntry } from '../outbox/outbox.ts'
import type { Send } from '../pull/transport.ts'
import type { Mark } from './device-traces.ts'

const everyMs = 2_000
/** The server takes no more at once; more in two seconds is no person. */
const mostTold = 100
/** One whose end never comes is forgotten. */
const mostBegun = 200
/** What waited for longer than a week tells of no server. */
const oldestMs = 7 * 86_400_000

type Times = Record<'written' | Mark, number>

export interface TraceLog {
  /** `now` is the clock by which entries say when they were made: ms since 1970, by this device. */
  mark(mark: Mark, entries: readonly Pick<OutboxEntry, 'id' | 'at'>[], now: number): void
}

export function startTraceLog(send: Send, signal: AbortSignal): TraceLog {
  const begun = new Map<string, Partial<Times>>()
  let ended: ({ id: string } & Times)[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  signal.addEventListener('abort', () => clearTimeout(timer))

  const tell = () => {
    const told = ended
    ended = []
    timer = undefined
    const now = Date.now()
    const mutations = told.map((times) => agesOf(times, now)).filter((ages) => isInOrder(ages))
    if (mutations.length > 0) void post(mutations)
  }
  const post = async (mutations: readonly object[]) => {
    const headers = { 'content-type': 'application/json' }
    await send('/api/traces', { method: 'POST', headers, body: JSON.stringify({ mutations }), signal }).catch(
      () => null,
    )
  }
  return {
    mark(mark, entries, now) {
      for (const { id, at } of entries) {
        const times = { written: at.getTime(), ...begun.get(id), [mark]: now }
        begun.set(id, times)
        if (times.answered === undefined || times.confirmed === undefined) continue
        begun.delete(id)
        // Its rows may be here before the answer to its push: it is through when both are.
        const through = { id, ...times, confirmed: Math.max(times.answered, times.confirmed) }
        // Those that began before there was this log are not whole.
        if (isWhole(through) && ended.length < mostTold) ended.push(through)
      }
      for (const id of begun.keys()) if (begun.size > mostBegun) begun.delete(id)
      if (ended.length > 0 && !signal.aborted) timer ??= setTimeout(tell, everyMs)
    },
  }
}

const isWhole = (times: Partial<Times>): times is Times =>
  times.shown !== undefined && times.sent !== undefined && times.answered !== undefined && times.confirmed !== undefined

function agesOf({ id, ...times }: { id: string } & Times, now: number) {
  const age = (at: number) => Math.round(now - at)
  return {
    id,
    written: age(times.written),
    shown: age(times.shown),
    sent: age(times.sent),
    answered: age(times.answered),
    confirmed: age(times.confirmed),
  }
}

/** Unless the device's clock was set meanwhile. */
function isInOrder({ written, shown, sent, answered, confirmed }: Omit<ReturnType<typeof agesOf>, 'id'>) {
  return (
    written <= oldestMs &&
    written >= shown &&
    shown >= confirmed &&
    written >= sent &&
    sent >= answered &&
    answered >= confirmed &&
    confirmed >= 0
  )
}
