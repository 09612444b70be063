// One device for tests of sync, without a browser: the real sync on a Postgres and an outbox in memory, against a test server.
import type { PGlite, Results } from '@electric-sql/pglite'
import { newId } from 'db/kit/new-id.ts'
import type { Actor } from 'db/kit/actor.ts'
import { startDeviceSync, type DeviceSync, type UserOutbox } from './device-sync.ts'
import { createLocalPostgres } from './local/local-postgres.ts'
import type { OutboxChange, OutboxEntry } from './outbox/outbox.ts'
import type { Changes } from './queries/changes.ts'
import type { LeaderStatus } from './tabs/status.ts'
import { testPglite } from './local/test-pglite.ts'
import type { Send } from './pull/transport.ts'

export interface TestOutbox extends UserOutbox {
  /** What is in it, also refused, in order. */
  all(): readonly OutboxEntry[]
  append(name: string, args: Record<string, unknown>, at?: Date): OutboxEntry
}

export interface TestDevice {
  pg: PGlite
  sync: DeviceSync
  outbox: TestOutbox
  commits: Changes[]
  statuses: LeaderStatus[]
  mutate(name: string, args: Record<string, unknown>): Promise<OutboxEntry>
  /** Like a tab that is closed: nothing of it goes on. */
  stop(): void
}

let lastSeq = 0

export function testEntry(actor: Actor, name: string, args: Record<string, unknown>, at = new Date()): OutboxEntry {
  const userId = actor.kind === 'user' ? actor.userId : ''
  return { seq: ++lastSeq, id: newId(), userId, companyId: actor.companyId, name, args, at, state: 'waiting' }
}

export function createTestOutbox(actor: Actor): TestOutbox {
  const entries = new Map<number, OutboxEntry>()
  const listeners = new Set<(change: OutboxChange) => void>()
  const tell = (change: OutboxChange) => listeners.forEach((listener) => listener(change))
  const all = () => [...entries.values()].toSorted((a, b) => a.seq - b.seq)
  return {
    all,
    append(name, args, at) {
      const entry = testEntry(actor, name, args, at)
      entries.set(entry.seq, entry)
      tell('appended')
      return entry
    },
    entries: async () => all(),
    find: async (seq) => entries.get(seq),
    async update(changes) {
      for (const [seq, change] of changes) {
        const entry = entries.get(seq)
        if (entry) entries.set(seq, { ...entry, ...change })
      }
      tell('changed')
    },
    async remove(seqs) {
      for (const seq of seqs) entries.delete(seq)
      tell('changed')
    },
    async drop(seqs) {
      for (const seq of seqs) entries.delete(seq)
      tell('changed')
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** `pg` and `outbox` of a device that was stopped make its next start. */
export async function createTestDevice(
  server: { send: Send },
  actor: Actor,
  stored: { pg?: PGlite; outbox?: TestOutbox } = {},
): Promise<TestDevice> {
  const pg = stored.pg ?? (await testPglite('device'))
  const outbox = stored.outbox ?? createTestOutbox(actor)
  const commits: Changes[] = []
  const statuses: LeaderStatus[] = []
  const sync = await startDeviceSync({
    pg: createLocalPostgres(pg),
    outbox,
    actor: () => actor,
    send: server.send,
    onCommit: (changes) => commits.push(changes),
    onStatus: (status) => statuses.push(status),
  })
  return {
    pg,
    sync,
    outbox,
    commits,
    statuses,
    async mutate(name, args) {
      const entry = outbox.append(name, args)
      await sync.run(entry)
      return entry
    },
    stop: sync.stop,
  }
}

export async function textRows(pg: PGlite, table: string, columns = '*'): Promise<string> {
  const result: Results = await pg.query(`select ${columns} from ${table} order by id`)
  return JSON.stringify(result.rows)
}
