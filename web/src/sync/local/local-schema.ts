// The local tables, generated from the registry of device tables: `x_synced` (what the server sent), `x_overlay` (what pending
// mutations changed) and the view `x` that everybody reads and mutations write: the overlay wins. Beside them is what a table asks
// for in its `device`: indexes, words to search, counts. Invariant: the text is a
// function of the registry alone; its hash names the database, so a changed schema gets a fresh copy.
import { getTableConfig } from 'drizzle-orm/pg-core'
import type { SyncedTable } from 'db/kit/define-table.ts'
import { overlayName, syncedName } from 'db/kit/sql/local-names.ts'
import { shortHash } from 'db/kit/texts/short-hash.ts'
import { deviceTables } from 'db/tables.ts'
import { countsDdl } from './local-counts.ts'
import { indexesDdl } from './local-indexes.ts'
import { searchesDdl } from './local-search.ts'
import { overlayRunsDdl } from './overlay-runs.ts'

/** A table whose shape brings changes only is a log: its rows are read as they come and never stored. */
export const storedTables: readonly SyncedTable[] = deviceTables.filter((table) => table.log === 'full')

export interface LocalColumn {
  name: string
  type: string
}

/** All columns, also those that never leave the server: mutations write them, and locally they are null. */
export function columnsOf({ table }: SyncedTable): LocalColumn[] {
  return getTableConfig(table).columns.map((column) => ({ name: column.name, type: column.getSQLType() }))
}

/** What a stored position belongs to: another definition needs another copy of the rows. */
export function definitionOf(table: SyncedTable): string {
  return shortHash(JSON.stringify([table.name, table.log, table.columns, columnsOf(table)]))
}

const shapeState = `
create table shape_state (
  shape text primary key,
  definition text not null,
  handle text not null,
  "offset" text not null,
  -- The rows were complete once, up to the offset.
  complete boolean not null,
  -- The rows of an older handle are being replaced: those that the new one does not bring are deleted when it is complete.
  refetching boolean not null
);
create table shape_seen (shape text, id uuid, primary key (shape, id));`

/**
 * Rows of a view are written to its overlay; `_deleted` hides the synced row. A key is broken as in a plain table, also by a row
 * that has synced: a mutation whose own row is there already has had its effect, and must not paint its older version over it.
 * A function per table, because its statements are planned once a session then; dynamic ones would be planned for every row.
 */
function triggerDdl(table: string, columns: readonly string[]): string {
  const [synced, overlay] = [syncedName(table), overlayName(table)]
  const assignments = [...columns, '_deleted'].map((name) => `"${name}" = excluded."${name}"`).join(', ')
  return `
create function write_${overlay}() returns trigger language plpgsql as $$
begin
  if TG_OP = 'DELETE' then
    insert into ${overlay} select old.*, true on conflict (id) do update set ${assignments};
    return old;
  end if;
  insert into ${overlay} select new.*, false
    where TG_OP = 'UPDATE' or exists (select from ${overlay} where id = new.id)
      or not exists (select from ${synced} where id = new.id)
    on conflict (id) do update set ${assignments} where TG_OP = 'UPDATE' or ${overlay}._deleted;
  if not found then
    raise unique_violation using message = format('%s already has a row %s', TG_TABLE_NAME, new.id);
  end if;
  return new;
end $$;
create trigger write_overlay instead of insert or update or delete on ${table}
  for each row execute function write_${overlay}();`
}

function tableDdl(table: SyncedTable): string {
  const columns = columnsOf(table)
  const definitions = columns
    .map(({ name, type }) => `"${name}" ${type}${name === 'id' ? ' primary key' : ''}`)
    .join(', ')
  const names = columns.map(({ name }) => `"${name}"`)
  const [synced, overlay] = [syncedName(table.name), overlayName(table.name)]
  return `
create table ${synced} (${definitions});
create table ${overlay} (${definitions}, _deleted boolean not null);
create view ${table.name} as
  select ${names.join(', ')} from ${overlay} where not _deleted
  union all
  select ${names.join(', ')} from ${synced} s where not exists (select from ${overlay} o where o.id = s.id);
${triggerDdl(
  table.name,
  columns.map(({ name }) => name),
)}`
}

export const localDdl = [
  shapeState,
  overlayRunsDdl,
  ...storedTables.map(tableDdl),
  ...storedTables.flatMap(indexesDdl),
  ...searchesDdl(storedTables),
  ...storedTables.flatMap(countsDdl),
].join('\n')

/** Another one when the files of a database that is there cannot be read any more. */
const filesVersion = 2

/** Names the database and the prebuilt data directory. */
export const schemaVersion = shortHash(`${filesVersion}${localDdl}`)

export const databaseName = (companyId: string, userId: string) => `balcao-${companyId}-${userId}-${schemaVersion}`
export const dataDirUrl = (version: string) => `/pglite/data-${version}.tar.gz`
