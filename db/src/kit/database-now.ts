import { sql } from 'drizzle-orm'
import type { Tx } from './define-mutation.ts'

/** Postgres' clock, which all workers share: what is due, what was said last and how long ago is decided by it. */
export async function databaseNow(tx: Tx): Promise<Date> {
  const [row] = (await tx.execute(sql`select clock_timestamp()::text as now`)) as { now: string }[]
  return new Date(row?.now ?? '')
}
