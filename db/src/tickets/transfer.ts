// A ticket moves: to a queue, to a person, to another connection, or to several of these at once.
// Invariants: its messages move with it to a queue, or its scope would split; what it says from now on goes through its connection, what was
// said stays with the connection that carried it; whoever gets it can see it, and it is unread to them.
import { and, eq } from 'drizzle-orm'
import * as v from 'valibot'
import { syncedConnections } from '../connections/table.ts'
import { idArg } from '../kit/args.ts'
import { defineMutation, type MutationContext, type Tx } from '../kit/define-mutation.ts'
import { AppError } from '../kit/errors.ts'
import { mustFind } from '../kit/find.ts'
import { hasPermission } from '../kit/permissions.ts'
import { messages } from '../messages/table.ts'
import { syncedQueues, userQueues } from '../queues/table.ts'
import { syncedUsers } from '../users/table.ts'
import { notifyOfLast } from './announce-waiting.ts'
import { recordEvent } from './events.ts'
import { mustFindTicket } from './find-ticket.ts'
import { assertNoOpenTicket } from './open-ticket.ts'
import { assertCanDo, botReset, isAt, transferChange, type TransferTarget } from './rules.ts'
import { tickets, type Ticket } from './table.ts'
import { tellTransferred } from './tell-customer.ts'

/** For whoever gets it. */
export const transferNote = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(1000))
const optionalId = v.optional(v.nullable(idArg))

const args = v.strictObject({
  id: idArg,
  queueId: v.optional(idArg),
  userId: optionalId,
  connectionId: v.optional(idArg),
  note: v.optional(transferNote),
})

/** A note is for whoever gets the ticket, and was not told. */
async function isTransferred(tx: Tx, { id, note, ...target }: v.InferOutput<typeof args>) {
  if (note !== undefined) return false
  const [ticket] = await tx.select().from(tickets).where(eq(tickets.id, id))
  return ticket !== undefined && isAt(ticket, target)
}

/** To a queue: pending, nobody's. To a person, with or without a queue: open, theirs. To a connection alone: as it is. */
export const transferTicket = defineMutation({
  name: 'ticket.transfer',
  refusal: 'step',
  isMoot: isTransferred,
  args,
  can: (actor) => hasPermission(actor, 'tickets:work'),
  async run(tx, { id, note, ...target }, ctx) {
    if (!target.queueId && !target.userId && !target.connectionId) {
      throw new AppError('ERR_VALIDATION', { fields: { queueId: ['Required'] } })
    }
    const ticket = await mustFindTicket(tx, ctx, id)
    assertCanDo('transfer', ticket)
    await assertTarget(tx, ctx, ticket, target)
    const change = transferChange(ticket, target, ctx.now)
    const moved: Ticket = { ...ticket, ...change }
    const gets = changesHands(ticket, moved, ctx)
    if (gets) moved.unreadMessages = Math.max(1, ticket.unreadMessages)
    await tx
      .update(tickets)
      .set({
        ...change,
        unreadMessages: moved.unreadMessages,
        ...(ctx.side === 'server' && botReset),
        updatedAt: ctx.now,
      })
      .where(eq(tickets.id, id))
    if (moved.queueId !== ticket.queueId) {
      await tx.update(messages).set({ queueId: moved.queueId, updatedAt: ctx.now }).where(eq(messages.ticketId, id))
    }
    const place = { fromQueueId: ticket.queueId, toQueueId: moved.queueId, toUserId: moved.userId }
    if (gets || note !== undefined) await recordEvent(tx, ctx, moved, { kind: 'transferred', ...place, note })
    if (gets) await notifyOfLast(tx, [id], ctx)
    await tellTransferred(tx, ticket, moved, ctx)
  },
})

/** It is somebody else's now, or waits elsewhere. Who takes it from a colleague has it in hand. */
function changesHands(was: Ticket, { queueId, userId, status }: Ticket, { actor }: MutationContext) {
  if (actor.kind === 'user' && userId === actor.userId) return false
  return queueId !== was.queueId || userId !== was.userId || status !== was.status
}

async function assertTarget(tx: Tx, ctx: MutationContext, ticket: Ticket, target: TransferTarget) {
  const { queueId, userId, connectionId } = target
  if (queueId) await mustFind(tx, ctx, syncedQueues, queueId, 'ERR_NO_QUEUE_FOUND')
  if (userId) await assertSees(tx, ctx, userId, queueId ?? ticket.queueId)
  if (!connectionId) return
  await mustFind(tx, ctx, syncedConnections, connectionId, 'ERR_NO_WAPP_FOUND')
  if (connectionId === ticket.connectionId) return
  // A group belongs to the number that is in it.
  if (ticket.isGroup) throw new AppError('ERR_VALIDATION', { fields: { connectionId: ['Not of a group'] } })
  await assertNoOpenTicket(tx, ctx, { contactId: ticket.contactId, connectionId })
}

/** @throws AppError ERR_NO_PERMISSION when the ticket would be gone from everybody but admins. */
async function assertSees(tx: Tx, ctx: MutationContext, userId: string, queueId: string | null) {
  const { profile } = await mustFind(tx, ctx, syncedUsers, userId, 'ERR_NO_USER_FOUND')
  if (profile === 'admin') return
  const [works] =
    queueId === null
      ? []
      : await tx
          .select({ id: userQueues.id })
          .from(userQueues)
          .where(and(eq(userQueues.userId, userId), eq(userQueues.queueId, queueId)))
  if (!works) throw new AppError('ERR_NO_PERMISSION', { field: 'userId' })
}
