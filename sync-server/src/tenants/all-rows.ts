// All rows of a test's database, for laws that nothing was changed.
import type { Database } from 'db/node/connect.ts'

/** Written by asking, whatever is answered. */
const ofAsking = ['user_sightings', 'login_attempts', 'applied_mutations', 'logins', 'sessions']

/** By table: its rows as text. */
export type AllRows = Readonly<Record<string, readonly string[]>>

export async function allRowsReader({ sql }: Database): Promise<() => Promise<AllRows>> {
  const names = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ${sql(ofAsking)} order by 1`
  const each = names.map(
    ({ name }) =>
      `(select coalesce(array_agg(to_jsonb(t)::text order by to_jsonb(t)::text), '{}') from "${name}" t) as "${name}"`,
  )
  return async () => (await sql.unsafe<AllRows[]>(`select ${each.join(', ')}`))[0] ?? {}
}
