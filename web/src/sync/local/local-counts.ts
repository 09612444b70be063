// How many tickets there are by status, attendant and queue, kept by triggers with the synced rows: counting 20,000 of them anew
// costs 30 to 100 ms, and every message that comes would pay for it. What is pending is few rows and counted when it is asked for.
// Invariant: the sums of `counted_tickets` are the counts of the view `tickets`.
import { countedName, overlayName, syncedName } from 'db/kit/sql/local-names.ts'

const table = 'tickets'
const key = 'status, user_id, queue_id'
const [synced, overlay, totals] = [syncedName(table), overlayName(table), `${table}_totals`]

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
  select s.status, s.user_id, s.queue_id, -1 from ${overlay} o
    cross join lateral (select ${key} from ${synced} where id = o.id limit 1) s;`

export const localCountsDdl = [
  `create table ${totals} (status text, user_id uuid, queue_id uuid, n int8 not null, unique nulls not distinct (${key}));`,
  ...keeps,
  view,
].join('\n')
