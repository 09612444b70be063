// The refused new ticket, if there is one, and whose the open one is. Pure.
import type { OpenTicket } from 'db/tickets/queries.ts'
import * as v from 'valibot'
import type { OutboxEntry } from '../../../sync/client.ts'

const name = v.object({ name: v.nullish(v.string()) })
const schema = v.object({
  ticketId: v.string(),
  userId: v.nullish(v.string()),
  user: v.optional(name),
  queue: v.optional(name),
})

export interface TicketConflictFound extends OpenTicket {
  entryId: string
}

/** One in which something waits to be sent is not: it stays in the outbox' panel, with what was written. */
export function conflictIn(entries: readonly OutboxEntry[]): TicketConflictFound | null {
  const entry = entries.find(
    ({ id, name: mutation, state, code }) =>
      mutation === 'ticket.create' &&
      state === 'refused' &&
      code === 'ERR_OTHER_OPEN_TICKET' &&
      !entries.some(({ heldBy }) => heldBy === id),
  )
  const details = v.safeParse(schema, entry?.details)
  if (!entry || !details.success) return null
  const { ticketId, userId, user, queue } = details.output
  return {
    entryId: entry.id,
    ticketId,
    userId: userId ?? null,
    userName: user?.name ?? null,
    queueName: queue?.name ?? null,
  }
}
