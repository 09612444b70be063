// One throw-away Postgres for the whole run, with a migrated template that each test file copies.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, startEmbeddedPostgres } from './db/src/node/embedded-postgres.ts'
import { migrate } from './db/src/node/migrate.ts'
import { templateName } from './db/src/node/test-database.ts'

export async function setup() {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-test-'))
  const server = await startEmbeddedPostgres(folder, ['fsync=off', 'full_page_writes=off'])
  await createDatabase(server, templateName)
  await migrate(server.url(templateName))
  process.env['TEST_POSTGRES_URL'] = server.url('postgres')
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
