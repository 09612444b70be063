// A database ready for server and worker, from whatever is there: roles, rights, migrations. Safe to run at each start.
import { migrate } from './migrate.ts'
import { prepareDatabase, prepareRoles, urlsOf, type DatabaseUrls } from './roles.ts'

/** Prepares roles, rights and tables of the database that the superuser's URL names; resolves with the URLs of its roles. */
export async function setUpDatabase(superuserUrl: string): Promise<DatabaseUrls> {
  const urls = urlsOf(superuserUrl)
  await prepareRoles(superuserUrl)
  await prepareDatabase(superuserUrl)
  await migrate(urls.owner)
  return urls
}
