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

/** Longer ones are of many rows, and of another length each time. */
const longestPrepared = 6_000

/**
 * Drizzle asks for unprepared statements: Postgres would parse and plan each anew, and postgres.js ask it for the types of the arguments
 * first, in a round trip of its own.
 */
function preparing<Client extends postgres.Sql | postgres.TransactionSql>(client: Client): Client {
  const inside = (args: unknown[]) =>
    args.map((arg) => (typeof arg === 'function' ? (tx: postgres.TransactionSql) => arg(preparing(tx)) : arg))
  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      if (name === 'begin' || name === 'savepoint') return (...args: unknown[]) => value(...inside(args))
      if (name !== 'unsafe') return value
      return (text: string, args?: unknown[]) => value(text, args, { prepare: text.length <= longestPrepared })
    },
  })
}

export function connect(url: string, options: { max?: number } = {}): Database {
  const settings = { max: options.max ?? 10, onnotice: () => {} }
  const sql = postgres(url, settings)
  const ormClient = postgres(url, settings)
  return {
    sql,
    orm: drizzle(preparing(ormClient)),
    async end() {
      await Promise.all([sql.end({ timeout: 5 }), ormClient.end({ timeout: 5 })])
    },
  }
}
