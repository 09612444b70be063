// The leader's copy of the data: synced rows, overlays and the pending entries they come from, changed by one job at a time.
// Invariant: after every transaction view = synced + replay(pending); who reads never sees a state in between.
import { createTurns } from 'db/kit/turns.ts'
import type { Actor } from 'db/kit/actor.ts'
import { AppError } from 'db/kit/errors.ts'
import { deviceTables } from 'db/tables.ts'
import {
  readStates,
  rowStatements,
  writeState,
  type Batch,
  type Current,
  type ShapeState,
} from '../pull/apply-batch.ts'
import { isConfirmed } from '../outbox/confirmation.ts'
import type { LocalPostgres, LocalTx } from './local-postgres.ts'
import { storedTables } from './local-schema.ts'
import { macrotask } from '../kit/macrotask.ts'
import type { OutboxEntry } from '../outbox/outbox.ts'
import { replay, runEntry, type Run } from './replay.ts'
import { sendableEntries } from '../outbox/sendable.ts'
import { isEqual } from '../queries/share-rows.ts'
import { mentionsAny } from '../queries/sql-tables.ts'

export interface LocalCopyOptions {
  pg: LocalPostgres
  /** The log of applied mutations: each row's id confirms an entry. */
  logTable: string
  actor(): Actor
  /** A transaction that changed these tables was committed. */
  onCommit(tables: ReadonlySet<string>): void
  /** These entries' effects are in the synced rows: they may leave the outbox. */
  onConfirmed(entries: readonly OutboxEntry[]): Promise<void>
}

const deviceTableNames = deviceTables.map((table) => table.name)
const storedTableNames = new Set(storedTables.map((table) => table.name))

export type LocalCopy = Awaited<ReturnType<typeof createLocalCopy>>

export async function createLocalCopy(options: LocalCopyOptions, stored: readonly OutboxEntry[]) {
  const { pg } = options
  const serial = createTurns()
  const seen = new Map<string, bigint>()
  const applied = new Map<string, bigint>()
  /** Confirmed and on their way out of the outbox. */
  const gone = new Set<string>()
  const states = await readStates(pg, deviceTables)
  let pending: readonly OutboxEntry[] = []
  let refused: readonly OutboxEntry[] = []
  let runs: ReadonlyMap<string, Run> = new Map()
  await setPending(stored)

  /**
   * Shows a new entry. One that is there already (asked twice, or read from the outbox meanwhile) changes nothing, and neither does
   * one that waits no more: a frozen tab asks when its entry was long sent, refused or discarded. So it is read inside.
   */
  const run = (asked: OutboxEntry, find: (seq: number) => Promise<OutboxEntry | undefined>) =>
    serial(async () => {
      if (pending.some((known) => known.id === asked.id)) return
      const entry = await find(asked.seq)
      if (!entry || isRefused(entry) || gone.has(entry.id)) return
      const last = pending.at(-1)
      // Another tab's entry came first: their order is the outbox's, not that of arrival.
      if (last && last.seq > entry.seq) return replayWith(inOrder([...pending, entry]))
      pending = [...pending, entry]
      const result = await runAlone(entry)
      runs = new Map(runs).set(entry.id, result)
      options.onCommit(result.writes)
    })

  /** The outbox changed otherwise: retried, discarded, refused, or by another tab. It is read inside: what ran before is in it. */
  const reload = (read: () => Promise<readonly OutboxEntry[]>) =>
    serial(async () => {
      const known = new Map(pending.map((entry) => [entry.id, entry]))
      const entries = await read()
      refused = entries.filter((entry) => isRefused(entry) && !gone.has(entry.id))
      await dropTaken()
      const wanted = inOrder(
        entries
          .filter((entry) => !isRefused(entry) && !gone.has(entry.id))
          .map((entry) => sameArgs(known.get(entry.id), entry)),
      )
      const same = wanted.length === pending.length && wanted.every((entry, index) => entry === pending[index])
      if (!same) await replayWith(wanted)
    })

  /** The actor is another one now: what may run, and what it finds, depends on their profile and queues. */
  const rerun = () =>
    serial(async () => {
      if (pending.length > 0) await replayWith(pending)
    })

  /** The server took these, at these log positions. */
  const noteApplied = (lsns: ReadonlyMap<string, string>) =>
    serial(async () => {
      pending = pending.map((entry) => {
        const lsn = lsns.get(entry.id)
        return lsn === undefined ? entry : { ...entry, state: 'applied', lsn }
      })
      await dropConfirmed()
    })

  /** What one answer of the server brought, whole transactions: all of it in one, with everything that follows from it. */
  const apply = (batches: readonly Batch[], current?: Current) => serial(() => applyNow(batches, { current }))

  /** First load and long catch-up: rows go in by parts, so that queries come in between; the position follows with the last. */
  async function applyLong(batch: Batch) {
    const statements = rowStatements(batch, stateOf(batch))
    const rest = statements.splice(-1)
    for (const statement of statements) {
      await serial(() => applyPart(batch, statement))
      await macrotask()
    }
    await serial(() => applyNow([batch], { rest }))
  }

  /** Part of a batch's rows: what is pending may have to do with them already. */
  async function applyPart({ table }: Batch, statement: (tx: LocalTx) => Promise<void>) {
    const renewed = await pg.transaction(async (tx) => {
      await statement(tx)
      return isDependent(new Set([table.name])) ? replay(tx, pending, options.actor()) : undefined
    })
    if (renewed) options.onCommit(adopt(pending, renewed))
  }

  async function applyNow(
    batches: readonly Batch[],
    { current, rest }: { current?: Current | undefined; rest?: ReturnType<typeof rowStatements> },
  ) {
    noteSeen(batches)
    for (const name of current?.tables ?? []) seen.set(name, current?.lsn ?? 0n)
    await dropTaken()
    const confirmed = pending.filter(isDone)
    if (batches.length === 0 && confirmed.length === 0) return
    const remaining = pending.filter((entry) => !confirmed.includes(entry))
    const touched = new Set(batches.filter(hasRows).map((batch) => batch.table.name))
    const changed = new Map<string, ShapeState>()
    const renewed = await pg.transaction(async (tx) => {
      for (const batch of batches) {
        for (const statement of rest ?? rowStatements(batch, stateOf(batch))) await statement(tx)
        changed.set(batch.table.name, await writeState(tx, batch, stateOf(batch)))
      }
      return confirmed.length > 0 || isDependent(touched) ? replay(tx, remaining, options.actor()) : undefined
    })
    for (const [name, state] of changed) states.set(name, state)
    if (renewed) for (const name of adopt(remaining, renewed)) touched.add(name)
    if (touched.size > 0) options.onCommit(touched)
    leave(confirmed)
  }

  function leave(confirmed: readonly OutboxEntry[]) {
    if (confirmed.length === 0) return
    for (const { id } of confirmed) {
      gone.add(id)
      applied.delete(id)
    }
    void options.onConfirmed(confirmed)
  }

  /**
   * A refused entry may be taken after all, by a copy of its push that was late. The log says so once: the entry leaves before
   * the log's position is stored.
   */
  async function dropTaken() {
    const taken = refused.filter(({ id }) => applied.has(id))
    if (taken.length === 0) return
    refused = refused.filter((entry) => !taken.includes(entry))
    for (const { id } of taken) {
      gone.add(id)
      applied.delete(id)
    }
    await options.onConfirmed(taken)
  }

  function noteSeen(batches: readonly Batch[]) {
    for (const { table, folded } of batches) {
      if (folded.mustRefetch) seen.delete(table.name)
      else if (folded.upToDate) seen.set(table.name, folded.lsn)
      if (table.name !== options.logTable) continue
      // The log also tells of other devices' mutations of this user.
      const own = new Set([...pending, ...refused].map((entry) => entry.id))
      for (const { id } of folded.upserts)
        if (own.has(String(id))) applied.set(String(id), folded.lsnOf.get(String(id)) ?? folded.lsn)
    }
  }

  const isDone = (entry: OutboxEntry) =>
    isConfirmed(entry, runs.get(entry.id)?.ran ? runs.get(entry.id)?.writes : undefined, deviceTableNames, {
      seen,
      applied,
    })

  async function dropConfirmed() {
    const confirmed = pending.filter(isDone)
    if (confirmed.length === 0) return
    await replayWith(pending.filter((entry) => !confirmed.includes(entry)))
    leave(confirmed)
  }

  async function replayWith(wanted: readonly OutboxEntry[]) {
    const renewed = await pg.transaction((tx) => replay(tx, wanted, options.actor()))
    options.onCommit(adopt(wanted, renewed))
  }

  async function setPending(entries: readonly OutboxEntry[]) {
    refused = entries.filter(isRefused)
    const ordered = inOrder(entries.filter((entry) => !isRefused(entry)))
    runs = await pg.transaction((tx) => replay(tx, ordered, options.actor()))
    pending = ordered
  }

  /** Returns the tables whose overlay may have changed: those written before and those written now. */
  function adopt(entries: readonly OutboxEntry[], renewed: ReadonlyMap<string, Run>): Set<string> {
    const tables = new Set([...runs.values(), ...renewed.values()].flatMap((result) => [...result.writes]))
    pending = entries
    runs = renewed
    return tables
  }

  /** Whether a pending entry read or wrote any of them. */
  const isDependent = (tables: ReadonlySet<string>) =>
    [...runs.values()].some((result) => mentionsAny(result.reads, tables))

  async function runAlone(entry: OutboxEntry): Promise<Run> {
    try {
      return await pg.transaction((tx) => runEntry(tx, entry, options.actor()))
    } catch (error) {
      if (!(error instanceof AppError)) console.error('local run', entry.name, error)
      // Whatever it looked at may change and let it run: any change replays it.
      return { ran: false, reads: storedTableNames, writes: new Set() }
    }
  }

  const stateOf = ({ table }: Batch): ShapeState => {
    const state = states.get(table.name)
    if (!state) throw new Error(`no device table ${table.name}`)
    return state
  }

  return {
    run,
    reload,
    rerun,
    noteApplied,
    apply,
    applyLong,
    /** In order, without the refused; the server has not answered those in state `waiting`. */
    pending: () => pending,
    /** What the server may be sent now, in order. */
    sendable: () => sendableEntries(inOrder([...refused, ...pending])),
    states: (): ReadonlyMap<string, ShapeState> => states,
  }
}

function hasRows({ folded, table }: Batch): boolean {
  const { upserts, updates, deletes } = folded
  return table.log === 'full' && (upserts.length + updates.length + deletes.length > 0 || folded.upToDate)
}

const isRefused = (entry: OutboxEntry) => entry.state === 'refused'

/** The entry as it is here, which may be further than the outbox; an edited one is another. */
function sameArgs(known: OutboxEntry | undefined, read: OutboxEntry): OutboxEntry {
  return known && isEqual(known.args, read.args) ? known : read
}

function inOrder(entries: readonly OutboxEntry[]) {
  return entries.toSorted((a, b) => a.seq - b.seq)
}
