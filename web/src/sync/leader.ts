// The leader: the one worker of a database that has it open. Gives sync the browser's parts and serves the tabs' calls.
// Invariant: nothing here outlives `stop`; the lock on the database is given back after it.
import { createCheckpoints } from './checkpoint.ts'
import { openDatabase } from './database.ts'
import { startDeviceSync } from './device-sync.ts'
import { createLiveQueries, selectRows, type LiveQueries } from './live-queries.ts'
import { createLocalPostgres } from './local-postgres.ts'
import { entriesOf, onOutboxChange, removeEntries, updateEntries } from './outbox.ts'
import type { Call } from './protocol.ts'
import { actorOf, authorizedFetch, currentSession, readSession } from './session.ts'
import type { LeaderStatus } from './status.ts'

export interface LeaderOptions {
  databaseName: string
  dataDirUrl: string
  userId: string
  onStatus(status: LeaderStatus): void
}

export interface Leader {
  live: LiveQueries
  call(call: Call): Promise<unknown>
  status(): LeaderStatus
  stop(): Promise<void>
}

/** @throws Error when the database does not open. */
export async function startLeader(options: LeaderOptions): Promise<Leader> {
  await readSession()
  const pg = createLocalPostgres(await openDatabase(options.databaseName, options.dataDirUrl))
  const live = createLiveQueries(pg)
  const checkpoints = createCheckpoints(pg)
  const sync = await startDeviceSync({
    pg,
    outbox: {
      entries: () => entriesOf(options.userId),
      update: updateEntries,
      remove: removeEntries,
      onChange: onOutboxChange,
    },
    actor: mustActor,
    origin: location.origin,
    send: authorizedFetch,
    onStatus: options.onStatus,
    onCommit(tables) {
      checkpoints.noteCommit()
      live.changed(tables)
    },
    onLoaded: checkpoints.checkpoint,
  })
  return {
    live,
    status: sync.status,
    async call(call) {
      switch (call.kind) {
        case 'query':
          return selectRows(pg, call.text, call.params)
        case 'run':
          return sync.run(call.entry)
        case 'hidden':
          return checkpoints.checkpoint()
      }
    },
    async stop() {
      sync.stop()
      await pg.close()
    },
  }
}

function mustActor() {
  const session = currentSession()
  if (!session) throw new Error('no session')
  return actorOf(session)
}
