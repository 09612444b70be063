// The database of a one-machine installation, set up for each role: the embedded one, or the one that DATABASE_URL names.
import { migrate } from '../../db/src/node/migrate.ts'
import { closeOtherDatabases, isSuperuser, type DatabaseUrls } from '../../db/src/node/roles.ts'
import { setUpDatabase } from '../../db/src/node/set-up-database.ts'
import { dataFolder } from '../paths.ts'
import type { Processes } from '../processes.ts'

export async function openDatabase(processes: Processes): Promise<DatabaseUrls> {
  const { DATABASE_URL: given, OWNER_DATABASE_URL: owner, SHAPES_DATABASE_URL: shapes } = process.env
  // The processes that are started take over the environment, and this is not theirs.
  delete process.env['OWNER_DATABASE_URL']
  if (given === undefined) return openEmbedded(processes)
  if (owner !== undefined) {
    await migrate(owner)
    return { owner, app: given, shapes: shapes ?? '' }
  }
  if (!(await isSuperuser(given))) {
    throw new Error(
      'DATABASE_URL has to be a superuser’s, who makes the roles, or OWNER_DATABASE_URL and SHAPES_DATABASE_URL have to stand beside it: docs/operations.md',
    )
  }
  return setUpDatabase(given)
}

async function openEmbedded(processes: Processes) {
  const { url } = await processes.startPostgres(`${dataFolder}/postgres`)
  await closeOtherDatabases(url)
  return setUpDatabase(url)
}
