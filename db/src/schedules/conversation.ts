// Where a scheduled message goes: over the connection that its author chose, else the one of the contact's last ticket, else the default one.
// Server only.
// Invariant: no ticket changes its status for it; only who never wrote with that connection gets a ticket, as the author would open it.
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { syncedConnections, connections } from '../connections/table.ts'
import { contacts } from '../contacts/table.ts'
import type { UserActor } from '../kit/actor.ts'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { newId } from '../kit/new-id.ts'
import { hasPermission } from '../kit/permissions.ts'
import { insertTicket } from '../messages/receive-ticket.ts'
import { connectionQueues, queues, userQueues } from '../queues/table.ts'
import { createTicket } from '../tickets/mutations.ts'
import { tickets, type Ticket } from '../tickets/table.ts'
import { users } from '../users/table.ts'
import type { ScheduleError } from './rules.ts'
import type { Schedule } from './table.ts'

/** Locked; or why there is none. */
export async function conversationOf(
  tx: Tx,
  schedule: Schedule,
  ctx: MutationContext,
): Promise<Ticket | ScheduleError> {
  const { contactId } = schedule
  const connection = await connectionOf(tx, schedule, ctx)
  if (typeof connection === 'string') return connection
  const connectionId = connection.id
  const chat = { contactId, connectionId }
  const ticket = (await lastTicketOf(tx, chat)) ?? (await openTicket(tx, schedule.userId, chat, ctx))
  return ticket
}

async function connectionOf(
  tx: Tx,
  { contactId, connectionId: chosen }: Schedule,
  { actor }: MutationContext,
): Promise<{ id: string } | ScheduleError> {
  const wished = chosen ?? (await lastConnectionOf(tx, contactId))
  const which = wished === null ? eq(connections.isDefault, true) : eq(connections.id, wished)
  const [connection] = await tx
    .select({ id: connections.id, reason: connections.statusReason })
    .from(connections)
    .where(and(syncedConnections.scope(actor), which))
  if (!connection) return wished === null ? 'no_connection' : 'connection_deleted'
  // Nothing goes out over it any more: waiting there it would be told to nobody.
  return connection.reason === 'banned' ? 'connection_banned' : { id: connection.id }
}

async function lastConnectionOf(tx: Tx, contactId: string): Promise<string | null> {
  const [last] = await tx
    .select({ id: tickets.connectionId })
    .from(tickets)
    .where(eq(tickets.contactId, contactId))
    .orderBy(desc(tickets.lastMessageAt), desc(tickets.id))
    .limit(1)
  return last?.id ?? null
}

interface Chat {
  contactId: string
  connectionId: string
}

/** The open or pending one, else the one that was closed last. */
async function lastTicketOf(tx: Tx, { contactId, connectionId }: Chat) {
  const [ticket] = await tx
    .select()
    .from(tickets)
    .where(and(eq(tickets.contactId, contactId), eq(tickets.connectionId, connectionId)))
    .orderBy(sql`${tickets.status} = 'closed'`, desc(tickets.closedAt), desc(tickets.id))
    .limit(1)
    .for('update')
  return ticket
}

/** Open and the author's, in a queue of theirs that the connection offers if there is one. Who may open none leaves it to whoever accepts it. */
async function openTicket(tx: Tx, userId: string | null, chat: Chat, ctx: MutationContext): Promise<Ticket> {
  const author = userId === null ? null : await actorOf(tx, userId)
  const queueId = author && (await queueOf(tx, author, chat.connectionId))
  const id = newId()
  if (author && (queueId !== null || hasPermission(author, 'tickets-manager:showall'))) {
    await createTicket.run(tx, { id, ...chat, queueId }, { ...ctx, actor: author })
    return readTicket(tx, id)
  }
  const [contact] = await tx
    .select({ id: contacts.id, isGroup: contacts.isGroup })
    .from(contacts)
    .where(eq(contacts.id, chat.contactId))
  if (!contact) throw new Error('a schedule has its contact')
  const life = { status: 'pending', closedAt: null, createdAt: ctx.now } as const
  return readTicket(tx, (await insertTicket(tx, chat.connectionId, contact, life, ctx)).id)
}

async function readTicket(tx: Tx, id: string) {
  const [ticket] = await tx.select().from(tickets).where(eq(tickets.id, id))
  if (!ticket) throw new Error('it was inserted just now')
  return ticket
}

async function actorOf(tx: Tx, userId: string): Promise<UserActor | null> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId))
  if (!user) return null
  const own = await tx.select({ id: userQueues.queueId }).from(userQueues).where(eq(userQueues.userId, userId))
  const { companyId, name, profile } = user
  // What only super users may do is no part of a conversation.
  return { kind: 'user', companyId, userId, name, profile, super: false, queueIds: own.map(({ id }) => id) }
}

async function queueOf(tx: Tx, { queueIds }: UserActor, connectionId: string): Promise<string | null> {
  if (queueIds.length === 0) return null
  const offered = and(eq(connectionQueues.queueId, queues.id), eq(connectionQueues.connectionId, connectionId))
  const [queue] = await tx
    .select({ id: queues.id })
    .from(queues)
    .leftJoin(connectionQueues, offered)
    .where(inArray(queues.id, [...queueIds]))
    .orderBy(sql`${connectionQueues.id} is null`, asc(queues.orderQueue), asc(queues.name))
    .limit(1)
  return queue?.id ?? null
}
