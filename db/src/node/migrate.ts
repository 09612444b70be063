// Applies db/migrations in order, each in its own transaction, once; brings pg-boss's schema up to date; and gives the everyday roles what
// they need of all that. Run by the tables' owner. Safe to run from several processes at the same time.
import { readdir, readFile } from 'node:fs/promises'
import postgres from 'postgres'
import { migrateJobs } from './migrate-jobs.ts'
import { roleFile } from './roles.ts'

const folder = new URL('../../migrations/', import.meta.url)
/** Any constant: whoever migrates this database holds it. */
const lockKey = 7_203_411

/** Their names, in order. */
export async function migrationFiles(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
}

/** With `only`, no others than those: the tables as an earlier version had them. @returns names of the migrations that were applied. */
export async function migrate(ownerUrl: string, { only }: { only?: readonly string[] } = {}): Promise<string[]> {
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => {} })
  try {
    await sql`select pg_advisory_lock(${lockKey})`
    const applied = await applyPending(sql, (name) => only?.includes(name) ?? true)
    await migrateJobs(ownerUrl)
    await sql.unsafe(await roleFile('grants'))
    return applied
  } finally {
    await sql.end({ timeout: 5 })
  }
}

async function applyPending(sql: postgres.Sql, isWanted: (name: string) => boolean): Promise<string[]> {
  await sql`create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())`
  const rows = await sql<{ name: string }[]>`select name from schema_migrations`
  const done = new Set(rows.map((row) => row.name))
  const pending = (await migrationFiles()).filter((name) => isWanted(name) && !done.has(name))
  for (const name of pending) {
    const text = await readFile(new URL(name, folder), 'utf8')
    await sql.begin(async (tx) => {
      await tx.unsafe(text)
      await tx`insert into schema_migrations (name) values (${name})`
    })
  }
  return pending
}
