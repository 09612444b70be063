// At most one open or pending ticket per contact and connection: checked here for a good answer, held by a unique index for certain.
import { and, eq, ne, sql } from 'drizzle-orm'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { AppError } from '../kit/errors.ts'
import { queues } from '../queues/table.ts'
import { users } from '../users/table.ts'
import { tickets } from './table.ts'

/** @throws AppError ERR_OTHER_OPEN_TICKET with ticketId, userId, user.name and queue.name of the one that is open. */
export async function assertNoOpenTicket(
  tx: Tx,
  ctx: MutationContext,
  of: { contactId: string; connectionId: string },
  except?: string,
) {
  const [other] = await tx
    .select({ ticketId: tickets.id, userId: tickets.userId, user: users.name, queue: queues.name })
    .from(tickets)
    .leftJoin(users, eq(users.id, tickets.userId))
    .leftJoin(queues, eq(queues.id, tickets.queueId))
    .where(
      and(
        eq(tickets.companyId, ctx.actor.companyId),
        eq(tickets.contactId, of.contactId),
        eq(tickets.connectionId, of.connectionId),
        ne(tickets.status, 'closed'),
        except === undefined ? sql`true` : ne(tickets.id, except),
      ),
    )
    .limit(1)
  if (!other) return
  throw new AppError('ERR_OTHER_OPEN_TICKET', {
    ticketId: other.ticketId,
    userId: other.userId,
    user: { name: other.user },
    queue: { name: other.queue },
  })
}
