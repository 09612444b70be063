// One device's sync, without its browser: local copy, pull and push with the outbox between them. The leader gives it the
// browser's parts; tests and the simulation give it others. Invariant: nothing of it goes on after `stop`.
import { appliedMutations } from 'db/mutation-log/table.ts'
import type { Actor } from 'db/kit/actor.ts'
import { getTableName } from 'drizzle-orm'
import { retryNow } from './kit/backoff.ts'
import { createLocalCopy, type LocalCopy, type LocalCopyOptions } from './local/local-copy.ts'
import type { LocalPostgres } from './local/local-postgres.ts'
import type { OutboxChange, OutboxEntry } from './outbox/outbox.ts'
import type { Changes } from './queries/changes.ts'
import type { Standing } from './queries/painting.ts'
import { changesOf } from './outbox/answers.ts'
import { RoundTripLog } from './outbox/round-trips.ts'
import { startPull } from './pull/pull.ts'
import { deviceTraces } from './push/device-traces.ts'
import { startPush, type Push } from './push/push.ts'
import type { PushResult } from './push/push-batch.ts'
import { heardOf, keepStatus, pushEvent, type LeaderStatus, type StatusEvent } from './tabs/status.ts'
import type { Send } from './pull/transport.ts'
import { uploadAttachments } from './push/upload-attachments.ts'

/** A call takes milliseconds. */
const lostCallMs = 1000

/** The outbox of the user whose device it is. */
export interface UserOutbox {
  /** In order. */
  entries(): Promise<readonly OutboxEntry[]>
  find(seq: number): Promise<OutboxEntry | undefined>
  update(changes: ReadonlyMap<number, Partial<OutboxEntry>>): Promise<void>
  remove(seqs: readonly number[]): Promise<void>
  /** As `remove`, of refused ones that are moot. */
  drop(seqs: readonly number[]): Promise<void>
  onChange(listener: (change: OutboxChange) => void): () => void
}

export interface DeviceSyncOptions {
  pg: LocalPostgres
  outbox: UserOutbox
  /** `actorChanged` says when it is another one. */
  actor(): Actor
  send: Send
  /** A transaction that changed these was committed. */
  onCommit(changes: Changes): void
  /** The copy is newer, whether or not rows changed. */
  onReached?(): void
  onStatus(status: LeaderStatus): void
  /** The first load is complete. */
  onLoaded?(): void
}

export interface DeviceSync {
  /** What rows of these tables are worth that are read from now on. */
  standing(tables: ReadonlySet<string>): Standing
  status(): LeaderStatus
  /** Shows an entry that waits in the outbox, and sends it. */
  run(entry: OutboxEntry): Promise<void>
  /** A login or refresh brought another profile or other queues. */
  actorChanged(): Promise<void>
  /** In order, without the refused. */
  pending(): readonly OutboxEntry[]
  stop(): void
}

export async function startDeviceSync(options: DeviceSyncOptions): Promise<DeviceSync> {
  const { outbox, send } = options
  const stopped = new AbortController()
  const status = keepStatus(stopped.signal, options.onStatus)
  const trips = new RoundTripLog()
  const traces = deviceTraces(send, stopped.signal)
  const tell = (event: StatusEvent) => {
    status.tell(event)
    if (status.get().phase !== 'live') trips.interrupt()
  }
  const copy = await openCopy(options, {
    onPending: () => push.work(),
    onMoot: (entries) => outbox.drop(entries.map((entry) => entry.seq)),
    async onConfirmed(entries) {
      traces.mark('confirmed', entries)
      await outbox.remove(entries.map((entry) => entry.seq))
      const ids = entries.map(({ id }) => id)
      if (trips.end(ids, performance.now())) tell({ kind: 'confirmed', trips: trips.summary(new Date()) })
    },
  })
  tell({ kind: 'opened', complete: [...copy.states().values()].every(({ complete }) => complete), syncedAt: null })

  const push = startPush({
    ...sending(options, copy, stopped.signal),
    traces,
    onRefused: (code) => tell(pushEvent(code)),
  })
  startPull({
    send,
    signal: stopped.signal,
    copy,
    ...heardOf(tell, push.wake),
    onCurrent() {
      const { phase, overdue } = status.get()
      // Paid: what waits goes out at once.
      if (overdue) retryNow()
      tell({ kind: 'current', at: new Date() })
      if (phase === 'loading') options.onLoaded?.()
    },
  })
  const endOutbox = followOutbox(copy, push, outbox)
  push.work()

  return {
    standing: (tables) => copy.standing(tables),
    status: status.get,
    async run(entry) {
      if (status.get().phase === 'live') trips.begin(entry.id, performance.now())
      await copy.run(entry, outbox.find)
      traces.mark('shown', [entry])
    },
    actorChanged: () => copy.rerun(),
    pending: () => copy.pending(),
    stop() {
      stopped.abort()
      endOutbox()
    },
  }
}

/** With what waits in the outbox. */
async function openCopy(
  { pg, actor, onCommit, onReached, outbox }: DeviceSyncOptions,
  hears: Pick<LocalCopyOptions, 'onPending' | 'onConfirmed' | 'onMoot'>,
): Promise<LocalCopy> {
  // What was answered but not seen is sent again: the server says applied once more, at a position that is sure to come.
  const waiting = (await outbox.entries()).map((entry): OutboxEntry =>
    entry.state === 'applied' ? { ...entry, state: 'waiting' } : entry,
  )
  const logTable = getTableName(appliedMutations)
  return createLocalCopy({ pg, actor, logTable, onCommit, ...(onReached && { onReached }), ...hears }, waiting)
}

/** What is pushed, and what becomes of it here. */
function sending({ send, outbox }: DeviceSyncOptions, copy: LocalCopy, signal: AbortSignal) {
  return {
    send,
    signal,
    sendable: () => copy.sendable(),
    upload: (entry: OutboxEntry) => uploadAttachments(send, entry, signal),
    onResults: (results: readonly PushResult[]) => takeResults(copy, results, outbox),
  }
}

async function takeResults(copy: LocalCopy, results: readonly PushResult[], outbox: UserOutbox) {
  const pending = copy.pending()
  const changes = changesOf(results, pending)
  const lsns = new Map<string, string>()
  for (const { id, seq } of pending) {
    const lsn = changes.get(seq)?.lsn
    if (lsn !== undefined) lsns.set(id, lsn)
  }
  await outbox.update(changes)
  await copy.noteApplied(lsns)
  if (changes.size > lsns.size) await copy.reload(outbox.entries)
}

/** An appended entry is read from the outbox only if its tab died before it could ask for it to be run. */
function followOutbox(copy: LocalCopy, push: Push, outbox: UserOutbox): () => void {
  let lost: ReturnType<typeof setTimeout> | undefined
  const reload = () => copy.reload(outbox.entries).then(push.work)
  const end = outbox.onChange((change) => {
    clearTimeout(lost)
    lost = setTimeout(() => void reload(), change === 'appended' ? lostCallMs : 0)
  })
  return () => {
    clearTimeout(lost)
    end()
  }
}
