// One throw-away Postgres for the run, with a migrated and seeded template that each test's stack copies.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, startEmbeddedPostgres } from 'db/node/embedded-postgres.ts'
import { migrate } from 'db/node/migrate.ts'
import { seedDemo } from 'db/node/seed.ts'
import { templateName } from 'db/node/test-database.ts'

export default async function globalSetup() {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-e2e-'))
  const server = await startEmbeddedPostgres(folder, ['fsync=off', 'full_page_writes=off'])
  await createDatabase(server, templateName)
  await migrate(server.url(templateName))
  await seedDemo(server.url(templateName))
  process.env['TEST_POSTGRES_URL'] = server.url('postgres')
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
