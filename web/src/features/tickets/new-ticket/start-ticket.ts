// The new ticket, or the one that is there already. What this device knows is said at once; what only the server knows, when it
// refuses: an answer that takes longer than a moment is not waited for.
import { openTicketWith, type OpenTicket } from 'db/tickets/queries.ts'
import { newId } from 'db/kit/new-id.ts'
import { enqueue, runQuery } from '../../../sync/client.ts'

interface Wanted {
  contactId: string
  connectionId: string
  queueId: string | null
}

interface Started {
  ticketId: string
  other: OpenTicket | null
}

/** @throws AppError ERR_NO_PERMISSION */
export async function startTicket(wanted: Wanted): Promise<Started> {
  const [other] = await runQuery(openTicketWith({ contactId: wanted.contactId, connectionId: wanted.connectionId }))
  const ticketId = newId()
  if (other) return { ticketId, other }
  const { shown } = await enqueue('ticket.create', { id: ticketId, ...wanted })
  await shown
  return { ticketId, other: null }
}
