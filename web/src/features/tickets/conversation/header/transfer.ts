// What a choice in the transfer dialog means. Pure.
import type { TicketDetail } from 'db/tickets/queries.ts'
import type { MutationArgs } from 'db/mutations.ts'

export type Transfer = Omit<MutationArgs<'ticket.transfer'>, 'id'>

interface Choice {
  queueId: string | null
  userId: string | null
  connectionId: string | null
}

/** Null when nothing would change. The own queue alone, chosen again, changes nothing; with another connection the rest stays. */
export function transferOf(
  ticket: Pick<TicketDetail, 'queueId' | 'connectionId'>,
  { queueId, userId, connectionId }: Choice,
): Transfer | null {
  const to: Transfer = {
    ...(queueId !== null && queueId !== ticket.queueId && { queueId }),
    ...(userId !== null && { userId }),
    ...(connectionId !== null && connectionId !== ticket.connectionId && { connectionId }),
  }
  return Object.keys(to).length === 0 ? null : to
}
