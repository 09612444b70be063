// How long a company keeps what was said: closed conversations and files of closed ones, by its settings; 0 keeps for ever. In steps of a transaction
// each. The figures that are kept (decision 0057) say how many there were, and nothing of what.
import { and, eq, gt, or, sql, type SQL } from 'drizzle-orm'
import { recordAudit } from '../../audit/record.ts'
import { settings } from '../../settings/table.ts'
import type { Database } from '../connect.ts'

export interface Periods {
  conversationsDays: number
  mediaDays: number
}

const atOnce = 100

const oldTickets = (companyId: string, days: number, now: Date): SQL =>
  sql`company_id = ${companyId} and status = 'closed' and closed_at < ${now.toISOString()}::timestamptz - make_interval(days => ${days}::int)`

const oldFiles = (companyId: string, days: number, now: Date): SQL =>
  sql`company_id = ${companyId} and (media_hash is not null or thumbnail_hash is not null)
    and created_at < ${now.toISOString()}::timestamptz - make_interval(days => ${days}::int)
    and ticket_id in (select id from tickets where company_id = ${companyId} and status = 'closed')`

/** What would go today. */
export async function previewRetention({ orm }: Database, companyId: string, periods: Periods, now: Date) {
  const { conversationsDays, mediaDays } = periods
  const tickets = oldTickets(companyId, conversationsDays, now)
  const [gone] =
    conversationsDays === 0
      ? []
      : await orm.execute<{ conversations: number; messages: number }>(sql`
          select count(*)::int as conversations, coalesce(sum((select count(*) from messages m where m.ticket_id = t.id)), 0)::int as messages
          from tickets t where ${tickets}`)
  const [files] =
    mediaDays === 0
      ? []
      : await orm.execute<{ files: number; bytes: number }>(sql`
          select count(*)::int as files, coalesce(sum(media_size), 0)::float8 as bytes from messages where ${oldFiles(companyId, mediaDays, now)}`)
  return {
    conversations: gone?.conversations ?? 0,
    messages: gone?.messages ?? 0,
    files: files?.files ?? 0,
    bytes: files?.bytes ?? 0,
  }
}

/** All companies that want it. Resolves with what went. */
export async function keepPeriods({ orm }: Database, now: Date, isStopping: () => boolean = () => false) {
  const wanting = await orm
    .select({
      companyId: settings.companyId,
      conversationsDays: settings.keepConversationsDays,
      mediaDays: settings.keepMediaDays,
    })
    .from(settings)
    .where(and(or(gt(settings.keepConversationsDays, 0), gt(settings.keepMediaDays, 0))))
  const sum = { conversations: 0, files: 0 }
  for (const { companyId, ...periods } of wanting) {
    const gone = await keepOne(orm, companyId, periods, now, isStopping)
    if (gone.conversations + gone.files > 0) {
      await recordAudit(orm, { companyId, by: null, action: 'retention', details: gone }, now)
    }
    sum.conversations += gone.conversations
    sum.files += gone.files
    if (isStopping()) break
  }
  return sum
}

async function keepOne(
  orm: Database['orm'],
  companyId: string,
  periods: Periods,
  now: Date,
  isStopping: () => boolean,
) {
  const conversations = await repeated(periods.conversationsDays, isStopping, async () => {
    // Asked again in each step: somebody may have changed their mind, or reopened one.
    const isWanted = and(
      eq(settings.companyId, companyId),
      eq(settings.keepConversationsDays, periods.conversationsDays),
    )
    return orm.transaction(async (tx) => {
      const [still] = await tx.select({ id: settings.id }).from(settings).where(isWanted)
      if (!still) return 0
      const ids = sql`select id from tickets where ${oldTickets(companyId, periods.conversationsDays, now)} order by closed_at limit ${atOnce} for update skip locked`
      const found = await tx.execute<{ id: string }>(ids)
      if (found.length === 0) return 0
      const list = sql.join(
        found.map(({ id }) => sql`${id}::uuid`),
        sql`, `,
      )
      await tx.execute(sql`delete from messages where ticket_id in (${list})`)
      await tx.execute(sql`delete from webhook_deliveries where company_id = ${companyId} and subject_id in (${list})`)
      await tx.execute(sql`delete from tickets where id in (${list})`)
      return found.length
    })
  })
  const files = await repeated(periods.mediaDays, isStopping, async () => {
    const gone = await orm.execute<{ id: string }>(sql`
      update messages set media_hash = null, thumbnail_hash = null, media_error = 'removed', updated_at = now()
      where id in (select id from messages where ${oldFiles(companyId, periods.mediaDays, now)} limit ${atOnce} for update skip locked) returning id`)
    return gone.length
  })
  return { conversations, files }
}

async function repeated(days: number, isStopping: () => boolean, step: () => Promise<number>): Promise<number> {
  let sum = 0
  if (days === 0) return sum
  for (let count = atOnce; count === atOnce && !isStopping(); sum += count) count = await step()
  return sum
}
