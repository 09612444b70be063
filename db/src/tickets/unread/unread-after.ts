// How much of a ticket is unread once somebody has looked. What they did may have waited in an outbox: what came meanwhile they have not seen.
import { and, eq, gte, sql, type SQL } from 'drizzle-orm'
import type { Tx } from '../../kit/define-mutation.ts'
import { messages } from '../../messages/table.ts'
import { tickets } from '../table.ts'

/** A device shows times to the millisecond, Postgres has finer ones. */
const next = (until: Date) => new Date(until.getTime() + 1)

/** For an update of the ticket. `until`: the time of the last message that was seen; without it all of them were. */
export function unreadAfter(tx: Tx, ticketId: string, until: Date | undefined): SQL<number> | 0 {
  if (!until) return 0
  const later = and(eq(messages.ticketId, ticketId), eq(messages.fromMe, false), gte(messages.createdAt, next(until)))
  return sql`least(${tickets.unreadMessages}, (${tx
    .select({ n: sql`count(*)::int` })
    .from(messages)
    .where(later)}))`
}
