// Folds what was counted (connection_tallies) into the days that devices follow, and forgets old days. Every worker does; one at a time.
// Invariant: a tally is counted once, in the statement that deletes it. What was delivered is counted with its outcome, which ends its
// journal entry, or after a minute without one: a day's difference is what has been waiting for longer than that.
import { sql } from 'drizzle-orm'
import type { Database, ServerTx } from 'db/node/connect.ts'
import type { Log } from '../logger.ts'

const everyMs = 3_000
const waitSeconds = 60
const keptDays = 90

/** Call what it returns to stop; it waits for the running one. */
export function foldTalliesRegularly({ db, log }: { db: Database; log: Log }): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  let isBusy = false
  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    running = foldTallies(db)
      .catch((err: unknown) => log.error({ err }, 'tallies not folded'))
      .finally(() => (isBusy = false))
  }, everyMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}

export function foldTallies({ orm }: Pick<Database, 'orm'>) {
  return orm.transaction(async (tx) => {
    const [lock] = await tx.execute(sql`select pg_try_advisory_xact_lock(hashtext('connection_tallies')) as taken`)
    if (!lock?.['taken']) return
    await fold(tx)
    await tx.execute(sql`delete from connection_days where day < (current_date - ${keptDays}::int)::text`)
  })
}

function fold(tx: ServerTx) {
  return tx.execute(sql`
    with taken as (
      delete from connection_tallies t
      where t.journal_key is null or t.created_at < now() - make_interval(secs => ${waitSeconds}) or not exists (
        select from session_keys k
        where k.connection_id = t.connection_id and k.type = 'inbound' and k.key_id = t.journal_key)
      returning connection_id, day, counter
    ),
    counts as (select connection_id, day, counter, count(*)::int as n from taken group by 1, 2, 3),
    days as (
      select connection_id, day,
        coalesce(sum(n) filter (where counter = 'delivered'), 0) as delivered,
        coalesce(sum(n) filter (where counter = 'stored'), 0) as stored,
        coalesce(sum(n) filter (where counter = 'changed'), 0) as changed,
        coalesce(sum(n) filter (where counter = 'sent'), 0) as sent,
        coalesce(sum(n) filter (where counter = 'refused'), 0) as refused,
        coalesce(jsonb_object_agg(counter, n) filter (
          where counter not in ('delivered', 'stored', 'changed', 'sent', 'refused')), '{}') as ignored
      from counts group by 1, 2
    )
    insert into connection_days as d
      (company_id, connection_id, day, delivered, stored, changed, sent, refused, ignored, created_at, updated_at)
    select c.company_id, s.connection_id, s.day, delivered, stored, changed, sent, refused, ignored, now(), now()
    from days s join connections c on c.id = s.connection_id
    on conflict (connection_id, day) do update set
      delivered = d.delivered + excluded.delivered, stored = d.stored + excluded.stored,
      changed = d.changed + excluded.changed, sent = d.sent + excluded.sent, refused = d.refused + excluded.refused,
      ignored = (
        select coalesce(jsonb_object_agg(key, n), '{}') from (
          select key, sum(value::int) as n
          from (select * from jsonb_each_text(d.ignored) union all select * from jsonb_each_text(excluded.ignored)) both_days
          group by key) summed),
      updated_at = excluded.updated_at`)
}
