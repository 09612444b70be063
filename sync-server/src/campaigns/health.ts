// How a connection's number does: what it began, what came back and what WhatsApp refused, day by day, and the light of it
// (db/src/campaigns/health.ts).
import { localTime } from 'db/bot/opening-hours.ts'
import { factsOf, lightOf, type NumberHealth } from 'db/campaigns/health.ts'
import { capOn } from 'db/campaigns/pace.ts'
import { campaignSettingsOf } from 'db/campaigns/settings.ts'
import { connectionPaces } from 'db/campaigns/table.ts'
import { companies } from 'db/companies/table.ts'
import { connections, syncedConnections } from 'db/connections/table.ts'
import type { UserActor } from 'db/kit/actor.ts'
import { idArg } from 'db/kit/args.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { hasPermission } from 'db/kit/permissions.ts'
import type { ServerTx } from 'db/node/connect.ts'
import { and, eq, sql } from 'drizzle-orm'

const days = 7
const dayMs = 24 * 60 * 60_000

export async function readHealth(tx: ServerTx, actor: UserActor, input: string, now: Date) {
  if (!hasPermission(actor, 'campaigns-page:view')) throw new AppError('ERR_NOT_FOUND')
  const [found] = await tx
    .select({ connection: connections, timeZone: companies.timeZone })
    .from(connections)
    .innerJoin(companies, eq(companies.id, connections.companyId))
    .where(and(syncedConnections.scope(actor), eq(connections.id, parseArgs(idArg, input))))
  if (!found) throw new AppError('ERR_NOT_FOUND')
  const { connection, timeZone } = found
  const settings = await campaignSettingsOf(tx, actor.companyId)
  const [pace] = await tx.select().from(connectionPaces).where(eq(connectionPaces.connectionId, connection.id))
  const since = pace?.since ?? connection.createdAt
  const sentToday = pace?.day === localTime(now, timeZone).date ? pace.dayCount : 0
  const from = new Date(now.getTime() - (days - 1) * dayMs)
  const rows = await readDays(tx, connection.id, from, timeZone)
  const failures = await readFailures(tx, connection.id, from)
  const total = (key: 'begun' | 'answered' | 'stopped' | 'sent') => rows.reduce((sum, row) => sum + row[key], 0)
  const ageDays = Math.floor((now.getTime() - since.getTime()) / dayMs)
  const cap = capOn(settings, since, now)
  const facts = factsOf({
    begun: total('begun'),
    answered: total('answered'),
    stopped: total('stopped'),
    sent: total('sent'),
    failures: Object.fromEntries(failures.map(({ error, count: times }) => [error, times])),
    ageDays,
    sentToday,
    cap,
  })
  return { light: lightOf(facts), facts: facts.slice(0, 2), days: rows, failures, ageDays, sentToday, cap }
}

type Day = NumberHealth['days'][number]

async function readDays(tx: ServerTx, connectionId: string, from: Date, timeZone: string): Promise<Day[]> {
  const day = (at: ReturnType<typeof sql>) => sql`to_char(${at} at time zone ${timeZone}, 'YYYY-MM-DD')`
  const since = sql`${from.toISOString()}::timestamptz`
  const rows = await tx.execute(sql`
    with written as (
      select coalesce(s.confirmation_requested_at, s.sent_at) as at, s.sent_at,
        s.answered_at is not null or s.confirmed_at is not null as answered, s.opted_out_at is not null as stopped
      from campaigns c join campaign_shippings s on s.campaign_id = c.id
      where c.connection_id = ${connectionId} and coalesce(s.confirmation_requested_at, s.sent_at) > ${since}
    ), opened as (
      select y.started_at as at, exists (
        select from messages m where m.ticket_id = y.ticket_id and not m.from_me and m.created_at > y.started_at
      ) as answered
      from ticket_cycles y
      where y.connection_id = ${connectionId} and y.started_at > ${since} and y.accepted_at = y.started_at
    ), begun as (
      select ${day(sql`at`)} as day, count(*) as begun, count(*) filter (where answered) as answered,
        count(*) filter (where stopped) as stopped
      from (select at, answered, stopped from written union all select at, answered, false from opened) b group by 1
    ), pauses as (
      select ${day(sql`at`)} as day, percentile_cont(0.5) within group (order by pause) as pause
      from (select at, extract(epoch from at - lag(at) over (order by at)) as pause from written) p group by 1
    )
    select d.day, coalesce(b.begun, 0)::int as begun, coalesce(b.answered, 0)::int as answered, coalesce(b.stopped, 0)::int as stopped,
      coalesce(t.sent, 0)::int as sent, coalesce(t.refused, 0)::int as failed, round(p.pause)::int as pause
    from (
      select to_char(g, 'YYYY-MM-DD') as day
      from generate_series((${since} at time zone ${timeZone})::date, (now() at time zone ${timeZone})::date, interval '1 day') g
    ) d left join begun b on b.day = d.day left join pauses p on p.day = d.day
    left join connection_days t on t.connection_id = ${connectionId} and t.day = d.day
    order by d.day desc`)
  return rows as unknown as Day[]
}

async function readFailures(tx: ServerTx, connectionId: string, from: Date) {
  const rows = await tx.execute(sql`
    select coalesce(ack_error, 'unknown') as error, count(*)::int as count from messages
    where connection_id = ${connectionId} and from_me and ack = -1 and updated_at > ${from.toISOString()}::timestamptz
      and ack_error is distinct from 'not_on_whatsapp'
    group by 1 order by 2 desc, 1`)
  return rows as unknown as { error: string; count: number }[]
}
