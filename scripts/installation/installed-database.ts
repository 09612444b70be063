// The database of the one-machine installation for a command beside it: with the everyday role's URL. An embedded Postgres that runs already goes on.
import { createDatabase, isRunning, startEmbeddedPostgres } from '../../db/src/node/postgres/embedded-postgres.ts'
import { isSuperuser } from '../../db/src/node/roles.ts'
import { setUpDatabase } from '../../db/src/node/set-up-database.ts'
import { dataFolder } from '../paths.ts'

export async function withInstalledDatabase<T>(use: (url: string) => Promise<T>): Promise<T> {
  const given = process.env['DATABASE_URL']
  if (given !== undefined) return use((await isSuperuser(given)) ? (await setUpDatabase(given)).app : given)
  return withEmbedded(async (url) => use((await setUpDatabase(url)).app))
}

/** As it is, whatever version made it: with the URL of who may read every table, a superuser's or their owner's. */
export async function withWholeDatabase<T>(use: (url: string) => Promise<T>): Promise<T> {
  const { DATABASE_URL: given, OWNER_DATABASE_URL: owner } = process.env
  return given === undefined ? withEmbedded(use) : use(owner ?? given)
}

async function withEmbedded<T>(use: (superuserUrl: string) => Promise<T>): Promise<T> {
  const folder = `${dataFolder}/postgres`
  const wasRunning = await isRunning(folder)
  const server = await startEmbeddedPostgres(folder)
  try {
    await createDatabase(server, 'balcao')
    return await use(server.url('balcao'))
  } finally {
    if (!wasRunning) await server.stop()
  }
}
