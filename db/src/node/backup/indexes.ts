// Indexes of tables that are filled: made at once when all rows are there, which takes a fraction of keeping them up row by row.
import type postgres from 'postgres'
import type { BackupTable } from './format.ts'
import type { Progress } from './progress.ts'

type Named = Pick<BackupTable, 'schema' | 'name'>

/** Those that only make things quick: what is unique stays, and so do those of partitions. */
async function findIndexes(tx: postgres.TransactionSql, tables: readonly Named[]) {
  const names = tables.map(({ schema, name }) => `${schema}.${name}`)
  return tx<{ name: string; definition: string }[]>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
    where not i.indisunique and not i.indisreplident and not i.indisclustered and i.indisvalid and c.relkind = 'r' and not c.relispartition
      and n.nspname || '.' || c.relname = any(${names})
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
    order by 1`
}

/** Fills tables that nobody else has open. Names and definitions are Postgres' own. */
export async function withoutIndexes(
  tx: postgres.TransactionSql,
  tables: readonly Named[],
  progress: Progress,
  fill: () => Promise<void>,
): Promise<void> {
  const indexes = await findIndexes(tx, tables)
  for (const { name } of indexes) await tx.unsafe(`drop index ${name}`)
  await fill()
  await tx`set local maintenance_work_mem = '256MB'`
  for (const { name, definition } of indexes) {
    progress.begin(`índice ${name}`)
    await tx.unsafe(definition)
  }
}
