// view = synced + replay(pending): pending mutations run through Drizzle on the local views, whose triggers write the overlays.
// Invariant: afterwards the overlays hold exactly the effect of the pending mutations, in order, on what is synced now.
// A mutation that refuses locally (a device sees part of the data) has no effect here and still goes to the server.
import type { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import type { Logger } from 'drizzle-orm'
import type { Actor } from 'db/kit/actor.ts'
import { runMutation } from 'db/kit/define-mutation.ts'
import { noEffects } from 'db/kit/effects.ts'
import { AppError } from 'db/kit/errors.ts'
import { mutations } from 'db/mutations.ts'
import type { LocalTx } from './local-postgres.ts'
import { overlayName } from 'db/kit/sql/local-names.ts'
import { storedTables } from './local-schema.ts'
import { keepRuns } from './overlay-runs.ts'
import type { OutboxEntry } from '../outbox/outbox.ts'
import { together, type Changes } from '../queries/changes.ts'
import { tablesIn, writtenIn } from '../queries/sql-tables.ts'

/** What one run did. */
export interface Run {
  /** False: it refused or failed here, and left nothing. */
  ran: boolean
  /** Tables. */
  reads: ReadonlySet<string>
  writes: Changes
}

/** This many entries that fail half-way are singled out one by one; with more, every entry gets its savepoint. */
const maxRestarts = 3

/** What the statements since the last `restart` read and wrote. */
class Trace implements Logger {
  reads = new Set<string>()
  writes: Changes = new Map()
  restart() {
    this.reads = new Set()
    this.writes = new Map()
  }
  logQuery(text: string, params: unknown[]) {
    for (const name of tablesIn(text)) this.reads.add(name)
    const written = writtenIn(text, params)
    if (written) this.writes = together(this.writes, new Map([written]))
  }
}

/** Runs entries in one transaction, one after the other. */
function createRunner(tx: LocalTx, actor: Actor) {
  const trace = new Trace()
  // Drizzle asks of its client nothing but `query`, which a transaction has. Made once: it costs as much as a statement.
  const db = drizzle({ client: tx as unknown as PGlite, logger: trace })
  return {
    trace,
    /** @throws what the mutation throws. */
    async run(entry: OutboxEntry): Promise<Run> {
      trace.restart()
      const mutation = mutations.get(entry.name)
      if (!mutation) throw new AppError('ERR_UNKNOWN_MUTATION', { name: entry.name })
      await runMutation(db, mutation, entry.args, { actor, now: entry.at, side: 'client', effects: noEffects })
      return { ran: true, reads: trace.reads, writes: trace.writes }
    },
  }
}

/** In a transaction of its own. @throws what the mutation throws: the caller's transaction must then roll back. */
export async function runEntry(tx: LocalTx, entry: OutboxEntry, actor: Actor): Promise<Run> {
  const run = await createRunner(tx, actor).run(entry)
  await keepRuns(tx, [entry], new Map([[entry.id, run]]), actor)
  return run
}

/** Empties the overlays and runs all entries again. By entry id. */
export async function replay(tx: LocalTx, entries: readonly OutboxEntry[], actor: Actor): Promise<Map<string, Run>> {
  const careful = new Set<string>()
  for (let restarts = 0; ; restarts++) {
    if (restarts === maxRestarts) for (const entry of entries) careful.add(entry.id)
    await tx.exec('savepoint replay')
    await clearOverlays(tx)
    const result = await runAll(tx, entries, actor, careful)
    if (result.kind === 'done') {
      await tx.exec('release savepoint replay')
      await keepRuns(tx, entries, result.runs, actor)
      return result.runs
    }
    await tx.exec('rollback to savepoint replay')
    careful.add(result.entryId)
  }
}

export async function clearOverlays(tx: LocalTx): Promise<void> {
  const tables = ['overlay_runs', ...storedTables.map(({ name }) => overlayName(name))]
  await tx.exec(tables.map((name) => `delete from ${name}`).join(';'))
}

type RunAll = { kind: 'done'; runs: Map<string, Run> } | { kind: 'half-done'; entryId: string }

/** Savepoints cost as much as the mutations: only those that failed half-way before get one. */
async function runAll(
  tx: LocalTx,
  entries: readonly OutboxEntry[],
  actor: Actor,
  careful: ReadonlySet<string>,
): Promise<RunAll> {
  const runs = new Map<string, Run>()
  const { run, trace } = createRunner(tx, actor)
  for (const entry of entries) {
    const guarded = careful.has(entry.id)
    if (guarded) await tx.exec('savepoint entry')
    try {
      runs.set(entry.id, await run(entry))
      if (guarded) await tx.exec('release savepoint entry')
    } catch (error) {
      const clean = error instanceof AppError && trace.writes.size === 0
      if (!clean && !guarded) return { kind: 'half-done', entryId: entry.id }
      if (guarded) await tx.exec('rollback to savepoint entry; release savepoint entry')
      // Of what was answered the rows may be here before its confirmation is.
      if (!(error instanceof AppError) && entry.state !== 'applied') console.error('replay', entry.name, error)
      runs.set(entry.id, { ran: false, reads: trace.reads, writes: new Map() })
    }
  }
  return { kind: 'done', runs }
}
