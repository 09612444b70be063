// The new ticket, or the one that is there already: what this device knows is said at once, what only the server knows when it refuses.
import { newId } from 'db/kit/new-id.ts'
import { openTicketWith, type OpenTicket } from 'db/tickets/queries.ts'
import { enqueue, runQuery } from '../../../sync/client.ts'

interface Wanted {
  contactId: string
  connectionId: string
  queueId: string | null
}

type Started = { ticketId: string; other?: never } | { other: OpenTicket }

/** @throws AppError ERR_NO_PERMISSION */
export async function startTicket(wanted: Wanted): Promise<Started> {
  const { contactId, connectionId } = wanted
  const [other] = await runQuery(openTicketWith({ contactId, connectionId }))
  if (other) return { other }
  const ticketId = newId()
  const { shown } = await enqueue('ticket.create', { id: ticketId, ...wanted })
  await shown
  return { ticketId }
}
