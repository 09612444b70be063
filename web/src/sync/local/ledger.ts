// What is pending on a device, and how far the server's answers have come: which entries are shown, which may leave the outbox, and which
// order they run in. Pure: each function gives another ledger; local-copy.ts writes into the database what follows.
// Invariant: an entry that left comes back by no late call, and leaves once.
import { deviceTables } from 'db/tables.ts'
import { isConfirmed } from '../outbox/confirmation.ts'
import type { OutboxEntry } from '../outbox/outbox.ts'
import { sendableEntries } from '../outbox/sendable.ts'
import type { Batch, Current } from '../pull/apply-batch.ts'
import { together } from '../queries/changes.ts'
import { isEqual } from '../kit/is-equal.ts'
import { mentionsAny } from '../queries/sql-tables.ts'
import type { Run } from './replay.ts'

export interface Ledger {
  /** Shown, in order; those in state `applied` were answered, and their rows may not be here yet. */
  pending: readonly OutboxEntry[]
  /** Not shown: they wait for their author. */
  refused: readonly OutboxEntry[]
  /** By entry: what its last local run read and wrote. */
  runs: ReadonlyMap<string, Run>
  /** By device table: the log position up to which it is current. */
  seen: ReadonlyMap<string, bigint>
  /** By entry: the log position of its commit, from the log of applied mutations. */
  applied: ReadonlyMap<string, bigint>
  /** Confirmed and on their way out of the outbox. */
  gone: ReadonlySet<string>
}

type Entries = readonly OutboxEntry[]

const deviceTableNames = deviceTables.map((table) => table.name)

/** Nothing has run yet. */
export function openLedger(stored: Entries): Ledger {
  const [refused, waiting] = [stored.filter(isRefused), stored.filter((entry) => !isRefused(entry))]
  return { pending: inOrder(waiting), refused, runs: new Map(), seen: new Map(), applied: new Map(), gone: new Set() }
}

/** Whether an entry as the outbox has it now is to be shown: a frozen tab asks when its entry was long sent, refused or discarded. */
export function isNew({ pending, gone }: Ledger, entry: OutboxEntry): boolean {
  return !isRefused(entry) && !gone.has(entry.id) && !pending.some((known) => known.id === entry.id)
}

/** Its order is the outbox's, not that of arrival: another tab's entry may have come first. */
export function withEntry({ pending }: Ledger, entry: OutboxEntry): Entries {
  return inOrder([...pending, entry])
}

/** The outbox changed: `entries` is all of it. What is pending by it is in `wanted`, unless the ledger has the same already. */
export function reloaded(ledger: Ledger, entries: Entries): { ledger: Ledger; wanted: Entries | undefined } {
  const known = new Map(ledger.pending.map((entry) => [entry.id, entry]))
  const here = entries.filter((entry) => !ledger.gone.has(entry.id))
  const wanted = inOrder(here.filter((entry) => !isRefused(entry)).map((entry) => sameArgs(known.get(entry.id), entry)))
  const same =
    wanted.length === ledger.pending.length && wanted.every((entry, index) => entry === ledger.pending[index])
  return { ledger: { ...ledger, refused: here.filter(isRefused) }, wanted: same ? undefined : wanted }
}

/** The server took these, at these log positions. */
export function answered(ledger: Ledger, lsns: ReadonlyMap<string, string>): Ledger {
  const take = (entry: OutboxEntry): OutboxEntry => {
    const lsn = lsns.get(entry.id)
    return lsn === undefined ? entry : { ...entry, state: 'applied', lsn }
  }
  return { ...ledger, pending: ledger.pending.map(take) }
}

/** What an answer of the server says of positions. `logTable`: each of its rows' ids is that of a mutation that was applied. */
export function noted(ledger: Ledger, batches: readonly Batch[], logTable: string, current?: Current): Ledger {
  const [seen, applied] = [new Map(ledger.seen), new Map(ledger.applied)]
  // The log also tells of other devices' mutations of this user.
  const own = new Set([...ledger.pending, ...ledger.refused].map((entry) => entry.id))
  for (const { table, folded } of batches) {
    if (folded.mustRefetch) seen.delete(table.name)
    else if (folded.upToDate) seen.set(table.name, folded.lsn)
    if (table.name !== logTable) continue
    for (const { id } of folded.upserts) {
      if (own.has(String(id))) applied.set(String(id), folded.lsnOf.get(String(id)) ?? folded.lsn)
    }
  }
  for (const name of current?.tables ?? []) seen.set(name, current?.lsn ?? 0n)
  return { ...ledger, seen, applied }
}

/** Those whose effect is in the synced rows. */
export function confirmed({ pending, runs, seen, applied }: Ledger): Entries {
  return pending.filter((entry) => {
    const run = runs.get(entry.id)
    return isConfirmed(entry, run?.ran ? [...run.writes.keys()] : undefined, deviceTableNames, { seen, applied })
  })
}

/**
 * Refused entries that were taken after all, by a copy of their push that was late. The log says so once: they leave before its position
 * is stored.
 */
export function taken({ refused, applied }: Ledger): Entries {
  return refused.filter(({ id }) => applied.has(id))
}

/** They may leave the outbox. What is pending is renewed apart (`renewed`). */
export function without(ledger: Ledger, left: Entries): Ledger {
  const [gone, applied] = [new Set(ledger.gone), new Map(ledger.applied)]
  for (const { id } of left) {
    gone.add(id)
    applied.delete(id)
  }
  return { ...ledger, gone, applied, refused: ledger.refused.filter((entry) => !left.includes(entry)) }
}

/** `pending` ran anew. `changes`: where the overlays may be others, written before or now. */
export function renewed(ledger: Ledger, pending: Entries, runs: ReadonlyMap<string, Run>) {
  const changes = together(...[...ledger.runs.values(), ...runs.values()].map(({ writes }) => writes))
  return { ledger: { ...ledger, pending, runs }, changes }
}

/** Whether what is pending read or wrote any of them. */
export function isDependent({ runs }: Ledger, tables: ReadonlySet<string>): boolean {
  return [...runs.values()].some(({ reads }) => mentionsAny(reads, tables))
}

/** What of the pending wrote any of them. */
export function hiding({ pending, runs }: Ledger, tables: ReadonlySet<string>): Entries {
  return pending.filter(({ id }) => {
    const writes = runs.get(id)?.writes
    return writes !== undefined && !tables.isDisjointFrom(writes)
  })
}

/** What the server may be sent now, in order. */
export function sendable({ pending, refused }: Ledger): Entries {
  return sendableEntries(inOrder([...refused, ...pending]))
}

const isRefused = (entry: OutboxEntry) => entry.state === 'refused'

/** The entry as it is here, which may be further than the outbox; an edited one is another. */
function sameArgs(known: OutboxEntry | undefined, read: OutboxEntry): OutboxEntry {
  return known && isEqual(known.args, read.args) ? known : read
}

function inOrder(entries: Entries): Entries {
  return entries.toSorted((one, other) => one.seq - other.seq)
}
