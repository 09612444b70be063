// A tab that leads: the real sync over a mortal Postgres and a mortal outbox. It ends in the middle of anything.
import type { PGlite } from '@electric-sql/pglite'
import type { UserActor } from 'db/kit/actor.ts'
import type { QueryCall } from 'db/kit/define-query.ts'
import type { DeviceSync, UserOutbox } from '../src/sync/device-sync.ts'
import { startLiveSync, type LiveSync } from '../src/sync/live-sync.ts'
import { createLocalPostgres } from '../src/sync/local/local-postgres.ts'
import type { OutboxEntry } from '../src/sync/outbox/outbox.ts'
import type { Send } from '../src/sync/pull/transport.ts'
import { askedQuery, type AskedQuery } from '../src/sync/queries/asked-query.ts'
import { selectRows } from '../src/sync/queries/live-queries.ts'
import type { StoreParts } from '../src/sync/queries/query-store.ts'
import { mentionsIn } from '../src/sync/queries/sql-tables.ts'
import type { ResultRow } from '../src/sync/tabs/protocol.ts'
import type { LeaderStatus } from '../src/sync/tabs/status.ts'
import { createLife, mortalOutbox, mortalPostgres, type Life } from './life.ts'

export interface TabOptions {
  database: PGlite
  outbox: UserOutbox
  actor(): UserActor
  send: Send
  onStatus(status: LeaderStatus): void
  /** Its database is open; null: at once. */
  opening: (() => Promise<void>) | null
}

export interface Tab {
  life: Life
  database: PGlite
  actor(): UserActor
  /** The session's actor changed. */
  changeActor(): void
  /** What pending mutations ran as may not be the session's actor yet. */
  isActorChanging(): boolean
  /** Null while it starts. */
  sync: DeviceSync | null
  /** Whether it did; false when it ended before. */
  run(entry: OutboxEntry): Promise<boolean>
  /** At the next moment at which the local copy is between two jobs, which `touch` brings; false when it ended before. */
  inspect(job: (tab: Tab) => Promise<void>, touch: () => void): Promise<boolean>
  /** A live query, asked once it has started. */
  watch: StoreParts['subscribe']
  copy: Copy
}

/** What the local copy says. */
export interface Copy {
  /** Everybody who watches has been told. */
  told(): Promise<void>
  read(query: QueryCall): Promise<readonly ResultRow[]>
  isWhole(query: QueryCall): boolean
}

export function openTab(options: TabOptions): Tab {
  const life = createLife()
  const outbox = mortalOutbox(options.outbox, life)
  let inspections: (() => Promise<void>)[] = []
  let changes = 0
  let watched = 0
  const ended = new Promise<false>((resolve) => life.signal.addEventListener('abort', () => resolve(false)))
  const pg = createLocalPostgres(options.database)
  // Whoever reads leaves nothing half done: it is no statement that a tab dies after.
  const read = ({ text, params }: AskedQuery) => life.outlive(selectRows(pg, text, params))
  const parts: Parameters<typeof startLiveSync>[1] = {
    pg: mortalPostgres(pg, life),
    outbox: {
      ...outbox,
      // The copy reads the outbox as one of its jobs: whatever happens here happens between two others.
      async entries() {
        const now = inspections
        inspections = []
        for (const inspection of now) await inspection()
        return outbox.entries()
      },
    },
    actor: options.actor,
    send: (path, init) => life.outlive(options.send(path, { ...init, signal: either(life.signal, init.signal) })),
    onCommit: () => undefined,
    onStatus: options.onStatus,
  }
  // Not asked before there is a page.
  const opened = options.opening && life.outlive(Promise.resolve().then(options.opening))
  const started = opened ? opened.then(() => startLiveSync(read, parts)) : startLiveSync(read, parts)
  const tab: Tab = {
    life,
    database: options.database,
    actor: options.actor,
    isActorChanging: () => changes > 0,
    changeActor() {
      changes++
      void started.then(({ sync }) => sync.actorChanged()).finally(() => changes--)
    },
    sync: null,
    run: (entry) => Promise.race([ended, started.then(({ sync }) => sync.run(entry)).then(() => true)]),
    inspect(job, touch) {
      const { promise, resolve, reject } = Promise.withResolvers<true>()
      const look = () => job(tab).then(() => resolve(true), reject)
      // Touched not before: what a tab reads of the outbox while it starts would be the last for long.
      void started.then(() => inspections.push(look)).then(touch)
      return Promise.race([ended, promise])
    },
    watch(query, onRows, onError) {
      const key = String(++watched)
      const asked = { query: askedQuery(query), onRows, onError: (error: unknown) => onError(asError(error)) }
      void started.then(({ live }) => live.add(key, asked))
      return () => void started.then(({ live }) => live.remove((other) => other === key))
    },
    copy: {
      told: async () => (await started).live.told(),
      read: (query) => read(askedQuery(query)),
      isWhole: (query) => (tab.sync?.standing(mentionsIn(askedQuery(query).text).tables) ?? null) !== null,
    },
  }
  void follow(tab, started)
  return tab
}

async function follow(tab: Tab, started: Promise<LiveSync>) {
  const { sync } = await started
  tab.sync = sync
  tab.life.signal.addEventListener('abort', () => sync.stop())
  if (tab.life.signal.aborted) sync.stop()
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

const either = (own: AbortSignal, other: AbortSignal | null | undefined) =>
  other ? AbortSignal.any([own, other]) : own
