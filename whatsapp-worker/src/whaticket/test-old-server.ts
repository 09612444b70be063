// An old database for a test, on the tests' server.
import postgres from 'postgres'
import { statementsOf, type OldDatabase } from './test-old-database.ts'

/** In a database of its own. `encoding`: as Postgres calls it; with 'SQL_ASCII' any bytes are a text. */
export async function oldDatabase(database: OldDatabase, encoding = 'UTF8') {
  const server = process.env['TEST_POSTGRES_URL'] ?? ''
  const name = `old_${Math.random().toString(36).slice(2)}`
  const admin = postgres(server, { max: 1, onnotice: () => {} })
  await admin.unsafe(`create database ${name} encoding '${encoding}' locale 'C' template template0`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const sql = postgres(url.href, { max: 1, onnotice: () => {} })
  for (const statement of statementsOf(database, 'postgres')) await sql.unsafe(statement)
  return {
    url: url.href,
    sql,
    async [Symbol.asyncDispose]() {
      await sql.end()
      await admin.unsafe(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}
