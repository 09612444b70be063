// The connection to Postgres for server and worker: one pool, Drizzle over a client of its own (it replaces the client's parsers).
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'

export interface Database {
  /** For infrastructure SQL: postgres.js with its own parsers. */
  sql: postgres.Sql
  /** For tables and mutations. */
  orm: ReturnType<typeof drizzle<Record<string, never>>>
  end(): Promise<void>
}

/** A Drizzle transaction of this side, for what only the server can do with it (jobs). */
export type ServerTx = Parameters<Parameters<Database['orm']['transaction']>[0]>[0]

export function connect(url: string, options: { max?: number } = {}): Database {
  const settings = { max: options.max ?? 10, onnotice: () => {} }
  const sql = postgres(url, settings)
  const ormClient = postgres(url, settings)
  return {
    sql,
    orm: drizzle(ormClient),
    async end() {
      await Promise.all([sql.end({ timeout: 5 }), ormClient.end({ timeout: 5 })])
    },
  }
}
