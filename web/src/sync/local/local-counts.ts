// How many rows there are by the columns that a table names in its `device`, kept by triggers with the synced rows: counting 20,000
// of them anew costs 30 to 100 ms, and every message that comes would pay for it. What is pending is few rows and counted when it is asked for.
// Invariant: the sums of `counted_x` are the counts of the view `x`.
import type { SyncedTable } from 'db/kit/define-table.ts'
import { countedName, overlayName, syncedName } from 'db/kit/sql/local-names.ts'

/** The totals, triggers and view of one table's counts; none when its `device` has no counts. */
export function countsDdl({ name: table, device: { counts } }: SyncedTable): string[] {
  if (!counts) return []
  const [synced, overlay, totals] = [syncedName(table), overlayName(table), `${table}_totals`]
  const key = counts.map(({ name }) => name).join(', ')
  const more = `select ${key}, 1 as n from new_rows`
  const fewer = `select ${key}, -1 as n from gone_rows`
  /** A function each, because a transition table is there only for what has one. */
  const keeps = [
    { event: 'insert', rows: 'new table as new_rows', changes: more },
    { event: 'update', rows: 'old table as gone_rows new table as new_rows', changes: `${more} union all ${fewer}` },
    { event: 'delete', rows: 'old table as gone_rows', changes: fewer },
  ].map(
    ({ event, rows, changes }) => `
create function ${totals}_${event}() returns trigger language plpgsql as $$
begin
  insert into ${totals} (${key}, n)
    select ${key}, sum(n) from (${changes}) c group by ${key} having sum(n) <> 0
    on conflict (${key}) do update set n = ${totals}.n + excluded.n;
  return null;
end $$;
create trigger keep_totals_${event} after ${event} on ${synced} referencing ${rows}
  for each statement execute function ${totals}_${event}();`,
  )
  /** The overlay hides the synced row: it is taken off by its key, one look each. */
  const view = `
create view ${countedName(table)} as
  select ${key}, n from ${totals}
  union all
  select ${key}, 1 from ${overlay} where not _deleted
  union all
  select ${counts.map(({ name }) => `s.${name}`).join(', ')}, -1 from ${overlay} o
    cross join lateral (select ${key} from ${synced} where id = o.id limit 1) s;`
  const columns = counts.map(({ name, type }) => `${name} ${type}`).join(', ')
  return [`create table ${totals} (${columns}, n int8 not null, unique nulls not distinct (${key}));`, ...keeps, view]
}
