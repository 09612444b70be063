// Counts in Postgres, so that all servers share them. The library speaks node-postgres; this is the part of it that it uses.
import type { Database } from 'db/node/connect.ts'

export function limiterStore({ sql }: Pick<Database, 'sql'>) {
  const storeClient = {
    async query({ text, values }: { text: string; values: (string | number)[] }) {
      const rows = await sql.unsafe(text, values)
      return { rows, rowCount: rows.count }
    },
  }
  return { storeClient, storeType: 'client', tableName: 'login_attempts', tableCreated: true } as const
}
