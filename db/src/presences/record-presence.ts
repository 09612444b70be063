// The customer's side of typing: written by the worker, shown by devices until its time is over.
import { and, eq, inArray, lt, ne, or, sql } from 'drizzle-orm'
import { connections } from '../connections/table.ts'
import { sameNumberVariants } from '../contacts/number-variants.ts'
import { contacts } from '../contacts/table.ts'
import type { Tx } from '../kit/define-mutation.ts'
import { tickets } from '../tickets/table.ts'
import { presences, type PresenceState } from './table.ts'

/** Phones say "paused", or say "composing" again within this time. */
const shownMs = 20_000
/** Every write goes to every device of the queue. */
const rewriteSeconds = 5

export interface PresenceOf {
  connectionId: string
  /** One of them, digits. */
  contact: { lid: string | null; number: string | null }
}

/** Null: the customer stopped. Chats without a ticket that is not closed are nobody's. */
export async function recordPresence(tx: Tx, of: PresenceOf, state: PresenceState | null, now: Date) {
  const ticket = await ticketOf(tx, of)
  if (!ticket) return
  if (state === null) {
    await tx.delete(presences).where(eq(presences.id, ticket.id))
    return
  }
  const until = new Date(now.getTime() + shownMs)
  const stale = new Date(until.getTime() - rewriteSeconds * 1_000)
  await tx
    .insert(presences)
    .values({ ...ticket, state, until })
    .onConflictDoUpdate({
      target: presences.id,
      set: { state, until, queueId: ticket.queueId, archived: ticket.archived },
      setWhere: or(ne(presences.state, state), lt(presences.until, stale)),
    })
}

async function ticketOf(tx: Tx, { connectionId, contact }: PresenceOf) {
  const byLid = contact.lid === null ? sql`false` : eq(contacts.lid, contact.lid)
  const byNumber = contact.number === null ? sql`false` : inArray(contacts.number, sameNumberVariants(contact.number))
  const [ticket] = await tx
    .select({
      id: tickets.id,
      companyId: tickets.companyId,
      queueId: tickets.queueId,
      archived: tickets.archived,
    })
    .from(connections)
    .innerJoin(contacts, and(eq(contacts.companyId, connections.companyId), or(byLid, byNumber)))
    .innerJoin(tickets, and(eq(tickets.contactId, contacts.id), eq(tickets.connectionId, connections.id)))
    .where(and(eq(connections.id, connectionId), ne(tickets.status, 'closed')))
    .limit(1)
  return ticket
}

/** Deletes the presences that have run out: their phones went away without a word. */
export async function forgetPresences(tx: Tx, now: Date) {
  await tx.delete(presences).where(lt(presences.until, now))
}
