// Closed tickets leave the devices some days after closing, with their messages, in one transaction: both carry the flag that the
// scope asks for. They stay in the database and are read from the server on demand; reopened, they come back the same way.
import { eq, sql } from 'drizzle-orm'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { messages } from '../messages/table.ts'

/** At most `limit` tickets of all companies, those closed longest first. Resolves with how many. */
export async function archiveTickets(tx: Tx, now: Date, limit: number): Promise<number> {
  const at = sql`${now.toISOString()}::timestamptz`
  const due = await tx.execute(sql`
    with due as (
      select t.id from tickets t join companies c on c.id = t.company_id
      where t.status = 'closed' and not t.archived and t.closed_at < ${at} - make_interval(days => c.archive_after_days)
      order by t.closed_at limit ${limit} for update of t skip locked
    ), taken as (
      update messages m set archived = true, updated_at = ${at} from due where m.ticket_id = due.id
    )
    update tickets t set archived = true, updated_at = ${at} from due where t.id = due.id returning t.id`)
  return Array.isArray(due) ? due.length : 0
}

/** The messages of a ticket that is reopened; its tags and notes follow by the database (migration 0018). */
export async function bringMessagesBack(tx: Tx, { now }: MutationContext, ticketId: string): Promise<void> {
  await tx.update(messages).set({ archived: false, updatedAt: now }).where(eq(messages.ticketId, ticketId))
}
