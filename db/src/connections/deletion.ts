// A connection is deleted, and with it what becomes of everything that goes over it: its conversations move to another one or are closed, another
// one is the default. Invariants: a company that has connections has a default one; nothing that is open names one that is gone.
import { and, eq, inArray, ne, notInArray } from 'drizzle-orm'
import * as v from 'valibot'
import { lockCompany } from '../companies/plan-limits.ts'
import { idArg } from '../kit/args.ts'
import { defineMutation, type MutationContext, type Tx } from '../kit/define-mutation.ts'
import { AppError, invalid } from '../kit/errors.ts'
import { mustFind } from '../kit/find.ts'
import { hasPermission } from '../kit/permissions.ts'
import { ack, messages } from '../messages/table.ts'
import { connectionQueues } from '../queues/table.ts'
import { schedules } from '../schedules/table.ts'
import { recordEvents } from '../tickets/events.ts'
import { unanswered } from '../tickets/rules.ts'
import { tickets } from '../tickets/table.ts'
import { users } from '../users/table.ts'
import { down } from './link-state.ts'
import { connections, syncedConnections } from './table.ts'

const other = v.optional(v.nullable(idArg))

/**
 * `moveTo`: where its open and pending tickets go on; left out, they are closed, and so are those of customers who have a conversation there
 * already. What they still had to send has failed and can be sent again. `defaultId`: the default from now on, where this one is it; else it is
 * `moveTo`. The worker unlinks it. The row stays on the server, where tickets and messages name it; a device forgets it.
 * @throws AppError ERR_NO_OTHER_WHATSAPP when nothing would be the default
 */
export const deleteConnection = defineMutation({
  name: 'connection.delete',
  args: v.strictObject({ id: idArg, moveTo: other, defaultId: other }),
  can: (actor) => hasPermission(actor, 'connections-page:editOrDeleteConnection'),
  async run(tx, { id, moveTo = null, defaultId = null }, ctx) {
    if (ctx.side === 'server') await lockCompany(tx, ctx)
    const { isDefault } = await mustFind(tx, ctx, syncedConnections, id, 'ERR_NO_WAPP_FOUND')
    const target = moveTo && (await mustFindOther(tx, ctx, { id: moveTo, field: 'moveTo', but: id }))
    const chosen = defaultId && (await mustFindOther(tx, ctx, { id: defaultId, field: 'defaultId', but: id }))
    const heir = isDefault ? (chosen ?? target) : null
    if (isDefault && !heir) throw new AppError('ERR_NO_OTHER_WHATSAPP', { field: 'defaultId' })
    await failUnsent(tx, ctx, id)
    if (target) await moveTickets(tx, ctx, id, target)
    await closeTickets(tx, ctx, id)
    await tx.update(users).set({ connectionId: target, updatedAt: ctx.now }).where(eq(users.connectionId, id))
    if (target) await moveSchedules(tx, ctx, id, target)
    await tx.delete(connectionQueues).where(eq(connectionQueues.connectionId, id))
    if (ctx.side === 'client') await tx.delete(connections).where(eq(connections.id, id))
    else {
      const noQueues = { sendIdQueue: null, groupQueueId: null }
      const gone = { deletedAt: ctx.now, isDefault: false, tokenHash: null, tokenHint: null, ...noQueues }
      await tx
        .update(connections)
        .set({ ...down(ctx), ...gone })
        .where(eq(connections.id, id))
    }
    if (heir) await tx.update(connections).set({ isDefault: true, updatedAt: ctx.now }).where(eq(connections.id, heir))
    ctx.effects.closeSession(id)
  },
  rest: {
    method: 'delete',
    path: '/whatsapp/:id',
    summary: 'Delete a WhatsApp connection; its open conversations move to another one or are closed',
  },
})

/** Locked until the end of the transaction, so that no conversation begins there meanwhile. */
async function mustFindOther(
  tx: Tx,
  ctx: MutationContext,
  { id, field, but }: { id: string; field: string; but: string },
): Promise<string> {
  if (id === but) throw invalid(field, 'The same connection')
  return (await mustFind(tx, ctx, syncedConnections, id, 'ERR_NO_WAPP_FOUND')).id
}

async function failUnsent(tx: Tx, { now }: MutationContext, id: string) {
  const unsent = and(eq(messages.connectionId, id), eq(messages.fromMe, true), eq(messages.ack, ack.pending))
  await tx.update(messages).set({ ack: ack.failed, ackError: 'connection_deleted', updatedAt: now }).where(unsent)
}

const openOver = (connectionId: string) => and(eq(tickets.connectionId, connectionId), ne(tickets.status, 'closed'))

/** But for those whose customer has one open there: there is at most one. */
async function moveTickets(tx: Tx, { now }: MutationContext, id: string, target: string) {
  const talking = tx.select({ contactId: tickets.contactId }).from(tickets).where(openOver(target))
  await tx
    .update(tickets)
    .set({ connectionId: target, updatedAt: now })
    .where(and(openOver(id), notInArray(tickets.contactId, talking)))
}

async function closeTickets(tx: Tx, ctx: MutationContext, id: string) {
  const open = openOver(id)
  const left = ctx.side === 'server' ? await tx.select().from(tickets).where(open) : []
  const closed = { status: 'closed', closedAt: ctx.now, waitingSince: null, ...unanswered, updatedAt: ctx.now } as const
  await tx.update(tickets).set(closed).where(open)
  await recordEvents(tx, ctx, left, { kind: 'closed' })
}

/** Those that name it and were not sent yet. */
async function moveSchedules(tx: Tx, { now }: MutationContext, id: string, target: string) {
  await tx
    .update(schedules)
    .set({ connectionId: target, updatedAt: now })
    .where(and(eq(schedules.connectionId, id), inArray(schedules.status, ['PENDENTE', 'ERRO'])))
}
