// The leader's copy of the data: synced rows, overlays and the pending entries they come from, changed by one job at a time. What is pending
// is told by the ledger; this writes it. Invariant: after every transaction view = synced + replay(pending); who reads never sees a state in between.
import { createTurns } from 'db/kit/turns.ts'
import type { Actor } from 'db/kit/actor.ts'
import { AppError } from 'db/kit/errors.ts'
import { deviceTables } from 'db/tables.ts'
import { macrotask } from '../kit/macrotask.ts'
import type { OutboxEntry } from '../outbox/outbox.ts'
import {
  readStates,
  rowStatements,
  writeState,
  type Batch,
  type Current,
  type ShapeState,
} from '../pull/apply-batch.ts'
import { changedColumns, rowsOf, together, type Changes } from '../queries/changes.ts'
import { everything, unheard, type Standing } from '../queries/painting.ts'
import * as ledgers from './ledger.ts'
import type { LocalPostgres, LocalTx } from './local-postgres.ts'
import { storedTables } from './local-schema.ts'
import { mayBeMoot, mootEntries } from './moot.ts'
import { keptRuns } from './overlay-runs.ts'
import { replay, runEntry, type Run } from './replay.ts'
import { changesSince, pendingRows, type ShownRows } from './shown-rows.ts'

export interface LocalCopyOptions {
  pg: LocalPostgres
  /** The log of applied mutations: each row's id confirms an entry. */
  logTable: string
  actor(): Actor
  /** More is pending: it may be sent. */
  onPending?(): void
  /** A transaction that changed these was committed. */
  onCommit(changes: Changes): void
  /** The copy is newer, whether or not rows changed. */
  onReached?(): void
  /** These entries' effects are in the synced rows: they may leave the outbox. */
  onConfirmed(entries: readonly OutboxEntry[]): Promise<void>
  /** Nobody has to decide about these refused ones any more: they leave too. */
  onMoot(entries: readonly OutboxEntry[]): Promise<void>
}

/** With more that waits, looking at its rows costs more than queries that run for nothing. */
const maxLookedAt = 20

const storedTableNames = new Set(storedTables.map((table) => table.name))

type Statement = (tx: LocalTx) => Promise<void>

/** `stored`: the outbox. Resolves when all of it is shown. */
export async function createLocalCopy(options: LocalCopyOptions, stored: readonly OutboxEntry[]): Promise<LocalCopy> {
  const { pg, actor } = options
  const states = await readStates(pg, deviceTables)
  const ledger = ledgers.openLedger(stored)
  const startedAt = performance.now()
  // The overlays still have what waited when the device was last at work; most often that is what waits now.
  const runs =
    (await keptRuns(pg, ledger.pending, actor())) ?? (await pg.transaction((tx) => replay(tx, ledger.pending, actor())))
  performance.measure('pending shown', { start: startedAt, detail: ledger.pending.length })
  return new LocalCopy(options, states, { ...ledger, runs })
}

export class LocalCopy {
  readonly #options: LocalCopyOptions
  readonly #states: Map<string, ShapeState>
  readonly #serial = createTurns()
  #ledger: ledgers.Ledger
  /** By table: the log position up to which its rows are committed here. */
  #committed: ReadonlyMap<string, bigint> = new Map()

  constructor(options: LocalCopyOptions, states: Map<string, ShapeState>, ledger: ledgers.Ledger) {
    this.#options = options
    this.#states = states
    this.#ledger = ledger
  }

  /** In order, without the refused; the server has not answered those in state `waiting`. */
  pending(): readonly OutboxEntry[] {
    return this.#ledger.pending
  }

  /** What the server may be sent now, in order. */
  sendable(): readonly OutboxEntry[] {
    return ledgers.sendable(this.#ledger)
  }

  /** What rows of these tables are worth that are read from now on. */
  standing(tables: ReadonlySet<string>): Standing {
    if ([...tables].some((table) => this.#states.get(table)?.complete !== true)) return null
    // What is pending hides what the server made of it since: what it has taken until that is here, the rest until the log could tell of it.
    const hiding = ledgers.hiding(this.#ledger, tables)
    if (hiding.some(({ state }) => state === 'applied')) return unheard
    const told = hiding.length > 0 ? [...tables, this.#options.logTable] : tables
    let least: bigint = everything
    for (const table of told) {
      const upTo = this.#committed.get(table) ?? unheard
      if (upTo < least) least = upTo
    }
    return least
  }

  states(): ReadonlyMap<string, ShapeState> {
    return this.#states
  }

  /** Shows a new entry, as it is in the outbox when its turn comes. One that is there already, or waits no more, changes nothing. */
  run(asked: OutboxEntry, find: (seq: number) => Promise<OutboxEntry | undefined>): Promise<void> {
    return this.#serial(async () => {
      const entry = await find(asked.seq)
      if (!entry || !ledgers.isNew(this.#ledger, entry)) return
      const pending = ledgers.withEntry(this.#ledger, entry)
      if (pending.at(-1) !== entry) {
        await this.#replayWith(pending)
        return this.#options.onPending?.()
      }
      this.#ledger = { ...this.#ledger, pending }
      // The server has it while it runs here.
      this.#options.onPending?.()
      const run = await this.#runAlone(entry)
      this.#ledger = { ...this.#ledger, runs: new Map(this.#ledger.runs).set(entry.id, run) }
      this.#options.onCommit(run.writes)
    })
  }

  /** The outbox changed otherwise: retried, discarded, refused, or by another tab. It is read inside: what ran before is in it. */
  reload(read: () => Promise<readonly OutboxEntry[]>): Promise<void> {
    return this.#serial(async () => {
      const { ledger, wanted } = ledgers.reloaded(this.#ledger, await read())
      this.#ledger = ledger
      await this.#dropTaken()
      if (wanted) await this.#replayWith(wanted)
      await this.#dropMoot()
    })
  }

  /** The actor is another one now: what may run, and what it finds, depends on their profile and queues. */
  rerun(): Promise<void> {
    return this.#serial(async () => {
      if (this.#ledger.pending.length > 0) await this.#replayWith(this.#ledger.pending)
    })
  }

  /** The server took these, at these log positions. */
  noteApplied(lsns: ReadonlyMap<string, string>): Promise<void> {
    return this.#serial(async () => {
      this.#ledger = ledgers.answered(this.#ledger, lsns)
      const confirmed = ledgers.confirmed(this.#ledger)
      if (confirmed.length === 0) return
      await this.#settle(confirmed)
      this.#leave(confirmed)
    })
  }

  /** What one answer of the server brought, whole transactions: all of it in one, with everything that follows from it. */
  apply(batches: readonly Batch[], current?: Current): Promise<void> {
    return this.#serial(() => this.#applyNow(batches, (batch) => this.#statements(batch), current))
  }

  /** First load and long catch-up: rows go in by parts, so that queries come in between; the position follows with the last. */
  async applyLong(batch: Batch): Promise<void> {
    const statements = this.#statements(batch)
    const last = statements.splice(-1)
    for (const statement of statements) {
      await this.#serial(() => this.#applyPart(batch, statement))
      await macrotask()
    }
    await this.#serial(() => this.#applyNow([batch], () => last))
  }

  /** Part of a batch's rows: what is pending may have to do with them already. */
  async #applyPart({ table }: Batch, statement: Statement) {
    const { pending } = this.#ledger
    const runs = await this.#options.pg.transaction(async (tx) => {
      await statement(tx)
      return this.#replayAfter(tx, new Set([table.name]), pending)
    })
    if (runs) this.#options.onCommit(this.#adopt(pending, runs))
  }

  async #applyNow(batches: readonly Batch[], statementsOf: (batch: Batch) => Statement[], current?: Current) {
    this.#ledger = ledgers.noted(this.#ledger, batches, this.#options.logTable, current)
    await this.#dropTaken()
    const confirmed = ledgers.confirmed(this.#ledger)
    if (batches.length === 0 && confirmed.length === 0) return this.#reach()
    await this.#settle(confirmed, batches, statementsOf)
    this.#reach()
    this.#leave(confirmed)
    await this.#dropMoot()
  }

  /** One transaction: what came goes in, what is confirmed is pending no more. */
  async #settle(confirmed: readonly OutboxEntry[], batches: readonly Batch[] = [], statementsOf = noStatements) {
    const remaining = this.#ledger.pending.filter((entry) => !confirmed.includes(entry))
    const came = (lookedAt?: ShownRows) =>
      together(...batches.map((batch) => changeBy(batch, this.#stateOf(batch), lookedAt?.get(batch.table.name))))
    const states = new Map<string, ShapeState>()
    const { runs, before, shown } = await this.#options.pg.transaction(async (tx) => {
      const rows = await this.#pendingRows(tx, confirmed)
      for (const batch of batches) {
        for (const statement of statementsOf(batch)) await statement(tx)
        states.set(batch.table.name, await writeState(tx, batch, this.#stateOf(batch)))
      }
      const renewed =
        confirmed.length > 0
          ? await this.#replay(tx, remaining)
          : await this.#replayAfter(tx, new Set(came().keys()), remaining)
      return { runs: renewed, before: rows, shown: await changesSince(tx, rows) }
    })
    const written = [...this.#adopt(remaining, runs)].filter(([table]) => !before.has(table))
    const changes = together(came(before), shown, new Map(written))
    for (const [name, state] of states) this.#states.set(name, state)
    if (changes.size > 0) this.#options.onCommit(changes)
  }

  /** Of what is pending, to be looked at again once some of it is confirmed; none where that is not worth it. */
  async #pendingRows(tx: LocalTx, confirmed: readonly OutboxEntry[]): Promise<ShownRows> {
    const { pending, runs } = this.#ledger
    if (confirmed.length === 0 || pending.length > maxLookedAt) return new Map()
    return pendingRows(tx, together(...[...runs.values()].map(({ writes }) => writes)).keys())
  }

  #reach() {
    this.#committed = this.#ledger.seen
    this.#options.onReached?.()
  }

  #leave(confirmed: readonly OutboxEntry[]) {
    if (confirmed.length === 0) return
    this.#ledger = ledgers.without(this.#ledger, confirmed)
    void this.#options.onConfirmed(confirmed)
  }

  /** Before the log's position is stored. */
  async #dropTaken() {
    const taken = ledgers.taken(this.#ledger)
    if (taken.length === 0) return
    this.#ledger = ledgers.without(this.#ledger, taken)
    await this.#options.onConfirmed(taken)
  }

  /** What was refused may have come about otherwise. */
  async #dropMoot() {
    const refused = this.#ledger.refused.filter(mayBeMoot)
    if (refused.length === 0) return
    const moot = await this.#options.pg.transaction((tx) => mootEntries(tx, refused, this.#options.actor()))
    if (moot.length === 0) return
    this.#ledger = ledgers.without(this.#ledger, moot)
    await this.#options.onMoot(moot)
  }

  async #replayWith(wanted: readonly OutboxEntry[]) {
    const runs = await this.#options.pg.transaction((tx) => this.#replay(tx, wanted))
    this.#options.onCommit(this.#adopt(wanted, runs))
  }

  /** undefined: what is pending has nothing to do with these tables. */
  async #replayAfter(tx: LocalTx, changed: ReadonlySet<string>, pending: readonly OutboxEntry[]) {
    return ledgers.isDependent(this.#ledger, changed) ? this.#replay(tx, pending) : undefined
  }

  #replay(tx: LocalTx, pending: readonly OutboxEntry[]) {
    return replay(tx, pending, this.#options.actor())
  }

  /** Returns where the overlays may be others. */
  #adopt(pending: readonly OutboxEntry[], runs: ReadonlyMap<string, Run> | undefined): Changes {
    if (!runs) return new Map()
    const { ledger, changes } = ledgers.renewed(this.#ledger, pending, runs)
    this.#ledger = ledger
    return changes
  }

  async #runAlone(entry: OutboxEntry): Promise<Run> {
    try {
      return await this.#options.pg.transaction((tx) => runEntry(tx, entry, this.#options.actor()))
    } catch (error) {
      if (!(error instanceof AppError)) console.error('local run', entry.name, error)
      // Whatever it looked at may change and let it run: any change replays it.
      return { ran: false, reads: storedTableNames, writes: new Map() }
    }
  }

  #statements(batch: Batch): Statement[] {
    return rowStatements(batch, this.#stateOf(batch))
  }

  #stateOf({ table }: Batch): ShapeState {
    const state = this.#states.get(table.name)
    if (!state) throw new Error(`no device table ${table.name}`)
    return state
  }
}

const noStatements = (_batch: Batch): Statement[] => []

/** Apart from rows that were looked at. A refetch that ends drops rows. */
function changeBy(
  { folded, table }: Batch,
  { refetching }: ShapeState,
  lookedAt?: ReadonlyMap<string, unknown>,
): Changes {
  if (table.log !== 'full') return new Map()
  const isOther = (id: unknown) => !lookedAt?.has(String(id))
  if (refetching && folded.upToDate) return rowsOf([table.name])
  const came = [...folded.upserts.map(({ id }) => id), ...folded.deletes].filter(isOther).map(String)
  const updates = folded.updates.filter(({ id }) => isOther(id))
  const ids = new Set([...came, ...updates.map(({ id }) => String(id))])
  if (came.length > 0) return rowsOf([table.name], ids)
  const columns = updates.flatMap((row) => Object.keys(row))
  return ids.size > 0 ? new Map([changedColumns(table.name, columns, ids)]) : new Map()
}
