// The leader: the one worker of a database that has it open. Gives sync the browser's parts and serves the tabs' calls.
// Invariant: nothing here outlives `stop`; the lock on the database is given back after it.
import type { PGlite } from '@electric-sql/pglite'
import { sweepAttachments } from '../outbox/attachments.ts'
import { retryNow } from '../kit/backoff.ts'
import { createCheckpoints } from '../local/checkpoint.ts'
import { openDatabase } from '../local/database.ts'
import { markBroken } from '../local/databases.ts'
import type { UserOutbox } from '../device-sync.ts'
import { startLiveSync } from '../live-sync.ts'
import { selectRows, type LiveQueries } from '../queries/live-queries.ts'
import { createLocalPostgres, type LocalPostgres } from '../local/local-postgres.ts'
import { pushEarly } from '../push/early-push.ts'
import { keepMedia } from '../push/media.ts'
import { startOnlineSync } from '../online-sync.ts'
import { entriesOf, findEntry, onOutboxChange, removeEntries, updateEntries } from '../outbox/outbox.ts'
import type { AskedQuery } from '../queries/asked-query.ts'
import type { Call } from './protocol.ts'
import { actorOf, authorizedFetch, currentSession, onSessionChange, readSession } from '../session/session.ts'
import type { LeaderStatus } from './status.ts'

export interface LeaderOptions {
  databaseName: string
  /** Opened before anybody knew whose it would be. */
  spare(): Promise<PGlite | undefined> | undefined
  userId: string
  onStatus(status: LeaderStatus): void
  /** The local database can't be used any more; the next one to open it makes it anew. */
  onBroken(): void
}

export interface Leader {
  live: LiveQueries
  call(call: Call<AskedQuery>): Promise<unknown>
  status(): LeaderStatus
  stop(): Promise<void>
}

/** A leader without a local database, for a device that can't have one: it asks the server for every query. */
export async function startOnlineLeader({ userId, onStatus }: LeaderOptions): Promise<Leader> {
  await readSession()
  const sync = await startOnlineSync({
    outbox: outboxOf(userId),
    send: authorizedFetch,
    onStatus,
  })
  return {
    live: sync.live,
    status: sync.status,
    async call(call) {
      if (call.kind === 'query') return sync.read(call.query)
      if (call.kind === 'run') return sync.run()
      if (call.kind === 'catch-up') return retryNow()
      return undefined
    },
    stop: async () => sync.stop(),
  }
}

/** @throws Error when the database does not open. */
export async function startLeader(options: LeaderOptions): Promise<Leader> {
  await readSession()
  const outbox = outboxOf(options.userId)
  const opening = new AbortController()
  void pushEarly(outbox, authorizedFetch, opening.signal).catch((error: unknown) => console.warn('early push', error))
  try {
    const { databaseName, onBroken } = options
    const opened = await openDatabase(databaseName, await options.spare())
    const pg = createLocalPostgres(opened, (error) => {
      console.error('the local database is broken', error)
      void markBroken(databaseName).then(onBroken)
    })
    return await lead(options, outbox, pg, opening)
  } finally {
    opening.abort()
  }
}

async function lead(
  { onStatus }: LeaderOptions,
  outbox: UserOutbox,
  pg: LocalPostgres,
  opening: AbortController,
): Promise<Leader> {
  const read = ({ text, params }: AskedQuery) => selectRows(pg, text, params)
  const checkpoints = createCheckpoints(pg)
  opening.abort()
  const { live, sync } = await startLiveSync(read, {
    pg,
    outbox,
    actor: mustActor,
    send: authorizedFetch,
    onStatus,
    onCommit: checkpoints.noteCommit,
    onLoaded: checkpoints.checkpoint,
  })
  const endSession = onSessionChange(({ kind }) => {
    if (kind === 'changed' && currentSession()) void sync.actorChanged()
  })
  return {
    live,
    status: sync.status,
    async call(call) {
      switch (call.kind) {
        case 'query':
          return read(call.query)
        case 'run':
          await sync.run(call.entry)
          // Shown means shown: who drops what stood in its place meanwhile leaves no gap.
          return live.told()
        case 'hidden':
          return checkpoints.checkpoint()
        case 'catch-up':
          return retryNow()
      }
    },
    async stop() {
      endSession()
      sync.stop()
      await pg.close()
    },
  }
}

function outboxOf(userId: string): UserOutbox {
  return {
    entries: () => entriesOf(userId),
    find: findEntry,
    update: updateEntries,
    async remove(seqs) {
      await removeEntries(seqs)
      await sweepAttachments(userId, keepMedia)
    },
    drop: removeEntries,
    onChange: onOutboxChange,
  }
}

function mustActor() {
  const session = currentSession()
  if (!session) throw new Error('no session')
  return actorOf(session)
}
