// Sync of a device that can't have a local database: queries run on the server, again whenever the shapes tell of a change; the outbox
// is pushed as ever. Invariant: what waits in the outbox is as safe as on any other device; only its preview is missing.
import { deviceTables } from 'db/tables.ts'
import type { Batch, ShapeState } from './pull/apply-batch.ts'
import { retryNow } from './kit/backoff.ts'
import type { UserOutbox } from './device-sync.ts'
import type { AskedQuery } from './queries/asked-query.ts'
import { rowsOf, type Changes } from './queries/changes.ts'
import { createLiveQueries, type LiveQueries } from './queries/live-queries.ts'
import type { OutboxEntry } from './outbox/outbox.ts'
import type { ResultRow } from './tabs/protocol.ts'
import { startPull, type PullOptions } from './pull/pull.ts'
import { startPush } from './push/push.ts'
import type { PushResult } from './push/push-batch.ts'
import { remoteQueries } from './queries/remote-queries.ts'
import { changesOf } from './outbox/answers.ts'
import { sendableEntries } from './outbox/sendable.ts'
import { heardOf, keepStatus, pushEvent, type LeaderStatus } from './tabs/status.ts'
import type { Send } from './pull/transport.ts'
import { uploadAttachments } from './push/upload-attachments.ts'

export interface OnlineSyncOptions {
  outbox: UserOutbox
  send: Send
  onStatus(status: LeaderStatus): void
}

export interface OnlineSync {
  live: LiveQueries
  read(query: AskedQuery): Promise<readonly ResultRow[]>
  status(): LeaderStatus
  /** An entry was appended. */
  run(): Promise<void>
  stop(): void
}

/** A transaction is in the log, of which shapes tell, a moment before queries see it: while its backend waits for the processor. ms */
const unseenMs = 1_000
/** What could not be asked is asked again: its tables may never change. ms */
const failedMs = 5_000
const allRows = rowsOf(deviceTables.map(({ name }) => name))
/** Only what happens from here on: the rows themselves are not kept, and what was before is asked for. */
const fromNow: ShapeState = { handle: '', offset: 'now', complete: true, refetching: false }

export async function startOnlineSync({ outbox, send, onStatus }: OnlineSyncOptions): Promise<OnlineSync> {
  const stopped = new AbortController()
  let entries = await outbox.entries()
  const { get: status, tell } = keepStatus(stopped.signal, onStatus)
  tell({ kind: 'opened-online' })
  /** A screen of this app asks what the server does not know: it goes on being too old, whatever else is answered. */
  let outdated = false
  const read = remoteQueries(send, stopped.signal, () => {
    outdated = true
    tell({ kind: 'outdated' })
  })
  let again: ReturnType<typeof setTimeout> | undefined
  const askAgain = () => {
    again ??= setTimeout(() => {
      again = undefined
      if (!stopped.signal.aborted) live.changed(allRows)
    }, failedMs)
  }
  const live = createLiveQueries(async (query) => {
    try {
      return await read(query)
    } catch (error) {
      if (error instanceof TypeError) askAgain()
      throw error
    }
  })
  const push = startPush({
    send,
    signal: stopped.signal,
    sendable: () => sendableEntries(entries),
    upload: (entry) => uploadAttachments(send, entry, stopped.signal),
    async onResults(results) {
      await takeResults(results, entries, outbox)
      entries = await outbox.entries()
      live.changed(allRows)
    },
    onRefused: (code) => tell(pushEvent(code)),
  })
  startPull({
    send,
    signal: stopped.signal,
    copy: positionsOf((changes) => {
      live.changed(changes)
      // What was asked in that moment lacked it, and nothing would be heard of it again.
      setTimeout(() => stopped.signal.aborted || live.changed(changes), unseenMs)
    }),
    ...heardOf(tell, push.wake),
    onCurrent() {
      // What changed while there was no connection was not heard of.
      if (status().phase !== 'live') live.changed(allRows)
      // Paid: what waits goes out at once.
      if (status().overdue) retryNow()
      tell({ kind: 'current', at: new Date(), outdated })
    },
  })
  const reload = async () => {
    entries = await outbox.entries()
    push.work()
  }
  const endOutbox = outbox.onChange(() => void reload())
  push.work()

  return {
    live,
    read,
    status,
    run: reload,
    stop() {
      stopped.abort()
      endOutbox()
    },
  }
}

/** In the place of a local copy: where each table is, while its rows are asked for. */
function positionsOf(onChanged: (changes: Changes) => void): PullOptions['copy'] {
  const states = new Map(deviceTables.map(({ name }) => [name, fromNow]))
  const take = (batches: readonly Batch[]) => {
    const changed = batches.filter((batch) => hasRows(batch) || states.get(batch.table.name) === fromNow)
    for (const { table, folded, handle, offset } of batches) {
      states.set(table.name, folded.mustRefetch ? fromNow : { ...fromNow, handle, offset })
    }
    onChanged(rowsOf(changed.map(({ table }) => table.name)))
  }
  return {
    states: () => states,
    apply: async (batches) => take(batches),
    applyLong: async (batch) => take([batch]),
  }
}

const hasRows = ({ folded: { upserts, updates, deletes } }: Batch) =>
  upserts.length + updates.length + deletes.length > 0

/** An applied entry is done: nothing here shows it but the server's rows. */
async function takeResults(results: readonly PushResult[], entries: readonly OutboxEntry[], outbox: UserOutbox) {
  const changes = [...changesOf(results, entries)]
  const done = changes.filter(([, { state }]) => state === 'applied').map(([seq]) => seq)
  const bySeq = new Map(changes.filter(([, { state }]) => state !== 'applied'))
  await outbox.update(bySeq)
  await outbox.remove(done)
}
