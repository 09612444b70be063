// Step 6 of the inbound pipeline: a customer's 1, 2 or 3 after closing, if they were asked, is a rating and opens no ticket.
// Whatever else they write is a message like any other. Server only, under the chat's lock.
import { eq } from 'drizzle-orm'
import { isOverdue } from '../companies/standing.ts'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { isRatingAwaited, ratingOf } from '../tickets/closing.ts'
import { changeCycle, latestCycleOfChat } from '../tickets/cycles.ts'
import { recordEvent } from '../tickets/events.ts'
import { tickets, type Ticket } from '../tickets/table.ts'
import { ratingThanks } from '../tickets/texts.ts'
import { sendAutomatic } from './automatic.ts'
import type { InboundMessage } from './inbound.ts'

export interface Rated {
  ticket: Ticket
  /** To be called when the message is stored: writes the rating, and thanks. An overdue company thanks nobody. */
  record(): Promise<void>
}

/** Null when it is no rating. */
export async function findRated(
  tx: Tx,
  { fromMe, mediaType, body, connectionId }: InboundMessage,
  contactId: string,
  ctx: MutationContext,
): Promise<Rated | null> {
  const rating = fromMe || mediaType !== 'chat' ? null : ratingOf(body)
  if (rating === null) return null
  const cycle = await latestCycleOfChat(tx, { contactId, connectionId })
  if (!cycle?.closedAt || !isRatingAwaited(cycle, ctx.now)) return null
  const [ticket] = await tx.select().from(tickets).where(eq(tickets.id, cycle.ticketId))
  if (ticket?.status !== 'closed') return null
  return {
    ticket,
    async record() {
      await changeCycle(tx, cycle.id, { rating })
      await recordEvent(tx, ctx, ticket, { kind: 'rated', rating })
      if (await isOverdue(tx, ctx)) return
      await sendAutomatic(tx, ticket, ratingThanks, ctx)
    },
  }
}
