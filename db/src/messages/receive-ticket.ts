// The ticket that a received message belongs to: the open or pending one, else the last closed one if that was just now, else a new one.
// Server only, under the chat's lock.
import { and, desc, eq, ne, sql } from 'drizzle-orm'
import { queueOfNew, type Offer } from '../connections/rules.ts'
import { connections } from '../connections/table.ts'
import type { Contact } from '../contacts/table.ts'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { newId } from '../kit/new-id.ts'
import { connectionQueues } from '../queues/table.ts'
import { settingsOf } from '../settings/mutations.ts'
import { recordEvent } from '../tickets/events.ts'
import { newTicket } from '../tickets/new-ticket.ts'
import { tickets, type Ticket } from '../tickets/table.ts'
import type { InboundMessage } from './inbound.ts'
import { messages } from './table.ts'

type Chat = Pick<Contact, 'id' | 'isGroup'>

const ofChat = (connectionId: string, contact: Chat) =>
  and(eq(tickets.contactId, contact.id), eq(tickets.connectionId, connectionId))

export async function findOrCreateTicket(
  tx: Tx,
  { connectionId, fromMe }: Pick<InboundMessage, 'connectionId' | 'fromMe'>,
  contact: Chat,
  ctx: MutationContext,
): Promise<Pick<Ticket, 'id' | 'queueId' | 'archived' | 'status'>> {
  const [current] = await tx
    .select()
    .from(tickets)
    .where(and(ofChat(connectionId, contact), ne(tickets.status, 'closed')))
  if (current) return current
  const [last] = await tx
    .select()
    .from(tickets)
    .where(and(ofChat(connectionId, contact), eq(tickets.archived, false)))
    .orderBy(desc(tickets.closedAt))
    .limit(1)
  if (last?.closedAt && (await isToReopen(tx, last.closedAt, ctx))) {
    await tx
      .update(tickets)
      .set({ status: 'pending', userId: null, acceptedAt: null, closedAt: null, updatedAt: ctx.now })
      .where(eq(tickets.id, last.id))
    await recordEvent(tx, ctx, last, { kind: 'reopened' })
    return { ...last, status: 'pending' }
  }
  // Whoever was written to first, by phone, is not greeted.
  const life = { status: 'pending', closedAt: null, createdAt: ctx.now, botOwesGreeting: !fromMe } as const
  return (
    (await openOfCampaign(tx, connectionId, contact, life, ctx)) ?? insertTicket(tx, connectionId, contact, life, ctx)
  )
}

/** A ticket in which a campaign wrote and nobody answered yet begins now, with what it wrote. */
async function openOfCampaign(
  tx: Tx,
  connectionId: string,
  contact: Chat,
  {
    status,
    closedAt,
    createdAt,
    botOwesGreeting,
  }: Pick<Ticket, 'status' | 'closedAt' | 'createdAt' | 'botOwesGreeting'>,
  ctx: MutationContext,
) {
  const [silent] = await tx
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(ofChat(connectionId, contact), eq(tickets.ofCampaign, true)))
    .orderBy(desc(tickets.createdAt), desc(tickets.id))
    .limit(1)
  if (!silent) return null
  const queueId = queueOfNew(await readOffer(tx, connectionId), contact)
  const place = { queueId, archived: false, updatedAt: ctx.now }
  const life = { status, closedAt, createdAt, botOwesGreeting, ofCampaign: false }
  await tx
    .update(tickets)
    .set({ ...life, ...place })
    .where(eq(tickets.id, silent.id))
  await tx.update(messages).set(place).where(eq(messages.ticketId, silent.id))
  return { id: silent.id, status, queueId, archived: false }
}

/** A closed ticket that gets a message soon is taken up again instead of a new one; the company says how soon. */
async function isToReopen(tx: Tx, closedAt: Date, { actor, now }: MutationContext) {
  const { reopenWindowMinutes } = await settingsOf(tx, actor.companyId)
  return now.getTime() - closedAt.getTime() < reopenWindowMinutes * 60_000
}

/** The chat's ticket that is not closed, else its latest. */
export async function findLatestTicket(tx: Tx, connectionId: string, contact: Chat) {
  const [latest] = await tx
    .select()
    .from(tickets)
    .where(ofChat(connectionId, contact))
    .orderBy(sql`${tickets.status} = 'closed'`, desc(tickets.createdAt), desc(tickets.id))
    .limit(1)
  return latest ?? null
}

export async function insertTicket(
  tx: Tx,
  connectionId: string,
  contact: Chat,
  life: Pick<Ticket, 'status' | 'closedAt' | 'createdAt'> &
    Partial<Pick<Ticket, 'botOwesGreeting' | 'archived' | 'ofCampaign'>>,
  ctx: MutationContext,
) {
  const { companyId } = ctx.actor
  const queueId = queueOfNew(await readOffer(tx, connectionId), contact)
  const ticket = newTicket(contact, { ...life, id: newId(), companyId, connectionId, queueId, updatedAt: ctx.now })
  await tx.insert(tickets).values(ticket)
  return ticket
}

async function readOffer(tx: Tx, connectionId: string): Promise<Offer> {
  const rows = await tx
    .select({ groupQueueId: connections.groupQueueId, queueId: connectionQueues.queueId })
    .from(connections)
    .leftJoin(connectionQueues, eq(connectionQueues.connectionId, connections.id))
    .where(eq(connections.id, connectionId))
  return { groupQueueId: rows[0]?.groupQueueId ?? null, queueIds: rows.flatMap(({ queueId }) => queueId ?? []) }
}
