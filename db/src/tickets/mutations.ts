import { and, eq } from 'drizzle-orm'
import * as v from 'valibot'
import { connections, syncedConnections } from '../connections/table.ts'
import { isUnchecked } from '../contacts/given-number.ts'
import { syncedContacts } from '../contacts/table.ts'
import type { Actor } from '../kit/actor.ts'
import { idArg, instantArg } from '../kit/args.ts'
import { defineMutation, isGone, type MutationContext, type Tx } from '../kit/define-mutation.ts'
import { AppError, invalid } from '../kit/errors.ts'
import { mustFind } from '../kit/find.ts'
import { hasPermission } from '../kit/permissions.ts'
import { messages } from '../messages/table.ts'
import { syncedQueues } from '../queues/table.ts'
import { bringMessagesBack } from './archive.ts'
import { recordEvent } from './events.ts'
import { mustFindAnyTicket, mustFindTicket } from './find-ticket.ts'
import { newTicket } from './new-ticket.ts'
import { assertNoOpenTicket } from './open-ticket.ts'
import { botAfterClose, botReset, isDone, isFulfilled, transition, type TicketVerb } from './rules.ts'
import { tickets, type Ticket } from './table.ts'
import { tellAccepted, tellClosed } from './tell-customer.ts'
import { unreadAfter } from './unread/unread-after.ts'

const works = (actor: Actor) => hasPermission(actor, 'tickets:work')
const byId = v.strictObject({ id: idArg })
/** What the customer is told of it. */
const told: Partial<Record<TicketVerb, (tx: Tx, ticket: Ticket, ctx: MutationContext) => Promise<void>>> = {
  accept: tellAccepted,
  close: tellClosed,
}
const eventOf = { accept: 'accepted', return: 'returned', close: 'closed', reopen: 'reopened' } as const
const userIdOf = (actor: Actor) => (actor.kind === 'user' ? actor.userId : null)

async function ticketOf(tx: Tx, id: string): Promise<Ticket | undefined> {
  const [ticket] = await tx.select().from(tickets).where(eq(tickets.id, id))
  return ticket
}

/** `ticket.accept`, `ticket.return`, `ticket.close`. */
function statusMutation<const Verb extends 'accept' | 'return' | 'close'>(verb: Verb) {
  return defineMutation({
    name: `ticket.${verb}`,
    refusal: 'step',
    args: byId,
    can: works,
    async isMoot(tx, { id }, { actor }) {
      const ticket = await ticketOf(tx, id)
      return ticket !== undefined && isFulfilled(verb, ticket, userIdOf(actor))
    },
    async run(tx, { id }, ctx) {
      const ticket = await mustFindTicket(tx, ctx, id)
      const userId = userIdOf(ctx.actor)
      if (isDone(verb, ticket, userId)) return
      await change(tx, ctx, verb, ticket, transition(verb, ticket, { userId, now: ctx.now }))
    },
  })
}

async function change(
  tx: Tx,
  ctx: MutationContext,
  verb: keyof typeof eventOf,
  ticket: Ticket,
  columns: Partial<Ticket>,
) {
  const bot = verb === 'close' ? botAfterClose(ticket) : botReset
  await tx
    .update(tickets)
    .set({ ...columns, ...(ctx.side === 'server' && bot), updatedAt: ctx.now })
    .where(eq(tickets.id, ticket.id))
  const now = { ...ticket, ...columns }
  await recordEvent(tx, ctx, now, { kind: eventOf[verb] })
  await told[verb]?.(tx, now, ctx)
}

export const acceptTicket = statusMutation('accept')
export const returnTicket = statusMutation('return')
export const closeTicket = statusMutation('close')

/** `connectionId`: over which it goes on; left out, over its own. What was said stays with the connection that carried it. */
export const reopenTicket = defineMutation({
  name: 'ticket.reopen',
  refusal: 'step',
  args: v.strictObject({ id: idArg, connectionId: v.optional(v.nullable(idArg)) }),
  can: works,
  async isMoot(tx, { id }, { actor }) {
    const ticket = await ticketOf(tx, id)
    return ticket !== undefined && isFulfilled('reopen', ticket, userIdOf(actor))
  },
  async run(tx, args, ctx) {
    const ticket = await mustFindAnyTicket(tx, ctx, args.id)
    // Whatever the ticket's state: what is named and not theirs is not there.
    if (args.connectionId) await mustFind(tx, ctx, syncedConnections, args.connectionId, 'ERR_NO_WAPP_FOUND')
    const userId = userIdOf(ctx.actor)
    if (isDone('reopen', ticket, userId)) return
    const columns = transition('reopen', ticket, { userId, now: ctx.now })
    const connectionId = args.connectionId ?? ticket.connectionId
    await assertMayGoOver(tx, ctx, ticket, connectionId)
    await assertNoOpenTicket(tx, ctx, { contactId: ticket.contactId, connectionId }, ticket.id)
    if (ticket.archived) await bringMessagesBack(tx, ctx, ticket.id)
    await change(tx, ctx, 'reopen', ticket, { ...columns, connectionId })
  },
})

/** A group belongs to the number that is in it, as long as that is there. @throws AppError ERR_NO_WAPP_FOUND, ERR_VALIDATION */
async function assertMayGoOver(tx: Tx, ctx: MutationContext, ticket: Ticket, connectionId: string) {
  await mustFind(tx, ctx, syncedConnections, connectionId, 'ERR_NO_WAPP_FOUND')
  if (!ticket.isGroup || connectionId === ticket.connectionId) return
  const [own] = await tx
    .select({ id: connections.id })
    .from(connections)
    .where(and(syncedConnections.scope(ctx.actor), eq(connections.id, ticket.connectionId)))
  if (own) throw invalid('connectionId', 'Not of a group')
}

/**
 * Somebody has the conversation open, and has seen it up to `until`, the time of a message: a device's clock is not asked. Without it, all
 * that there is. A device may have done so before it knew that it was archived.
 */
export const markTicketRead = defineMutation({
  name: 'ticket.markRead',
  refusal: 'alone',
  quiet: true,
  args: v.strictObject({ id: idArg, until: v.optional(instantArg) }),
  can: works,
  async run(tx, args, ctx) {
    const ticket = await mustFindAnyTicket(tx, ctx, args.id)
    ctx.effects.tellRead(ticket)
    if (ticket.unreadMessages === 0) return
    const unreadMessages = unreadAfter(tx, args.id, args.until)
    await tx.update(tickets).set({ unreadMessages, updatedAt: ctx.now }).where(eq(tickets.id, args.id))
  },
})

/** The attendant starts a conversation: open and theirs. Without a queue only for those who see all queues. */
export const createTicket = defineMutation({
  name: 'ticket.create',
  args: v.strictObject({
    id: idArg,
    contactId: idArg,
    connectionId: idArg,
    queueId: v.optional(v.nullable(idArg)),
  }),
  can: works,
  async run(tx, args, ctx) {
    const contact = await mustFind(tx, ctx, syncedContacts, args.contactId, 'ERR_NO_CONTACT_FOUND')
    await mustFind(tx, ctx, syncedConnections, args.connectionId, 'ERR_NO_WAPP_FOUND')
    const { queueId = null } = args
    if (queueId) await mustFind(tx, ctx, syncedQueues, queueId, 'ERR_NO_QUEUE_FOUND')
    assertMayOpenIn(ctx.actor, queueId)
    await assertNoOpenTicket(tx, ctx, args)
    const ticket = newTicket(contact, {
      id: args.id,
      companyId: ctx.actor.companyId,
      status: 'open',
      connectionId: args.connectionId,
      queueId,
      userId: userIdOf(ctx.actor),
      acceptedAt: ctx.now,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    await tx.insert(tickets).values(ticket)
    if (isUnchecked(contact)) ctx.effects.checkNumber(contact, args.connectionId)
  },
})

function assertMayOpenIn(actor: Actor, queueId: string | null) {
  if (hasPermission(actor, 'tickets-manager:showall')) return
  if (queueId === null || actor.kind !== 'user' || !actor.queueIds.includes(queueId)) {
    throw new AppError('ERR_NO_PERMISSION', { field: 'queueId' })
  }
}

export const deleteTicket = defineMutation({
  name: 'ticket.delete',
  refusal: 'alone',
  isMoot: isGone,
  args: byId,
  can: (actor) => hasPermission(actor, 'ticket-options:deleteTicket'),
  async run(tx, args, ctx) {
    await mustFindAnyTicket(tx, ctx, args.id)
    await tx.delete(messages).where(eq(messages.ticketId, args.id))
    await tx.delete(tickets).where(eq(tickets.id, args.id))
  },
  rest: { method: 'delete', path: '/tickets/:id', summary: 'Delete a ticket and its messages' },
})
