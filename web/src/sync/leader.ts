// The leader: the one worker of a database that has it open. Puts the parts together: local copy, live queries, pull and push,
// the outbox between them. Invariant: nothing here outlives `stop`; the lock on the database is given back after it.
import { appliedMutations } from 'db/mutation-log/table.ts'
import { getTableName } from 'drizzle-orm'
import { createCheckpoints } from './checkpoint.ts'
import { openDatabase } from './database.ts'
import { createLiveQueries, selectRows, type LiveQueries } from './live-queries.ts'
import { createLocalPostgres } from './local-postgres.ts'
import { createLocalCopy, type LocalCopy } from './local-copy.ts'
import { entriesOf, onOutboxChange, removeEntries, updateEntries, type OutboxEntry } from './outbox.ts'
import type { Call } from './protocol.ts'
import { startPull } from './pull.ts'
import { startPush, type Push, type PushResult } from './push.ts'
import { actorOf, authorizedFetch, currentSession, readSession } from './session.ts'
import { initialStatus, next, type LeaderStatus, type StatusEvent } from './status.ts'

/** A call takes milliseconds. */
const lostCallMs = 1000

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
  const stopped = new AbortController()
  let status = initialStatus
  const tell = (event: StatusEvent) => {
    const before = status
    status = next(status, event)
    if (status !== before) options.onStatus(status)
  }

  await readSession()
  const pg = createLocalPostgres(await openDatabase(options.databaseName, options.dataDirUrl))
  const live = createLiveQueries(pg)
  const checkpoints = createCheckpoints(pg)
  const copy = await createLocalCopy(
    {
      pg,
      logTable: getTableName(appliedMutations),
      actor: mustActor,
      onCommit(tables) {
        checkpoints.noteCommit()
        live.changed(tables)
      },
      onConfirmed: (entries) => void removeEntries(entries.map((entry) => entry.seq)),
    },
    // What was answered but not seen is sent again: the server says applied once more, at a position that is sure to come.
    (await entriesOf(options.userId)).map((entry) =>
      entry.state === 'applied' ? { ...entry, state: 'waiting' } : entry,
    ),
  )
  const loaded = [...copy.states().values()].every((state) => state.complete)
  tell({ kind: 'opened', complete: loaded, syncedAt: null })

  const push = startPush({
    send: authorizedFetch,
    signal: stopped.signal,
    waiting: () => copy.pending().filter((entry) => entry.state === 'waiting'),
    onResults: (results) => takeResults(copy, results, options.userId),
    onRefused: (code) => tell(code ? { kind: 'push-refused', code } : { kind: 'push-accepted' }),
  })
  startPull({
    origin: location.origin,
    send: authorizedFetch,
    signal: stopped.signal,
    copy,
    onReachable: push.wake,
    onUnreachable: () => tell({ kind: 'unreachable' }),
    onCurrent() {
      const first = status.phase === 'loading'
      tell({ kind: 'current', at: new Date() })
      if (first) checkpoints.checkpoint()
    },
  })
  const endOutbox = followOutbox(copy, push, options.userId)
  push.work()

  return {
    live,
    status: () => status,
    async call(call) {
      switch (call.kind) {
        case 'query':
          return selectRows(pg, call.text, call.params)
        case 'run':
          await copy.run(call.entry)
          return push.work()
        case 'hidden':
          return checkpoints.checkpoint()
      }
    },
    async stop() {
      stopped.abort()
      endOutbox()
      await pg.close()
    },
  }
}

async function takeResults(copy: LocalCopy, results: readonly PushResult[], userId: string) {
  const pending = new Map(copy.pending().map((entry) => [entry.id, entry]))
  const lsns = new Map<string, string>()
  const changes = new Map<number, Partial<OutboxEntry>>()
  for (const result of results) {
    const entry = pending.get(result.id)
    if (!entry) continue
    if (result.status === 'applied') {
      lsns.set(result.id, result.lsn)
      changes.set(entry.seq, { state: 'applied', lsn: result.lsn })
    } else {
      changes.set(entry.seq, {
        state: 'refused',
        code: result.code,
        ...(result.details && { details: result.details }),
      })
    }
  }
  await updateEntries(changes)
  await copy.noteApplied(lsns)
  if (changes.size > lsns.size) await copy.reload(() => entriesOf(userId))
}

/** An appended entry is read from the outbox only if its tab died before it could ask for it to be run. */
function followOutbox(copy: LocalCopy, push: Push, userId: string): () => void {
  let lost: ReturnType<typeof setTimeout> | undefined
  const reload = () => copy.reload(() => entriesOf(userId)).then(push.work)
  const end = onOutboxChange((change) => {
    clearTimeout(lost)
    lost = setTimeout(() => void reload(), change === 'appended' ? lostCallMs : 0)
  })
  return () => {
    clearTimeout(lost)
    end()
  }
}

function mustActor() {
  const session = currentSession()
  if (!session) throw new Error('no session')
  return actorOf(session)
}
