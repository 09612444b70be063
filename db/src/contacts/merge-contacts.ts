// Two contacts that turn out to be one person, e.g. one known by LID and one by number: everything of the second moves to the first.
// Server only, in the caller's transaction. Invariants: no message is lost, and the person ends with at most one open ticket a connection.
// Whatever comes to refer to contacts must be moved here too: the foreign keys refuse the deletion otherwise.
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import { campaignShippings, optOuts } from '../campaigns/table.ts'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { messages } from '../messages/table.ts'
import { schedules } from '../schedules/table.ts'
import { moveTags } from '../tags/join-tags.ts'
import { ticketEvents } from '../tickets/events-table.ts'
import { ticketNotes } from '../tickets/notes-table.ts'
import { botReset, unanswered } from '../tickets/rules.ts'
import { botStateOf, tickets, type Ticket } from '../tickets/table.ts'
import { isOtherAccount } from './given-number.ts'
import { isGivenName } from './names.ts'
import { contacts, type Contact } from './table.ts'

/** Resolves with what `kept` has become. */
export async function mergeContacts(tx: Tx, kept: Contact, gone: Contact, ctx: MutationContext): Promise<Contact> {
  await tx
    .select({ id: contacts.id })
    .from(contacts)
    .where(inArray(contacts.id, [kept.id, gone.id]))
    .orderBy(contacts.id)
    .for('update')
  const moved = { contactId: kept.id, updatedAt: ctx.now }
  await tx.update(schedules).set(moved).where(eq(schedules.contactId, gone.id))
  await tx.update(campaignShippings).set({ contactId: kept.id }).where(eq(campaignShippings.contactId, gone.id))
  await tx.update(optOuts).set({ contactId: kept.id }).where(eq(optOuts.contactId, gone.id))
  await joinOpenTickets(tx, [kept.id, gone.id], ctx)
  await tx.update(tickets).set(moved).where(eq(tickets.contactId, gone.id))
  await tx.update(messages).set(moved).where(eq(messages.contactId, gone.id))
  await tx.update(ticketNotes).set(moved).where(eq(ticketNotes.contactId, gone.id))
  await tx
    .update(messages)
    .set({ participantId: kept.id, updatedAt: ctx.now })
    .where(eq(messages.participantId, gone.id))
  await tx
    .update(tickets)
    .set({ lastMessageParticipantId: kept.id, updatedAt: ctx.now })
    .where(eq(tickets.lastMessageParticipantId, gone.id))
  await moveReactions(tx, kept, gone, ctx)
  await tx.delete(contacts).where(eq(contacts.id, gone.id))
  const change = both(kept, gone)
  await tx
    .update(contacts)
    .set({ ...change, updatedAt: ctx.now })
    .where(eq(contacts.id, kept.id))
  return { ...kept, ...change }
}

/** What people wrote survives; of two names that people gave, the older contact's. */
function both(kept: Contact, gone: Contact) {
  return {
    ...(isOtherAccount(kept, gone) ? onlyKept(kept) : oneAccount(kept, gone)),
    name: mergedName(kept, gone),
    email: kept.email || gone.email,
    extraInfo: [...kept.extraInfo, ...gone.extraInfo],
  }
}

/** One account, of which each knew a part. */
function oneAccount(kept: Contact, gone: Contact) {
  const [lid, number] = [kept.lid ?? gone.lid, kept.number ?? gone.number]
  const known = [kept, gone].find((contact) => contact.lid === lid && contact.number === number)
  return {
    lid,
    number,
    pushName: kept.pushName ?? gone.pushName,
    pictureHash: kept.pictureHash ?? gone.pictureHash,
    onWhatsapp: kept.onWhatsapp ?? gone.onWhatsapp,
    checkedAt: kept.checkedAt ?? gone.checkedAt,
    // That they belong together is said by whoever merges; where it is WhatsApp, it is taught next.
    numberGiven: known ? known.numberGiven : true,
    accountSince: kept.accountSince ?? gone.accountSince,
  }
}

/** A person with two numbers: nothing of one may be taken for the other's, nor that it was written from. */
const onlyKept = ({ lid, numberGiven }: Contact) => ({ numberGiven: numberGiven || lid === null })

function mergedName(kept: Contact, gone: Contact) {
  const given = [kept, gone].find(isGivenName)
  return given?.name ?? kept.pushName ?? gone.pushName ?? kept.number ?? gone.number ?? kept.name
}

async function moveReactions(tx: Tx, kept: Contact, gone: Contact, ctx: MutationContext) {
  const reactions = sql`(${messages.reactions} - ${gone.id}::text) || jsonb_build_object(${kept.id}::text, ${messages.reactions} -> ${gone.id}::text)`
  await tx
    .update(messages)
    .set({ reactions, updatedAt: ctx.now })
    .where(
      and(
        eq(messages.companyId, ctx.actor.companyId),
        sql`${messages.reactions} <> '{}'`,
        sql`${messages.reactions} ? ${gone.id}`,
      ),
    )
}

async function joinOpenTickets(tx: Tx, contactIds: string[], ctx: MutationContext) {
  const open = await tx
    .select()
    .from(tickets)
    .where(and(inArray(tickets.contactId, contactIds), ne(tickets.status, 'closed')))
    .orderBy(asc(tickets.createdAt), asc(tickets.id))
    .for('update')
  for (const [older, younger] of Map.groupBy(open, (ticket) => ticket.connectionId).values()) {
    if (older && younger) await joinTickets(tx, older, younger, ctx)
  }
}

/** The younger's messages, tags and notes move; it stays as a closed ticket, since its number was told to people. */
async function joinTickets(tx: Tx, older: Ticket, younger: Ticket, ctx: MutationContext) {
  const close = { status: 'closed', closedAt: ctx.now, ...unanswered, unreadMessages: 0, updatedAt: ctx.now } as const
  await tx.update(tickets).set(close).where(eq(tickets.id, younger.id))
  const holder = holderOf(older, younger)
  const joined = joinedColumns(older, younger)
  await tx
    .update(tickets)
    .set({ ...joined, updatedAt: ctx.now })
    .where(eq(tickets.id, older.id))
  const which = joined.queueId === older.queueId ? [younger.id] : [older.id, younger.id]
  await tx
    .update(messages)
    .set({ ticketId: older.id, queueId: joined.queueId, archived: older.archived, updatedAt: ctx.now })
    .where(inArray(messages.ticketId, which))
  const place = { ticketId: older.id, queueId: joined.queueId, archived: older.archived }
  await tx.update(ticketNotes).set(place).where(eq(ticketNotes.ticketId, younger.id))
  await tx.update(ticketEvents).set(place).where(eq(ticketEvents.ticketId, younger.id))
  await moveTags(tx, { ...older, queueId: joined.queueId }, younger.id, holder.id)
}

/** An attendant who has accepted one of them has the conversation. */
const holderOf = (older: Ticket, younger: Ticket) =>
  older.status === 'pending' && younger.status === 'open' ? younger : older

function joinedColumns(older: Ticket, younger: Ticket) {
  const holder = holderOf(older, younger)
  const last = younger.lastMessageAt > older.lastMessageAt ? younger : older
  // The customer has chosen in one of them.
  const placed = [holder, older, younger].find(({ queueId }) => queueId !== null) ?? holder
  return {
    status: holder.status,
    userId: holder.userId,
    acceptedAt: holder.acceptedAt,
    ...(holder.status === 'open' ? { ...botReset, ...unanswered } : botStateOf(placed)),
    queueId: placed.queueId,
    unreadMessages: older.unreadMessages + younger.unreadMessages,
    lastMessage: last.lastMessage,
    lastMessageType: last.lastMessageType,
    lastMessageFromMe: last.lastMessageFromMe,
    lastMessageParticipantId: last.lastMessageParticipantId,
    lastMessageAt: last.lastMessageAt,
  }
}
