// A migrated database for one test file: a copy of the template that the run's global set-up made (vitest.global-setup.ts).
// What is tested runs under the everyday role, as in production: a test notices what that may not do.
import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { roleFile, urlsOf } from '../roles.ts'

export const templateName = 'balcao_template'

export interface TestDatabase {
  /** As server and worker use it. */
  url: string
  /** As migrations do: for tests that change tables. */
  ownerUrl: string
  /** As the embedded shape engine does. */
  shapesUrl: string
  /** As whoever may do anything. */
  superuserUrl: string
  /** Changes tables as a migration does: what is new is then the everyday role's to use. */
  alter(statements: string): Promise<void>
  drop(): Promise<void>
}

/** Its addresses are known before it is there. */
export function nameDatabase() {
  const server = process.env['TEST_POSTGRES_URL']
  if (!server) throw new Error('TEST_POSTGRES_URL is set by the global set-up of vitest')
  const name = `test_${randomBytes(6).toString('hex')}`
  const url = new URL(server)
  url.pathname = `/${name}`
  return { server, name, superuserUrl: url.href, ...urlsOf(url.href) }
}

export async function testDatabase(named = nameDatabase()): Promise<TestDatabase> {
  const { server, name, superuserUrl, app, owner, shapes } = named
  const admin = postgres(server, { max: 1, onnotice: () => {} })
  await admin`create database ${admin(name)} template ${admin(templateName)} owner balcao`
  // A copy has the template's rights in it, not those on it.
  await admin.unsafe(
    `revoke all on database ${name} from public; grant connect on database ${name} to balcao_app, balcao_shapes`,
  )
  return {
    url: app,
    ownerUrl: owner,
    shapesUrl: shapes,
    superuserUrl,
    alter: alterAs(owner),
    async drop() {
      // Of an engine that was killed: nobody drops a database while one follows it, whatever the force.
      await admin`select pg_terminate_backend(active_pid, 10000) from pg_replication_slots
        where database = ${name} and active_pid is not null`
      await admin`drop database ${admin(name)} with (force)`
      await admin.end({ timeout: 5 })
    },
  }
}

export const alterAs = (ownerUrl: string) => async (statements: string) => {
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => {} })
  await sql.unsafe(`${statements};\n${await roleFile('grants')}`)
  await sql.end({ timeout: 5 })
}
