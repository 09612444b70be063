// What a choice in the transfer dialog means. Pure.
import type { TicketDetail } from 'db/tickets/queries.ts'
import type { MutationArgs } from 'db/mutations.ts'

export type Transfer = Omit<MutationArgs<'ticket.transfer'>, 'id'>

interface Choice {
  queueId: string | null
  userId: string | null
  connectionId: string | null
  /** For whoever gets it; blank: none. */
  note: string
}

/** Null when nothing would change. The own queue alone, chosen again, changes nothing; with another connection the rest stays. */
export function transferOf(
  ticket: Pick<TicketDetail, 'queueId' | 'connectionId'>,
  { queueId, userId, connectionId, note }: Choice,
): Transfer | null {
  const to: Transfer = {
    ...(queueId !== null && queueId !== ticket.queueId && { queueId }),
    ...(userId !== null && { userId }),
    ...(connectionId !== null && connectionId !== ticket.connectionId && { connectionId }),
  }
  if (Object.keys(to).length === 0) return null
  return note.trim() === '' ? to : { ...to, note: note.trim() }
}
