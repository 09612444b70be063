// The throw-away Postgres of one test run, with a migrated template that tests copy by `testDatabase()`.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, startEmbeddedPostgres } from './embedded-postgres.ts'
import { closeOtherDatabases } from '../roles.ts'
import { setUpDatabase } from '../set-up-database.ts'
import { beginLogAt } from '../testing/begin-log-at.ts'
import { useMemoryFolder } from '../testing/memory-folder.ts'
import { templateName } from '../testing/test-database.ts'

/** Nothing of it has to outlive the machine; what lies in memory keeps no more of its log than it needs. */
const throwAway = [
  'fsync=off',
  'full_page_writes=off',
  'max_wal_size=256MB',
  // Of several test files at once: pools of servers and workers, and an engine's slot for each test of some.
  'max_connections=500',
  'max_wal_senders=100',
  'max_replication_slots=100',
  // One of them has commits wait for a standby that never answers (sync-server/shapes): no others but those that ask for it.
  'synchronous_commit=local',
]

/**
 * `fill` may add to the template; `logFrom` is where the write-ahead log goes on once the template is made. Resolves to what ends the
 * server and removes its data.
 */
export async function startTestPostgres(
  fill?: (templateUrl: string) => Promise<unknown>,
  { logFrom }: { logFrom?: bigint } = {},
): Promise<() => Promise<void>> {
  const leaveMemory = useMemoryFolder()
  const folder = await mkdtemp(join(tmpdir(), 'balcao-test-'))
  let server = await startEmbeddedPostgres(folder, throwAway)
  await createDatabase(server, templateName)
  await closeOtherDatabases(server.url('postgres'))
  const { app } = await setUpDatabase(server.url(templateName))
  await fill?.(app)
  if (logFrom !== undefined) {
    await server.stop()
    await beginLogAt(join(folder, 'data'), logFrom)
    server = await startEmbeddedPostgres(folder, throwAway)
  }
  process.env['TEST_POSTGRES_URL'] = server.url('postgres')
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
    leaveMemory()
  }
}
