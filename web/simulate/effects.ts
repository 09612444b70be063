// What the server changed, noted by triggers in the test database beside the change itself: table, operation, row, transaction.
// Applied mutations are noted too, so that every effect can be held against the mutation that had it.
import { sql } from 'drizzle-orm'
import { appliedMutations } from 'db/mutation-log/table.ts'
import type { Database } from 'db/node/connect.ts'
import { getTableName } from 'drizzle-orm'
import { storedTables } from '../src/sync/local/local-schema.ts'

const watched = [...storedTables.map(({ name }) => name), getTableName(appliedMutations)]

/** Logins change users outside of mutations: of them only what mutations change is held against these. */
const columnsOf = (name: string) => (name === 'users' ? ' of name, email, profile, all_ticket, connection_id' : '')

export interface Effect {
  /** Its transaction. */
  xid: string
  by: string
  table: string
  operation: string
  rowId: string
  /** False: an update that left all but `updated_at` as it was. */
  isReal: boolean
}

export async function watchEffects({ orm }: Database) {
  const triggers = watched.map(
    (name) => `create trigger simulate_note after insert or delete or update${columnsOf(name)} on ${name}
      for each row execute function simulate.note();`,
  )
  await orm.execute(
    sql.raw(`
    create schema simulate;
    create table simulate.effects (
      seq bigint generated always as identity, xid xid8 not null default pg_current_xact_id(),
      lsn pg_lsn not null default pg_current_wal_insert_lsn(),
      by_name text not null default current_setting('application_name'),
      table_name text not null, operation text not null, row_id uuid not null,
      is_real boolean not null);
    create function simulate.note() returns trigger language plpgsql security definer as $$ begin
      insert into simulate.effects (table_name, operation, row_id, is_real)
        values (TG_TABLE_NAME, TG_OP, case when TG_OP = 'DELETE' then old.id else new.id end,
          TG_OP <> 'UPDATE' or to_jsonb(old) - 'updated_at' <> to_jsonb(new) - 'updated_at');
      return null;
    end $$;
    ${triggers.join('\n')}`),
  )
}

export async function readEffects({ orm }: Database): Promise<readonly Effect[]> {
  const rows = await orm.execute(
    sql`select xid::text, by_name as by, table_name as table, operation, row_id as "rowId", is_real as "isReal"
      from simulate.effects order by seq`,
  )
  return rows as unknown as Effect[]
}

/**
 * Whether what a query says of a row may have been otherwise since `lsn` was the position of the log: the row was changed, or one
 * that tickets and messages only name, or somebody's scope.
 */
export async function isChangedSince({ sql: query }: Database, rowId: string, lsn: bigint): Promise<boolean> {
  const changed = await query`
    select from simulate.effects where lsn > '0/0'::pg_lsn + ${String(lsn)}::numeric and is_real
      and (row_id = ${rowId} or table_name not in ('tickets', 'messages', 'applied_mutations')) limit 1`
  return changed.length > 0
}
