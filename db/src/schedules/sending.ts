// How schedules are sent, by the worker's timer: due ones are leased (PENDENTE → AGENDADA), each then becomes a message in one transaction
// (AGENDADA without a lease) and is ENVIADA once WhatsApp took that, by a trigger; what is too late or has nowhere to go says why (→ ERRO). Server only.
// Invariants: a schedule becomes at most one message, whatever dies when; one whose lease ran out is taken again; none stays PENDENTE for ever.
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { inGoodStanding, type Clock } from '../companies/standing.ts'
import { companies } from '../companies/table.ts'
import type { Tx } from '../kit/define-mutation.ts'
import type { Effects } from '../kit/effects.ts'
import { newId } from '../kit/new-id.ts'
import { storedFileColumns } from '../media/media-args.ts'
import { textFiller } from '../messages/automatic.ts'
import { insertOwnMessage } from '../messages/own-message.ts'
import { conversationOf } from './conversation.ts'
import { maxLatenessMs, type ScheduleError } from './rules.ts'
import { schedules, type Schedule } from './table.ts'
import { systemContext } from '../kit/system-context.ts'

/** Long enough for a batch, short enough for who waits after a crash. */
const leaseMs = 2 * 60_000

/** Makes schedules pending again whose worker died while it had them leased, so that another worker sends them. */
export async function giveBackExpired(tx: Tx, now: Date) {
  await tx
    .update(schedules)
    .set({ status: 'PENDENTE', leasedUntil: null, updatedAt: now })
    .where(and(eq(schedules.status, 'AGENDADA'), isNull(schedules.sentAt), lt(schedules.leasedUntil, now)))
}

const hasFeature = sql`${companies.features} ? 'useSchedules'`

/** What was missed by too much, with what kept it. Resolves with how many, at most `limit`. */
export async function failLate(tx: Tx, clock: Clock, limit: number): Promise<number> {
  const oldest = new Date(clock.now.getTime() - maxLatenessMs)
  const failed = await tx.execute(sql`
    with late as (
      select s.id, case when not ${inGoodStanding(clock)} then 'overdue' when not ${hasFeature} then 'plan' else 'late' end as error
      from schedules s join ${companies} on ${companies.id} = s.company_id
      where s.status = 'PENDENTE' and s.send_at < ${oldest.toISOString()}::timestamptz
      order by s.send_at limit ${limit} for update of s skip locked
    )
    update schedules s set status = 'ERRO', error = late.error, updated_at = ${clock.now.toISOString()}::timestamptz
    from late where s.id = late.id returning s.id`)
  return Array.isArray(failed) ? failed.length : 0
}

/** What is due, for whoever calls; ids in the order of their times. A company that is overdue, or lost the feature, waits. */
export async function leaseDue(tx: Tx, clock: Clock, limit: number): Promise<string[]> {
  const until = new Date(clock.now.getTime() + leaseMs)
  const leased = await tx.execute(sql`
    with due as (
      select s.id from schedules s join ${companies} on ${companies.id} = s.company_id
      where s.status = 'PENDENTE' and s.send_at <= ${clock.now.toISOString()}::timestamptz
        and ${inGoodStanding(clock)} and ${hasFeature}
      order by s.send_at, s.id limit ${limit} for update of s skip locked
    )
    update schedules s set status = 'AGENDADA', leased_until = ${until.toISOString()}::timestamptz,
      updated_at = ${clock.now.toISOString()}::timestamptz
    from due where s.id = due.id returning s.id, to_char(s.send_at at time zone 'UTC', 'YYYYMMDDHH24MISSUS') || s.id as at`)
  const rows = leased as { id: string; at: string }[]
  return rows.toSorted((a, b) => (a.at < b.at ? -1 : 1)).map(({ id }) => id)
}

/** False: it failed, or is nobody's to send any more. */
export async function sendLeased(tx: Tx, id: string, now: Date, effects: Effects): Promise<boolean> {
  const [schedule] = await tx
    .select()
    .from(schedules)
    .where(and(eq(schedules.id, id), eq(schedules.status, 'AGENDADA'), isNull(schedules.sentAt)))
    .for('update')
  if (!schedule) return false
  const ctx = systemContext(schedule.companyId, effects, { now })
  const ticket = await conversationOf(tx, schedule, ctx)
  if (typeof ticket === 'string') {
    await end(tx, schedule, now, { status: 'ERRO', error: ticket })
    return false
  }
  const fill = await textFiller(tx, ticket, now)
  const messageId = newId()
  const content = {
    ...(await storedFileColumns(tx, schedule, ctx)),
    body: fill(schedule.body),
    userId: schedule.userId,
  }
  await insertOwnMessage(tx, ctx, ticket, messageId, content)
  await end(tx, schedule, now, { status: 'AGENDADA', error: null, sentAt: now, messageId })
  return true
}

type End =
  | { status: 'ERRO'; error: ScheduleError }
  | { status: 'AGENDADA'; error: null; sentAt: Date; messageId: string }

async function end(tx: Tx, { id }: Schedule, now: Date, change: End) {
  await tx
    .update(schedules)
    .set({ ...change, leasedUntil: null, updatedAt: now })
    .where(eq(schedules.id, id))
}
