// The chores that a Postgres server does by itself and PGlite never does: writing the log into the tables (it grows without end
// otherwise) and counting rows (plans are made for empty tables otherwise). After the first load, after every few hundred
// commits, after some idle minutes and when the tab is hidden.
import type { LocalPostgres } from './local-postgres.ts'
import { syncedName } from 'db/kit/sql/local-names.ts'
import { storedTables } from './local-schema.ts'

/** Overlays stay uncounted: counted as empty they get plans that read them again for every row, which is slow once they are not. */
const analyze = `analyze ${storedTables.map((table) => syncedName(table.name)).join(', ')}`
const commitsPerCheckpoint = 300
const idleMs = 5 * 60_000

export interface Checkpoints {
  noteCommit(): void
  /** Now, if anything was written since the last one. */
  checkpoint(): void
}

export function createCheckpoints(pg: Pick<LocalPostgres, 'exec'>): Checkpoints {
  let commits = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function checkpoint() {
    clearTimeout(timer)
    if (commits === 0) return
    commits = 0
    // Nothing depends on it: the next one does what this one could not.
    void run().catch((error: unknown) => console.warn('checkpoint', error))
  }

  async function run() {
    await pg.exec(analyze)
    await pg.exec('checkpoint')
  }

  return {
    checkpoint,
    noteCommit() {
      commits++
      clearTimeout(timer)
      if (commits >= commitsPerCheckpoint) checkpoint()
      else timer = setTimeout(checkpoint, idleMs)
    },
  }
}
