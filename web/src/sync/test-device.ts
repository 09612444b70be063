// One device for tests of sync, without a browser: a local copy in memory that pulls from and pushes to a test server.
import type { PGlite, Results } from '@electric-sql/pglite'
import { newId } from 'db/kit/new-id.ts'
import type { Actor } from 'db/kit/actor.ts'
import { createLocalPostgres } from './local-postgres.ts'
import { createLocalCopy, type LocalCopy } from './local-copy.ts'
import type { OutboxEntry } from './outbox.ts'
import { startPull } from './pull.ts'
import { startPush, type Push } from './push.ts'
import { testPglite } from './test-pglite.ts'
import type { TestServer } from './test-server.ts'

export interface TestDevice {
  pg: PGlite
  copy: LocalCopy
  push: Push
  /** What is in the outbox, also refused. */
  outbox: Map<string, OutboxEntry>
  commits: ReadonlySet<string>[]
  mutate(name: string, args: Record<string, unknown>): Promise<OutboxEntry>
  start(): void
  /** Like a tab that is closed: nothing of it goes on. */
  stop(): void
}

let lastSeq = 0

export function testEntry(actor: Actor, name: string, args: Record<string, unknown>, at = new Date()): OutboxEntry {
  const userId = actor.kind === 'user' ? actor.userId : ''
  return { seq: ++lastSeq, id: newId(), userId, companyId: actor.companyId, name, args, at, state: 'waiting' }
}

/** `pg` and `outbox` of a device that was stopped make its next start. */
export async function createTestDevice(
  server: TestServer,
  actor: Actor,
  stored: { pg?: PGlite; outbox?: Map<string, OutboxEntry> } = {},
): Promise<TestDevice> {
  const pg = stored.pg ?? (await testPglite('device'))
  const outbox = stored.outbox ?? new Map<string, OutboxEntry>()
  const commits: ReadonlySet<string>[] = []
  const stopped = new AbortController()
  const copy = await createLocalCopy(
    {
      pg: createLocalPostgres(pg),
      logTable: 'applied_mutations',
      actor: () => actor,
      onCommit: (tables) => commits.push(tables),
      onConfirmed: (entries) => entries.forEach((entry) => outbox.delete(entry.id)),
    },
    [...outbox.values()],
  )
  const push = startPush({
    send: server.send,
    signal: stopped.signal,
    waiting: () => copy.pending().filter((entry) => entry.state === 'waiting'),
    async onResults(results) {
      const lsns = new Map<string, string>()
      for (const result of results) {
        const entry = outbox.get(result.id)
        if (result.status === 'applied') lsns.set(result.id, result.lsn)
        else if (entry) outbox.set(result.id, { ...entry, state: 'refused', code: result.code })
      }
      await copy.noteApplied(lsns)
      await copy.reload(async () => [...outbox.values()])
    },
    onRefused: () => undefined,
  })
  return {
    pg,
    copy,
    push,
    outbox,
    commits,
    async mutate(name, args) {
      const entry = testEntry(actor, name, args)
      outbox.set(entry.id, entry)
      await copy.run(entry)
      push.work()
      return entry
    },
    start() {
      startPull({
        origin: 'http://test',
        send: server.send,
        signal: stopped.signal,
        copy,
        onReachable: push.wake,
        onUnreachable: () => undefined,
        onCurrent: () => undefined,
      })
      push.work()
    },
    stop: () => stopped.abort(),
  }
}

export async function textRows(pg: PGlite, table: string, columns = '*'): Promise<string> {
  const result: Results = await pg.query(`select ${columns} from ${table} order by id`)
  return JSON.stringify(result.rows)
}
