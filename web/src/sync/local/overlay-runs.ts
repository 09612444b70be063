// Which entries the overlays are the effect of, in order, and what each of them read and wrote: kept in the transaction that runs them, so that a start
// that finds the same pending, run by the same code for the same person, need not run it again.
import type { Actor } from 'db/kit/actor.ts'
import { shortHash } from 'db/kit/texts/short-hash.ts'
import type { OutboxEntry } from '../outbox/outbox.ts'
import type { TableChange } from '../queries/changes.ts'
import type { LocalTx } from './local-postgres.ts'
import type { Run } from './replay.ts'

export const overlayRunsDdl = `create table overlay_runs (position int generated always as identity, entry text, run text);`

/** Of each deploy another one: its worker's file is named by what is in it. */
const code = globalThis.location?.pathname ?? ''

interface StoredRun {
  ran: boolean
  reads: string[]
  writes: [table: string, columns: string[] | 'all', ids: string[] | 'any'][]
}

/** Behind those that are kept. */
export async function keepRuns(
  tx: LocalTx,
  entries: readonly OutboxEntry[],
  runs: ReadonlyMap<string, Run>,
  actor: Actor,
): Promise<void> {
  const rows = entries.flatMap((entry) => {
    const run = runs.get(entry.id)
    return run ? [[marked(entry, actor), JSON.stringify(stored(run))]] : []
  })
  if (rows.length === 0) return
  await tx.query(
    `insert into overlay_runs (entry, run)
      select kept ->> 0, kept ->> 1 from json_array_elements($1::json) with ordinality as r(kept, n) order by n`,
    [JSON.stringify(rows)],
  )
}

/** By entry; undefined unless the overlays are the effect of just these, for this actor. */
export async function keptRuns(
  tx: LocalTx,
  entries: readonly OutboxEntry[],
  actor: Actor,
): Promise<Map<string, Run> | undefined> {
  const { rows } = await tx.query<{ entry: string; run: string }>(
    `select entry, run from overlay_runs order by position`,
  )
  if (rows.length !== entries.length) return undefined
  const runs = new Map<string, Run>()
  for (const [index, entry] of entries.entries()) {
    const row = rows[index]
    if (row?.entry !== marked(entry, actor)) return undefined
    runs.set(entry.id, restored(JSON.parse(row.run) as StoredRun))
  }
  return runs
}

/** Whatever its effect depends on, but for the rows. */
function marked({ id, name, args, at }: OutboxEntry, actor: Actor): string {
  return shortHash(JSON.stringify([code, actor, id, name, args, at]))
}

function stored({ ran, reads, writes }: Run): StoredRun {
  const changes = [...writes].map(([table, { columns, ids }]): StoredRun['writes'][number] => [
    table,
    columns === 'all' ? columns : [...columns],
    ids === 'any' ? ids : [...ids],
  ])
  return { ran, reads: [...reads], writes: changes }
}

function restored({ ran, reads, writes }: StoredRun): Run {
  const changes = writes.map(([table, columns, ids]): [string, TableChange] => [
    table,
    { columns: columns === 'all' ? columns : new Set(columns), ids: ids === 'any' ? ids : new Set(ids) },
  ])
  return { ran, reads: new Set(reads), writes: new Map(changes) }
}
