// Follows every device table from its stored position into the local copy.
//
//   no position ──► first rows (one request for all) ──up to date──► following (one request for all, whose answer goes on)
//        ▲               └──more rows──► loading (each by itself, four at a time) ──up to date──► following
//        └──────────────────────────────refetch──────────────────────────────────────────────────────────┘
//
// Invariant: what is asked for next begins where the last answer that was applied ends; what can't be applied is asked for again. Rows are
// never skipped, and a server's transaction is one transaction here unless it is too large for one answer.
import type { SyncedTable } from 'db/kit/define-table.ts'
import { deviceTables } from 'db/tables.ts'
import { waitBackoff } from '../kit/backoff.ts'
import type { Batch, Current, ShapeState } from './apply-batch.ts'
import { readChanges, requestChanges, type Changes, type Position } from './ask-changes.ts'
import { readFirst, requestFirst, type First } from './ask-first.ts'
import { loadShape, requestPart, type Part } from './load-shape.ts'
import { Broken } from './read-events.ts'
import { createLimiter, sendUntilAnswered, type Reachability, type Send } from './transport.ts'

const firstLoadLimit = 4
/** The server says something after 20 s at the latest. */
const watchdogMs = 45_000
/** An answer that goes on begins at once, unless something on the way holds it back until its end. */
const promptMs = 5_000

export interface PullOptions extends Reachability {
  send: Send
  signal: AbortSignal
  copy: {
    states(): ReadonlyMap<string, ShapeState>
    /** All of it at once; `current`: tables that have everything up to a commit then. */
    apply(batches: readonly Batch[], current?: Current): Promise<void>
    applyLong(batch: Batch): Promise<void>
  }
  /** Every table is current. */
  onCurrent(): void
}

export function startPull(options: PullOptions): void {
  const { copy, send, signal } = options
  const { onReachable, onUnreachable, onBusy, onOutdated, onOverdue } = options
  const reach: Reachability = { onReachable, onUnreachable, onBusy, onOutdated, onOverdue }
  const limited = createLimiter(firstLoadLimit)
  const following = new Set<SyncedTable>()
  /** Ends the request that waits: another table wants to be in it. */
  let joining = new AbortController()

  const unread = deviceTables.filter((table) => !isFollowable(copy.states().get(table.name)))
  for (const table of deviceTables) if (!unread.includes(table)) following.add(table)
  void load(unread)
  void follow()

  /** Until they can be followed: those of which nothing was read in one request, and each by itself what that leaves. */
  async function load(tables: readonly SyncedTable[]) {
    const left = new Set(tables)
    const loadAlone = (table: SyncedTable) => {
      left.delete(table)
      void loadOne(table)
    }
    const anew = tables.filter(({ name }) => (copy.states().get(name)?.offset ?? '-1') === '-1')
    for (const table of tables) if (!anew.includes(table)) loadAlone(table)
    try {
      if (anew.length > 0) {
        for await (const { batches, large } of firstOf(anew)) {
          large.forEach(loadAlone)
          await copy.apply(batches)
          for (const { table, folded } of batches) {
            if (!folded.upToDate) loadAlone(table)
            else if (left.delete(table)) following.add(table)
          }
          joining.abort()
        }
      }
    } catch (error) {
      if (signal.aborted) return
      console.error('first rows', error)
    }
    left.forEach(loadAlone)
  }

  async function* firstOf(tables: readonly SyncedTable[]): AsyncGenerator<First> {
    const silence = createWatchdog(() => undefined)
    const attempt = () => {
      silence.within(watchdogMs)
      return requestFirst(send, tables, AbortSignal.any([signal, silence.signal()]))
    }
    try {
      const response = await sendUntilAnswered(attempt, signal, reach, untilPaid)
      for await (const first of readFirst(tables, response, () => silence.within(watchdogMs))) {
        silence.end()
        yield first
        silence.within(watchdogMs)
      }
    } finally {
      silence.end()
    }
  }

  /** Until it can be followed; each failure starts from the position that was reached. */
  async function loadOne(table: SyncedTable) {
    for (let failures = 0; ;) {
      const apply = async (batch: Batch) => {
        await copy.applyLong(batch)
        failures = 0
      }
      try {
        await loadShape(table, { from: copy.states().get(table.name), ask: askPart, apply })
        break
      } catch (error) {
        if (signal.aborted) return
        console.error('shape', table.name, error)
        await waitBackoff(++failures, signal)
      }
    }
    following.add(table)
    joining.abort()
  }

  /** What breaks off in the middle is asked again. */
  async function askPart(path: string): Promise<Part> {
    let messages: Part['messages'] = []
    const attempt = async () => {
      const part = await requestPart(send, path, signal)
      messages = part.messages
      return part.response
    }
    const response = await limited(() => sendUntilAnswered(attempt, signal, reach, untilPaid))
    return { response, messages }
  }

  /** Of an overdue company: one asks for all. */
  let payment: Promise<unknown> | undefined

  function untilPaid(): Promise<unknown> {
    payment ??= sendUntilAnswered(askForPayment, signal, reach).finally(() => (payment = undefined))
    return payment
  }

  /** The server holds back who waits for changes, and goes on in the moment of the payment; from a position that is none, with an answer. */
  function askForPayment() {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(watchdogMs)])
    const nowhere = deviceTables.slice(0, 1).map((table) => ({ table, handle: 'none', offset: '1_0' }))
    return requestChanges(send, nowhere, { wait: true, stream: false, signal: inTime })
  }

  /** As far as anybody knows, an answer that goes on is not held back. */
  let isPrompt = true

  async function follow() {
    let wait = false
    for (let failures = 0; !signal.aborted;) {
      joining = new AbortController()
      const interrupted = AbortSignal.any([signal, joining.signal])
      try {
        if (following.size === 0) await aborted(interrupted)
        else wait = await followOnce(wait, interrupted)
        failures = 0
      } catch (error) {
        wait = false
        if (interrupted.aborted) continue
        if (error instanceof Broken) reach.onUnreachable()
        else console.error('changes', error)
        await waitBackoff(++failures, signal)
      }
    }
  }

  /** Asks once, applies what is answered, and resolves with whether that was all there is. */
  async function followOnce(wait: boolean, interrupted: AbortSignal): Promise<boolean> {
    const asked = [...following].map((table) => positionOf(table, copy.states()))
    let [goesOn, isHeard, isAll] = [false, false, false]
    const silence = createWatchdog(() => {
      if (goesOn && !isHeard) isPrompt = false
    })
    const attempt = async (again: boolean) => {
      goesOn = wait && isPrompt && !again
      silence.within(goesOn ? promptMs : watchdogMs)
      const inTime = AbortSignal.any([interrupted, silence.signal()])
      // Who comes back is told at once where things stand: until an answer nobody knows that the server is there.
      const response = await requestChanges(send, asked, { wait: wait && !again, stream: goesOn, signal: inTime })
      // Asked again later.
      if (!response.ok) silence.end()
      return response
    }
    const onHeard = () => {
      isHeard = true
      silence.within(watchdogMs)
    }
    let names = asked.map(({ table }) => table.name)
    try {
      const response = await sendUntilAnswered(attempt, interrupted, reach, untilPaid)
      for await (const changes of readChanges(asked, response, onHeard)) {
        silence.end()
        names = await take(changes, names)
        isAll = changes.upTo !== null
        silence.within(watchdogMs)
      }
    } finally {
      silence.end()
    }
    return isAll
  }

  /** `names`: of the tables that it is about. Resolves with those that go on. */
  async function take({ batches, upTo, whole }: Changes, names: readonly string[]): Promise<string[]> {
    const anew = batches.filter(({ folded }) => folded.mustRefetch).map(({ table }) => table)
    const tables = names.filter((name) => !anew.some((table) => table.name === name))
    if (whole) await copy.apply(batches, upTo === null ? undefined : { tables, lsn: upTo })
    else for (const batch of batches) await copy.applyLong(batch)
    for (const table of anew) following.delete(table)
    void load(anew)
    if (upTo !== null && tables.length === deviceTables.length) options.onCurrent()
    return tables
  }
}

/** Past the snapshot, whose parts are `-1` and `0_N`; its end is `0_inf`. */
const isPosition = /^(?!0_\d)\d+_/

const isFollowable = (state: ShapeState | undefined) =>
  state !== undefined && state.complete && !state.refetching && isPosition.test(state.offset)

function positionOf(table: SyncedTable, states: ReadonlyMap<string, ShapeState>): Position {
  const { handle = '', offset = '' } = states.get(table.name) ?? {}
  return { table, handle, offset }
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))

/** Aborts what waits when nothing comes. */
function createWatchdog(onSilence: () => void) {
  let waiting = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => clearTimeout(timer)
  return {
    /** Of what begins now. */
    signal() {
      waiting = new AbortController()
      return waiting.signal
    },
    /** From now on. */
    within(ms: number) {
      end()
      timer = setTimeout(() => {
        onSilence()
        waiting.abort(new DOMException('nothing was heard', 'TimeoutError'))
      }, ms)
    },
    end,
  }
}
