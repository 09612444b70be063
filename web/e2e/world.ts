// What is in the database when a test begins: the demo's companies, silent.
import { connect } from 'db/node/connect.ts'
import { seedDemo } from 'db/node/seed.ts'
import postgres from 'postgres'

/** A test hears what it says itself; one that is about greetings gives them. */
export async function seedWorld(url: string) {
  await seedDemo(url)
  const { sql, end } = connect(url, { max: 1 })
  await sql`update queues set greeting_message = ''`
  await sql`update connections set greeting_message = ''`
  await end()
}

/** As the superuser: all rows but those that say what the database is. */
export async function emptyWorld(superuserUrl: string) {
  const sql = postgres(superuserUrl, { max: 1, onnotice: () => {} })
  const tables = await sql<{ schema: string; name: string }[]>`
    select schemaname as schema, tablename as name from pg_tables
    where schemaname = 'public' and tablename <> 'schema_migrations' or schemaname = 'pgboss' and tablename = 'job'`
  await sql.begin(async (tx) => {
    // What server and worker still do in the world that goes gives way when two wait for each other.
    await tx`set local deadlock_timeout = '1min'`
    // Neither references nor triggers: everything goes.
    await tx`set local session_replication_role = replica`
    for (const { schema, name } of tables) await tx`delete from ${tx(schema)}.${tx(name)}`
    // Migrations put it there, as nobody has changed it yet.
    await tx`insert into installation default values`
  })
  await sql.end()
}
