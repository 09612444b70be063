// What happens to the ticket once a responder has said all it had to say. Server only.
import { eq } from 'drizzle-orm'
import { AppError } from '../kit/errors.ts'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { messages } from '../messages/table.ts'
import { syncedQueues } from '../queues/table.ts'
import { addTicketTag } from '../tags/mutations.ts'
import { announceWaiting } from '../tickets/announce-waiting.ts'
import { closeTicket } from '../tickets/mutations.ts'
import { botReset, unanswered } from '../tickets/rules.ts'
import { tickets, type Ticket } from '../tickets/table.ts'
import { transferTicket } from '../tickets/transfer.ts'
import { mustFind } from '../kit/find.ts'
import type { Answer, Next } from './answer.ts'
import { responderSessions } from './table.ts'

export async function carryOutEnd(tx: Tx, ticket: Ticket, { next, tagIds = [] }: Answer, ctx: MutationContext) {
  for (const tagId of tagIds) await orNot(addTicketTag.run(tx, { ticketId: ticket.id, tagId }, ctx))
  if (next.kind === 'wait') return
  await tx.delete(responderSessions).where(eq(responderSessions.ticketId, ticket.id))
  if (next.kind === 'close') return closeTicket.run(tx, { id: ticket.id }, ctx)
  if (next.kind === 'transfer' && (await isMoved(tx, ticket, next, ctx))) return
  await leaveToPeople(tx, ticket, next.kind === 'people' ? (next.queueId ?? null) : null, ctx)
}

/** Its queue's people are told that it waits for them, as they are of what a customer says. `queueId`: where it has none. */
export async function leaveToPeople(tx: Tx, ticket: Ticket, queueId: string | null, ctx: MutationContext) {
  const isPlaced = ticket.queueId === null && queueId !== null && (await isOwnQueue(tx, queueId, ctx))
  const place = isPlaced ? { queueId, updatedAt: ctx.now } : { updatedAt: ctx.now }
  await tx
    .update(tickets)
    .set({ ...unanswered, ...botReset, ...place })
    .where(eq(tickets.id, ticket.id))
  if (isPlaced) await tx.update(messages).set(place).where(eq(messages.ticketId, ticket.id))
  await announceWaiting(tx, [ticket.id], ctx)
}

/** As when somebody transfers it. */
async function isMoved(tx: Tx, { id }: Ticket, to: Next & { kind: 'transfer' }, ctx: MutationContext) {
  const { queueId, userId } = to
  const isDone = await orNot(transferTicket.run(tx, { id, queueId, ...(userId && { userId }) }, ctx))
  // Whoever it is, if it is anybody: the queue's people see to it.
  const isTaken = isDone || (userId ? await orNot(transferTicket.run(tx, { id, queueId }, ctx)) : false)
  if (isTaken) await announceWaiting(tx, [id], ctx)
  return isTaken
}

const isOwnQueue = (tx: Tx, id: string, ctx: MutationContext) =>
  orNot(mustFind(tx, ctx, syncedQueues, id, 'ERR_NO_QUEUE_FOUND'))

/** False when it is refused, before anything was written. */
async function orNot(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
