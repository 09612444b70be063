// Where the log of Postgres stands, as devices are told it: decimal, comparable with the positions of shapes.
import type { Database } from 'db/node/connect.ts'

/** At or past every commit that was visible before. The last commit's record ends here at the latest, so it begins before. */
export async function currentLsn({ sql }: Pick<Database, 'sql'>): Promise<string> {
  const [row] = await sql<{ lsn: string }[]>`select (pg_current_wal_lsn() - '0/0'::pg_lsn - 1)::text as lsn`
  return row?.lsn ?? '0'
}
